#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "../data/time_grid.h"
#include "csv_chunks.h"

namespace invdyn {

/// Choreonoid's body motion (.seq), in YAML: a list of components, of which JointDisplacement has frames, and
/// each frame is a list of the joints' positions, rad or m, maybe after its time, s. Choreonoid's manual,
/// "Standard Body Motion File Format", versions 1 to 4. Turns the lines of frames into rows with commas, and
/// the later lines into comments.
class JointSequence : public LineFilter {
 public:
  /// Reads up to the frames. Throws Error if there are none.
  explicit JointSequence(CsvChunks& chunks);

  std::size_t columns() const { return joints_ + has_times_; }
  /// The times of the frames; none: each frame has its own.
  std::optional<TimeGrid> grid() const;
  std::optional<std::size_t> declared_rows() const { return rows_; }

  void take(std::string_view text, std::string& out) override;
  void end(std::string& out) override;

 private:
  struct Keys;  // of a component
  void take_line(std::string_view line, std::string& out);

  std::string file_, open_line_;
  std::size_t line_ = 0;  // the number of the next line
  std::size_t joints_ = 0;
  bool has_times_ = false, has_ended_ = false;
  double rate_ = 0;
  std::optional<std::size_t> rows_;
};

}  // namespace invdyn
