#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "../../ground/output_files/table.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/block.h"
#include "../../trajectory/data/quantity.h"
#include "../figure/figure.h"
#include "page.h"

namespace invdyn {

/// One source's page, and the folder that holds it with its figures and numbers.
class Chapter {
 public:
  /// Makes the folder if it does not exist. Throws Error. `part_done` is called after each figure and table.
  Chapter(std::string title, std::filesystem::path folder, std::function<void()> part_done);

  Page& page() { return page_; }

  /// Draws `<file>.svg` and `<file>.pdf`, writes the points of all curves to `<file>.csv`, and shows the
  /// figure under the paper's number. Throws Error.
  void figure(const std::string& number, const std::string& file, const Figure& figure,
              const std::string& caption);

  /// Writes `<file>.csv` with all digits, and the table of the page with four.
  void table(const std::string& number, const std::string& file, const Table& table,
             const std::string& caption);

  /// Writes a motion with its torques as `<file>.csv`, a trajectory that the program can read.
  void motion(const std::string& file, const Robot& robot, const Block& motion);

  /// Writes a file of this name beside the page. The name must be unique in the chapter.
  Page::File file(const std::string& label, const std::string& name, const std::string& contents);

  /// The paths of all files written, sorted.
  std::vector<std::filesystem::path> written() const;

 private:
  /// The path of a file that does not exist yet.
  std::string claimed(const std::string& name);

  Page page_;
  std::filesystem::path folder_;
  std::function<void()> part_done_;
  std::set<std::string> files_;
};

}  // namespace invdyn
