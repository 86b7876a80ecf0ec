#pragma once

#include <vector>

namespace invdyn {

/// A page of the manual: the text of app/manual/TOPIC.md.
struct ManualPage {
  const char *topic, *text;
};

/// All pages, by topic.
const std::vector<ManualPage>& manual_pages();

}  // namespace invdyn
