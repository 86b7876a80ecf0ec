#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "row_place.h"
#include "wording.h"

namespace invdyn {

/// Places in a file that a warning counts; it names the first five.
class FirstPlaces {
 public:
  explicit FirstPlaces(PlaceBy by) : by_(by) {}

  void add(const std::string& name) {
    constexpr std::size_t max_named = 5;
    if (++count_ <= max_named) names_.push_back(name);
  }

  std::size_t count() const { return count_; }
  /// `line 7`, `lines 7, 9, 12, 13, 20 and 4 more`
  std::string text() const {
    const std::size_t more = count_ - names_.size();
    return name_of(by_) + (count_ > 1 ? "s " + joined(names_) : ' ' + joined(names_)) +
           (more > 0 ? " and " + std::to_string(more) + " more" : "");
  }

 private:
  PlaceBy by_;
  std::vector<std::string> names_;
  std::size_t count_ = 0;
};

}  // namespace invdyn
