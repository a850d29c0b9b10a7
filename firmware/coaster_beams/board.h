// The board's side of the protocol, whatever it runs on. A Port has
//   put(char)     say a byte; while it waits it may call change, pass, count, levels and hear, nothing else
//   drain()       wait until all that was said has left
//   now()         the moment, in microseconds modulo 2^32
//   lamp(bool)    the lamp that blinks
#pragma once

#include <stdint.h>

#include "beamtest.h"
#include "commands.h"
#include "edges.h"
#include "flash.h"
#include "lines.h"
#include "settings.h"

template <class Port>
class Board {
 public:
  explicit Board(Port& port) : port_(port) {}

  // Starts with these beams broken, bit 0 for the first beam, and greets.
  void start(uint32_t id, uint16_t boot, uint16_t broken) {
    id_ = id;
    boot_ = boot;
    broken_ = broken;
    beat_us_ = port_.now() + BEAT_US;
    // An empty line first: a line that the reset has cut must not take the greeting with it.
    port_.put('\r');
    port_.put('\n');
    greet();
  }

  // A beam's level changed; moments must not go back.
  void change(const Edge& edge) {
    settle(edge.us);
    filter_.add(edge);
  }

  // All changes before this moment have been told with `change`.
  void pass(uint32_t us) {
    settle(us);
    test_.watch(us, broken_);
  }

  // What the interrupt could only count.
  void count(uint16_t merged, uint16_t overflowed) {
    filter_.count_merged(merged);
    ring_.count_overflowed(overflowed);
  }

  // The true levels, after edges that could only be counted; bit 0 for the first beam.
  void levels(uint16_t broken) { broken_ = broken; }

  // Whether it can take in another byte from the host now.
  bool hears() const { return !reader_.whole(); }
  void hear(char c, uint32_t us) { reader_.take(c, us); }

  // Says what is due first; false where that was nothing.
  bool poll() {
    const uint32_t now = port_.now();
    if (reader_.whole()) return answer();
    if (since(beat_us_, now) < LATE_US) return beat();
    if (again_left_ != 0) return tell_again();
    if (cursor_ == next(ring_.last()) && silent(now)) cursor_ = next(ring_.acked());
    if (cursor_ != next(ring_.last())) return tell_next(now);
    if (blinks_left_ != 0 && since(blink_us_, now) < LATE_US) return blink();
    if (test_.to_tell()) return test_.tell(Line<Port>(port_)), true;
    return false;
  }

  // Whether nothing is left to do until something happens outside or a time is up.
  bool resting() const { return filter_.empty() && hears(); }

 private:
  static constexpr uint32_t LATE_US = 0x80000000;  // a time that is further off lies ahead

  static uint16_t next(uint16_t seq) { return static_cast<uint16_t>(seq + 1); }

  void settle(uint32_t now) {
    while (filter_.ready(now)) {
      const Edge edge = filter_.take();
      const uint16_t bit = static_cast<uint16_t>(1U << edge.beam);
      broken_ = edge.broken ? broken_ | bit : broken_ & ~bit;
      test_.edge(edge);
      ring_.add(edge);
    }
  }

  bool greet() {
    const uint32_t now = port_.now();
    Line<Port> line(port_);
    line.text(PSTR("hello coaster-beams protocol=1 firmware=1.0 id=")).identity(id_);
    line.text(PSTR(" boot=")).number(boot_).text(PSTR(" beams=")).number(BEAMS);
    line.text(PSTR(" ring=")).number(RING_EDGES).text(PSTR(" seq=")).number(told_);
    line.text(PSTR(" acked=")).number(ring_.acked()).text(PSTR(" us=")).number(now);
    line.text(PSTR(" can=ack,again,levels,clock,test,blink"));
    return true;
  }

  bool beat() {
    beat_us_ += BEAT_US;
    const uint32_t now = port_.now();
    const uint16_t broken = broken_;  // it may change while the line goes out
    Line<Port> line(port_);
    line.text(PSTR("beat boot=")).number(boot_).text(PSTR(" seq=")).number(told_);
    line.text(PSTR(" acked=")).number(ring_.acked()).text(PSTR(" us=")).number(now);
    line.text(PSTR(" broken=")).levels(broken, BEAMS);
    line.text(PSTR(" overflowed=")).number(ring_.overflowed());
    line.text(PSTR(" merged=")).number(filter_.merged());
    return true;
  }

  void tell(uint16_t seq) {
    const Edge edge = ring_.at(seq);
    Line<Port> line(port_);
    line.text(PSTR("E ")).number(seq).text(PSTR(" ")).number(edge.beam + 1);
    line.text(edge.broken ? PSTR(" broken ") : PSTR(" clear ")).number(edge.us);
  }

  bool tell_again() {
    const uint16_t seq = again_from_++;
    --again_left_;
    tell(seq);
    return true;
  }

