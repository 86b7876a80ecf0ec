#pragma once

#include <vector>

namespace invdyn {

/// A page of the manual, as app/manual/TOPIC.md has it.
struct ManualPage {
  const char *topic, *text;
};

/// All pages, by topic.
const std::vector<ManualPage>& manual_pages();

}  // namespace invdyn
