#include "chip.h"

#include <simavr/avr_adc.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_cycle_timers.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_io.h>

#include <cmath>
#include <cstring>
#include <random>
#include <stdexcept>

namespace {

constexpr double MHZ = 16;
constexpr avr_io_addr_t TCCR1B_ADDRESS = 0x81;  // the firmware writes it as it starts its clock
constexpr int FIRST_PIN = 2;

// The mode of the interrupts INT0 and INT1, which the firmware does not use. simavr looks at a low D2 or D3 in every
// cycle while they are in the mode they have after a reset, and takes ten times as long.
constexpr avr_io_addr_t EICRA_ADDRESS = 0x69;

// As fast as a host sends at 115200 baud would be 1,389 cycles. simavr's receiver, which takes 11 bits for a byte,
// loses bytes of a burst at that speed.
constexpr avr_cycle_count_t BYTE_CYCLES = 4000;

avr_cycle_count_t cycles(double us) { return static_cast<avr_cycle_count_t>(std::llround(us * MHZ)); }

char port_of(int beam) { return beam + FIRST_PIN < 8 ? 'D' : 'B'; }
int bit_of(int beam) { return (beam + FIRST_PIN) % 8; }

}  // namespace

Chip::Chip(const std::string& elf, unsigned seed, Wire wire) : wire_(std::move(wire)), seed_(seed) {
  elf_firmware_t firmware;
  std::memset(&firmware, 0, sizeof firmware);
  if (elf_read_firmware(elf.c_str(), &firmware) != 0) throw std::runtime_error("cannot read the firmware " + elf);
  avr_ = avr_make_mcu_by_name("atmega328p");
  if (avr_ == nullptr) throw std::runtime_error("this simavr knows no ATmega328P");
  avr_init(avr_);
  avr_->frequency = static_cast<uint32_t>(MHZ * 1e6);
  avr_->log = LOG_ERROR;
  avr_load_firmware(avr_, &firmware);
  avr_->frequency = static_cast<uint32_t>(MHZ * 1e6);
  // A sleeping chip costs no time: the simulation goes on at the next thing that happens.
  avr_->sleep = [](avr_t*, avr_cycle_count_t) {};
  wire_up();
}

