#include "npy_columns.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "../base/error.h"
#include "../base/links.h"
#include "../base/wording.h"
#include "../document/json_node.h"
#include "../document/read_text_file.h"
#include "data_json.h"

namespace invdyn {
namespace {

// Checks that JSON can hold the name: it must be UTF-8.
void expect_text(const std::string& name) {
  try {
    nlohmann::json(name).dump();
  } catch (const nlohmann::json::type_error&) {
    throw Error("column " + invdyn::in_quotes(name),
                "its name is not UTF-8: expected a name in UTF-8, as JSON requires");
  }
}

// New data with an old description, or the reverse, would silently give wrong numbers.
void expect_described(const JsonNode& data, const nlohmann::json& value, const DataIdentity& array,
                      const std::string& npy_path) {
  const auto described = identity_in(value);
  if (!described)
    data.fail(
        "{\"file\": ..., \"size\": ..., \"sample_crc32\": ...}. If the names in \"columns\" are right, delete "
        "\"data\"");
  if (*described != array)
    throw Error(data.place(),
                "does not describe " + npy_path + ", because " +
                    (described->size == array.size ? "the .npy file has other numbers"
                                                   : "the .npy file has " + counted(array.size, "byte") +
                                                         ", not " + std::to_string(described->size)) +
                    ": expected both files from the same run. If the names in \"columns\" are right, delete "
                    "\"data\"");
}

}  // namespace

std::string npy_columns_path(const std::string& npy_path) {
  const std::string array = behind_links(npy_path).string();
  return (array.empty() ? npy_path : array) + ".json";
}

std::vector<std::string> read_npy_columns(const std::string& npy_path, std::size_t count,
                                          const DataIdentity& array) {
  const std::string path = npy_columns_path(npy_path);
  std::error_code unknown;  // reading the file will report the error
  if (std::filesystem::status(path, unknown).type() == std::filesystem::file_type::not_found)
    throw Error(path, "no such file: expected {\"columns\": [\"t\", ...]}, the names of the " +
                          counted(count, "column") + " of " + npy_path);
  const nlohmann::json document = parse_json(read_text_file(path), path);
  const JsonNode root(document, path);
  root.expect_keys({"columns", "data"});
  if (root.has("data")) expect_described(root.at("data"), document["data"], array, npy_path);
  const JsonNode columns = root.at("columns");
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const JsonNode& column : columns.elements()) {
    names.push_back(column.text());
    if (names.back().empty()) column.fail("a name");
    if (!known.insert(names.back()).second) column.fail("each name once");
  }
  if (names.size() != count)
    throw Error(columns.place(), "has " + counted(names.size(), "name") + ": expected " +
                                     std::to_string(count) + ", one for each column of " + npy_path);
  return names;
}

std::string npy_columns_text(const std::vector<std::string>& names,
                             const std::optional<DescribedData>& data) {
  for (const std::string& name : names) expect_text(name);
  nlohmann::ordered_json document{{"columns", names}};
  if (data) document["data"] = data_json(*data);
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace invdyn
