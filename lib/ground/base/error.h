#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace invdyn {

/// A failure that the user can correct. The text states the place, the value found, the expected value and,
/// if it is not obvious, the remedy. A setting is in backquotes, by its key in a configuration file: `dt`.
/// Thrown where data enters the program, caught only in main().
class Error : public std::runtime_error {
 public:
  /// `where`: a place that the user can find, such as `lift.csv:1042` or `arm.json: /joints/2/link/mass`.
  Error(const std::string& where, const std::string& what) : std::runtime_error(where + ": " + what) {}
};

/// The request itself is wrong: an option's value, or options that exclude each other.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// The method cannot treat this robot or its loads. The text states the reason.
class NotRepresentable : public Error {
 public:
  using Error::Error;
};

/// Receives each warning as one complete sentence that begins with its place.
using Warn = std::function<void(const std::string&)>;

}  // namespace invdyn
