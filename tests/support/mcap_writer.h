#pragma once

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace invdyn::test {

// Writes MCAP files by mcap.dev/spec, and the messages in them by the rules of ROS.

/// A number in bytes, the last significant one first, or the first.
template <class Number>
std::string bytes_of(Number number, std::endian order = std::endian::little) {
  std::string bytes(reinterpret_cast<const char*>(&number), sizeof number);
  if (order != std::endian::native) std::reverse(bytes.begin(), bytes.end());
  return bytes;
}
inline std::string text_in_mcap(std::string_view text) {
  return bytes_of(static_cast<std::uint32_t>(text.size())).append(text);
}

inline std::uint32_t crc32_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

inline std::string mcap_record(int type, std::string_view content) {
  return std::string(1, static_cast<char>(type)) + bytes_of(std::uint64_t{content.size()}).append(content);
}
inline std::string mcap_schema(std::uint16_t id, std::string_view name) {
  return mcap_record(3, bytes_of(id) + text_in_mcap(name) + text_in_mcap("ros2msg") + text_in_mcap(""));
}
inline std::string mcap_channel(std::uint16_t id, std::uint16_t schema, std::string_view topic,
                                std::string_view encoding = "cdr") {
  return mcap_record(
      4, bytes_of(id) + bytes_of(schema) + text_in_mcap(topic) + text_in_mcap(encoding) + text_in_mcap(""));
}
inline std::string mcap_message(std::uint16_t channel, std::uint64_t log_time, std::string_view data) {
  return mcap_record(
      5, (bytes_of(channel) + bytes_of(std::uint32_t{0}) + bytes_of(log_time) + bytes_of(log_time))
             .append(data));
}

/// A chunk of records. `data`: their compressed form.
inline std::string mcap_chunk(std::string_view records, std::string_view compression = "",
                              std::string_view data = {}, bool has_crc = true) {
  if (compression.empty()) data = records;
  const std::uint64_t time = 0;
  return mcap_record(6, (bytes_of(time) + bytes_of(time) + bytes_of(std::uint64_t{records.size()}) +
                         bytes_of(has_crc ? crc32_of(records) : 0) + text_in_mcap(compression) +
                         bytes_of(std::uint64_t{data.size()}))
                            .append(data));
}

/// A whole file with these records as its data.
inline std::string mcap_file(std::string_view records, bool has_crc = true) {
  const std::string magic = "\x89MCAP0\r\n";
  const std::string data =
      (magic + mcap_record(1, text_in_mcap("ros2") + text_in_mcap("test"))).append(records);
  const std::string end = mcap_record(15, bytes_of(has_crc ? crc32_of(data) : 0));
  return data + end + mcap_record(2, std::string(20, '\0')) + magic;
}

/// A message sensor_msgs/msg/JointState.
struct JointStateValues {
  std::int64_t stamp;  ///< ns
  std::vector<std::string> names;
  std::vector<double> position, velocity = {}, effort = {};
  std::string frame = "base_link";
};

inline std::string cdr_of(const JointStateValues& state, std::endian order = std::endian::little) {
  std::string out;
  const auto put = [&](auto number) {
    out.resize((out.size() + sizeof number - 1) / sizeof number * sizeof number);
    out += bytes_of(number, order);
  };
  const auto put_size = [&](std::size_t size) { put(static_cast<std::uint32_t>(size)); };
  const auto put_text = [&](const std::string& text) {
    put_size(text.size() + 1);
    out += text + '\0';
  };
  put(static_cast<std::int32_t>(state.stamp / 1'000'000'000));
  put(static_cast<std::uint32_t>(state.stamp % 1'000'000'000));
  put_text(state.frame);
  put_size(state.names.size());
  for (const std::string& name : state.names) put_text(name);
  for (const auto* numbers : {&state.position, &state.velocity, &state.effort}) {
    put_size(numbers->size());
    for (const double number : *numbers) put(number);
  }
  return std::string(order == std::endian::little ? "\0\1\0\0" : "\0\0\0\0", 4) + out;
}

inline std::string ros1_of(const JointStateValues& state) {
  std::string out = bytes_of(std::uint32_t{7}) +
                    bytes_of(static_cast<std::uint32_t>(state.stamp / 1'000'000'000)) +
                    bytes_of(static_cast<std::uint32_t>(state.stamp % 1'000'000'000)) +
                    text_in_mcap(state.frame) + bytes_of(static_cast<std::uint32_t>(state.names.size()));
  for (const std::string& name : state.names) out += text_in_mcap(name);
  for (const auto* numbers : {&state.position, &state.velocity, &state.effort}) {
    out += bytes_of(static_cast<std::uint32_t>(numbers->size()));
    for (const double number : *numbers) out += bytes_of(number);
  }
  return out;
}

/// The records of a topic: its schema, its channel and these messages, which are logged 1 ms after their
/// stamps.
inline std::string joint_state_records(const std::vector<JointStateValues>& states,
                                       std::string_view topic = "/joint_states", std::uint16_t id = 1) {
  std::string records = mcap_schema(id, "sensor_msgs/msg/JointState") + mcap_channel(id, id, topic);
  for (const JointStateValues& state : states)
    records += mcap_message(id, static_cast<std::uint64_t>(state.stamp) + 1'000'000, cdr_of(state));
  return records;
}

}  // namespace invdyn::test
