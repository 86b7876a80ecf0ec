#include "lean_app.h"

#include <algorithm>

namespace invdyn {

NamesOnLine::NamesOnLine(const std::vector<const char*>& words) {
  for (const std::string_view word : words)
    if (word.starts_with("--"))
      long_names_.push_back(word.substr(0, word.find('=')));
    else if (word.starts_with("-"))
      letters_ += word.substr(1);
}

bool NamesOnLine::has_one(std::string_view name) const {
  if (!name.starts_with("-")) return true;
  if (name.starts_with("--"))
    return std::find(long_names_.begin(), long_names_.end(), name) != long_names_.end();
  return letters_.find(name.back()) != std::string::npos;
}

bool NamesOnLine::has(std::string_view names) const {
  while (!has_all_ && !names.empty()) {
    const std::string_view name = names.substr(0, names.find(','));
    if (has_one(name)) return true;
    names.remove_prefix(std::min(name.size() + 1, names.size()));
  }
  return has_all_;
}

CLI::Option* LeanApp::left_out() {
  static LeanApp nothing("", "");
  static CLI::Option* const option = nothing.add_option("--nothing");
  return option;
}

bool LeanApp::lacks_required_option() {
  const bool lacks = left_out()->get_required();
  left_out()->required(false);
  return lacks;
}

void exclude_each_other(CLI::Option* one, CLI::Option* other) {
  if (one != other) one->excludes(other);  // the same, if both are left out
}

}  // namespace invdyn
