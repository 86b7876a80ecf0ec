#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "byte_cursor.h"

namespace invdyn {

/// The encoding of a message: that of ROS 2 or of ROS 1.
enum class RosEncoding { cdr, ros1 };

/// A message of the type sensor_msgs/msg/JointState: its time, names of joints, and for each name a position,
/// a velocity and an effort; an array of these can be empty.
class JointState {
 public:
  static constexpr std::size_t max_names = 10'000, longest_name = 4'096;
  static constexpr std::size_t max_size_of_names = std::size_t{4} << 20;

  /// Takes the next message, whose bytes must last as long as its numbers are used. Returns its fault; empty:
  /// it has none.
  std::string decode(std::string_view message, RosEncoding encoding);

  std::int64_t stamp() const { return stamp_; }  ///< ns
  const std::vector<std::string>& names() const { return names_; }
  /// Whether the names are not those of the message before.
  bool has_new_names() const { return has_new_names_; }

  enum Array { position, velocity, effort };
  static constexpr const char* array_names[] = {"position", "velocity", "effort"};
  std::size_t size(Array array) const { return arrays_[array].size; }
  double number(Array array, std::size_t i) const {
    return load_bytes<double>(message_ + arrays_[array].begin + i * sizeof(double), order_);
  }

 private:
  // An array of numbers: its first byte in the message.
  struct Place {
    std::size_t begin = 0, size = 0;
  };
  std::string decode_time(ByteCursor& in, RosEncoding encoding);
  std::string decode_names(ByteCursor& in, RosEncoding encoding);
  std::string take_names();

  std::endian order_ = std::endian::little;
  const char* message_ = nullptr;
  std::int64_t stamp_ = 0;
  std::vector<std::string> names_;
  bool has_new_names_ = true;
  std::vector<std::string_view> names_in_message_;
  std::string names_bytes_;  // of the names, with what is between them
  std::array<Place, 3> arrays_;
};

}  // namespace invdyn
