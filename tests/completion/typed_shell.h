#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace invdyn::test {

/// A program on a terminal of its own, into which a user types: an interactive shell. Ended with the object.
class TypedShell {
 public:
  TypedShell(const std::vector<std::string>& arguments, const std::string& folder,
             const std::vector<std::string>& environment);
  ~TypedShell();
  TypedShell(const TypedShell&) = delete;
  TypedShell& operator=(const TypedShell&) = delete;

  void type(const std::string& keys);
  /// Waits until there is a file at this path; false after 30 s.
  bool wait_for(const std::string& path);
  /// Everything that has appeared on the terminal so far.
  const std::string& screen() const { return screen_; }

 private:
  void look();

  pid_t id_ = 0;
  int terminal_ = -1;
  std::string screen_;
};

}  // namespace invdyn::test
