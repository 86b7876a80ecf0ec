#include "quantity.h"

namespace invdyn {
namespace {

struct Properties {
  std::string_view name, unit_turning, unit_sliding, unit_in_degrees;
  Eigen::ArrayXXd Block::*values;
};

// In the order of the enumeration.
constexpr std::array<Properties, 4> table{{
    {"q", "rad", "m", "deg", &Block::q},
    {"dq", "rad/s", "m/s", "deg/s", &Block::dq},
    {"ddq", "rad/s^2", "m/s^2", "deg/s^2", &Block::ddq},
    {"tau", "N m", "N", "", &Block::tau},
}};

const Properties& properties(Quantity quantity) {
  return table[static_cast<std::size_t>(quantity)];
}

}  // namespace

std::string_view name_of(Quantity quantity) {
  return properties(quantity).name;
}

std::string_view unit_of(Quantity quantity, bool is_revolute) {
  return is_revolute ? properties(quantity).unit_turning : properties(quantity).unit_sliding;
}

std::string_view unit_in_degrees(Quantity quantity) {
  return properties(quantity).unit_in_degrees;
}

Eigen::ArrayXXd& values(Block& block, Quantity quantity) {
  return block.*properties(quantity).values;
}

const Eigen::ArrayXXd& values(const Block& block, Quantity quantity) {
  return block.*properties(quantity).values;
}

std::string column_name(Quantity quantity, const std::string& joint) {
  return std::string(name_of(quantity)) + "_" + joint;
}

}  // namespace invdyn
