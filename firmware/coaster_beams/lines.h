// Lines of the protocol: written with their check, and collected byte by byte until they are whole.
#pragma once

#include <stdint.h>

#include "check.h"
#include "flash.h"

// Says one line through a port's `put`; the destructor says the check and ends the line.
// Nothing is buffered, so that a line may be longer than the memory a board could spare for it.
template <class Port>
class Line {
 public:
  explicit Line(Port& port) : port_(port) {}
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  ~Line() {
    const uint16_t check = check_.value();
    port_.put('*');
    for (int8_t shift = 12; shift >= 0; shift -= 4) port_.put(digit((check >> shift) & 0xF));
    port_.put('\r');
    port_.put('\n');
  }

  // A text made with PSTR.
  Line& text(const char* stored) {
    for (char c; (c = static_cast<char>(pgm_read_byte(stored))) != '\0'; ++stored) put(c);
    return *this;
  }

  Line& number(uint32_t value) {
    char digits[10];
    uint8_t count = 0;
    do {
      digits[count++] = static_cast<char>('0' + value % 10);
      value /= 10;
    } while (value != 0);
    while (count != 0) put(digits[--count]);
    return *this;
  }

  Line& identity(uint32_t id) {
    for (int8_t shift = 28; shift >= 0; shift -= 4) put(digit((id >> shift) & 0xF));
    return *this;
  }

  // One digit a beam, from the first beam on.
  Line& levels(uint16_t broken, uint8_t beams) {
    for (uint8_t beam = 0; beam < beams; ++beam) put(((broken >> beam) & 1) != 0 ? '1' : '0');
    return *this;
  }

 private:
  void put(char c) {
    check_.add(c);
    port_.put(c);
  }

  Port& port_;
  Check check_;
};

// The length of what stands before the check of a whole line, or 0 where that is no line.
inline uint8_t checked(const char* line, uint8_t length) {
  if (length < 6 || line[length - 5] != '*') return 0;
  const uint8_t words = static_cast<uint8_t>(length - 5);
  Check check;
  for (uint8_t i = 0; i < words; ++i) {
    if (line[i] < ' ' || line[i] > '~' || line[i] == '*') return 0;
    check.add(line[i]);
  }
  for (uint8_t i = 0; i < 4; ++i) {
    if (line[words + 1 + i] != digit((check.value() >> (12 - 4 * i)) & 0xF)) return 0;
  }
  return words;
}

// Collects the host's bytes until a line is whole, and holds that one until it is cleared.
class LineReader {
 public:
  static constexpr uint8_t LONGEST = 47;

  // Takes a byte in; must not be called while a whole line waits.
  void take(char c, uint32_t us) {
    if (c != '\n') {
      if (length_ <= LONGEST) text_[length_++] = c;
      else too_long_ = true;
      return;
    }
    if (length_ != 0 && !too_long_ && text_[length_ - 1] == '\r') --length_;
    if (length_ > LONGEST) too_long_ = true;
    whole_ = length_ != 0;
    ended_us_ = us;
  }

  bool whole() const { return whole_; }
  bool too_long() const { return too_long_; }
  const char* text() const { return text_; }
  uint8_t length() const { return length_; }
  uint32_t ended_us() const { return ended_us_; }

  void clear() {
    length_ = 0;
    too_long_ = whole_ = false;
  }

 private:
  char text_[LONGEST + 1];  // and a CR
  uint8_t length_ = 0;
  bool too_long_ = false;
  bool whole_ = false;
  uint32_t ended_us_ = 0;
};
