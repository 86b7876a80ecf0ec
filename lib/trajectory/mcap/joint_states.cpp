#include "joint_states.h"

#include <algorithm>
#include <limits>
#include <set>

#include "../../ground/base/error.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/shell_word.h"
#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

constexpr const char* joint_state_type = "sensor_msgs/msg/JointState";

}  // namespace

JointStates::JointStates(InputFile& file, std::string_view first_bytes, std::size_t max_read,
                         std::string topic)
    : file_(file),
      records_(file, first_bytes, max_read),
      topic_(std::move(topic)),
      is_topic_set_(!topic_.empty()) {}

void JointStates::fail(const std::string& what) const {
  throw Error(file_.name() + ": message " + std::to_string(number_) + " of " + topic_, what);
}

bool JointStates::next() {
  while (const std::optional<McapRecord> record = next_record()) {
    take_description(*record);
    if (record->type == McapRecord::Type::message && take_message(*record)) return true;
  }
  if (number_ == 0) fail_without_message();
  return false;
}

void JointStates::begin_again() {
  keeps_ = false;
  number_ = 0;
}

std::optional<McapRecord> JointStates::next_record() {
  if (keeps_ || kept_.empty()) return records_.next();
  repeated_ = std::move(kept_.front());
  kept_.pop_front();
  return McapRecord{.type = McapRecord::Type::message, .content = repeated_};
}

// Of a schema or a channel.
std::string JointStates::name_in(ByteCursor& in) const {
  constexpr std::size_t longest = 4'096;
  const std::string_view name = in.take_text();
  if (name.size() > longest)
    throw Error(records_.place(), "a name has " + std::to_string(name.size()) + " bytes: expected at most " +
                                      std::to_string(longest));
  return std::string(name);
}

void JointStates::count_names(std::size_t size) {
  constexpr std::size_t max_size = std::size_t{16} << 20;
  size_of_names_ += size;
  if (size_of_names_ > max_size)
    throw Error(records_.place(),
                "the names of topics and types take more than 16 MiB: expected at most 16 MiB");
}

void JointStates::take_description(const McapRecord& record) {
  if (record.type == McapRecord::Type::schema) take_schema(record.content);
  if (record.type == McapRecord::Type::channel) take_channel(record.content);
}

void JointStates::take_schema(std::string_view content) {
  ByteCursor in(content);
  const auto id = in.take<std::uint16_t>();
  const std::string type = name_in(in);
  if (in.has_failed())
    throw Error(records_.place(), "the record of a schema is incomplete: expected all its fields");
  if (id == 0) return;  // to be ignored by readers, says the format
  const auto [found, is_new] = types_.emplace(id, type);
  if (is_new) count_names(type.size());
  if (found->second != type)
    throw Error(records_.place(), "schema " + std::to_string(id) + " is defined twice, first as " +
                                      in_quotes(found->second) + ", then as " + in_quotes(type) +
                                      ": expected only one definition of each schema");
}

void JointStates::take_channel(std::string_view content) {
  ByteCursor in(content);
  const auto id = in.take<std::uint16_t>(), schema = in.take<std::uint16_t>();
  Channel channel{.topic = name_in(in), .type = {}, .encoding = name_in(in), .has_joint_states = false};
  if (in.has_failed())
    throw Error(records_.place(), "the record of a channel is incomplete: expected all its fields");
  if (const auto type = types_.find(schema); type != types_.end()) channel.type = type->second;
  channel.has_joint_states = channel.type == joint_state_type || channel.type == "sensor_msgs/JointState";
  const auto [found, is_new] = channels_.emplace(id, channel);
  if (is_new) count_names(channel.topic.size() + channel.type.size() + channel.encoding.size());
  const Channel& known = found->second;
  if (known.topic != channel.topic || known.type != channel.type || known.encoding != channel.encoding)
    throw Error(records_.place(), "channel " + std::to_string(id) + " is defined twice, first as " +
                                      in_quotes(known.topic) + " of the type " + in_quotes(known.type) +
                                      ", then as " + in_quotes(channel.topic) + " of the type " +
                                      in_quotes(channel.type) +
                                      ": expected only one definition of each channel");
}

