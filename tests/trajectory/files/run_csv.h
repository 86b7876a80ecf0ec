#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ground/csv/csv_text.h"
#include "ground/text/utf8.h"
#include "support/temporary_folder.h"
#include "torques/pipeline/pipeline.h"
#include "trajectory/files/csv_source.h"
#include "trajectory/files/npy_source.h"
#include "trajectory/files/prepared_source.h"

namespace invdyn::test {

struct Axis {
  std::string name;
  JointType type = JointType::revolute;
  Limits limits = {};
};

/// A serial arm of point masses: only its joints' names, types and limits matter here.
inline Robot arm_of(const std::vector<Axis>& axes) {
  RobotDescription description;
  description.name = "arm";
  description.place = [](std::size_t, RobotDescription::Part) { return std::string("arm"); };
  description.value = description.place;
  std::string parent = description.base_link;
  for (const Axis& axis : axes) {
    RobotDescription::JointAndLink one;
    one.joint.name = axis.name;
    one.joint.type = axis.type;
    one.joint.limits = axis.limits;
    one.parent_link = parent;
    one.link.name = parent = "link-" + axis.name;
    one.link.mass_properties.mass = 1;
    one.link.mass_properties.com = {0.1, 0.2, 0.3};
    description.joints.push_back(one);
  }
  return Robot(description, [](const std::string&) {});
}

/// All rows of a trajectory, and the messages.
struct Rows {
  Known known = Known::q;
  std::vector<std::string> notes, warnings;
  std::vector<std::size_t> lines;               // lines in the file, one per row
  std::vector<double> t;                        // one per row
  std::vector<std::vector<double>> q, dq, ddq;  // [joint][row]
  std::vector<std::vector<double>> tau;
  std::vector<double> fractions;  // fraction that was done after each chunk
};

inline void append_own_rows(const Block& block, Rows& rows) {
  const auto append = [&](const Eigen::ArrayXXd& from, std::vector<std::vector<double>>& to) {
    to.resize(block.dof);
    for (std::size_t j = 0; j < block.dof; ++j)
      for (std::size_t row = block.own_begin(); row < block.own_end(); ++row)
        to[j].push_back(from(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(j)));
  };
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    rows.t.push_back(block.t[static_cast<Eigen::Index>(row)]);
    rows.lines.push_back(block.line[row]);
  }
  append(block.q, rows.q);
  append(block.dq, rows.dq);
  append(block.ddq, rows.ddq);
  append(block.tau, rows.tau);
}

class CollectingSink : public Sink {
 public:
  explicit CollectingSink(Rows& rows) : rows_(rows) {}
  void take(const Block& block) override { append_own_rows(block, rows_); }

 private:
  Rows& rows_;
};

/// The path of a trajectory through the pipeline; the defaults are the program's.
struct Way {
  CsvSettings csv = {};
  Start start = Start::rest;
  bool unwrap = false;
  ChunkSizes sizes = {};
  std::size_t rows_in_chunk = 0;  // of a .npy file
  std::size_t threads = 1;
  std::optional<Shard> shard = {};
  LocalFit fit = {};
  Preparation preparation = {};
  Surroundings surroundings = {};
};

