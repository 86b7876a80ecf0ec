#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace invdyn {

/// A failure that the user can mend. The text says where it is, what stands there, what was expected and,
/// where that is not plain, what to do. A setting stands in backquotes, under its key in a
/// configuration file: `dt`. Thrown where data enters the program, caught in main() alone.
class Error : public std::runtime_error {
 public:
  /// `where`: a place the user can go to, such as `lift.csv:1042` or `arm.json: /joints/2/link/mass`.
  Error(const std::string& where, const std::string& what) : std::runtime_error(where + ": " + what) {}
};

/// The request itself cannot be carried out as worded: an option's value, or options that exclude each other.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// The robot, or what acts on it, is not one that the method in question can take. The text says why.
class NotRepresentable : public Error {
 public:
  using Error::Error;
};

/// Receives each warning as one finished sentence that begins with its place.
using Warn = std::function<void(const std::string&)>;

}  // namespace invdyn
