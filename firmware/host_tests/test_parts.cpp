// The parts of the protocol, held to vectors.txt.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <deque>

#include "beamtest.h"
#include "commands.h"
#include "edges.h"
#include "lines.h"
#include "vectors.h"

namespace {

struct Paper {
  std::string said;
  void put(char c) { said += c; }
};

Edge edge_of(std::string& text) {
  Edge edge{};
  edge.beam = static_cast<uint8_t>(count(text) - 1) & 0x7F;
  edge.broken = word(text) == "broken";
  return edge;
}

void take_ready(Filter& filter, uint32_t us, std::deque<Edge>& out) {
  while (filter.ready(us)) out.push_back(filter.take());
}

uint8_t words_in(const std::string& line) { return checked(line.data(), static_cast<uint8_t>(line.size())); }

}  // namespace

TEST_CASE("the check is that of every vector") {
  REQUIRE(singles("crc").size() > 3);
  for (std::string vector : singles("crc")) {
    const std::string check = word(vector);
    CHECK(with_check(vector) == vector + "*" + check);
  }
}

TEST_CASE("a line is one only with the right check") {
  REQUIRE(singles("good").size() > 3);
  for (const std::string& line : singles("good")) CHECK_MESSAGE(words_in(line) == line.size() - 5, line);
  REQUIRE(singles("bad").size() > 10);
  for (const std::string& line : singles("bad")) CHECK_MESSAGE(words_in(bytes(line)) == 0, line);
}

TEST_CASE("no single flipped bit and no cut leaves a line right") {
  const std::string line = singles("good").front();
  for (std::size_t bit = 0; bit < line.size() * 8; ++bit) {
    std::string flipped = line;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    CHECK_MESSAGE(words_in(flipped) == 0, flipped);
  }
  for (std::size_t length = 0; length < line.size(); ++length) CHECK(words_in(line.substr(0, length)) == 0);
}

TEST_CASE("a line is said with its check") {
  for (std::string vector : singles("edge")) {
    const unsigned long seq = count(vector);
    const unsigned long beam = count(vector);
    const std::string level = word(vector);
    const unsigned long us = count(vector);
    Paper paper;
    {
      Line<Paper> line(paper);
      line.text("E ").number(static_cast<uint32_t>(seq)).text(" ").number(static_cast<uint32_t>(beam));
      line.text((" " + level + " ").c_str()).number(static_cast<uint32_t>(us));
    }
    CHECK(paper.said == vector + "\r\n");
  }
}

TEST_CASE("a command is read with its numbers") {
  const char* const words[] = {"hello", "ack", "again", "levels", "clock", "test", "blink"};
  const int numbers[] = {1, 2, 3, 0, 1, 1, 0};
  REQUIRE(singles("command").size() > 7);
  for (std::string vector : singles("command")) {
    CAPTURE(vector);
    const std::size_t colon = vector.find(" : ");
    const std::string text = vector.substr(colon + 3);
    std::string meant = vector.substr(0, colon);
    Command command{};
    REQUIRE(read_command(text.data(), static_cast<uint8_t>(text.size()), command) == Refusal::NONE);
    const int place = static_cast<int>(command.word);
    CHECK(word(meant) == words[place]);
    for (int n = 0; n < numbers[place]; ++n) CHECK(command.numbers[n] == count(meant));
    CHECK(meant.empty());
  }
}

TEST_CASE("a moment is compared by its difference only") {
  REQUIRE(!singles("since").empty());
  for (std::string vector : singles("since")) {
    const auto earlier = static_cast<uint32_t>(count(vector));
    const auto later = static_cast<uint32_t>(count(vector));
    CHECK(since(earlier, later) == count(vector));
  }
  REQUIRE(!singles("ahead").empty());
  for (std::string vector : singles("ahead")) {
    const auto seq = static_cast<uint16_t>(count(vector));
    const auto other = static_cast<uint16_t>(count(vector));
    CHECK(ahead(seq, other) == std::stoi(vector));
  }
}

