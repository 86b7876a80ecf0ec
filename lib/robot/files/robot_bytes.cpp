#include "robot_bytes.h"

#include <cassert>
#include <cstring>
#include <type_traits>

namespace invdyn {
namespace {

struct Writer {
  std::string bytes;

  void copy(const void* from, std::size_t size) { bytes.append(static_cast<const char*>(from), size); }
};

struct Reader {
  std::string_view bytes;

  void copy(void* to, std::size_t size) {
    assert(size <= bytes.size());
    std::memcpy(to, bytes.data(), size);
    bytes.remove_prefix(size);
  }
};

// The number of fields of a struct; a wrong one does not compile.
template <typename Struct>
constexpr int fields = 3;
template <>
constexpr int fields<Spring> = 2;
template <>
constexpr int fields<Limits> = 4;
template <>
constexpr int fields<RobotDescription::JointAndLink> = 4;
template <>
constexpr int fields<Drive> = 7;
template <>
constexpr int fields<Joint> = 9;
template <>
constexpr int fields<RobotDescription> = 9;

// pass() passes a value through a Writer or a Reader: so both have the same fields in the same order.

template <typename Way, typename Value>
requires std::is_arithmetic_v<Value> || std::is_enum_v<Value>
void pass(Way& way, Value& value) {
  way.copy(&value, sizeof value);
}

template <typename Way, int rows, int columns>
void pass(Way& way, Eigen::Matrix<double, rows, columns>& matrix) {
  way.copy(matrix.data(), sizeof matrix);
}

template <typename Way>
void pass(Way& way, Eigen::Isometry3d& pose) {
  pass(way, pose.matrix());
}

template <typename Way>
void pass(Way& way, std::string& text) {
  std::size_t length = text.size();
  pass(way, length);
  text.resize(length);
  way.copy(text.data(), length);
}

// Places and values for errors, of which there are none.
template <typename Way>
void pass(Way&, RobotDescription::TextOfPart&) {}

template <typename Way, typename Value>
void pass(Way& way, std::optional<Value>& value) {
  bool is_there = value.has_value();
  pass(way, is_there);
  if (!is_there) return;
  if (!value) value.emplace();
  pass(way, *value);
}

template <typename Way, typename Value>
void pass(Way& way, std::vector<Value>& values) {
  std::size_t length = values.size();
  pass(way, length);
  values.resize(length);
  for (Value& each : values) pass(way, each);
}

template <typename Way, typename Struct>
requires std::is_aggregate_v<Struct>
void pass(Way& way, Struct& value) {
  const auto pass_all = [&way](auto&... each) { (pass(way, each), ...); };
  if constexpr (fields<Struct> == 2) {
    auto& [a, b] = value;
    pass_all(a, b);
  } else if constexpr (fields<Struct> == 3) {
    auto& [a, b, c] = value;
    pass_all(a, b, c);
  } else if constexpr (fields<Struct> == 4) {
    auto& [a, b, c, d] = value;
    pass_all(a, b, c, d);
  } else if constexpr (fields<Struct> == 7) {
    auto& [a, b, c, d, e, f, g] = value;
    pass_all(a, b, c, d, e, f, g);
  } else {
    auto& [a, b, c, d, e, f, g, h, i] = value;
    pass_all(a, b, c, d, e, f, g, h, i);
  }
}

}  // namespace

std::string robot_bytes(const DescribedRobot& robot) {
  Writer writer;
  DescribedRobot copy = robot;  // pass() takes what it may change
  pass(writer, copy);
  return writer.bytes;
}

DescribedRobot robot_of_bytes(std::string_view bytes, const std::string& file) {
  DescribedRobot robot;
  robot.description.place = [file](std::size_t, RobotDescription::Part) { return file; };
  // Never seen: the build has checked the robot.
  robot.description.value = [](std::size_t, RobotDescription::Part) { return "wrong"; };
  Reader reader{bytes};
  pass(reader, robot);
  assert(reader.bytes.empty());
  return robot;
}

}  // namespace invdyn
