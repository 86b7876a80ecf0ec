// Tables of Denavit-Hartenberg parameters. The text that they become is a robot in JSON.
#include "robot/files/dh_table.h"

#include "robot/files/json_reader.h"
#include "robot_use.h"

void invdyn::fuzz::take(std::string_view input) {
  const std::string path = file_with("table.csv", input);
  use(read_json_robot(robot_of_dh_table(path, "arm", {}, ignore), "arm.json", ignore));
}
