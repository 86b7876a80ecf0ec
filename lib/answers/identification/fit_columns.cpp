#include "fit_columns.h"

#include <algorithm>

#include "../../ground/text/number.h"

namespace invdyn {
namespace {

Eigen::Index index_of(std::size_t joint, Parameter parameter) {
  return static_cast<Eigen::Index>(parameters_per_joint * joint + static_cast<std::size_t>(parameter));
}

std::string unit_of(Parameter parameter, bool is_revolute) {
  switch (parameter) {
    case Parameter::m:
      return "kg";
    case Parameter::mx:
    case Parameter::my:
    case Parameter::mz:
      return "kg m";
    case Parameter::damping:
      return is_revolute ? "N m s/rad" : "N s/m";
    case Parameter::coulomb_positive:
    case Parameter::coulomb_negative:
    case Parameter::offset:
      return is_revolute ? "N m" : "N";
    case Parameter::rotor:
      return is_revolute ? "kg m^2" : "kg";
    default:
      return "kg m^2";
  }
}

class Maker {
 public:
  Maker(const Robot& robot, const Regressor& regressor) : robot_(robot), regressor_(regressor) {}

  FitColumns made;

  void add_friction(bool with_offset) {
    for (std::size_t j = 0; j < robot_.dof(); ++j) {
      add_plain(FitPart::friction, j, Parameter::damping);
      if (!with_offset) {
        add_plain(FitPart::friction, j, Parameter::coulomb_positive);
        add_plain(FitPart::friction, j, Parameter::coulomb_negative);
        continue;
      }
      FitColumn column = plain(FitPart::friction, j, Parameter::coulomb_positive);
      const double negative = regressor_.values()[index_of(j, Parameter::coulomb_negative)];
      column.name = column.text = "coulomb_" + robot_.moving_joint(j).name;
      column.value = (column.value - negative) / 2;
      column.parts.emplace_back(index_of(j, Parameter::coulomb_negative), -1);
      column.combination = column.parts;
      made.columns.push_back(column);
    }
  }

  void add_each(FitPart part, Parameter parameter) {
    for (std::size_t j = 0; j < robot_.dof(); ++j) add_plain(part, j, parameter);
  }

  void add_curves() {
    // A curve between two of them is met within a tenth of its torque. rad/s or m/s
    constexpr double speeds[] = {0.03, 0.1, 0.3, 1};
    for (std::size_t j = 0; j < robot_.dof(); ++j) {
      const FrictionCurve& file = robot_.moving_joint(j).drive.curve;
      const auto add = [&](double speed) {
        FitColumn& column = add_gear(FitPart::curve, j, "curve_", file.torque);
        column.curve_speed = speed;
        column.text += " at " + shortest(speed) + (robot_.moving_joint(j).is_revolute() ? " rad/s" : " m/s");
      };
      if (file.torque != 0)
        add(file.speed);
      else
        for (const double speed : speeds) add(speed);
    }
  }
  void add_loads() {
    for (std::size_t j = 0; j < robot_.dof(); ++j)
      if (!is_coupled(j)) add_gear(FitPart::load, j, "load_", robot_.moving_joint(j).drive.load).unit = "";
  }

  void add_delays() {
    for (std::size_t j = 0; j < robot_.dof(); ++j) add_gear(FitPart::delay, j, "delay_", 0).unit = "s";
  }

  // Of these parameters, as many as are independent of each other.
  void add_base(FitPart part, const std::vector<Eigen::Index>& chosen) {
    // Files often have 1.5708 for a right angle: such differences determine nothing.
    constexpr double tolerance = 1e-5;
    const BaseParameters base(regressor_, chosen, tolerance, offsets_among(chosen));
    const Eigen::VectorXd values = base.values(regressor_.values());
    for (Eigen::Index k = 0; k < base.size(); ++k) {
      const Eigen::Index first = base.independent()[static_cast<std::size_t>(k)];
      FitColumn column =
          plain(part, joint_of(first), static_cast<Parameter>(first % Eigen::Index{parameters_per_joint}));
      if (part == FitPart::links) column.part = part_of(first);
      column.text = base.text(k, names_);
      column.value = values[k];
      if (part == FitPart::payload) {
        column.value = 0;
        column.name = "payload_" + column.name;
        column.text = "payload_" + column.text;
      }
      column.combination.clear();
      for (std::size_t i = 0; i < chosen.size(); ++i)
        if (const double factor = base.combinations()(k, static_cast<Eigen::Index>(i)); factor != 0)
          column.combination.emplace_back(base.chosen()[i], factor);
      made.columns.push_back(column);
    }
    for (const Eigen::Index parameter : base.without_effect())
      made.without_effect.push_back(names_[static_cast<std::size_t>(parameter)]);
  }

