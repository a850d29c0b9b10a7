// Edges between the interrupt and the line: the filter that takes out short pulses, and the ring that keeps
// what is not acknowledged.
#pragma once

#include <stdint.h>

#include "settings.h"

struct Edge {
  uint32_t us;
  uint8_t beam : 7;  // from 0
  uint8_t broken : 1;
};

// How long it is from one moment to a later one; right across the clock's rolling over.
inline uint32_t since(uint32_t earlier_us, uint32_t later_us) { return later_us - earlier_us; }

// How many edges a number is ahead of another; negative where it is behind.
inline int16_t ahead(uint16_t seq, uint16_t other) { return static_cast<int16_t>(seq - other); }

// Holds level changes back until they have lasted, and forgets pulses that did not.
class Filter {
 public:
  // A level change, not earlier than the one before; all that are ready at its moment must have been taken, so that
  // a change of the same beam that still waits has not lasted.
  void add(const Edge& edge) {
    for (uint8_t i = count_; i != 0; --i) {
      if (waiting_[i - 1].beam != edge.beam) continue;
      remove(i - 1);
      count_merged(2);
      return;
    }
    waiting_[count_++] = edge;
  }

  // Whether the oldest change has lasted at this moment, or must make room for the next.
  bool ready(uint32_t now_us) const {
    return count_ == ROOM || (count_ != 0 && since(waiting_[0].us, now_us) >= SETTLE_US);
  }

  Edge take() {
    const Edge edge = waiting_[0];
    remove(0);
    return edge;
  }

  bool empty() const { return count_ == 0; }

  void count_merged(uint16_t changes) { merged_ = changes > 0xFFFF - merged_ ? 0xFFFF : merged_ + changes; }
  uint16_t merged() const { return merged_; }

 private:
  static constexpr uint8_t ROOM = BEAMS + 1;  // of one beam only the last change can wait

  void remove(uint8_t place) {
    --count_;
    for (uint8_t i = place; i < count_; ++i) waiting_[i] = waiting_[i + 1];
  }

  Edge waiting_[ROOM];
  uint8_t count_ = 0;
  uint16_t merged_ = 0;
};

// The numbered edges that are not yet acknowledged.
class Ring {
 public:
  uint16_t acked() const { return acked_; }
  uint16_t last() const { return static_cast<uint16_t>(acked_ + count_); }

  // Numbers an edge and keeps it; where the ring is full the edge is lost, and counted.
  void add(const Edge& edge) {
    if (count_ == RING_EDGES) {
      count_overflowed(1);
      return;
    }
    edges_[slot(count_++)] = edge;
  }

  // An edge that is kept: its number is ahead of the acknowledged, and at most the last.
  const Edge& at(uint16_t seq) const { return edges_[slot(static_cast<uint8_t>(seq - acked_ - 1))]; }

  // Forgets all edges up to this number, which must be kept.
  void forget(uint16_t seq) {
    const uint8_t gone = static_cast<uint8_t>(seq - acked_);
    first_ = slot(gone);
    count_ -= gone;
    acked_ = seq;
  }

  void count_overflowed(uint16_t edges) { overflowed_ = edges > 0xFFFF - overflowed_ ? 0xFFFF : overflowed_ + edges; }
  uint16_t overflowed() const { return overflowed_; }

 private:
  uint8_t slot(uint8_t place) const {
    const uint16_t sum = static_cast<uint16_t>(first_ + place);
    return static_cast<uint8_t>(sum >= RING_EDGES ? sum - RING_EDGES : sum);
  }

  Edge edges_[RING_EDGES];
  uint8_t first_ = 0;
  uint8_t count_ = 0;
  uint16_t acked_ = 0;
  uint16_t overflowed_ = 0;
};
