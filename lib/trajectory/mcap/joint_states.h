#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "joint_state.h"
#include "mcap_records.h"

namespace invdyn {

/// The joint states of one topic in an MCAP file, in order. Throws Error with the place for every fault.
class JointStates {
 public:
  /// `topic`: empty: the only one with joint states. Others as of McapRecords.
  JointStates(InputFile& file, std::string_view first_bytes, std::size_t max_read, std::string topic);

  /// Reads the next message; false at the end of the file. Throws Error for a file without a message.
  bool next();
  bool is_ready() { return !kept_.empty() || records_.is_ready(); }
  /// Keeps the messages from now on, for begin_again().
  void keep() { keeps_ = true; }
  bool keeps() const { return keeps_; }
  /// Whether no more should be kept: they have many bytes.
  bool has_kept_enough() const { return size_of_kept_ > max_kept; }
  /// The next message is the first one that was kept.
  void begin_again();

  const JointState& state() const { return state_; }
  std::size_t number() const { return number_; }  ///< of the message in its topic, from 1
  std::int64_t log_time() const;                  ///< ns; throws Error if it is out of range
  const std::string& topic() const { return topic_; }
  [[noreturn]] void fail(const std::string& what) const;  ///< with the place of the message
  /// As of McapRecords.
  std::string command(const std::string& verb, const std::string& options) const {
    return records_.command(verb, options);
  }

 private:
  struct Channel {
    std::string topic, type, encoding;
    bool has_joint_states;
  };
  static constexpr std::size_t max_kept = std::size_t{16} << 20;
  std::optional<McapRecord> next_record();
  void take_description(const McapRecord& record);  // a schema or a channel
  void take_schema(std::string_view content);
  void take_channel(std::string_view content);
  bool take_message(const McapRecord& record);
  std::string name_in(ByteCursor& in) const;
  void count_names(std::size_t size);
  std::vector<std::string> topics() const;
  [[noreturn]] void fail_with_several();
  [[noreturn]] void fail_without_message() const;

  const InputFile& file_;
  McapRecords records_;
  std::string topic_;
  bool is_topic_set_;
  std::unordered_map<std::uint16_t, std::string> types_;  // of the schemas
  std::unordered_map<std::uint16_t, Channel> channels_;
  std::size_t size_of_names_ = 0;  // of channels and schemas
  bool keeps_ = false;
  std::deque<std::string> kept_;  // messages
  std::size_t size_of_kept_ = 0;
  std::string repeated_;  // the message that was the first of them
  JointState state_;
  std::size_t number_ = 0;
  std::uint64_t log_time_ = 0;
};

}  // namespace invdyn
