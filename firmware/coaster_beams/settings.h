// What the owner of a board may want to change, in one place.
#pragma once

#include <stdint.h>

// The level filter.
// Receivers with an open collector pull their wire low while the beam is broken. A bare phototransistor
// between pin and ground does the opposite: then say false.
constexpr bool BROKEN_IS_LOW = true;
// A level that does not last so long is no edge: both its changes are counted as merged (0 keeps every one). At 16
// the filter takes what the interrupt, which needs 10 us, could not time; a marble breaks a beam for 2,000 at least.
constexpr uint8_t SETTLE_US = 16;

constexpr uint8_t BEAMS = 12;         // pins D2 to D13 in this order
constexpr uint8_t RING_EDGES = 160;   // kept until acknowledged; 5 bytes each of the 2,048 the board has
constexpr uint8_t SNAPSHOTS = 24;     // level changes between the interrupt and the filter; 8 bytes each

constexpr uint32_t BAUD_RATE = 115200;
constexpr uint32_t BEAT_US = 500000;    // from one beat to the next
constexpr uint32_t SILENCE_US = 1000000;  // without an acknowledgement, until all is told again
constexpr uint32_t BLINK_US = 250000;   // the lamp's half period
constexpr uint8_t BLINKS = 12;          // half periods

// The clock's first moment. A test starts it shortly before it rolls over.
#ifndef CLOCK_START_US
#define CLOCK_START_US 0UL
#endif
