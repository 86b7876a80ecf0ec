#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../ground/base/error.h"
#include "../../lanes/kernel/rows.h"
#include "../../lanes/scalar/counted.h"
#include "../../robot/model/robot.h"
#include "drive_torques.h"
#include "joint_motion.h"
#include "loads.h"

namespace invdyn {

/// A formulation at work for one robot in one thread, with its temporaries.
template <class T>
class TorqueComputation {
 public:
  virtual ~TorqueComputation() = default;
  /// Torques (N m; N for prismatic joints) of the links alone, without friction and rotors. All spans have
  /// the length robot.dof().
  virtual void torques(const JointMotion<T>& motion, std::span<T> tau) = 0;
};

/// A formulation made ready for one robot: immutable, shared by threads. It computes over the scalars that
/// the program needs; the formulation itself, a template, takes any.
class LinkTorques {
 public:
  virtual ~LinkTorques() = default;
  template <class T>
  std::unique_ptr<TorqueComputation<T>> computation() const {
    return begin(static_cast<const T*>(nullptr));
  }
  /// Rows of a trajectory at once, with the torques of the drives.
  virtual std::unique_ptr<RowTorques> rows(const DriveTorques& drives) const = 0;

 private:
  virtual std::unique_ptr<TorqueComputation<double>> begin(const double*) const = 0;
  virtual std::unique_ptr<TorqueComputation<long double>> begin(const long double*) const = 0;
  virtual std::unique_ptr<TorqueComputation<Counted>> begin(const Counted*) const = 0;
};

/// One published form of inverse dynamics, to be chosen by name.
struct Formulation {
  std::string_view name, source;
  /// Throws NotRepresentable, which says why, for robots and loads that the form does not cover. If the
  /// robot's base floats, for rows with MotionRows::Base alone, which has gravity too: the loads do not
  /// count.
  std::unique_ptr<const LinkTorques> (*prepare)(const Robot& robot, const Loads& loads);
};

/// All of them; the first is the default. The list is in lib/CMakeLists.txt.
const std::vector<Formulation>& formulations();

std::vector<std::string> formulation_names();

/// The formulation of that name. Throws UsageError with the nearest name; `where` is the option's.
const Formulation& formulation(const std::string& where, const std::string& name);

/// The entry of a class in that list. A formulation F has
///   static constexpr const char *name, *source;
///   F(const Robot&, const Loads&);
///   template <class T> struct Workspace { explicit Workspace(const F&); };
///   template <class T> void torques(const JointMotion<T>&, Workspace<T>&, std::span<T> tau) const;
/// and, if it has a better way for rows than its template on batches of them,
///   std::unique_ptr<RowTorques> rows(const DriveTorques&) const;
/// which, with
///   static constexpr bool moves_base = true;
/// knows bases that move; others get six joints more.
template <class F>
Formulation entry();

}  // namespace invdyn
