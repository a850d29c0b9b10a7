// Twelve light beams on an Arduino Uno or Nano: every edge with its moment, told over USB until it is acknowledged.
// How it talks is in PROTOCOL.md, how it is wired in hardware/. Nothing needs to be changed here; what an owner may
// want to change is in settings.h.

#include <Arduino.h>

#if !defined(__AVR_ATmega328P__) || F_CPU != 16000000L
#error "This sketch is for boards with an ATmega328P at 16 MHz: choose Arduino Uno or Arduino Nano."
#endif

#include <avr/sleep.h>

#include "board.h"
#include "memory.h"
#include "pins.h"
#include "uart.h"

struct Port {
  void put(char c);
  void drain();
  uint32_t now() { return pins::now(); }
  void lamp(bool on) { digitalWrite(A0, on); }
};

static Port port;
static Board<Port> board(port);

// What can't wait while a line goes out: new edges and the host's bytes have room for a few milliseconds only.
static void tend() {
  pins::hand_over(board);
  while (board.hears() && uart::heard()) board.hear(uart::take(), pins::now());
}

// Sleeps until the next interrupt, unless there is something to tend. Nothing can slip in between the look and the
// sleep: the instruction after sei() runs before any interrupt. The look is short, for it holds up the stamps.
static void rest() {
  const bool hears = board.hears();
  noInterrupts();
  if (pins::quiet() && !(hears && uart::heard())) {
    sleep_enable();
    interrupts();
    sleep_cpu();
    sleep_disable();
  }
  interrupts();
}

void Port::put(char c) {
  while (!uart::has_room()) {
    tend();
    rest();  // until the next byte has gone at the latest
  }
  uart::say(c);
}

void Port::drain() {
  while (!uart::drained()) tend();
}

void setup() {
  set_sleep_mode(SLEEP_MODE_IDLE);
  uart::start();
  const memory::Kept kept = memory::start();
  const uint16_t broken = pins::start();
  board.start(kept.id, kept.boot, broken);
}

void loop() {
  tend();
  if (!board.poll() && board.resting()) rest();
}
