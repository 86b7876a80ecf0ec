#include "joint_state_text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <unordered_map>
#include <utility>

#include "../../ground/base/error.h"
#include "../../ground/text/time_stamp.h"
#include "../../ground/text/write_row.h"
#include "../data/quantity.h"

namespace invdyn {
namespace {

constexpr JointState::Array arrays[] = {JointState::position, JointState::velocity, JointState::effort};
constexpr Quantity quantities[] = {Quantity::q, Quantity::dq, Quantity::tau};

void append(RawBytes& text, std::string_view more) {
  text.insert(text.end(), more.begin(), more.end());
}

}  // namespace

JointStateText::JointStateText(InputFile& file, std::string_view first_bytes, std::size_t max_read,
                               std::string topic)
    : states_(file, first_bytes, max_read, std::move(topic)), is_pipe_(!file.size()) {}

std::optional<std::vector<std::string>> JointStateText::next_columns() {
  constexpr int most = 2'000;  // messages of known kinds, if not all are looked at
  const bool is_part = is_pipe_ || states_.keeps();
  for (int known = 0; !(is_part && (known == most || states_.has_kept_enough())) && states_.next(); ++known) {
    const JointState& state = states_.state();
    columns_.clear();
    std::size_t kind = 0;  // the order of the names does not matter
    for (const JointState::Array array : arrays)
      for (std::size_t i = 0; i < state.size(array); ++i) {
        if (!std::isfinite(state.number(array, i))) continue;
        columns_.push_back({array, i});
        kind += std::hash<std::string>()(state.names()[i]) * (2 * std::size_t{array} + 1);
      }
    if (!kinds_.insert(kind).second) continue;
    std::vector<std::string> names{"t"};
    for (Column& column : columns_) {
      column.joint = state.names()[column.place];
      names.push_back(column_name(quantities[column.array], column.joint));
    }
    remember(names);
    return names;
  }
  return std::nullopt;
}

void JointStateText::remember(const std::vector<std::string>& names) {
  constexpr std::size_t max_kinds = 1'000, max_columns = 100'000, max_size = std::size_t{16} << 20;
  for (const std::string& name : names) {
    if (!known_.insert(name).second) continue;
    all_.push_back(name);
    size_of_names_ += name.size();
  }
  columns_of_kinds_ += names.size();
  if (kinds_.size() > max_kinds || columns_of_kinds_ > max_columns || size_of_names_ > max_size)
    states_.fail(
        "has other joints than the messages before, and the joints have changed too often: expected "
        "messages with the same joints");
}

std::vector<std::string> JointStateText::all_joints() const {
  const std::string prefix = column_name(Quantity::q, "");
  std::vector<std::string> joints;
  for (const std::string& name : all_)
    if (name.starts_with(prefix)) joints.push_back(name.substr(prefix.size()));
  return joints;
}

void JointStateText::begin_rows(const std::vector<bool>& used, Time time) {
  std::vector<Column> kept;
  const std::vector<Column>& all = states_.keeps() ? chosen_ : columns_;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!used[i + 1]) continue;
    kept.push_back(all[i]);
    uses_[kept.back().array] = true;
  }
  columns_ = std::move(kept);
  if (states_.keeps()) go_to_first();
  time_as_ = time;
  first_number_ = states_.number();
  left_out_ = first_number_ - 1;
  first_time_ = states_.state().stamp();
  take_numbers();
  if (first_time_ == 0) {
    const std::int64_t log_time = states_.log_time();
    takes_log_time_ = !begins_at_zero();
    if (takes_log_time_) first_time_ = log_time;
  }
  end_row(first_time_);
  write_numbers();
}

// To the first message kept that can be a row; one of them can.
void JointStateText::go_to_first() {
  states_.begin_again();
  do {
    next_message();
    has_places_ = find_places();
  } while (!has_places_ || empty_array());
}

// Of those with columns; none: all have numbers.
std::optional<JointState::Array> JointStateText::empty_array() const {
  for (const JointState::Array array : arrays)
    if (uses_[array] && states_.state().size(array) == 0) return array;
  return std::nullopt;
}

// After a message without a stamp: whether it is of a clock that begins then, as that of a simulation.
bool JointStateText::begins_at_zero() {
  constexpr std::int64_t soon = 1'000'000'000;  // ns
  has_message_ = next_message();
  if (!has_message_ || states_.state().stamp() == 0) return false;
  if (states_.state().stamp() < 0 || states_.state().stamp() > soon) fail_by_stamp();
  return true;
}

