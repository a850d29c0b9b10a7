// Twelve light beams on an Arduino Uno or Nano: every edge with its moment, told over USB until it is acknowledged.
// How it talks is in PROTOCOL.md, how it is wired in hardware/. Nothing needs to be changed here; what an owner may
// want to change is in settings.h.

#include <Arduino.h>
#include <avr/sleep.h>

#include "board.h"
#include "memory.h"
#include "pins.h"

#if !defined(__AVR_ATmega328P__) || F_CPU != 16000000L
#error "This sketch is for boards with an ATmega328P at 16 MHz: choose Arduino Uno or Arduino Nano."
#endif

struct SerialPort {
  void put(char c);
  void drain();
  uint32_t now() { return pins::now(); }
  void lamp(bool on) { digitalWrite(A0, on); }
};

static SerialPort port;
static Board<SerialPort> board(port);

// What can't wait while a line goes out: new edges and the host's bytes have room for a few milliseconds only.
static void tend() {
  pins::hand_over(board);
  while (board.hears() && Serial.available()) board.hear(static_cast<char>(Serial.read()), pins::now());
}

void SerialPort::put(char c) {
  while (!Serial.availableForWrite()) tend();
  Serial.write(c);
}

void SerialPort::drain() {
  while (Serial.availableForWrite() != SERIAL_TX_BUFFER_SIZE - 1) tend();
}

// Nothing can be lost between the look and the sleep: the instruction after sei() runs before any interrupt.
static void sleep_until_something_happens() {
  set_sleep_mode(SLEEP_MODE_IDLE);
  noInterrupts();
  if (pins::quiet() && !Serial.available()) {
    sleep_enable();
    interrupts();
    sleep_cpu();
    sleep_disable();
  }
  interrupts();
}

void setup() {
  Serial.begin(BAUD_RATE);
  const memory::Kept kept = memory::start();
  const uint16_t broken = pins::start();
  board.start(kept.id, kept.boot, broken);
}

void loop() {
  tend();
  if (!board.poll() && board.resting()) sleep_until_something_happens();
}
