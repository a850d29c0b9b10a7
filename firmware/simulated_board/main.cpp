// The simulated board: the compiled firmware on a pty, led by lines on standard input and in a stimulus file.
//
//   simulated-board [--seed N] [--memory FILE] FIRMWARE.elf [STIMULUS]
//
// Each line, in the file or on standard input, is one of
//   edge US BEAM broken|clear    beam 1 to 12 changes then; moments must not go back
//   reset US                     the reset button is pressed then
// and on standard input also
//   run US                       simulate to this moment, as fast as this machine can; then say `at US`
//   free SPEED                   go on at this speed (1: as a real board) until the next line; the moment when that
//                                came is said as `at US`
//   end
// Moments are simulated microseconds since the chip got its power. It says on standard output
//   port PATH                    the pty to open
//   at US                        see above
//   clock US                     the firmware started its clock
//   lamp US on|off               the lamp on A0
// FILE keeps the chip's memory from one start to the next: its identity and how often it started. Another seed
// gives another identity to a board without such a file.

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>

#include "chip.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr double SLICE_US = 1000;  // how often a board that runs freely looks for a line and for the time

// The host's side of the wire.
class Pty {
 public:
  Pty() {
    termios raw{};
    cfmakeraw(&raw);
    char name[64];
    if (openpty(&board_, &host_, name, &raw, nullptr) != 0) throw std::runtime_error("no pty can be opened");
    name_ = name;
    fcntl(board_, F_SETFL, O_NONBLOCK);
  }

  const std::string& name() const { return name_; }

  // A wire does not wait: what nobody reads is gone once the line is full.
  void says(uint8_t byte) {
    if (write(board_, &byte, 1) != 1) ++unread_;
  }

  int next() {
    uint8_t byte = 0;
    return read(board_, &byte, 1) == 1 ? byte : -1;
  }

  unsigned long unread() const { return unread_; }

 private:
  int board_ = -1;
  int host_ = -1;  // kept open, so that a host that goes away does not end the wire
  std::string name_;
  unsigned long unread_ = 0;
};

// Standard input by lines, without waiting where that is not wanted.
class Lines {
 public:
  bool waiting() {
    if (pending_.find('\n') != std::string::npos) return true;
    pollfd ready{0, POLLIN, 0};
    return poll(&ready, 1, 0) > 0;
  }

  bool next(std::string& line) {
    for (;;) {
      const std::size_t end = pending_.find('\n');
      if (end != std::string::npos) {
        line = pending_.substr(0, end);
        pending_.erase(0, end + 1);
        return true;
      }
      char more[4096];
      const ssize_t count = read(0, more, sizeof more);
      if (count <= 0) return false;
      pending_.append(more, static_cast<std::size_t>(count));
    }
  }

 private:
  std::string pending_;
};

[[noreturn]] void refuse(const std::string& line) { throw std::runtime_error("what does this line say? " + line); }

// Plans what an `edge` or `reset` line says; false for any other.
bool plan(Chip& chip, const std::string& line) {
  double us = 0;
  int beam = 0;
  char level[8] = "";
  if (std::sscanf(line.c_str(), "edge %lf %d %7s", &us, &beam, level) == 3) {
    const bool broken = std::strcmp(level, "broken") == 0;
    if (beam < 1 || beam > BEAMS || (!broken && std::strcmp(level, "clear") != 0)) refuse(line);
    chip.plan_edge(us, beam - 1, broken);
    return true;
  }
  if (std::sscanf(line.c_str(), "reset %lf", &us) != 1) return false;
  chip.plan_reset(us);
  return true;
}

bool run_freely(Chip& chip, Lines& lines, double speed) {
  const double from_us = chip.now_us();
  const auto from = Clock::now();
  while (!lines.waiting()) {
    if (!chip.run(chip.now_us() + SLICE_US)) return false;
    const std::chrono::duration<double, std::micro> due((chip.now_us() - from_us) / speed);
    std::this_thread::sleep_until(from + std::chrono::duration_cast<Clock::duration>(due));
  }
  return true;
}

bool obey(Chip& chip, Lines& lines, std::FILE* out) {
  for (std::string line; lines.next(line) && line != "end";) {
    if (plan(chip, line)) continue;
    double number = 0;
    bool well = true;
    if (std::sscanf(line.c_str(), "run %lf", &number) == 1) well = chip.run(number);
    else if (std::sscanf(line.c_str(), "free %lf", &number) == 1 && number > 0) well = run_freely(chip, lines, number);
    else refuse(line);
    if (!well) return false;
    std::fprintf(out, "at %.2f\n", chip.now_us());
    std::fflush(out);
  }
  return true;
}

struct Options {
  unsigned seed = 1;
  std::string memory, firmware, stimulus;
};

Options read_options(int count, char** words) {
  Options options;
  int at = 1;
  for (; at + 1 < count && std::strncmp(words[at], "--", 2) == 0; at += 2) {
    if (std::strcmp(words[at], "--seed") == 0) options.seed = static_cast<unsigned>(std::strtoul(words[at + 1], nullptr, 10));
    else if (std::strcmp(words[at], "--memory") == 0) options.memory = words[at + 1];
    else throw std::runtime_error(std::string("no such option: ") + words[at]);
  }
  if (at >= count) throw std::runtime_error("usage: simulated-board [--seed N] [--memory FILE] FIRMWARE.elf [STIMULUS]");
  options.firmware = words[at];
  if (at + 1 < count) options.stimulus = words[at + 1];
  return options;
}

int simulate(const Options& options, std::FILE* out) {
  Pty pty;
  Chip chip(options.firmware, options.seed, {[&](uint8_t byte) { pty.says(byte); }, [&] { return pty.next(); }});
  chip.lamp = [out](double us, bool on) {
    std::fprintf(out, "lamp %.2f %s\n", us, on ? "on" : "off");
    std::fflush(out);
  };
  chip.clock_started = [out](double us) {
    std::fprintf(out, "clock %.4f\n", us);
    std::fflush(out);
  };
  if (!options.memory.empty()) {
    std::ifstream file(options.memory, std::ios::binary);
    const std::vector<uint8_t> kept{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!kept.empty()) chip.remember(kept);
  }
  if (!options.stimulus.empty()) {
    std::ifstream file(options.stimulus);
    if (!file) throw std::runtime_error("cannot read the stimulus " + options.stimulus);
    for (std::string line; std::getline(file, line);) {
      if (!line.empty() && line[0] != '#' && !plan(chip, line)) refuse(line);
    }
  }
  std::fprintf(out, "port %s\n", pty.name().c_str());
  std::fflush(out);
  Lines lines;
  const bool well = obey(chip, lines, out);
  if (!options.memory.empty()) {
    const std::vector<uint8_t> bytes = chip.memory();
    std::ofstream(options.memory, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  if (pty.unread() != 0) std::fprintf(stderr, "simulated-board: %lu bytes found no reader\n", pty.unread());
  if (!well) throw std::runtime_error("the firmware crashed");
  return 0;
}

}  // namespace

int main(int count, char** words) {
  // libsimavr prints on standard output: what it says goes where errors go.
  std::FILE* const out = fdopen(dup(1), "w");
  dup2(2, 1);
  try {
    return simulate(read_options(count, words), out);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simulated-board: %s\n", error.what());
    return 2;
  }
}
