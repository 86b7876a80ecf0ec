// Sidecars, which may come from others.
#include "ground/job/recorded_run.h"
#include "target.h"

void invdyn::fuzz::take(std::string_view input) {
  const RecordedRun run = read_recorded_run(file_with("run.json", input));
  for (const RecordedFile& file : run.inputs) match_of("/dev/null", file);
  match_of(file_with("out.csv", "t\n0\n"), run.output);
}