/// The rows of a source as the pipeline passes them to its sinks, up to an error if there is one. Warnings
/// use `name` for the file.
inline void run_source(std::unique_ptr<TrajectorySource> opened, const std::string& name, const Robot& robot,
                       const Way& way, Rows& rows) {
  const Warn warn = [&](const std::string& text) { rows.warnings.push_back(text); };
  PreparedSource* prepared = nullptr;
  if (way.preparation.changes_anything()) {
    auto wrapped = std::make_unique<PreparedSource>(std::move(opened), way.preparation, way.csv.grid);
    prepared = wrapped.get();
    opened = std::move(wrapped);
  }
  TrajectorySource& source = *opened;
  rows.known = source.known();
  Differentiation how;
  how.known = source.known();
  how.scheme = how.known == Known::q_dq_ddq ? Scheme::given : way.csv.scheme.value_or(Scheme::backward);
  how.start = way.start;
  how.fit = way.fit;
  how.has_gaps = way.csv.missing.leaves_gaps() && how.known != Known::q_dq_ddq;
  if (way.csv.grid) how.step = way.csv.grid->step();
  if (way.shard) source.restrict_to(*way.shard, how);
  const TrajectoryTorques dynamics(robot, {}, way.surroundings);
  Unwrap unwrap(robot);
  if (prepared) {
    Differentiation as_read = how;
    as_read.scheme = Scheme::given;
    TrajectoryWatch reading(robot, as_read, name, warn, source.places());
    prepared->read(robot, reading, how.rows_needed(), way.unwrap ? &unwrap : nullptr, warn);
    how.step = prepared->step();
  }
  TrajectoryWatch watch(robot, how, name, warn, source.places());
  if (prepared) watch.has_seen_positions();
  CollectingSink sink(rows);
  TorquePipeline pipeline{.source = source, .differentiation = how, .dynamics = dynamics, .watch = watch};
  if (way.unwrap && !prepared) pipeline.unwrap = &unwrap;
  pipeline.sinks = {&sink};
  pipeline.threads = way.threads;
  pipeline.progress = [&](std::size_t, std::optional<double> fraction) {
    rows.fractions.push_back(fraction.value_or(1));
  };
  pipeline.run();
  for (const std::string& text : source.warnings()) warn(text);
}

/// The same for a file.
inline void run_file(const std::string& path, const Robot& robot, const Way& way, Rows& rows) {
  const Warn note = [&](const std::string& text) { rows.notes.push_back(text); };
  if (is_npy_name(path))
    run_source(std::make_unique<NpySource>(path, robot, way.csv, note, way.rows_in_chunk), "motion.npy",
               robot, way, rows);
  else
    run_source(std::make_unique<CsvSource>(path, robot, way.csv, note, way.sizes), "motion.csv", robot, way,
               rows);
}

inline Rows run_file(const std::string& path, const Robot& robot, const Way& way = {}) {
  Rows rows;
  run_file(path, robot, way, rows);
  return rows;
}

/// Number of rows before the final error of the run.
inline std::size_t rows_before_error(const std::string& path, const Robot& robot, const Way& way) {
  Rows rows;
  try {
    run_file(path, robot, way, rows);
  } catch (const Error&) {
  }
  return rows.t.size();
}

/// `text` without the folder's path before the names of its files.
inline std::string without_folder(std::string text, const TemporaryFolder& folder) {
  const std::string prefix = folder.path() + '/';
  for (std::size_t at; (at = text.find(prefix)) != std::string::npos;) text.erase(at, prefix.size());
  return text;
}

/// `text` of an error without what only a reader knows that sees the end of the file, or its other fields.
inline std::string without_advice_on_lines(std::string text) {
  if (!is_utf8(text) || text.find("is not in UTF-8, probably") != std::string::npos)
    return text.substr(0, text.find(": ")) + ": is not in UTF-8";
  if (const std::size_t at = text.find("; its numbers have a decimal comma"); at != std::string::npos)
    text.erase(at);
  for (const std::string advice : {torn_line_text, " (`missing` skip leaves such rows out)"})
    if (const std::size_t at = text.find(advice); at != std::string::npos) text.erase(at, advice.size());
  return text;
}

/// The same for the text of a file called motion.csv.
inline Rows run_csv(const std::string& text, const Robot& robot, const Way& way = {}) {
  const TemporaryFolder folder;
  Rows rows = run_file(folder.write("motion.csv", text), robot, way);
  for (std::string& note : rows.notes) note = without_folder(note, folder);
  return rows;
}

/// The text of the final error of the run, or `no error`.
inline std::string error_of_file(const std::string& path, const Robot& robot, const Way& way = {}) {
  try {
    run_file(path, robot, way);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

inline std::string error_of_csv(const std::string& text, const Robot& robot, const Way& way = {}) {
  const TemporaryFolder folder;
  return without_folder(error_of_file(folder.write("motion.csv", text), robot, way), folder);
}

}  // namespace invdyn::test