TEST_CASE("the filter gives each story's edges") {
  REQUIRE(stories("filter").size() > 3);
  for (const Story& story : stories("filter")) {
    CAPTURE(story.title);
    Filter filter;
    std::deque<Edge> out;
    for (std::string line : story.lines) {
      CAPTURE(line);
      const std::string kind = word(line);
      if (kind == "in") {
        const auto us = static_cast<uint32_t>(count(line));
        take_ready(filter, us, out);
        Edge edge = edge_of(line);
        edge.us = us;
        filter.add(edge);
      } else if (kind == "now") {
        take_ready(filter, static_cast<uint32_t>(count(line)), out);
      } else if (kind == "out") {
        REQUIRE_FALSE(out.empty());
        CHECK(out.front().us == count(line));
        const Edge meant = edge_of(line);
        CHECK((out.front().beam == meant.beam && out.front().broken == meant.broken));
        out.pop_front();
      } else {
        REQUIRE(kind == "merged");
        CHECK(filter.merged() == count(line));
      }
    }
    CHECK(out.empty());
    CHECK(filter.empty());
  }
}

TEST_CASE("the filter never has to drop a change: all beams may wait at once") {
  Filter filter;
  for (uint8_t beam = 0; beam < BEAMS; ++beam) {
    CHECK_FALSE(filter.ready(100));
    Edge edge{};
    edge.us = 100;
    edge.beam = beam & 0x7F;
    edge.broken = true;
    filter.add(edge);
  }
  CHECK_FALSE(filter.ready(115));
  for (uint8_t beam = 0; beam < BEAMS; ++beam) {
    REQUIRE(filter.ready(116));
    CHECK(filter.take().beam == beam);
  }
  CHECK(filter.empty());
}

TEST_CASE("the ring keeps what is not acknowledged, for longer than its numbers last") {
  Ring ring;
  uint32_t added = 0;
  uint32_t forgotten = 0;
  // Steps that share no factor with the ring's size bring every fill at every place.
  for (uint32_t step = 0; added < 200000; ++step) {
    for (uint32_t i = 0; i < 1 + step % 61 && added - forgotten < RING_EDGES; ++i) {
      Edge edge{};
      edge.us = ++added;
      edge.beam = added % BEAMS & 0x7F;
      ring.add(edge);
    }
    REQUIRE(ring.last() == static_cast<uint16_t>(added));
    for (uint32_t seq = forgotten + 1; seq <= added; ++seq) REQUIRE(ring.at(static_cast<uint16_t>(seq)).us == seq);
    forgotten += (added - forgotten) * (step % 4) / 3;
    ring.forget(static_cast<uint16_t>(forgotten));
    REQUIRE(ring.acked() == static_cast<uint16_t>(forgotten));
  }
  CHECK(ring.overflowed() == 0);
}

TEST_CASE("a beam test takes in what happened within its time, and nothing of before or after") {
  BeamTest test;
  test.start(1, 4294967000U);
  const auto edge = [&](uint32_t after_us, uint8_t beam, bool broken) {
    Edge made{};
    made.us = 4294967000U + after_us;
    made.beam = beam & 0x7F;
    made.broken = broken;
    test.edge(made);
  };
  edge(400000, 0, true);
  edge(700000, 0, false);
  edge(999999, 1, true);
  edge(1000000, 2, true);
  test.watch(4294967000U + 999999, 0);
  CHECK_FALSE(test.to_tell());
  test.watch(4294967000U + 1000020, 1 << 1);
  edge(1000030, 3, true);
  Paper paper;
  for (uint8_t line = 0; line <= BEAMS; ++line) {
    REQUIRE(test.to_tell());
    test.tell(Line<Paper>(paper));
  }
  CHECK_FALSE(test.to_tell());
  CHECK(paper.said.find("tested 1 blocked=300000 clear=700000 changes=2*") != std::string::npos);
  CHECK(paper.said.find("tested 2 blocked=1 clear=999999 changes=1*") != std::string::npos);
  CHECK(paper.said.find("tested 3 blocked=0 clear=1000000 changes=0*") != std::string::npos);
  CHECK(paper.said.find("tested 4 blocked=0 clear=1000000 changes=0*") != std::string::npos);
  CHECK(paper.said.find("tested all*") != std::string::npos);
}

TEST_CASE("counts stay at the end of their range") {
  Ring ring;
  ring.count_overflowed(65530);
  ring.count_overflowed(4);
  CHECK(ring.overflowed() == 65534);
  ring.count_overflowed(4);
  CHECK(ring.overflowed() == 65535);
  Filter filter;
  filter.count_merged(65535);
  filter.count_merged(2);
  CHECK(filter.merged() == 65535);
}
