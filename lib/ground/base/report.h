#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "error.h"

namespace invdyn {

/// Receives what a run says while it works. Each text is one finished sentence that begins with its place.
/// Here nothing is done with it.
class Report {
 public:
  virtual ~Report() = default;
  virtual void note(const std::string& /*text*/) {}
  virtual void warning(const std::string& /*text*/) {}
  /// A warning of input that can hardly be meant, such as numbers in another unit. A strict run ends by it.
  virtual void doubt(const std::string& where, const std::string& what) { warning(where + ": " + what); }
  /// After each chunk: the rows done so far, and their fraction of the whole if that is known.
  virtual void progress(std::size_t /*rows*/, std::optional<double> /*fraction*/) {}
  virtual void end_progress() {}

  /// warning(), as a function.
  Warn warn() {
    return [this](const std::string& text) { warning(text); };
  }
};

}  // namespace invdyn
