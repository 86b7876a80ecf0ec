#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "../../ground/base/raw_bytes.h"
#include "../../lanes/kernel/instruction_set.h"
#include "../../lanes/text_lanes/text_lanes.h"
#include "joint_states.h"

namespace invdyn {

/// The joint states of an MCAP file as lines of CSV without a header: a row for each message, or a comment
/// for one that lacks a joint. So all that is done with rows of CSV is done with them. The first line is of
/// the first message that has all columns; its number is first_number().
class JointStateText {
 public:
  /// As of JointStates.
  JointStateText(InputFile& file, std::string_view first_bytes, std::size_t max_read, std::string topic);

  /// Reads up to the next message with columns that no message before had: `t`, then `q_NAME`, `dq_NAME` and
  /// `tau_NAME` where it has a finite position, velocity and effort. None: the file ends, or a pipe had none
  /// for so long that it should not be waited for.
  std::optional<std::vector<std::string>> next_columns();
  /// Before them: messages are kept, so that next_columns() can look ahead in a part of the file, and rows
  /// can begin before the last columns.
  void keep_messages() { states_.keep(); }
  /// The rows will have the last columns, from the first message that was kept and names their joints.
  void choose_columns() { chosen_ = columns_; }
  bool has_choice() const { return !chosen_.empty(); }
  /// The columns of all messages together.
  const std::vector<std::string>& all_columns() const { return all_; }
  /// The joints of all messages with positions.
  std::vector<std::string> all_joints() const;

  /// How t is written: as the time since the first row, in s; or as it is in the message, in s with nine
  /// decimals.
  enum class Time { since_first, stamp };
  /// Begins the rows with the message of the last columns, if none were chosen. `used`: for each of them,
  /// whether the rows have it; they have t in any case. Without a stamp it waits for the next message, to
  /// know which time counts.
  void begin_rows(const std::vector<bool>& used, Time time);
  std::size_t first_number() const { return first_number_; }
  /// As of InputFile.
  std::size_t read(char* into, std::size_t maximum);
  bool is_ready() { return given_ < text_.size() || states_.is_ready(); }

  const std::string& topic() const { return states_.topic(); }
  /// Whether all stamps are 0, and log_time is the time.
  bool takes_log_time() const { return takes_log_time_; }
  std::size_t left_out() const { return left_out_; }  ///< messages, up to now

 private:
  struct Column {
    JointState::Array array;
    std::size_t place;       // of the joint in the message
    std::string joint = {};  // of the rows' columns
  };
  void remember(const std::vector<std::string>& names);
  bool find_places();
  std::optional<JointState::Array> empty_array() const;
  void go_to_first();
  void fill();
  bool next_message();
  bool next_line();
  bool begins_at_zero();
  [[noreturn]] void fail_by_stamp() const;
  void take_row();
  void take_numbers();
  void end_row(std::int64_t time);
  void write_numbers();
  void write_by_one(std::int64_t time);

  JointStates states_;
  bool is_pipe_;
  std::vector<Column> columns_;            // after t
  std::vector<Column> chosen_;             // the same
  std::unordered_set<std::size_t> kinds_;  // of messages, by the hash of their columns
  std::vector<std::string> all_;
  std::unordered_set<std::string> known_;  // the same
  std::size_t size_of_names_ = 0, columns_of_kinds_ = 0;
  bool uses_[3] = {};  // the arrays
  Time time_as_ = Time::since_first;
  bool takes_log_time_ = false, has_places_ = true, has_message_ = false, ended_ = false;
  std::int64_t first_time_ = 0;
  std::size_t first_number_ = 1, left_out_ = 0;
  std::vector<double> numbers_;  // of rows that are not yet text
  RawBytes text_;                // from given_ on
  std::size_t given_ = 0;
  std::exception_ptr fault_;  // after the text
  TextLanes lanes_ = text_lanes_for(chosen_instruction_set());
};

}  // namespace invdyn
