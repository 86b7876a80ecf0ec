#include "column_target.h"

#include <algorithm>
#include <vector>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"

namespace invdyn {
namespace {

// Reads the parts after the name, from the left.
class Parts {
 public:
  Parts(const ColumnMapping& mapping, ColumnTarget& target, const Robot& robot, bool currents)
      : mapping_(mapping), target_(target), robot_(robot), currents_(currents) {}

  void read(std::string_view text) {
    while (!text.empty()) {
      text.remove_prefix(1);  // the colon
      const std::size_t end = std::min(text.find(':'), text.size());
      read_part(text.substr(0, end));
      text.remove_prefix(end);
    }
  }

 private:
  enum class Step { unit, scale, zero, end };

  [[noreturn]] void fail(const std::string& expected) const {
    throw UsageError("`map`",
                     "has " + in_quotes(mapping_.column + '=' + mapping_.as) + ": expected " + expected);
  }

  void enter(Step step) {
    if (next_ > step)
      fail("a unit, then xSCALE, then +ZERO or -ZERO, each at most once, as in encoder=elbow:deg:x-1:+90deg");
    next_ = static_cast<Step>(static_cast<int>(step) + 1);
  }

  void read_part(std::string_view part) {
    if (part.starts_with('x')) return read_scale(part.substr(1));
    if (part.starts_with('+') || part.starts_with('-')) return read_zero(part);
    enter(Step::unit);
    if (target_.meaning.quantity)
      target_.meaning.unit = unit_of_joint(part, *target_.meaning.quantity);
    else
      read_time_unit(part);
  }

  void read_time_unit(std::string_view part) {
    for (const TimeUnit unit : {TimeUnit::s, TimeUnit::ms, TimeUnit::us, TimeUnit::ns, TimeUnit::iso})
      if (name_of(unit) == part) target_.time_unit = unit;
    if (!target_.time_unit) fail("t:UNIT, where UNIT is the unit of the time: s, ms, us, ns or iso");
  }

  const ColumnUnit* unit_of_joint(std::string_view name, Quantity quantity) const {
    const Joint& joint = target_.meaning.joint_in(robot_);
    const ColumnUnit* const unit = unit_by_name(name);
    if (!unit)
      fail("a unit such as " + std::string(unit_of(quantity, joint.is_revolute())) + " in place of " +
           in_quotes(name));
    if (!unit->is_of(quantity, joint, currents_))
      throw UsageError("`map`", "has " + in_quotes(mapping_.column + '=' + mapping_.as) + ", which" +
                                    unfit_unit_text(*unit, quantity, joint, currents_));
    return unit;
  }

  void read_scale(std::string_view number) {
    enter(Step::scale);
    const std::optional<double> scale = parse_finite(number);
    if (!scale || *scale == 0) fail("a finite scale other than 0, such as x-0.0219");
    if (!target_.meaning.quantity) fail("a unit for the time, such as t:ms, and no scale");
    target_.scale = *scale;
  }

  void read_zero(std::string_view part) {
    enter(Step::zero);
    if (target_.meaning.quantity != Quantity::q) fail("+ZERO or -ZERO only for positions");
    const std::string_view text = part.substr(1);
    const std::size_t end = std::min(text.find_first_not_of("0123456789.eE+-"), text.size());
    const bool has_sign = text.starts_with('+') || text.starts_with('-');
    const std::optional<double> number = has_sign ? std::nullopt : parse_finite(text.substr(0, end));
    if (!number) fail("a finite number after + or -, with or without a unit, such as +90deg");
    const double value = part.front() == '-' ? -*number : *number;
    target_.zero = end == text.size() ? value : value * unit_of_joint(text.substr(end), Quantity::q)->si;
  }

  const ColumnMapping& mapping_;
  ColumnTarget& target_;
  const Robot& robot_;
  bool currents_;
  Step next_ = Step::unit;
};

}  // namespace

std::optional<ColumnTarget> column_target(const ColumnMapping& mapping, const ColumnNames& names,
                                          const Robot& robot, bool currents) {
  const std::string& text = mapping.as;
  for (std::size_t end = text.size(); end != std::string::npos && end > 0; end = text.rfind(':', end - 1)) {
    const std::optional<ColumnNames::Meaning> meaning = names.exact(text.substr(0, end));
    if (!meaning) continue;
    ColumnTarget target{.meaning = *meaning};
    Parts(mapping, target, robot, currents).read(std::string_view(text).substr(end));
    return target;
  }
  return std::nullopt;
}

}  // namespace invdyn