 private:
  // Whether a drive turns with this joint and others: what each drive passes on is not known then.
  bool is_coupled(std::size_t joint) const {
    return std::any_of(regressor_.coupled_drives().begin(), regressor_.coupled_drives().end(),
                       [&](const CoupledDrive& each) { return regressor_.share(each.drive, joint) != 0; });
  }
  static FitPart part_of(Eigen::Index parameter) {
    const auto kind = static_cast<Parameter>(parameter % Eigen::Index{parameters_per_joint});
    return kind == Parameter::rotor    ? FitPart::rotor
           : kind == Parameter::offset ? FitPart::offset
                                       : FitPart::links;
  }
  // They come first: of a vertical slide, the offset would be combined with masses.
  static std::vector<Eigen::Index> offsets_among(std::vector<Eigen::Index> chosen) {
    std::erase_if(chosen, [](Eigen::Index each) { return part_of(each) != FitPart::offset; });
    return chosen;
  }
  static std::size_t joint_of(Eigen::Index parameter) {
    return static_cast<std::size_t>(parameter) / parameters_per_joint;
  }

  FitColumn plain(FitPart part, std::size_t joint, Parameter parameter) const {
    const Eigen::Index index = index_of(joint, parameter);
    FitColumn column;
    column.part = part;
    column.name = column.text = names_[static_cast<std::size_t>(index)];
    column.unit = unit_of(parameter, robot_.moving_joint(joint).is_revolute());
    column.value = regressor_.values()[index];
    column.parts = column.combination = {{index, 1}};
    return column;
  }

  FitColumn& add_gear(FitPart part, std::size_t joint, const std::string& prefix, double value) {
    FitColumn column = plain(part, joint, Parameter::coulomb_positive);
    column.name = column.text = prefix + robot_.moving_joint(joint).name;
    column.value = value;
    column.combination.clear();
    return made.columns.emplace_back(std::move(column));
  }

  void add_plain(FitPart part, std::size_t joint, Parameter parameter) {
    made.columns.push_back(plain(part, joint, parameter));
  }

  const Robot& robot_;
  const Regressor& regressor_;
  std::vector<std::string> names_ = regressor_.names();
};

}  // namespace

FitColumns fit_columns(const Robot& robot, const Regressor& regressor, const FitChoice& choice) {
  Maker maker(robot, regressor);
  if (choice.friction) maker.add_friction(choice.offset);
  if (choice.curve) maker.add_curves();
  if (choice.load) maker.add_loads();
  if (choice.delay) maker.add_delays();
  if (choice.offset && !choice.links) maker.add_each(FitPart::offset, Parameter::offset);
  if (choice.rotor && !choice.links) maker.add_each(FitPart::rotor, Parameter::rotor);
  if (choice.links) {
    std::vector<Eigen::Index> chosen;
    for (std::size_t j = 0; j < robot.dof(); ++j) {
      for (std::size_t k = 0; k < parameters_per_link; ++k)
        chosen.push_back(index_of(j, static_cast<Parameter>(k)));
      if (choice.rotor) chosen.push_back(index_of(j, Parameter::rotor));
      if (choice.offset) chosen.push_back(index_of(j, Parameter::offset));
    }
    maker.add_base(FitPart::links, chosen);
  }
  if (choice.payload) {
    std::vector<Eigen::Index> chosen;
    for (std::size_t k = 0; k < parameters_per_link; ++k)
      chosen.push_back(index_of(*choice.payload, static_cast<Parameter>(k)));
    maker.add_base(FitPart::payload, chosen);
  }
  return std::move(maker.made);
}

}  // namespace invdyn
