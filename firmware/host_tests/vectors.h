// Reads vectors.txt: single vectors by their kind, and the stories of several lines by theirs.
#pragma once

#include <string>
#include <vector>

struct Story {
  std::string title;
  std::vector<std::string> lines;
};

// What follows `kind` and a blank in each of its lines, before any story.
std::vector<std::string> singles(const std::string& kind);

// All stories of the kind: "filter" or "dialogue".
std::vector<Story> stories(const std::string& kind);

// The first word of a text; the text is left with what follows its blank.
std::string word(std::string& text);
unsigned long count(std::string& text);  // a number, read in the same way

// A text whose \xNN are bytes.
std::string bytes(const std::string& text);

// A text with its check.
std::string with_check(const std::string& text);
