#include "magnitudes.h"

#include <algorithm>

#include "../../ground/text/number.h"
#include "drive_fields.h"

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
  void expect(Drive drive) const {
    for (const DriveField& field : drive_fields)
      if (field.number) {
        expect(field.number(drive), field.part, field.what, field.unit);
      } else {
        expect(field.friction(drive).coulomb_positive, field.part, field.what, field.unit);
        expect(field.friction(drive).coulomb_negative, field.part, field.what, field.unit);
      }
  }

 private:
  const RobotDescription& description_;
  std::size_t joint_;
};

}  // namespace

void expect_sensible_magnitudes(const RobotDescription& description) {
  Magnitudes(description, RobotDescription::base).expect(description.base_mass_properties, Part::mass);
  for (std::size_t i = 0; i < description.joints.size(); ++i) {
    const Magnitudes magnitudes(description, i);
    const Joint& joint = description.joints[i].joint;
    const Link& link = description.joints[i].link;
    magnitudes.expect(joint.T_parent_joint.translation(), Part::name, "a coordinate of the joint's origin");
    magnitudes.expect(joint.T_joint_link.translation(), Part::name, "a coordinate of the link's origin");
    magnitudes.expect(link.mass_properties, Part::name);
    magnitudes.expect(link.gravity_compensation, Part::gravity_compensation, "the gravity compensation", "");
    magnitudes.expect(joint.drive);
    for (const TurnsWith& other : joint.drive.turns_with)
      magnitudes.expect(other.factor, Part::turns_with, "a factor", "");
    if (!joint.mimic) continue;
    magnitudes.expect(joint.mimic->multiplier, Part::mimic, "the multiplier", "");
    magnitudes.expect(joint.mimic->offset, Part::mimic, "the offset", " rad or m");
  }
}

}  // namespace invdyn
