#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "column_words.h"

namespace invdyn {

using Words = std::vector<std::string>;
using JointList = std::vector<std::size_t>;

/// A number of a joint: at most five digits.
bool is_number_word(const std::string& word);

/// The names of the joints as words: whole, and without what all of them share (`joint`, the robot's name).
class JointWords {
 public:
  explicit JointWords(std::vector<std::string> names);

  struct Found {
    std::size_t joint, begin, count;
  };
  /// The joint with the longest name among these words; none: there is none, or two are as long.
  std::optional<Found> in(const Words& words) const;

  /// The number that is all that is left of the joint's name; none: there is more, or less.
  std::optional<unsigned long> number(std::size_t joint) const;
  /// The joints whose names have this word.
  JointList with(const std::string& word) const;

  const Words& all() const { return all_; }  ///< those of all joints, without `joint`
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::optional<Found> in_other_order(const Words& words) const;

  std::vector<std::string> names_;
  std::vector<Words> whole_, cores_;
  Words all_;
};

}  // namespace invdyn
