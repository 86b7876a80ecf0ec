#include "sub_body.h"

#include <algorithm>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/document/read_text_file.h"

namespace invdyn {
namespace {

constexpr std::size_t max_nested_bodies = 10;
constexpr std::size_t max_files = 100;
constexpr std::uintmax_t max_bytes = 8u << 20;

}  // namespace

SubBodyFiles::SubBodyFiles(const std::string& file) {
  std::error_code fault;
  open_.push_back(std::filesystem::weakly_canonical(file, fault));
}

SubBodyFiles::File SubBodyFiles::open(const YamlNode& uri) {
  const std::string text = uri.text();
  const std::filesystem::path relative(text);
  if (relative.is_absolute() || relative.extension() != ".body" || text.find(':') != std::string::npos ||
      text.find("${") != std::string::npos)
    uri.fail("the path of a .body file, relative to the folder of this file");
  const auto refuse = [&uri](const std::string& why) {
    throw Error(uri.place(), uri.what() + " is " + uri.value() + ": " + why);
  };
  const std::filesystem::path path =
      (std::filesystem::path(uri.file()).parent_path() / relative).lexically_normal();
  std::error_code fault;
  const std::filesystem::path found = std::filesystem::canonical(path, fault);
  if (fault || !std::filesystem::is_regular_file(found, fault))
    refuse("expected a file at " + in_quotes(path.string()));
  if (std::find(open_.begin(), open_.end(), found) != open_.end())
    refuse(
        "this file contains itself, directly or through other files: expected files that do not form a loop");
  if (open_.size() > max_nested_bodies)
    refuse("sub-bodies are nested more than " + std::to_string(max_nested_bodies) +
           " levels deep: expected fewer");
  if (++count_ > max_files) refuse("more than " + std::to_string(max_files) + " sub-bodies: expected fewer");
  bytes_ += std::filesystem::file_size(found, fault);
  if (fault || bytes_ > max_bytes)
    refuse("the sub-bodies have more than " + std::to_string(max_bytes >> 20) +
           " MiB in total: expected fewer or smaller files");
  std::string content = read_text_file(path.string());
  open_.push_back(found);
  return {names_.emplace_back(path.string()), std::move(content)};
}

}  // namespace invdyn