void Chip::wire_up() {
  uint32_t flags = 0;
  avr_ioctl(avr_, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
  flags &= ~static_cast<uint32_t>(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
  avr_ioctl(avr_, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  const auto uart = [this](int irq) { return avr_io_getirq(avr_, AVR_IOCTL_UART_GETIRQ('0'), irq); };
  avr_irq_register_notify(
      uart(UART_IRQ_OUTPUT),
      [](avr_irq_t*, uint32_t value, void* self) { static_cast<Chip*>(self)->wire_.says(static_cast<uint8_t>(value)); },
      this);
  avr_irq_register_notify(
      uart(UART_IRQ_OUT_XON), [](avr_irq_t*, uint32_t, void* self) { static_cast<Chip*>(self)->input_full_ = false; },
      this);
  avr_irq_register_notify(
      uart(UART_IRQ_OUT_XOFF), [](avr_irq_t*, uint32_t, void* self) { static_cast<Chip*>(self)->input_full_ = true; },
      this);
  avr_irq_register_notify(
      avr_io_getirq(avr_, AVR_IOCTL_IOPORT_GETIRQ('C'), 0),
      [](avr_irq_t*, uint32_t value, void* self) {
        const Chip* chip = static_cast<Chip*>(self);
        if (chip->lamp) chip->lamp(chip->now_us(), (value & 1) != 0);
      },
      this);
  avr_irq_register_notify(
      avr_iomem_getirq(avr_, TCCR1B_ADDRESS, nullptr, AVR_IOMEM_IRQ_ALL),
      [](avr_irq_t*, uint32_t, void* self) {
        const Chip* chip = static_cast<Chip*>(self);
        if (chip->clock_started) chip->clock_started(chip->now_us());
      },
      this);
  arm();
}

// Sets what a reset has cleared: the levels, the noise and the timers of the simulation itself.
void Chip::arm() {
  avr_->data[EICRA_ADDRESS] = 0x05;
  for (int beam = 0; beam < BEAMS; ++beam) {
    level(beam, !broken_[beam]);  // the simulated pin takes over only what is new to it
    level(beam, !broken_[beam]);
  }
  std::mt19937 dice(seed_);
  for (int pin = 1; pin <= 5; ++pin) {
    avr_raise_irq(avr_io_getirq(avr_, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0 + pin), dice() % 5000);
  }
  avr_cycle_timer_register(avr_, BYTE_CYCLES, on_byte, this);
  if (done_ != plan_.size()) avr_cycle_timer_register(avr_, 1, on_plan, this);
}

// A receiver pulls its wire low while its beam is broken. simavr lets a pull-up win against a pin driven low, unless
// the level is told to it as an external one too.
void Chip::level(int beam, bool broken) {
  broken_[beam] = broken;
  avr_ioport_external_t external;
  std::memset(&external, 0, sizeof external);
  const char port = port_of(beam);
  external.name = static_cast<unsigned long>(port);
  for (int other = 0; other < BEAMS; ++other) {
    if (port_of(other) != port) continue;
    external.mask |= 1UL << bit_of(other);
    if (!broken_[other]) external.value |= 1UL << bit_of(other);
  }
  avr_ioctl(avr_, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &external);
  avr_raise_irq(avr_io_getirq(avr_, AVR_IOCTL_IOPORT_GETIRQ(port), bit_of(beam)), broken ? 0 : 1);
}

std::vector<uint8_t> Chip::memory() {
  std::vector<uint8_t> bytes(1024);
  avr_eeprom_desc_t all{};
  all.ee = bytes.data();
  all.size = static_cast<uint32_t>(bytes.size());
  avr_ioctl(avr_, AVR_IOCTL_EEPROM_GET, &all);
  return bytes;
}

void Chip::remember(const std::vector<uint8_t>& memory) {
  std::vector<uint8_t> bytes = memory;
  avr_eeprom_desc_t all{};
  all.ee = bytes.data();
  all.size = static_cast<uint32_t>(bytes.size());
  avr_ioctl(avr_, AVR_IOCTL_EEPROM_SET, &all);
}

void Chip::plan_edge(double us, int beam, bool broken) {
  plan_.push_back({cycles(us), beam, broken});
  if (planned() == 1) {
    const avr_cycle_count_t at = plan_.back().at;
    avr_cycle_timer_register(avr_, at > avr_->cycle ? at - avr_->cycle : 1, on_plan, this);
  }
}

void Chip::plan_reset(double us) { plan_edge(us, -1, false); }

avr_cycle_count_t Chip::on_plan(avr_t* avr, avr_cycle_count_t, void* self) {
  Chip& chip = *static_cast<Chip*>(self);
  while (chip.done_ != chip.plan_.size() && !chip.reset_due_) {
    const Planned& next = chip.plan_[chip.done_];
    if (next.at > avr->cycle) return next.at;
    ++chip.done_;
    if (next.beam < 0) chip.reset_due_ = true;
    else chip.level(next.beam, next.broken);
  }
  return 0;
}

avr_cycle_count_t Chip::on_byte(avr_t*, avr_cycle_count_t when, void* self) {
  static_cast<Chip*>(self)->take_in_byte();
  return when + BYTE_CYCLES;
}

void Chip::take_in_byte() {
  if (input_full_) return;
  const int byte = wire_.next();
  if (byte >= 0) avr_raise_irq(avr_io_getirq(avr_, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), static_cast<uint32_t>(byte));
}

void Chip::reset() {
  reset_due_ = input_full_ = false;
  avr_reset(avr_);
  arm();
}

bool Chip::run(double until_us) {
  const avr_cycle_count_t until = cycles(until_us);
  while (avr_->cycle < until) {
    const int state = avr_run(avr_);
    if (state == cpu_Done || state == cpu_Crashed) return false;
    if (reset_due_) reset();
  }
  return true;
}

double Chip::now_us() const { return static_cast<double>(avr_->cycle) / MHZ; }
