#include "vectors.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "check.h"

namespace {

bool starts(const std::string& line, const std::string& kind) { return line.compare(0, kind.size() + 1, kind + " ") == 0; }

bool opens_story(const std::string& line) { return starts(line, "filter") || starts(line, "dialogue"); }

std::vector<std::string> read() {
  std::ifstream file(VECTORS);
  if (!file) throw std::runtime_error("cannot read " VECTORS);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::vector<std::string> singles(const std::string& kind) {
  std::vector<std::string> found;
  for (const std::string& line : read()) {
    if (opens_story(line)) break;
    if (starts(line, kind)) found.push_back(line.substr(kind.size() + 1));
  }
  return found;
}

std::vector<Story> stories(const std::string& kind) {
  std::vector<Story> found;
  bool inside = false;
  for (const std::string& line : read()) {
    if (opens_story(line)) {
      inside = starts(line, kind);
      if (inside) found.push_back({line.substr(kind.size() + 1), {}});
    } else if (inside) {
      found.back().lines.push_back(line);
    }
  }
  return found;
}

std::string word(std::string& text) {
  const std::size_t end = text.find(' ');
  const std::string first = text.substr(0, end);
  text = end == std::string::npos ? "" : text.substr(end + 1);
  return first;
}

unsigned long count(std::string& text) { return std::strtoul(word(text).c_str(), nullptr, 10); }

std::string bytes(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "\\x") == 0) {
      out += static_cast<char>(std::stoi(text.substr(i + 2, 2), nullptr, 16));
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string with_check(const std::string& text) {
  Check check;
  for (const char c : text) check.add(c);
  std::string out = text + "*";
  for (int shift = 12; shift >= 0; shift -= 4) out += digit((check.value() >> shift) & 0xF);
  return out;
}
