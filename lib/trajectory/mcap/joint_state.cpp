// sensor_msgs/msg/JointState.msg and std_msgs/msg/Header.msg of ROS. CDR: OMG, Common Object Request Broker
// Architecture 3.3, part 2, 9.3; the 4 bytes before it: OMG, DDS Interoperability Wire Protocol 2.5, 10.
// ros1: wiki.ros.org/msg, "Message serialization".
#include "joint_state.h"

#include <unordered_set>
#include <utility>

#include "../../ground/base/wording.h"
#include "../../ground/compression/compression.h"

namespace invdyn {
namespace {

constexpr std::size_t cdr_head = 4;
constexpr std::size_t after_time = 12;  // in both encodings

// In CDR a text ends with a zero, which counts.
std::string_view text_in(ByteCursor& in, RosEncoding encoding) {
  std::string_view text = in.take_text();
  if (encoding == RosEncoding::cdr && text.ends_with('\0')) text.remove_suffix(1);
  return text;
}

std::string fault_of_cdr_head(std::string_view message) {
  if (message.size() >= cdr_head && message[0] == 0 && (message[1] == 0 || message[1] == 1)) return "";
  if (compression_of(message) == Compression::zstd)
    return "is compressed by rosbag2 (--compression-mode message): expected plain messages (\"ros2 bag "
           "convert\" without compression_mode writes them; a storage preset such as zstd_fast makes files "
           "that are read)";
  if (message.size() < cdr_head) return "has " + counted(message.size(), "byte") + ": expected CDR";
  return "has the representation " +
         std::to_string(load_bytes<std::uint16_t>(message.data(), std::endian::big)) +
         ": expected plain CDR, 0 or 1";
}

}  // namespace

std::string JointState::decode(std::string_view message, RosEncoding encoding) {
  const bool is_cdr = encoding == RosEncoding::cdr;
  if (is_cdr) {
    if (std::string fault = fault_of_cdr_head(message); !fault.empty()) return fault;
  }
  const std::endian order = is_cdr && message[1] == 0 ? std::endian::big : std::endian::little;
  if (encoding != encoding_ || order != order_) decoded_.clear();
  encoding_ = encoding;
  order_ = order;
  message_ = message.data();
  ByteCursor in(message, order_, is_cdr ? std::optional(cdr_head) : std::nullopt);
  if (std::string fault = decode_time(in); !fault.empty()) return fault;
  has_new_names_ = false;
  if (has_same_fields(message)) return "";
  decoded_.clear();
  if (std::string fault = decode_fields(in); !fault.empty()) return fault;
  decoded_ = message;
  return "";
}

// Whether all but times and numbers is as in the message that was decoded last.
bool JointState::has_same_fields(std::string_view message) const {
  if (decoded_.empty() || message.size() != decoded_.size()) return false;
  std::size_t begin = after_time;
  for (const Place& array : arrays_) {
    if (message.substr(begin, array.begin - begin) !=
        std::string_view(decoded_).substr(begin, array.begin - begin))
      return false;
    begin = array.begin + array.size * sizeof(double);
  }
  return true;
}

std::string JointState::decode_time(ByteCursor& in) {
  constexpr std::int64_t ns_per_s = 1'000'000'000;
  in.take<std::uint32_t>();  // the head of CDR, or a running number
  const std::int64_t seconds =
      encoding_ == RosEncoding::cdr ? std::int64_t{in.take<std::int32_t>()} : in.take<std::uint32_t>();
  const std::int64_t ns = in.take<std::uint32_t>();
  if (ns >= ns_per_s)
    return "has a stamp with " + std::to_string(ns) + " ns: expected less than " + std::to_string(ns_per_s);
  stamp_ = seconds * ns_per_s + ns;
  return "";
}

std::string JointState::decode_fields(ByteCursor& in) {
  text_in(in, encoding_);  // frame_id
  if (std::string fault = decode_names(in); !fault.empty()) return fault;
  for (const Array array : {position, velocity, effort}) {
    const std::size_t size = in.take<std::uint32_t>();
    if (size > 0) in.align(sizeof(double));
    arrays_[array] = {in.at(), size};
    in.take_bytes(std::uint64_t{size} * sizeof(double));
    constexpr const char* name[] = {"position", "velocity", "effort"};
    if (size != 0 && size != names_.size())
      return name[array] + (" has " + counted(size, "number")) + ": expected " +
             std::to_string(names_.size()) + ", one for each name, or none";
  }
  if (in.has_failed()) return "ends within its fields: expected sensor_msgs/msg/JointState";
  constexpr std::size_t longest_padding = 7;
  if (in.rest().size() > longest_padding)
    return "goes on for " + counted(in.rest().size(), "byte") +
           " after its fields: expected sensor_msgs/msg/JointState";
  return "";
}

std::string JointState::decode_names(ByteCursor& in) {
  const auto count = in.take<std::uint32_t>();
  if (count > max_names)
    return "has " + std::to_string(count) + " names: expected at most " + std::to_string(max_names);
  std::vector<std::string> names;
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < count && !in.has_failed(); ++i) {
    const std::string_view name = text_in(in, encoding_);
    if (name.size() > longest_name)
      return "has a name of " + std::to_string(name.size()) + " bytes: expected at most " +
             std::to_string(longest_name);
    if (!in.has_failed() && !seen.insert(name).second)
      return "names " + in_quotes(name) + " twice: expected each joint once";
    names.emplace_back(name);
  }
  if (in.has_failed()) return "ends within its names: expected sensor_msgs/msg/JointState";
  has_new_names_ = names != names_;
  names_ = std::move(names);
  return "";
}

}  // namespace invdyn
