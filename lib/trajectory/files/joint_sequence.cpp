#include "joint_sequence.h"

#include <algorithm>
#include <map>

#include "../../ground/base/error.h"
#include "../../ground/base/row_place.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_text.h"
#include "../../ground/text/number.h"

namespace invdyn {
namespace {

// `frame_rate` of `frameRate`: the names of versions before 3.
std::string newer_key(std::string_view key) {
  std::string result;
  for (const char c : key) {
    if (c >= 'A' && c <= 'Z') result += '_';
    result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result == "purpose" ? "content" : result;
}

bool is_of_joints(const std::string& content) {
  return content == "JointDisplacement" || content == "MultiJointDisplacementSeq" ||
         content == "JointPosition";
}

}  // namespace

// Those of the component, else those before the components.
struct JointSequence::Keys {
  std::map<std::string, std::string> of_all, of_component;

  std::string text(const std::string& key) const {
    const auto found = of_component.find(key);
    if (found != of_component.end()) return found->second;
    const auto common = of_all.find(key);
    return common == of_all.end() ? "" : common->second;
  }
  double number(const std::string& key) const { return parse_finite(text(key)).value_or(0); }
};

JointSequence::JointSequence(CsvChunks& chunks) : file_(chunks.file().name()) {
  Keys keys;
  bool in_components = false;
  while (const std::optional<CsvChunks::Line> line = chunks.read_line()) {
    std::string_view text = trimmed(line->text);
    if (text.starts_with("- [") || text.starts_with("-[")) continue;  // a frame of another component
    if (text.starts_with('-')) {
      keys.of_component.clear();
      text = trimmed(text.substr(1));
    }
    const std::size_t colon = text.find(':');
    if (colon == text.npos) continue;
    const std::string key = newer_key(text.substr(0, colon));
    in_components = in_components || key == "components";
    (in_components ? keys.of_component : keys.of_all)[key] = trimmed(text.substr(colon + 1));
    if (key != "frames" || !is_of_joints(keys.text("content"))) continue;
    const std::string place = chunks.place_of(*line);
    has_times_ = keys.text("has_frame_time") == "true";
    rate_ = keys.number("frame_rate");
    const double joints = keys.number("num_parts"), rows = keys.number("num_frames");
    if (!(rate_ > 0) && !has_times_)
      throw Error(place, "has frames, and no frame rate before them: expected \"frameRate: 500\", in Hz");
    if (!(joints >= 1 && joints <= static_cast<double>(max_csv_columns)))
      throw Error(place, "has frames, and no number of joints before them: expected \"numParts: 6\"");
    joints_ = static_cast<std::size_t>(joints);
    if (rows >= 1 && !has_times_) rows_ = static_cast<std::size_t>(rows);
    line_ = chunks.next_line();
    return;
  }
  throw Error(file_, "has no frames of JointDisplacement: expected Choreonoid's body motion, in YAML");
}

std::optional<TimeGrid> JointSequence::grid() const {
  if (has_times_) return std::nullopt;
  return TimeGrid::with_rate(rate_);
}

void JointSequence::take(std::string_view text, std::string& out) {
  for (std::size_t newline; (newline = text.find('\n')) != text.npos; text.remove_prefix(newline + 1)) {
    open_line_ += text.substr(0, newline);
    take_line(open_line_, out);
    out += '\n';
    open_line_.clear();
    ++line_;
  }
  open_line_ += text;
  if (open_line_.size() > longest_line)
    throw Error(place_in(file_, line_), long_line_text(open_line_.data(), open_line_.size()));
}

void JointSequence::end(std::string& out) {
  if (!open_line_.empty()) take_line(open_line_, out);
}

void JointSequence::take_line(std::string_view line, std::string& out) {
  line = trimmed(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
  has_ended_ = has_ended_ || (!line.empty() && line.front() != '#' && line.front() != '-') ||
               (line.starts_with('-') && trimmed(line.substr(1)).find(':') != line.npos) || line == "-";
  if (has_ended_ || line.empty() || line.front() == '#') {
    out += '#';
    return;
  }
  line = trimmed(line.substr(1));
  if (!line.starts_with('[') || !line.ends_with(']'))
    throw Error(place_in(file_, line_), "is " + in_quotes(line.substr(0, 40)) +
                                            ": expected a frame in one line, such as - [ 0, 0.5 ]");
  out += line.substr(1, line.size() - 2);
}

}  // namespace invdyn