void JointStateText::fail_by_stamp() const {
  if (states_.state().stamp() == 0)
    states_.fail(
        "has no stamp, but the message of the first row has a stamp: expected stamps in all messages or in no message");
  states_.fail(
      "has a stamp, but the message of the first row has no stamp: expected stamps in all messages or in no message (" +
      states_.command("filter", "-o later.mcap -S " + std::to_string(states_.log_time())) +
      " leaves out all earlier messages)");
}

// Whether the message names the joint of each column.
bool JointStateText::find_places() {
  const std::vector<std::string>& names = states_.state().names();
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < names.size(); ++i) places.emplace(names[i], i);
  return std::all_of(columns_.begin(), columns_.end(), [&](Column& column) {
    const auto found = places.find(column.joint);
    if (found != places.end()) column.place = found->second;
    return found != places.end();
  });
}

std::size_t JointStateText::read(char* into, std::size_t maximum) {
  while (given_ == text_.size()) {
    if (ended_) return 0;
    fill();
  }
  const std::size_t count = std::min(maximum, text_.size() - given_);
  std::memcpy(into, text_.data() + given_, count);
  given_ += count;
  return count;
}

// Rows before a fault come out before it.
void JointStateText::fill() {
  if (fault_) std::rethrow_exception(fault_);
  text_.clear();
  given_ = 0;
  constexpr std::size_t usual_numbers = 4'096;
  try {
    do {
      ended_ = !next_line();
    } while (!ended_ && numbers_.size() + text_.size() < usual_numbers && states_.is_ready());
  } catch (const Error&) {
    fault_ = std::current_exception();
  }
  write_numbers();
}

// False: there is none.
bool JointStateText::next_message() {
  if (!states_.next()) return false;
  if (states_.state().has_new_names()) has_places_ = find_places();
  return true;
}

// Takes the next message; false: there is none.
bool JointStateText::next_line() {
  if (!std::exchange(has_message_, false) && !next_message()) return false;
  if (has_places_) {
    take_row();
  } else {
    write_numbers();
    append(text_, "#\n");
    ++left_out_;
  }
  return true;
}

void JointStateText::take_row() {
  const JointState& state = states_.state();
  if ((state.stamp() == 0) != takes_log_time_) fail_by_stamp();
  if (const std::optional<JointState::Array> array = empty_array())
    states_.fail(
        std::string("has no ") + JointState::array_names[*array] +
        ", but the message of the first row has this field: expected the same fields in all messages");
  take_numbers();
  end_row(takes_log_time_ ? states_.log_time() : state.stamp());
}

// Of the message, with room for the time before them.
void JointStateText::take_numbers() {
  const std::size_t begin = numbers_.size();
  numbers_.resize(begin + columns_.size() + 1);
  double* number = numbers_.data() + begin;
  for (const Column& column : columns_) *++number = states_.state().number(column.array, column.place);
}

void JointStateText::end_row(std::int64_t time) {
  constexpr double ns_per_s = 1e9;
  double* const row = numbers_.data() + (numbers_.size() - columns_.size() - 1);
  *row = static_cast<double>(time - first_time_) / ns_per_s;
  const auto is_finite = [](double number) { return std::isfinite(number); };
  const bool is_plain = std::all_of(row, row + columns_.size() + 1, is_finite);
  if (!is_plain || time_as_ == Time::stamp) write_by_one(time);
}

// All numbers are finite.
void JointStateText::write_numbers() {
  if (numbers_.empty()) return;
  const std::size_t columns = columns_.size() + 1, rows = numbers_.size() / columns, before = text_.size();
  std::size_t single = 0;
  text_.resize(before + rows * row_room(columns));
  const char* const end = lanes_.write_rows(text_.data() + before, numbers_.data(), columns, rows, single);
  text_.resize(static_cast<std::size_t>(end - text_.data()));
  numbers_.clear();
}

// The last row.
void JointStateText::write_by_one(std::int64_t time) {
  const std::vector<double> row(numbers_.end() - static_cast<std::ptrdiff_t>(columns_.size() + 1),
                                numbers_.end());
  numbers_.resize(numbers_.size() - row.size());
  write_numbers();
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) line += ',';
    if (i == 0 && time_as_ == Time::stamp) {
      if (time < 0) line += '-';
      append_seconds(line, static_cast<std::uint64_t>(std::abs(time)));
    } else if (std::isfinite(row[i])) {
      char text[shortest_room];
      line.append(text, write_shortest(text, row[i]));
    } else {
      line += std::isnan(row[i]) ? "nan" : row[i] > 0 ? "inf" : "-inf";
    }
  }
  append(text_, line += '\n');
}

}  // namespace invdyn
