#include "orientations.h"

#include "../../ground/base/wording.h"

namespace invdyn {

std::string wide_turn_text(double angle) {
  return "the base turns by " + six_digits(angle) +
         " rad from the row before: expected at most 1.5 rad, or the twist of the base in the file (does the "
         "quaternion have another order?)";
}

}  // namespace invdyn
