#include "errata.h"

#include <algorithm>
#include <sstream>
#include <string_view>

namespace invdyn {

std::string_view errata_text();  // the text of lib/ERRATA.md

std::string errata_anchor(const std::string& source) {
  return "errata-" + source;
}

void add_errata(Page& page, const std::vector<std::string>& sources) {
  constexpr std::string_view title = "# ", subtitle = "## ", source = "Source ";
  std::istringstream lines{std::string(errata_text())};
  std::string part;
  bool shown = true;
  const auto end_part = [&] {
    if (shown && part.find_first_not_of('\n') != std::string::npos) page.markdown_text(part);
    part.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(title)) {
      page.section(line.substr(title.size()), "", "errata");
    } else if (line.starts_with(subtitle)) {
      end_part();
      const std::string heading = line.substr(subtitle.size());
      const std::string number = heading.substr(source.size(), heading.find(':') - source.size());
      shown = std::find(sources.begin(), sources.end(), number) != sources.end();
      if (shown) page.subsection("Errata of s" + heading.substr(1), errata_anchor(number));
    } else {
      part += line + "\n";
    }
  }
  end_part();
}

}  // namespace invdyn
