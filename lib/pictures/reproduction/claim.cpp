#include "claim.h"

namespace invdyn {

std::string text_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::yes:
      return "yes";
    case Verdict::in_part:
      return "in part";
    case Verdict::no:
      return "no";
  }
  return "";
}

Verdict verdict_of(bool holds) {
  return holds ? Verdict::yes : Verdict::no;
}

Verdict verdict_of(std::size_t holding, std::size_t all) {
  if (holding == all) return Verdict::yes;
  return holding == 0 ? Verdict::no : Verdict::in_part;
}

}  // namespace invdyn
