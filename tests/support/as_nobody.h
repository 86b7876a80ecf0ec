#pragma once

#include <unistd.h>

#include <stdexcept>

namespace invdyn::test {

/// Gives up root permissions while the object exists, if the tests run as root. Root passes every permission
/// check.
class AsNobody {
 public:
  AsNobody() : was_root_(::geteuid() == 0) {
    constexpr uid_t nobody = 65534;
    if (was_root_ && ::seteuid(nobody) != 0) throw std::runtime_error("root cannot become nobody");
  }
  ~AsNobody() {
    if (was_root_ && ::seteuid(0) != 0) std::terminate();
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  bool was_root_;
};

}  // namespace invdyn::test
