#include "description_file.h"

namespace invdyn {
namespace {

// The path of the data as seen from the description's folder.
std::string name_from(const OutputFile& description, const OutputFile& data) {
  const bool is_beside =
      description.replaces_target() && description.target().parent_path() == data.target().parent_path();
  return is_beside ? data.target().filename() : std::filesystem::absolute(data.target());
}

}  // namespace

void commit_described(OutputFile& data, const std::vector<DescriptionFile*>& descriptions, Sync sync) {
  data.finish_content();
  std::optional<DescribedData> described;
  if (!descriptions.empty() && data.replaces_target()) described = {"", data.identity(), data.modified_ns()};
  std::vector<OutputFile*> files;
  for (DescriptionFile* each : descriptions) {
    if (described) described->file = name_from(each->file, data);
    each->file.write(each->text(described));
    files.push_back(&each->file);
  }
  commit_together(data, files, sync);
}

}  // namespace invdyn
