// An ATmega328P at 16 MHz in simavr, with beams on its pins, a wire to its UART and a memory that outlives it.
#pragma once

#include <simavr/sim_avr.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

constexpr int BEAMS = 12;

class Chip {
 public:
  // The wire to the host: bytes that the chip says, and the next byte for it, -1 where there is none.
  struct Wire {
    std::function<void(uint8_t)> says;
    std::function<int()> next;
  };

  // Loads the firmware; the seed stands for the noise on the analog pins.
  Chip(const std::string& elf, unsigned seed, Wire wire);
  Chip(const Chip&) = delete;
  Chip& operator=(const Chip&) = delete;

  // The bytes of the EEPROM, which outlive a reset.
  std::vector<uint8_t> memory();
  void remember(const std::vector<uint8_t>& memory);

  // A beam's level will change at this moment, or the chip be reset; moments must not go back.
  void plan_edge(double us, int beam, bool broken);
  void plan_reset(double us);

  // Runs to this moment; false when the firmware crashed.
  bool run(double until_us);

  double now_us() const;
  std::size_t planned() const { return plan_.size() - done_; }

  std::function<void(double us, bool on)> lamp;  // on A0
  std::function<void(double us)> clock_started;  // timer 1 was set

 private:
  struct Planned {
    avr_cycle_count_t at;
    int beam;  // -1: a reset
    bool broken;
  };

  void wire_up();
  void level(int beam, bool broken);
  void arm();
  void take_in_byte();
  void reset();

  static avr_cycle_count_t on_plan(avr_t*, avr_cycle_count_t, void* chip);
  static avr_cycle_count_t on_byte(avr_t*, avr_cycle_count_t, void* chip);

  avr_t* avr_;
  Wire wire_;
  unsigned seed_;
  std::array<bool, BEAMS> broken_{};
  std::vector<Planned> plan_;
  std::size_t done_ = 0;
  bool reset_due_ = false;
  bool input_full_ = false;
};
