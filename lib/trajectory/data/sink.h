#pragma once

#include "block.h"

namespace invdyn {

/// Takes the finished rows of a trajectory, block by block.
class Sink {
 public:
  virtual ~Sink() = default;
  /// The block's own rows follow the own rows of the previous block.
  virtual void take(const Block& block) = 0;
};

}  // namespace invdyn
