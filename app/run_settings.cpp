#include "run_settings.h"

#include "command_line/command_line.h"
#include "command_line/config_file.h"
#include "command_line/help.h"
#include "ground/base/wording.h"

namespace invdyn {
namespace {

using Json = nlohmann::ordered_json;

// The given value or the default; null if the program finds the value itself.
Json setting(const CLI::Option& option) {
  const std::vector<std::string>& given = option.results();
  if (!takes_value(option)) return !given.empty();
  if (takes_several(option)) return given;
  if (!given.empty()) return given.back();
  if (option.get_default_str().empty()) return nullptr;
  return option.get_default_str();
}

}  // namespace

Json run_json(const CLI::App& command) {
  Json json;
  json["invdyn"] = INVDYN_VERSION;
  json["command"] = full_name(command);
  Json& settings = json["settings"] = Json::object();
  for (const CLI::Option* option : command.get_options())
    if (const std::string key = config_key(command, *option); !key.empty()) settings[key] = setting(*option);
  return json;
}

std::vector<std::pair<std::string, std::string>> shown_settings(const CLI::App& command) {
  std::vector<std::pair<std::string, std::string>> shown;
  for (const CLI::Option* option : command.get_options()) {
    const std::string key = config_key(command, *option);
    if (key.empty() || option->get_group() == group::output) continue;
    const Json value = setting(*option);
    if (value.is_null() || value == false || value.empty()) continue;
    const auto text_of = [](const Json& each) {
      return each.is_string() ? each.get<std::string>()
                              : each.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    std::vector<std::string> texts;
    if (value.is_array())
      for (const Json& each : value) texts.push_back(text_of(each));
    shown.emplace_back(key, value.is_array() ? joined(texts) : text_of(value));
  }
  return shown;
}

std::vector<std::string> immaterial_settings(const CLI::App& command) {
  std::vector<std::string> keys;
  for (const CLI::Option* option : command.get_options())
    if (keeps_outputs(*option)) keys.push_back(config_key(command, *option));
  return keys;
}

}  // namespace invdyn
