// The line to the host. The Arduino core's Serial would do, but its interrupt takes 8 us for each byte said, and
// would hold up the stamps of edges for so long; these take 3.
#pragma once

#include <Arduino.h>

#include "settings.h"

namespace uart {

constexpr uint8_t ROOM = 64;  // bytes each way, a power of two

static uint8_t going[ROOM];
static volatile uint8_t going_in = 0, going_out = 0;
static uint8_t coming[ROOM];
static volatile uint8_t coming_in = 0, coming_out = 0;

inline void start() {
  UCSR0A = _BV(U2X0);
  UBRR0 = (F_CPU / 4 / BAUD_RATE - 1) / 2;  // the nearest divisor of an eighth of the clock
  UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
  UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

inline uint8_t after(uint8_t place) { return (place + 1) & (ROOM - 1); }

// Whether another byte can be said without waiting.
inline bool has_room() { return after(going_in) != going_out; }

// Whether all that was said has left, but for the byte on the line.
inline bool drained() { return going_in == going_out; }

// Says a byte; there must be room.
inline void say(char c) {
  going[going_in] = static_cast<uint8_t>(c);
  going_in = after(going_in);
  noInterrupts();
  UCSR0B |= _BV(UDRIE0);
  interrupts();
}

inline bool heard() { return coming_in != coming_out; }

// The oldest byte that came; there must be one.
inline char take() {
  const char c = static_cast<char>(coming[coming_out]);
  coming_out = after(coming_out);
  return c;
}

}  // namespace uart

ISR(USART_UDRE_vect) {
  const uint8_t out = uart::going_out;
  UDR0 = uart::going[out];
  const uint8_t next = uart::after(out);
  uart::going_out = next;
  if (next == uart::going_in) UCSR0B &= ~_BV(UDRIE0);
}

// A byte that finds no room is lost, and with it the line: the host's check is wrong then.
ISR(USART_RX_vect) {
  const uint8_t byte = UDR0;
  const uint8_t in = uart::coming_in;
  const uint8_t next = uart::after(in);
  if (next == uart::coming_out) return;
  uart::coming[in] = byte;
  uart::coming_in = next;
}
