#include "formats.h"

#include <algorithm>
#include <filesystem>

#include "../../ground/compression/compression.h"
#include "csv_source.h"
#include "npy_source.h"

namespace invdyn {
namespace {

std::unique_ptr<TrajectorySource> open_text(const std::string& path, const Robot& robot,
                                            const CsvSettings& settings, const Warn& note) {
  return std::make_unique<CsvSource>(path, robot, settings, note);
}

std::unique_ptr<TrajectorySource> open_array(const std::string& path, const Robot& robot,
                                             const CsvSettings& settings, const Warn& note) {
  const std::string is_array = "is only for text files: leave it out, because " + path + " is an array (" +
                               path + ".json names its columns)";
  if (!settings.has_header) throw UsageError("`no-header`", is_array);
  if (settings.separator) throw UsageError("`separator`", is_array);
  if (settings.time_unit) throw UsageError("`time-unit`", is_array);
  if (settings.decimal_comma) throw UsageError("`decimal`", is_array);
  if (!settings.topic.empty()) throw UsageError("`topic`", "is for MCAP files: " + path + " is not one");
  if (settings.missing.leaves_gaps()) throw UsageError("`missing`", is_array);
  if (settings.keeps_stamps) throw UsageError("`columns`", "has stamp, which " + is_array);
  return std::make_unique<NpySource>(path, robot, settings, note);
}

// One more format is one more line here.
constexpr TrajectoryFormat formats[] = {
    {.ending = ".csv", .open = open_text, .is_written = true},
    {.ending = ".npy", .open = open_array, .may_be_compressed = false, .is_written = true},
    {.ending = ".sto", .open = open_text},
    {.ending = ".mot", .open = open_text},
    {.ending = ".pos", .open = open_text, .has_names = false},
    {.ending = ".mcap", .open = open_text},
    {.ending = ".seq", .open = open_text, .has_names = false},
};

}  // namespace

std::span<const TrajectoryFormat> trajectory_formats() {
  return formats;
}

const TrajectoryFormat* trajectory_format_of(std::string_view path) {
  const std::string_view text = without_compression_ending(path);
  const auto* const found = std::find_if(std::begin(formats), std::end(formats), [&](const auto& format) {
    return (format.may_be_compressed ? text : path).ends_with(format.ending);
  });
  return found == std::end(formats) ? nullptr : found;
}

std::unique_ptr<TrajectorySource> open_trajectory(const std::string& path, const Robot& robot,
                                                  const CsvSettings& settings, const Warn& note) {
  const TrajectoryFormat* const format = trajectory_format_of(path);
  return (format ? *format : formats[0]).open(path, robot, settings, note);
}

std::string name_of_results(const std::string& path) {
  const std::string_view text = without_compression_ending(path);
  std::filesystem::path name = std::filesystem::path(text).filename();
  const TrajectoryFormat* const format = trajectory_format_of(path);
  if (format && !format->is_written) name.replace_extension(formats[0].ending);
  return name.string() + path.substr(text.size());
}

}  // namespace invdyn
