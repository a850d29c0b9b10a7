// The board itself, in the dialogues of vectors.txt and against garbage.
#include <doctest/doctest.h>

#include <deque>
#include <memory>
#include <random>

#include "board.h"
#include "vectors.h"

namespace {

// What a board stands on: a clock that a test moves, and paper for what it says.
struct Bench {
  uint64_t elapsed_us = 0;
  uint32_t start_us = 0;
  bool lit = false;
  std::string line;
  std::deque<std::string> said;

  void put(char c) {
    if (c == '\r') return;
    if (c != '\n') {
      line += c;
      return;
    }
    if (!line.empty()) said.push_back(line);
    line.clear();
  }
  void drain() {}
  uint32_t now() const { return static_cast<uint32_t>(start_us + elapsed_us); }
  void lamp(bool on) { lit = on; }
};

struct Host {
  Bench bench;
  std::unique_ptr<Board<Bench>> board;

  void start(uint32_t id, uint16_t boot, uint32_t us) {
    bench.elapsed_us = 0;
    bench.start_us = us;
    board.reset(new Board<Bench>(bench));
    board->start(id, boot, 0);
  }

  void poll() {
    board->pass(bench.now());
    while (board->poll()) {
    }
  }

  void pass(uint64_t until_us) {
    for (uint64_t us = (bench.elapsed_us / 1000 + 1) * 1000; us <= until_us; us += 1000) {
      bench.elapsed_us = us;
      poll();
    }
    bench.elapsed_us = until_us;
  }

  void change(uint8_t beam, bool broken) {
    Edge edge{};
    edge.us = bench.now();
    edge.beam = beam & 0x7F;
    edge.broken = broken;
    board->change(edge);
  }

  void send(const std::string& raw) {
    for (const char c : raw + "\n") {
      board->hear(c, bench.now());
      if (!board->hears()) poll();
    }
  }
};

void play(Host& host, std::string line) {
  const std::string kind = word(line);
  if (kind == "<") {
    REQUIRE_FALSE(host.bench.said.empty());
    CHECK(host.bench.said.front() == with_check(line));
    host.bench.said.pop_front();
    return;
  }
  // Before anything else happens, all that was said must be listed.
  REQUIRE_MESSAGE(host.bench.said.empty(), host.bench.said.front());
  if (kind == "board") {
    unsigned long id = 0;
    unsigned boot = 0;
    unsigned long us = 0;
    REQUIRE(std::sscanf(line.c_str(), "id=%lx boot=%u us=%lu", &id, &boot, &us) == 3);
    host.start(static_cast<uint32_t>(id), static_cast<uint16_t>(boot), static_cast<uint32_t>(us));
  } else if (kind == "at") {
    host.pass(count(line));
    host.poll();
  } else if (kind == "edge") {
    const auto beam = static_cast<uint8_t>(count(line) - 1);
    const bool broken = word(line) == "broken";
    host.pass(count(line));
    host.change(beam, broken);
  } else if (kind == ">") {
    host.send(with_check(line));
  } else {
    REQUIRE(kind == ">!");
    host.send(bytes(line));
  }
}

}  // namespace

TEST_CASE("the board says what every dialogue lists") {
  REQUIRE(stories("dialogue").size() > 10);
  for (const Story& story : stories("dialogue")) {
    CAPTURE(story.title);
    Host host;
    for (const std::string& line : story.lines) {
      CAPTURE(line);
      play(host, line);
    }
    CHECK(host.bench.said.empty());
  }
}

TEST_CASE("every refusal of the vectors is answered with its reason") {
  REQUIRE(singles("refused").size() > 8);
  Host host;
  host.start(1, 1, 0);
  host.bench.said.clear();
  for (std::string vector : singles("refused")) {
    const std::size_t colon = vector.find(" : ");
    host.send(with_check(vector.substr(colon + 3)));
    REQUIRE_MESSAGE(host.bench.said.size() == 1, vector);
    CHECK_MESSAGE(host.bench.said.front() == with_check("no " + vector.substr(0, colon)), vector);
    host.bench.said.clear();
  }
}

TEST_CASE("whatever bytes arrive, each line that is none costs one answer and the next command is served") {
  Host host;
  host.start(1, 1, 0);
  std::mt19937 dice(20);
  for (int round = 0; round < 3000; ++round) {
    std::string noise;
    for (auto left = dice() % 80; left != 0; --left) {
      const char c = static_cast<char>(dice());
      if (c != '\n') noise += c;
    }
    host.bench.said.clear();
    host.send(noise);
    REQUIRE(host.bench.said.size() <= 1);
    host.bench.said.clear();
    host.send(with_check("levels"));
    REQUIRE(host.bench.said.size() == 1);
    REQUIRE(host.bench.said.front() == with_check("levels us=0 broken=000000000000"));
  }
}

