#include "mjcf_files.h"

#include <algorithm>
#include <filesystem>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/document/read_text_file.h"

namespace invdyn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_included = 100;
// Each body of a chain is in the one before. More would exhaust the stack.
constexpr int deepest_of_chain = 500;

bool is_within(const fs::path& path, const fs::path& folder) {
  const auto [end, other] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

}  // namespace

MjcfFiles::MjcfFiles(const std::string& text, const std::string& file, bool anywhere)
    : file_(file), anywhere_(anywhere), bytes_(text.size()) {
  documents_.emplace_back(text, file, deepest_of_chain);
  const XmlNode root = documents_.front().root();
  if (root.tag() != "mujoco")
    throw Error(root.place(), "is the root element: expected MJCF, whose root element is <mujoco>");
  std::error_code fault;
  canonical_.push_back(fs::weakly_canonical(file, fault).string());
}

// Paths are relative to the folder of the first file [MuJoCo, XML reference, include].
const XmlDocument& MjcfFiles::document_of(const XmlNode& include) {
  const auto [known, is_new] = of_include_.emplace(include.identity(), nullptr);
  if (!is_new) return *known->second;
  include.use();
  const std::string name = include.text("file");
  const fs::path path = (fs::path(file_).parent_path() / name).lexically_normal();
  std::error_code fault;
  const fs::path found = fs::canonical(path, fault);
  if (fault || !fs::is_regular_file(found, fault))
    include.fail("file", "the path of a file; there is no file at " + in_quotes(path.string()));
  if (!anywhere_ && !is_within(found, fs::path(canonical_.front()).parent_path()))
    include.fail("file", "a file inside the folder of " + file_ +
                             "; `include-outside` also reads files "
                             "outside of this folder");
  if (std::find(canonical_.begin(), canonical_.end(), found.string()) != canonical_.end())
    include.fail("file", "a file that is not included yet (as in MuJoCo, a file can be included only once)");
  if (included_.size() == max_included)
    include.fail("file", "at most " + std::to_string(max_included) + " included files");
  const std::string text = read_text_file(path.string());
  expect_text_file_size(file_ + " and the files that it includes", bytes_ += text.size());
  documents_.emplace_back(text, path.string(), deepest_of_chain);
  included_.push_back(path.string());
  canonical_.push_back(found.string());
  documents_.back().root();
  return *(known->second = &documents_.back());
}

std::vector<XmlNode> MjcfFiles::elements(const XmlNode& node) {
  std::vector<XmlNode> result;
  for (const XmlNode& element : node.elements()) {
    if (element.tag() != "include") {
      result.push_back(element);
      continue;
    }
    const std::vector<XmlNode> included = elements(document_of(element).root());
    result.insert(result.end(), included.begin(), included.end());
  }
  return result;
}

std::vector<XmlNode> MjcfFiles::elements(const XmlNode& node, const char* tag) {
  std::vector<XmlNode> result;
  for (const XmlNode& element : elements(node))
    if (element.tag() == tag) {
      element.use();
      result.push_back(element);
    }
  return result;
}

std::vector<std::string> MjcfFiles::unused() const {
  std::vector<std::string> lines;
  for (const XmlDocument& document : documents_)
    for (std::string& line : document.unused()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace invdyn