// Whether it is of the topic.
bool JointStates::take_message(const McapRecord& record) {
  ByteCursor in(record.content);
  const auto id = in.take<std::uint16_t>();
  in.take<std::uint32_t>();  // a running number
  const auto log_time = in.take<std::uint64_t>();
  in.take<std::uint64_t>();  // the time of publication
  if (in.has_failed())
    throw Error(records_.place(), "the message is cut off in its head: expected a head of 22 bytes");
  const auto found = channels_.find(id);
  if (found == channels_.end())
    throw Error(records_.place(), "the message is of channel " + std::to_string(id) +
                                      ", but no record before the message describes this channel: expected "
                                      "such a record");
  const Channel& channel = found->second;
  if (!channel.has_joint_states) return false;
  if (topic_.empty()) topic_ = channel.topic;
  if (channel.topic != topic_) {
    if (!is_topic_set_) fail_with_several();
    return false;
  }
  ++number_;
  if (keeps_) {
    size_of_kept_ += record.content.size();
    kept_.emplace_back(record.content);
  }
  if (record.is_cut) fail("has more than 64 MiB: expected sensor_msgs/msg/JointState");
  if (channel.encoding != "cdr" && channel.encoding != "ros1")
    fail("is encoded as " + in_quotes(channel.encoding) + ": expected cdr (ROS 2) or ros1");
  log_time_ = log_time;
  const std::string fault =
      state_.decode(in.rest(), channel.encoding == "cdr" ? RosEncoding::cdr : RosEncoding::ros1);
  if (!fault.empty()) fail(fault);
  return true;
}

std::int64_t JointStates::log_time() const {
  if (log_time_ > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
    fail("has the log_time " + std::to_string(log_time_) + " ns: expected a time before the year 2262");
  return static_cast<std::int64_t>(log_time_);
}

// With joint states.
std::vector<std::string> JointStates::topics() const {
  std::set<std::string> topics;
  for (const auto& [id, channel] : channels_)
    if (channel.has_joint_states) topics.insert(channel.topic);
  return {topics.begin(), topics.end()};
}

void JointStates::fail_with_several() {
  std::optional<McapRecord> record;
  try {  // a pipe may go on for ever
    while (file_.size() && (record = records_.next())) take_description(*record);
  } catch (const Error&) {
    // The topics up to there will do.
  }
  throw Error(file_.name(), "has joint states of several topics, " + joined(topics()) +
                                ": expected `topic` with one of them, such as `topic` " + shell_word(topic_));
}

void JointStates::fail_without_message() const {
  const std::vector<std::string> topics = this->topics();
  std::vector<std::string> all;
  for (const auto& [id, channel] : channels_) {
    if (is_topic_set_ && channel.topic == topic_ && !channel.has_joint_states)
      throw Error(file_.name(), "the topic " + topic_ + " has the type " + in_quotes(channel.type) +
                                    ": expected " + joint_state_type +
                                    (topics.empty() ? "" : ", which have " + joined(topics)));
    all.push_back(channel.topic + " (" + channel.type + ")");
  }
  if (is_topic_set_ && !topics.empty() && std::find(topics.begin(), topics.end(), topic_) == topics.end())
    throw Error(file_.name(), "has no topic " + topic_ + ": expected a topic with joint states, " +
                                  joined(topics) + did_you_mean(topic_, topics));
  if (!topics.empty())
    throw Error(file_.name(), "has no message of " + joined(topics) + ": expected joint states");
  std::sort(all.begin(), all.end());
  throw Error(file_.name(), std::string("has no topic of the type ") + joint_state_type +
                                ": expected a topic of this type" +
                                (all.empty() ? "" : "; the file's topics are " + joined(all)));
}

}  // namespace invdyn
