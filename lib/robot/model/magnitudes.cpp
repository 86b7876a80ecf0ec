#include "magnitudes.h"

#include <algorithm>

#include "../../ground/text/number.h"

namespace invdyn {
namespace {

using Part = RobotDescription::Part;

class Magnitudes {
 public:
  Magnitudes(const RobotDescription& description, std::size_t joint)
      : description_(description), joint_(joint) {}

  void expect(double value, Part part, const std::string& what, const std::string& unit) const {
    if (std::abs(value) <= largest_of_robot) return;
    throw Error(description_.place(joint_, part), what + " is " + shortest(value) + unit +
                                                      ": expected magnitudes up to " +
                                                      shortest(largest_of_robot) + unit);
  }
  void expect(const Eigen::Vector3d& way, Part part, const std::string& what) const {
    for (const double value : way) expect(value, part, what, " m");
  }
  void expect(const MassProperties& body, Part place_of_com) const {
    expect(body.mass, Part::mass, "the mass", " kg");
    expect(body.com, place_of_com, "a coordinate of the link's centre of mass");
    for (const double value : body.inertia.reshaped())
      expect(value, Part::inertia, "an element of the inertia", " kg m^2");
  }
  void expect(const Drive& drive) const {
    expect(drive.rotor_inertia, Part::rotor_inertia, "the rotor's inertia", " kg m^2");
    expect(drive.gear_ratio, Part::gear_ratio, "the gear ratio", "");
    expect(drive.motor, Part::motor_damping, Part::motor_coulomb);
    expect(drive.joint, Part::joint_damping, Part::joint_coulomb);
    expect(drive.offset, Part::joint_offset, "the torque offset", " N m");
    expect(drive.spring.stiffness, Part::spring, "the spring's stiffness", " N m/rad");
    expect(drive.spring.reference, Part::spring, "the spring's reference", " rad or m");
  }

 private:
  void expect(const Friction& friction, Part damping, Part coulomb) const {
    expect(friction.damping, damping, "damping", " N m s/rad");
    for (const double value : {friction.coulomb_positive, friction.coulomb_negative})
      expect(value, coulomb, "Coulomb friction", " N m");
  }

  const RobotDescription& description_;
  std::size_t joint_;
};

}  // namespace

void expect_sensible_magnitudes(const RobotDescription& description) {
  Magnitudes(description, RobotDescription::base).expect(description.base_mass_properties, Part::mass);
  for (std::size_t i = 0; i < description.joints.size(); ++i) {
    const Magnitudes magnitudes(description, i);
    const auto& [joint, parent, link, mimicked] = description.joints[i];
    magnitudes.expect(joint.T_parent_joint.translation(), Part::name, "a coordinate of the joint's origin");
    magnitudes.expect(joint.T_joint_link.translation(), Part::name, "a coordinate of the link's origin");
    magnitudes.expect(link.mass_properties, Part::name);
    magnitudes.expect(link.gravity_compensation, Part::gravity_compensation, "the gravity compensation", "");
    magnitudes.expect(joint.drive);
    if (!joint.mimic) continue;
    magnitudes.expect(joint.mimic->multiplier, Part::mimic, "the multiplier", "");
    magnitudes.expect(joint.mimic->offset, Part::mimic, "the offset", " rad or m");
  }
}

}  // namespace invdyn
