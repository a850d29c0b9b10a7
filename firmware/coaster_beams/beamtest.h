// The self test: how long each beam was blocked and clear within a stretch of time, and how often it changed.
#pragma once

#include <stdint.h>

#include "edges.h"
#include "flash.h"

class BeamTest {
 public:
  void start(uint8_t seconds, uint32_t now_us) {
    started_us_ = now_us;
    length_us_ = seconds * 1000000UL;
    for (uint8_t beam = 0; beam < BEAMS; ++beam) {
      blocked_us_[beam] = 0;
      changes_[beam] = 0;
    }
    watching_ = true;
    next_ = DONE;
  }

  void edge(const Edge& edge) {
    const uint32_t us = since(started_us_, edge.us);
    if (!watching_ || us >= length_us_) return;
    // Counting from the start of the test, a beam is blocked for its ends minus its beginnings.
    blocked_us_[edge.beam] += edge.broken ? 0 - us : us;
    if (changes_[edge.beam] != 0xFFFF) ++changes_[edge.beam];
  }

  // Ends the watching once its time is up.
  void watch(uint32_t now_us, uint16_t broken) {
    if (!watching_ || since(started_us_, now_us) < length_us_) return;
    watching_ = false;
    next_ = 0;
    for (uint8_t beam = 0; beam < BEAMS; ++beam) {
      if ((broken >> beam) & 1) blocked_us_[beam] += length_us_;
    }
  }

  bool to_tell() const { return next_ != DONE; }

  // Tells the next beam's times, at last that these were all.
  template <class Line>
  void tell(Line&& line) {
    line.text(PSTR("tested "));
    if (next_ == BEAMS) {
      line.text(PSTR("all"));
      next_ = DONE;
      return;
    }
    line.number(next_ + 1).text(PSTR(" blocked=")).number(blocked_us_[next_]);
    line.text(PSTR(" clear=")).number(length_us_ - blocked_us_[next_]);
    line.text(PSTR(" changes=")).number(changes_[next_]);
    ++next_;
  }

 private:
  static constexpr uint8_t DONE = 0xFF;

  uint32_t started_us_ = 0;
  uint32_t length_us_ = 0;
  uint32_t blocked_us_[BEAMS];
  uint16_t changes_[BEAMS];
  uint8_t next_ = DONE;
  bool watching_ = false;
};
