#include "joint_words.h"

#include <algorithm>
#include <utility>

namespace invdyn {
namespace {

template <class WordOf>
bool share(const std::vector<Words>& cores, const WordOf& word_of) {
  return cores.size() > 1 && std::all_of(cores.begin(), cores.end(), [&](const Words& core) {
           return core.size() > 1 && word_of(core) == word_of(cores.front());
         });
}

}  // namespace

bool is_number_word(const std::string& word) {
  constexpr std::size_t max_digits = 5;
  return word.size() <= max_digits && word.find_first_not_of("0123456789") == std::string::npos;
}

JointWords::JointWords(std::vector<std::string> names) : names_(std::move(names)) {
  for (const std::string& name : names_) whole_.push_back(words_in(name));
  cores_ = whole_;
  for (Words& core : cores_) {
    std::erase_if(core, [](const std::string& word) { return word == "joint" || word == "jnt"; });
    all_.insert(all_.end(), core.begin(), core.end());
  }
  while (share(cores_, [](const Words& core) { return core.front(); }))
    for (Words& core : cores_) core.erase(core.begin());
  while (share(cores_, [](const Words& core) { return core.back(); }))
    for (Words& core : cores_) core.pop_back();
}

// `hip_l` of the joint `l_hip`, `left_hip` too: its words in any order.
std::optional<JointWords::Found> JointWords::in_other_order(const Words& words) const {
  const auto sorted = [](Words::const_iterator begin, Words::const_iterator end) {
    Words all(begin, end);
    for (std::string& word : all) word = word == "left" ? "l" : word == "right" ? "r" : word;
    std::sort(all.begin(), all.end());
    return all;
  };
  std::optional<Found> only;
  for (std::size_t j = 0; j < cores_.size(); ++j) {
    Words core = whole_[j];
    std::erase_if(core, [](const std::string& word) { return word == "joint" || word == "jnt"; });
    core = sorted(core.begin(), core.end());
    const bool has_side =
        std::any_of(core.begin(), core.end(), [](auto& word) { return word == "l" || word == "r"; });
    if (core.size() < 2 || !has_side) continue;
    for (std::size_t begin = 0; begin + core.size() <= words.size(); ++begin) {
      const auto first = words.begin() + static_cast<std::ptrdiff_t>(begin);
      if (sorted(first, first + static_cast<std::ptrdiff_t>(core.size())) != core) continue;
      if (only) return std::nullopt;
      only = Found{j, begin, core.size()};
    }
  }
  return only;
}

std::optional<JointWords::Found> JointWords::in(const Words& words) const {
  std::optional<Found> best;
  bool is_double = false;
  for (std::size_t j = 0; j < whole_.size(); ++j)
    for (const Words* name : {&whole_[j], &cores_[j]}) {
      if (std::all_of(name->begin(), name->end(), is_number_word)) continue;
      const auto at = std::search(words.begin(), words.end(), name->begin(), name->end());
      if (at == words.end() || (best && name->size() < best->count)) continue;
      const bool is_as_long = best && name->size() == best->count;
      is_double = is_as_long && (is_double || best->joint != j);
      best = Found{j, static_cast<std::size_t>(at - words.begin()), name->size()};
    }
  if (is_double) return std::nullopt;
  return best ? best : in_other_order(words);
}

std::optional<unsigned long> JointWords::number(std::size_t joint) const {
  const Words& core = cores_[joint];
  if (core.size() != 1 || !is_number_word(core.front())) return std::nullopt;
  return std::stoul(core.front());
}

JointList JointWords::with(const std::string& word) const {
  JointList joints;
  for (std::size_t j = 0; j < whole_.size(); ++j)
    if (std::find(whole_[j].begin(), whole_[j].end(), word) != whole_[j].end()) joints.push_back(j);
  return joints;
}

}  // namespace invdyn
