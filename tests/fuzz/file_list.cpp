// Lists of files.
#include "ground/job/job_files.h"
#include "target.h"

void invdyn::fuzz::take(std::string_view input) {
  paths_listed_in(file_with("files.txt", input));
}
