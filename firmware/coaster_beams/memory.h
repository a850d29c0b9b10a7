// What a board remembers without power: who it is, and how often it has started.
#pragma once

#include <Arduino.h>
#include <avr/boot.h>
#include <avr/eeprom.h>

#include "check.h"

namespace memory {

struct Kept {
  uint32_t id;
  uint16_t check;  // of the id
  uint16_t boot;
};

static Kept EEMEM kept;

inline uint16_t check_of(uint32_t id) {
  Check check;
  for (uint8_t shift = 0; shift < 32; shift += 8) check.add(static_cast<char>(id >> shift));
  return check.value();
}

// An identity that no other board has: from the chip's serial number, where it has one, and from the noise on
// the analog pins that nothing is connected to.
inline uint32_t drawn() {
  uint32_t id = 2166136261UL;
  for (uint8_t at = 0x0E; at <= 0x17; ++at) id = (id ^ boot_signature_byte_get(at)) * 16777619UL;
  for (uint8_t i = 0; i < 64; ++i) id = (id ^ static_cast<uint16_t>(analogRead(A1 + i % 5))) * 16777619UL;
  return id;
}

// Counts this start, and gives the board an identity if it has none.
inline Kept start() {
  Kept now;
  eeprom_read_block(&now, &kept, sizeof now);
  if (now.check != check_of(now.id)) {
    now.id = drawn();
    now.check = check_of(now.id);
    now.boot = 0;
  }
  ++now.boot;
  eeprom_update_block(&now, &kept, sizeof now);
  return now;
}

}  // namespace memory
