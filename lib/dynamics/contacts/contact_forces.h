#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <string>
#include <vector>

#include "../../lanes/kernel/rows.h"
#include "../../robot/model/bodies.h"
#include "../../trajectory/data/block.h"
#include "../../trajectory/loads/contact.h"
#include "../../trajectory/loads/ground.h"
#include "contact_solver.h"
#include "point_motion.h"

namespace invdyn {

/// Why the forces at contacts cannot make what the motion needs.
enum class Break {
  none,
  lift,         ///< the ground would have to pull
  slip,         ///< more friction would do
  tip,          ///< moments at a contact would do
  flight,       ///< no point bears
  slip_or_tip,  ///< either of both would do
  slip_and_tip  ///< neither alone would do
};

/// The forces of the ground on the links of a robot whose base floats, so that nothing has to hold the base:
/// the least ones within the cones of friction. Where there are none, those that leave the least. Immutable:
/// one object serves any number of threads, each with a workspace of its own. lib/THEORY.md has the
/// equations.
class ContactForces {
 public:
  struct Workspace {
    BodyVelocities velocities;
    struct Bearing {
      std::size_t contact;
      Eigen::Vector3d at, origin;  // of the point, and of its link; in the world
    };
    std::vector<Bearing> bearing;
    std::vector<double> counts;   // of bearing points, by contact
    std::vector<double> heights;  // of the lowest point, by contact
    std::vector<ContactSolver::Point> points;
    ContactSolver solver;
  };

  /// robot: without mimic joints. Throws UsageError without gravity, and Error for a robot without mass: both
  /// only if there is a contact.
  ContactForces(const Robot& robot, std::vector<Contact> contacts, const Ground& ground,
                const Eigen::Vector3d& gravity);

  std::size_t count() const { return seated_.size(); }
  /// The names of the links.
  std::vector<std::string> links() const;

  /// Fills block.contacts of row `row` of the block, which is row k of `rows`: forces on each link and
  /// moments about its origin, in world axes; what is left is |r| as a share of the weight. rows.base.wrench
  /// is what has to be made. places: of the row. Precondition: the block holds the contacts.
  void find(const MotionRows& rows, std::size_t k, const BodyPoses& places, Block& block, std::size_t row,
            Workspace& workspace) const;

  /// Up to this share of the weight, what the forces leave is none.
  static constexpr double nothing = 1e-6;

 private:
  struct Seated {
    Contact contact;
    LinkPlacement seat;
  };

  void find_bearing(const BodyPoses& places, const Block& block, std::size_t row, Workspace& workspace) const;
  Break cause(Workspace& workspace, const ContactSolver::Vector6& b) const;
  void write(const Workspace& workspace, std::size_t row, Block& block) const;

  std::vector<Body> bodies_;
  std::vector<Seated> seated_;
  std::vector<std::size_t> carrying_;  // bodies whose velocities say whether a point bears
  Ground ground_;
  std::optional<MassCentre> centre_;
  double weight_ = 0, length_ = 1;
};

}  // namespace invdyn
