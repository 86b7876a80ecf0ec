#pragma once

#include <list>
#include <map>
#include <string>
#include <vector>

#include "../../ground/document/xml_document.h"

namespace invdyn {

/// An MJCF file with the files that it includes. Refused are files outside the folder of the first one unless
/// `anywhere`, files that are included twice (as MuJoCo does, so there are no cycles), more than 100 files,
/// and more than 8 MiB in all.
class MjcfFiles {
 public:
  /// Throws Error if the root element is not <mujoco>.
  MjcfFiles(const std::string& text, const std::string& file, bool anywhere);

  XmlNode root() const { return documents_.front().root(); }
  /// The elements inside, in order; an <include> stands for the elements of its file. Throws Error.
  std::vector<XmlNode> elements(const XmlNode& node);
  /// The same, but only those of one name, which count as used.
  std::vector<XmlNode> elements(const XmlNode& node, const char* tag);

  /// The first file's path.
  const std::string& file() const { return file_; }
  /// The paths of the included files.
  const std::vector<std::string>& included() const { return included_; }
  std::vector<std::string> unused() const;

 private:
  const XmlDocument& document_of(const XmlNode& include);

  const std::string file_;
  const bool anywhere_;
  std::list<XmlDocument> documents_;
  std::vector<std::string> included_;
  std::vector<std::string> canonical_;  // of all files
  std::map<const void*, const XmlDocument*> of_include_;
  std::size_t bytes_;
};

}  // namespace invdyn