  bool tell_next(uint32_t now) {
    const uint16_t seq = cursor_++;
    if (ahead(seq, told_) > 0) told_ = seq;
    moved_us_ = now;
    tell(seq);
    if (!attended_) ring_.forget(seq);
    return true;
  }

  // Edges are told, and for long neither told nor acknowledged.
  bool silent(uint32_t now) const { return ring_.acked() != told_ && since(moved_us_, now) >= SILENCE_US; }

  bool blink() {
    blink_us_ += BLINK_US;
    --blinks_left_;
    port_.lamp(blinks_left_ % 2 != 0);
    Line<Port>(port_).text(PSTR("blinking ")).number(blinks_left_);
    return true;
  }

  bool answer() {
    Command command;
    const uint32_t got_us = reader_.ended_us();
    const Refusal refusal = understand(command);
    reader_.clear();
    refuse(refusal == Refusal::NONE ? execute(command, got_us) : refusal);
    return true;
  }

  Refusal understand(Command& command) const {
    if (reader_.too_long()) return Refusal::LENGTH;
    const uint8_t length = checked(reader_.text(), reader_.length());
    return length == 0 ? Refusal::CHECK : read_command(reader_.text(), length, command);
  }

  void refuse(Refusal refusal) {
    switch (refusal) {
      case Refusal::NONE: return;
      case Refusal::CHECK: return say(PSTR("no check"));
      case Refusal::LENGTH: return say(PSTR("no length"));
      case Refusal::COMMAND: return say(PSTR("no command"));
      case Refusal::NUMBER: return say(PSTR("no number"));
      case Refusal::BOOT: return say(PSTR("no boot"));
    }
  }

  void say(const char* stored) { Line<Port>(port_).text(stored); }

  Refusal execute(const Command& command, uint32_t got_us) {
    const uint16_t* numbers = command.numbers;
    switch (command.word) {
      case Word::HELLO:
        attended_ = true;
        again_left_ = 0;
        cursor_ = next(ring_.acked());
        greet();
        break;
      case Word::ACK: return acknowledge(numbers[0], numbers[1]);
      case Word::AGAIN: return again(numbers[0], numbers[1], numbers[2]);
      case Word::LEVELS: {
        const uint32_t now = port_.now();
        const uint16_t broken = broken_;
        Line<Port>(port_).text(PSTR("levels us=")).number(now).text(PSTR(" broken=")).levels(broken, BEAMS);
        break;
      }
      case Word::CLOCK: {
        port_.drain();
        const uint32_t now = port_.now();
        Line<Port> line(port_);
        line.text(PSTR("clock ")).number(numbers[0]).text(PSTR(" got=")).number(got_us);
        line.text(PSTR(" sent=")).number(now);
        break;
      }
      case Word::TEST:
        test_.start(static_cast<uint8_t>(numbers[0]), port_.now());
        Line<Port>(port_).text(PSTR("testing seconds=")).number(numbers[0]);
        break;
      case Word::BLINK:
        blinks_left_ = BLINKS;
        blink_us_ = port_.now();
        break;
    }
    return Refusal::NONE;
  }

  Refusal acknowledge(uint16_t boot, uint16_t seq) {
    if (boot != boot_) return Refusal::BOOT;
    if (ahead(seq, told_) > 0) return Refusal::NUMBER;
    if (ahead(seq, ring_.acked()) <= 0) return Refusal::NONE;
    ring_.forget(seq);
    moved_us_ = port_.now();
    if (ahead(cursor_, seq) <= 0) cursor_ = next(seq);
    while (again_left_ != 0 && ahead(again_from_, seq) <= 0) {
      ++again_from_;
      --again_left_;
    }
    return Refusal::NONE;
  }

  Refusal again(uint16_t boot, uint16_t from, uint16_t to) {
    if (boot != boot_) return Refusal::BOOT;
    if (ahead(from, ring_.acked()) <= 0 || ahead(to, from) < 0 || ahead(to, told_) > 0) return Refusal::NUMBER;
    again_from_ = from;
    again_left_ = static_cast<uint8_t>(to - from + 1);
    return Refusal::NONE;
  }

  Port& port_;
  Filter filter_;
  Ring ring_;
  BeamTest test_;
  LineReader reader_;
  uint32_t id_ = 0;
  uint16_t boot_ = 0;
  uint16_t broken_ = 0;
  uint16_t told_ = 0;        // the last number told
  uint16_t cursor_ = 1;      // the number to be told next
  uint16_t again_from_ = 0;  // and before it these, which somebody asked for
  uint8_t again_left_ = 0;
  uint8_t blinks_left_ = 0;
  uint32_t blink_us_ = 0;
  uint32_t beat_us_ = 0;
  uint32_t moved_us_ = 0;    // when an edge was told or acknowledged
  bool attended_ = false;    // somebody said hello, and acknowledges
};
