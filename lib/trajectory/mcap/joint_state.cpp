// sensor_msgs/msg/JointState.msg and std_msgs/msg/Header.msg of ROS. CDR: OMG, Common Object Request Broker
// Architecture 3.3, part 2, 9.3; the 4 bytes before it: OMG, DDS Interoperability Wire Protocol 2.5, 10.
// ros1: wiki.ros.org/msg, "Message serialization".
#include "joint_state.h"

#include <algorithm>
#include <unordered_set>

#include "../../ground/base/wording.h"
#include "../../ground/compression/compression.h"

namespace invdyn {
namespace {

constexpr std::size_t cdr_head = 4;

// In CDR a text ends with a zero, which counts.
std::string_view text_in(ByteCursor& in, RosEncoding encoding) {
  std::string_view text = in.take_text();
  if (encoding == RosEncoding::cdr && text.ends_with('\0')) text.remove_suffix(1);
  return text;
}

std::string fault_of_cdr_head(std::string_view message) {
  if (message.size() >= cdr_head && message[0] == 0 && (message[1] == 0 || message[1] == 1)) return "";
  if (compression_of(message) == Compression::zstd)
    return "is compressed by rosbag2 (--compression-mode message): expected messages without this compression. "
           "To remove the compression, run \"ros2 bag convert\" and leave out compression_mode in its output "
           "options";
  if (message.size() < cdr_head) return "has " + counted(message.size(), "byte") + ": expected CDR";
  return "has the CDR representation " +
         std::to_string(load_bytes<std::uint16_t>(message.data(), std::endian::big)) +
         ": expected 0 or 1 (plain CDR)";
}

}  // namespace

std::string JointState::decode(std::string_view message, RosEncoding encoding) {
  const bool is_cdr = encoding == RosEncoding::cdr;
  if (is_cdr) {
    if (std::string fault = fault_of_cdr_head(message); !fault.empty()) return fault;
  }
  message_ = message.data();
  order_ = is_cdr && message[1] == 0 ? std::endian::big : std::endian::little;
  ByteCursor in(message, order_, is_cdr ? std::optional(cdr_head) : std::nullopt);
  if (std::string fault = decode_time(in, encoding); !fault.empty()) return fault;
  text_in(in, encoding);  // frame_id
  if (std::string fault = decode_names(in, encoding); !fault.empty()) return fault;
  for (const Array array : {position, velocity, effort}) {
    const std::size_t size = in.take<std::uint32_t>();
    if (size > 0) in.align(sizeof(double));
    arrays_[array] = {in.at(), size};
    in.take_bytes(std::uint64_t{size} * sizeof(double));
    if (size != 0 && size != names_.size())
      return array_names[array] + (" has " + counted(size, "number")) + ": expected " +
             std::to_string(names_.size()) + ", one for each name, or none";
  }
  // What comes after them means nothing: middleware reckons with numbers in empty arrays too.
  return in.has_failed() ? "is cut off in one of its fields: expected a complete sensor_msgs/msg/JointState"
                         : "";
}

std::string JointState::decode_time(ByteCursor& in, RosEncoding encoding) {
  constexpr std::int64_t ns_per_s = 1'000'000'000;
  in.take<std::uint32_t>();  // the head of CDR, or a running number
  const std::int64_t seconds =
      encoding == RosEncoding::cdr ? std::int64_t{in.take<std::int32_t>()} : in.take<std::uint32_t>();
  const std::int64_t ns = in.take<std::uint32_t>();
  if (ns >= ns_per_s)
    return "has a stamp with " + std::to_string(ns) + " ns: expected less than " + std::to_string(ns_per_s);
  stamp_ = seconds * ns_per_s + ns;
  return "";
}

std::string JointState::decode_names(ByteCursor& in, RosEncoding encoding) {
  in.align(sizeof(std::uint32_t));
  const std::string_view rest = in.rest();
  has_new_names_ = false;
  if (!names_bytes_.empty() && rest.starts_with(names_bytes_)) {
    in.take_bytes(names_bytes_.size());
    return "";
  }
  const auto count = in.take<std::uint32_t>();
  if (count > max_names)
    return "has " + std::to_string(count) + " names: expected at most " + std::to_string(max_names);
  names_in_message_.clear();
  for (std::size_t i = 0; i < count && !in.has_failed(); ++i)
    names_in_message_.push_back(text_in(in, encoding));
  if (in.has_failed())
    return "is cut off in its list of names: expected a complete sensor_msgs/msg/JointState";
  names_bytes_ = rest.substr(0, rest.size() - in.rest().size());
  has_new_names_ =
      !std::equal(names_in_message_.begin(), names_in_message_.end(), names_.begin(), names_.end());
  return has_new_names_ ? take_names() : "";
}

std::string JointState::take_names() {
  if (names_bytes_.size() > max_size_of_names)
    return "has " + std::to_string(names_bytes_.size()) + " bytes of names: expected at most 4 MiB";
  std::unordered_set<std::string_view> seen;
  for (const std::string_view name : names_in_message_) {
    if (name.size() > longest_name)
      return "has a name of " + std::to_string(name.size()) + " bytes: expected at most " +
             std::to_string(longest_name);
    if (!seen.insert(name).second)
      return "has the joint " + in_quotes(name) + " twice: expected each joint once";
  }
  names_.assign(names_in_message_.begin(), names_in_message_.end());
  return "";
}

}  // namespace invdyn
