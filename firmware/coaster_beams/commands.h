// What a host may ask of a board.
#pragma once

#include <stdint.h>

#include "flash.h"

enum class Word : uint8_t { HELLO, ACK, AGAIN, LEVELS, CLOCK, TEST, BLINK };

enum class Refusal : uint8_t { NONE, CHECK, LENGTH, COMMAND, NUMBER, BOOT };

struct Command {
  Word word;
  uint16_t numbers[3];
};

namespace commands {

struct Form {
  char word[7];
  uint8_t numbers;
};

// In the order of Word.
constexpr uint8_t WORDS = 7;
static const Form FORMS[WORDS] PROGMEM = {
    {"hello", 1}, {"ack", 2}, {"again", 3}, {"levels", 0}, {"clock", 1}, {"test", 1}, {"blink", 0},
};

constexpr uint16_t LONGEST_TEST_S = 60;

// Whether the text up to `end` begins with this word; `at` then stands behind it.
inline bool begins(const char*& at, const char* end, const char* word) {
  const char* here = at;
  for (char c; (c = static_cast<char>(pgm_read_byte(word))) != '\0'; ++word, ++here) {
    if (here == end || *here != c) return false;
  }
  if (here != end && *here != ' ') return false;
  at = here;
  return true;
}

// Reads a blank and a number of 16 bits.
inline bool number(const char*& at, const char* end, uint16_t& value) {
  if (at == end || *at != ' ') return false;
  const char* here = at + 1;
  uint32_t sum = 0;
  while (here != end && *here != ' ') {
    if (*here < '0' || *here > '9') return false;
    sum = sum * 10 + static_cast<uint32_t>(*here++ - '0');
    if (sum > 0xFFFF) return false;
  }
  if (here == at + 1) return false;
  at = here;
  value = static_cast<uint16_t>(sum);
  return true;
}

}  // namespace commands

// Reads the words of a line whose check is right.
inline Refusal read_command(const char* text, uint8_t length, Command& command) {
  const char* at = text;
  const char* const end = text + length;
  for (uint8_t i = 0; i < commands::WORDS; ++i) {
    const commands::Form& form = commands::FORMS[i];
    if (!commands::begins(at, end, form.word)) continue;
    command.word = static_cast<Word>(i);
    const uint8_t numbers = static_cast<uint8_t>(pgm_read_byte(reinterpret_cast<const char*>(&form.numbers)));
    for (uint8_t n = 0; n < numbers; ++n) {
      if (!commands::number(at, end, command.numbers[n])) return Refusal::NUMBER;
    }
    const bool test = command.word == Word::TEST;
    if (test && (command.numbers[0] == 0 || command.numbers[0] > commands::LONGEST_TEST_S)) return Refusal::NUMBER;
    return Refusal::NONE;
  }
  return Refusal::COMMAND;
}
