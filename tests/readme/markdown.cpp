#include "readme/markdown.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <regex>
#include <sstream>

namespace invdyn::test {
namespace {

// "Your own arm, in five minutes" -> "your-own-arm-in-five-minutes"
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '-' || c == '_' || byte >= 128)
      anchor += static_cast<char>(std::tolower(byte));
    if (c == ' ') anchor += '-';
  }
  return anchor;
}

void add_heading(Document& document, const std::string& line) {
  const std::string anchor = anchor_of(line.substr(line.find_first_not_of("# ")));
  std::string name = anchor;
  for (int i = 1; !document.anchors.insert(name).second; ++i) name = anchor + "-" + std::to_string(i);
}

void add_links(Document& document, const std::string& paragraphs) {
  const std::string text = std::regex_replace(paragraphs, std::regex("`[^`]*`"), "`");
  const std::regex link(R"(\]\(([^)\s]+)\))");
  for (std::sregex_iterator found(text.begin(), text.end(), link), end; found != end; ++found)
    document.links.push_back((*found)[1]);
}

// "$ command" lines, each followed by its output.
void add_examples(Document& document, const std::string& block) {
  std::istringstream lines(block);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("$ "))
      document.examples.push_back({line.substr(2), ""});
    else if (!document.examples.empty())
      document.examples.back().output += line + '\n';
  }
}

void add_block(Document& document, const std::string& info, const std::string& block) {
  const std::size_t blank = info.find(' ');
  if (info == "console") add_examples(document, block);
  if (blank != std::string::npos) document.files.emplace_back(info.substr(blank + 1), block);
}

std::vector<std::string> markdown_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(INVDYN_SOURCE_DIR "/" + folder))
    if (entry.path().extension() == ".md") names.push_back(folder + "/" + entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

Document read_document(const std::filesystem::path& path) {
  Document document;
  std::ifstream file(path);
  std::string prose, info, block;
  std::size_t indentation = 0;  // of a block in a list
  bool is_inside = false;
  for (std::string line; std::getline(file, line);) {
    const std::size_t fence = line.find_first_not_of(' ');
    if (fence != std::string::npos && line.compare(fence, 3, "```") == 0) {
      if (is_inside) add_block(document, info, block);
      is_inside = !is_inside;
      indentation = fence;
      info = line.substr(fence + 3);
      block.clear();
    } else if (is_inside) {
      block += line.substr(std::min(indentation, line.size())) + '\n';
    } else {
      if (line.starts_with("#")) add_heading(document, line);
      prose += line + '\n';
    }
  }
  add_links(document, prose);
  return document;
}

std::vector<std::string> user_documents() {
  std::vector<std::string> names = markdown_in("app/manual");
  names.insert(names.begin(), "README.md");
  return names;
}

std::vector<std::string> all_documents() {
  std::vector<std::string> names = user_documents();
  for (const char* folder : {"lib", ".github"})
    for (const std::string& name : markdown_in(folder)) names.push_back(name);
  return names;
}

}  // namespace invdyn::test
