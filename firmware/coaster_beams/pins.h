// The pins of an ATmega328P and the moments of their changes: beams on D2 to D7 (port D, bits 2 to 7) and
// D8 to D13 (port B, bits 0 to 5), a lamp on A0 (port C, bit 0).
//
// The clock is timer 1, at half a microsecond a step. The Arduino core's micros() steps by 4 us and takes 3 us to
// call, within the interrupt; and its interrupt every 1,024 us would hold the stamps up for 6 us. Here it is
// switched off, so delay() and millis() stand still, and PWM on D9 and D10 is gone with timer 1.
#pragma once

#include <Arduino.h>

#include "edges.h"
#include "settings.h"

namespace pins {

constexpr uint8_t PORT_D_BEAMS = 0xFC;
constexpr uint8_t PORT_B_BEAMS = 0x3F;

// What an interrupt saw: the levels of both ports, which of them were new, and when: so many rounds of timer 1 (of
// 32,768 us each, the upper bits left out) and so many half microseconds.
struct Snapshot {
  uint16_t round, ticks;
  uint8_t d, b;
  uint8_t d_changed, b_changed;
};

static Snapshot snapshots[SNAPSHOTS];
static_assert(sizeof(snapshots) <= 256, "the interrupt finds a snapshot's place by a sum of 8 bits");
static volatile uint8_t newest = 0;  // where the interrupt writes next
static volatile uint8_t oldest = 0;  // where the main loop reads next
static volatile uint8_t unseen = 0;  // changes that found no room, 255 and more are 255
static volatile uint8_t merged = 0;  // changes that were gone when the interrupt looked, likewise
static volatile uint8_t last_d, last_b;
static uint8_t excused = 0;  // ports whose next interrupt tells nothing new
static volatile uint16_t rounds = static_cast<uint16_t>(CLOCK_START_US >> 15);       // of timer 1
static volatile uint8_t more_rounds = static_cast<uint8_t>(CLOCK_START_US >> 31);  // of 65,536 of those

// The round of these ticks of timer 1; interrupts must be off since they were read.
static inline __attribute__((always_inline)) uint16_t round_of(uint16_t ticks) {
  uint16_t round = rounds;
  if ((TIFR1 & _BV(TOV1)) && ticks < 0x8000) ++round;
  return round;
}

static inline uint32_t microseconds(uint32_t round, uint16_t ticks) {
  // Of 33 bits of half microseconds the top one is put back after the halving: a shift by 15 would take 7 us.
  const uint32_t us = ((round << 16) | ticks) >> 1;
  return round & 0x10000 ? us | 0x80000000 : us;
}

static inline void count_up(volatile uint8_t& counter, uint8_t more) {
  const uint8_t sum = counter + more;
  counter = sum < more ? 255 : sum;
}

static inline uint8_t ones(uint8_t bits) {
  uint8_t count = 0;
  for (; bits; bits &= bits - 1) ++count;
  return count;
}

// Both ports are looked at in either's interrupt, so that of two edges close together neither waits for the other.
static inline __attribute__((always_inline)) void look(uint8_t own_flag) {
  const uint8_t d = PIND & PORT_D_BEAMS;
  const uint8_t b = PINB & PORT_B_BEAMS;
  const uint16_t ticks = TCNT1;
  // Which ports changed again after their interrupt was taken: already seen above, so its next one may be empty.
  const uint8_t pending = PCIFR;
  const uint8_t d_changed = d ^ last_d;
  const uint8_t b_changed = b ^ last_b;
  const uint8_t own_changed = own_flag == _BV(PCIF2) ? d_changed : b_changed;
  if (!own_changed && !(excused & own_flag)) count_up(merged, 2);
  excused = pending;
  if (!(d_changed | b_changed)) return;
  last_d = d;
  last_b = b;
  const uint8_t here = newest;
  const uint8_t next = here + 1 == SNAPSHOTS ? 0 : here + 1;
  if (next == oldest) {
    count_up(unseen, ones(d_changed) + ones(b_changed));
    return;
  }
  const uint8_t offset = here * sizeof(Snapshot);
  Snapshot& snapshot = *reinterpret_cast<Snapshot*>(reinterpret_cast<uint8_t*>(snapshots) + offset);
  snapshot.round = round_of(ticks);
  snapshot.ticks = ticks;
  snapshot.d = d;
  snapshot.b = b;
  snapshot.d_changed = d_changed;
  snapshot.b_changed = b_changed;
  newest = next;
}

// Beams 0 to 5 from port D's bits, 6 to 11 from port B's.
inline uint16_t beams_of(uint8_t d, uint8_t b) {
  return static_cast<uint16_t>(d >> 2) | static_cast<uint16_t>(b) << 6;
}

inline uint16_t broken_of(uint8_t d, uint8_t b) {
  return BROKEN_IS_LOW ? beams_of(~d & PORT_D_BEAMS, ~b & PORT_B_BEAMS) : beams_of(d, b);
}

// Sets the pins up, lets the clock and the interrupts run; which beams are broken now.
inline uint16_t start() {
  for (uint8_t pin = 2; pin < 2 + BEAMS; ++pin) pinMode(pin, INPUT_PULLUP);
  pinMode(A0, OUTPUT);
  TIMSK0 = 0;
  noInterrupts();
  TCCR1A = 0;
  TCCR1B = _BV(CS11);
  TCNT1 = static_cast<uint16_t>(CLOCK_START_US << 1);
  TIFR1 = _BV(TOV1);
  TIMSK1 = _BV(TOIE1);
  PCMSK2 = PORT_D_BEAMS;
  PCMSK0 = PORT_B_BEAMS;
  PCICR = _BV(PCIE2) | _BV(PCIE0);
  last_d = PIND & PORT_D_BEAMS;
  last_b = PINB & PORT_B_BEAMS;
  interrupts();
  return broken_of(last_d, last_b);
}

inline uint32_t now() {
  noInterrupts();
  const uint16_t ticks = TCNT1;
  const uint16_t round = round_of(ticks);
  const uint8_t more = more_rounds + (round < rounds);  // where the round after the last is not yet counted
  interrupts();
  return microseconds(static_cast<uint32_t>(more) << 16 | round, ticks);
}

// The moment of a snapshot, which is younger than 35 minutes.
inline uint32_t moment(const Snapshot& seen) {
  noInterrupts();
  const uint32_t latest = (static_cast<uint32_t>(more_rounds) << 16 | rounds) + 1;
  interrupts();
  const uint16_t ago = static_cast<uint16_t>(latest) - seen.round;
  return microseconds(latest - ago, seen.ticks);
}

inline bool quiet() { return newest == oldest; }

inline uint8_t taken(volatile uint8_t& counter) {
  noInterrupts();
  const uint8_t value = counter;
  counter = 0;
  interrupts();
  return value;
}

// Hands every change that the interrupt saw to the board, in order, and tells it how late it is.
template <class Board>
void hand_over(Board& board) {
  const uint32_t before = now();  // whatever was seen by then is handed over below
  while (!quiet()) {
    const Snapshot& seen = snapshots[oldest];
    uint16_t changed = beams_of(seen.d_changed, seen.b_changed);
    uint16_t broken = broken_of(seen.d, seen.b);
    const uint32_t us = moment(seen);
    oldest = oldest + 1 == SNAPSHOTS ? 0 : oldest + 1;
    for (uint8_t beam = 0; changed; ++beam, changed >>= 1, broken >>= 1) {
      if (!(changed & 1)) continue;
      Edge edge;
      edge.us = us;
      edge.beam = beam;
      edge.broken = broken & 1;
      board.change(edge);
    }
  }
  if (merged) board.count(taken(merged), 0);
  if (unseen) {
    board.count(0, taken(unseen));
    board.levels(broken_of(last_d, last_b));
  }
  board.pass(before);
}

}  // namespace pins

ISR(PCINT0_vect) { pins::look(_BV(PCIF0)); }
ISR(PCINT2_vect) { pins::look(_BV(PCIF2)); }
ISR(TIMER1_OVF_vect) {
  if (++pins::rounds == 0) ++pins::more_rounds;
}
