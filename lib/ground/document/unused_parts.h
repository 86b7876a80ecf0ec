#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "../base/wording.h"

namespace invdyn {

/// Parts of a file that are not used; parts of one kind make one entry.
class UnusedParts {
 public:
  explicit UnusedParts(const std::string& file) : file_(file) {}

  /// `reason` follows the words "not used" and begins with its own punctuation; it may be empty.
  void add(int line, const std::string& what, const std::string& reason) {
    const auto [same, is_new] = kind_of_.emplace(std::pair(what, reason), kinds_.size());
    if (is_new)
      kinds_.push_back({line, what, reason, 1});
    else
      ++kinds_[same->second].count;
  }

  /// `arm.body:12: Shape (7 times): not used: shapes do not count`, in the order of the file.
  std::vector<std::string> lines() {
    std::stable_sort(kinds_.begin(), kinds_.end(),
                     [](const Kind& a, const Kind& b) { return a.line < b.line; });
    std::vector<std::string> lines;
    for (const Kind& kind : kinds_)
      lines.push_back(place_in(file_, static_cast<std::size_t>(kind.line)) + ": " + kind.what +
                      (kind.count > 1 ? " (" + std::to_string(kind.count) + " times)" : "") + ": not used" +
                      kind.reason);
    return lines;
  }

 private:
  struct Kind {
    int line;
    std::string what, reason;
    std::size_t count;
  };
  const std::string& file_;
  std::vector<Kind> kinds_;
  std::map<std::pair<std::string, std::string>, std::size_t> kind_of_;
};

}  // namespace invdyn