TEST_CASE("no edge is lost or told out of order, whatever a host acknowledges and asks for, past the numbers' end") {
  Host host;
  host.start(1, 7, 0);
  host.send(with_check("hello 1"));
  host.bench.said.clear();
  std::mt19937 dice(4);
  uint32_t made = 0;     // edges whose moment is 100 us times their number
  uint32_t durable = 0;  // all up to here have arrived
  uint32_t acked = 0;    // and the host said so
  std::deque<bool> arrived;
  bool levels[BEAMS] = {};
  while (durable < 140000) {
    for (auto burst = dice() % 40; burst != 0 && made - acked < RING_EDGES; --burst) {
      ++made;
      host.bench.elapsed_us = made * 100ULL;
      const auto beam = static_cast<uint8_t>(made % BEAMS);
      levels[beam] = !levels[beam];
      host.change(beam, levels[beam]);
    }
    host.bench.elapsed_us = made * 100ULL + 20;
    host.poll();
    for (; !host.bench.said.empty(); host.bench.said.pop_front()) {
      std::string line = host.bench.said.front();
      if (word(line) != "E" || dice() % 10 == 0) continue;  // a line in ten gets lost
      const auto seq = static_cast<uint16_t>(count(line));
      const uint32_t far = static_cast<uint16_t>(seq - static_cast<uint16_t>(durable));
      if (far == 0 || far > RING_EDGES) continue;
      word(line);
      word(line);
      REQUIRE(std::stoul(line) == (durable + far) * 100ULL % 0x100000000ULL);
      if (arrived.size() < far) arrived.resize(far);
      arrived[far - 1] = true;
    }
    for (; !arrived.empty() && arrived.front(); arrived.pop_front()) ++durable;
    const uint16_t here = static_cast<uint16_t>(durable);
    if (dice() % 3 != 0) {
      host.send(with_check("ack 7 " + std::to_string(here)));
      acked = durable;
    }
    if (made != durable) {
      const uint16_t to = static_cast<uint16_t>(made);
      host.send(with_check("again 7 " + std::to_string(static_cast<uint16_t>(here + 1)) + " " + std::to_string(to)));
    }
  }
  host.bench.said.clear();
  host.send(with_check("ack 7 " + std::to_string(static_cast<uint16_t>(made))));
  host.bench.said.clear();
  host.pass(host.bench.elapsed_us + 500000);
  REQUIRE(host.bench.said.size() == 1);
  CHECK(host.bench.said.front().find(" overflowed=0 merged=0*") != std::string::npos);
}

TEST_CASE("what is acknowledged while it is being told again is not told any more") {
  for (const char* asked : {"hello 1", "again 7 1 4"}) {
    Host host;
    host.start(1, 7, 0);
    host.send(with_check("hello 1"));
    for (uint8_t beam = 0; beam < 4; ++beam) host.change(beam, true);
    host.pass(1000);
    host.bench.said.clear();
    for (const char c : with_check(asked) + "\n") host.board->hear(c, host.bench.now());
    while (host.bench.said.empty() || host.bench.said.front()[0] == 'h') {
      host.bench.said.clear();
      REQUIRE(host.board->poll());
    }
    CHECK(host.bench.said.front() == with_check("E 1 1 broken 0"));
    host.bench.said.clear();
    host.send(with_check("ack 7 3"));
    REQUIRE(host.bench.said.size() == 1);
    CHECK(host.bench.said.front() == with_check("E 4 4 broken 0"));
  }
}

TEST_CASE("the lamp blinks with the countdown and is dark in the end") {
  Host host;
  host.start(1, 1, 0);
  host.send(with_check("blink"));
  CHECK(host.bench.lit);
  host.pass(260000);
  CHECK_FALSE(host.bench.lit);
  host.pass(510000);
  CHECK(host.bench.lit);
  host.pass(3000000);
  CHECK_FALSE(host.bench.lit);
}

TEST_CASE("a beam that is broken at the start is shown as such, and is no edge") {
  Bench bench;
  Board<Bench> board(bench);
  board.start(1, 1, 1 << 4);
  bench.elapsed_us = 500000;
  while (board.poll()) {
  }
  REQUIRE(bench.said.size() == 2);
  CHECK(bench.said.back() == with_check("beat boot=1 seq=0 acked=0 us=500000 broken=000010000000 overflowed=0 merged=0"));
}
