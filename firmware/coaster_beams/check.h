// The check of a line: CRC-16 with polynomial 0x1021, start 0xFFFF, nothing reflected, nothing inverted.
#pragma once

#include <stdint.h>

class Check {
 public:
  void add(char byte) {
    // A byte at a time without a table, which would cost 512 bytes.
    uint8_t x = static_cast<uint8_t>(value_ >> 8) ^ static_cast<uint8_t>(byte);
    x ^= x >> 4;
    value_ = static_cast<uint16_t>((value_ << 8) ^ (static_cast<uint16_t>(x) << 12) ^
                                   (static_cast<uint16_t>(x) << 5) ^ x);
  }

  uint16_t value() const { return value_; }

 private:
  uint16_t value_ = 0xFFFF;
};

// The hexadecimal digit of 0 to 15.
inline char digit(uint8_t value) {
  return static_cast<char>(value < 10 ? '0' + value : 'A' + value - 10);
}
