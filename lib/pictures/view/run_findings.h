#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../../answers/sizing/joint_rating.h"
#include "../../dynamics/contacts/contact_forces.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// A stretch of a motion in which something is wrong with one joint.
struct MotionFinding {
  enum class Kind { limit, torque, jump, noise, contact, other };
  Kind kind;
  std::string text;                    ///< one sentence
  std::optional<std::size_t> joint{};  ///< in the order of q
  std::optional<double> from{}, to{};  ///< s; none: the whole motion
};

/// Looks for broken limits, jumps of position, many turns and forces that the ground cannot exert in the rows
/// of a motion, in bounded memory:
/// stretches of one kind that lie close together become one.
class RunFindings : public Sink {
 public:
  explicit RunFindings(Ratings ratings);
  void take(const Block& block) override;
  /// In the order of joints, then of time; those of contacts come last.
  std::vector<MotionFinding> findings() const;

 private:
  struct Stretch {
    double from, to, at;  // at: of the worst row
    Demand worst;
    std::size_t last_row;
  };
  struct Jump {
    double at, size;
  };
  // The last rows of a joint's position, to see that one step differs from those beside it.
  struct Steps {
    double q = 0, t = 0, velocity = 0, before = 0, size = 0, at = 0;
    std::size_t rows = 0;
  };
  struct OfJoint {
    std::array<std::vector<Stretch>, limit_count> stretches;
    std::vector<Jump> jumps;
    std::size_t more_jumps = 0;
    Steps steps;
    double farthest = 0;  // from zero
  };

  bool may_break(LimitKind kind, const Block& block, std::size_t joint) const;
  void see_limit(LimitKind kind, const Block& block, std::size_t joint);
  void see_jumps(const Block& block, std::size_t joint);
  void see_contacts(const Block& block);
  void add(std::vector<Stretch>& stretches, const Demand& demand, double t, std::size_t row) const;
  std::string text(std::size_t joint, LimitKind kind, const Stretch& stretch) const;
  void add_limits(std::size_t joint, std::vector<MotionFinding>& found) const;
  void add_jumps(std::size_t joint, std::vector<MotionFinding>& found) const;
  void add_turns(std::size_t joint, std::vector<MotionFinding>& found) const;
  void add_contacts(std::vector<MotionFinding>& found) const;

  Ratings ratings_;
  std::vector<OfJoint> joints_;
  std::map<Break, std::vector<Stretch>> unsupported_;
  std::size_t rows_ = 0;
  double first_ = 0, last_ = 0;
};

}  // namespace invdyn
