// The claims of the pages and their references: verdicts follow the numbers of the run, and links lead
// somewhere.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iomanip>
#include <regex>
#include <set>

#include "chapter_files.h"
#include "pictures/reproduction/claim.h"
#include "pictures/reproduction/typeset.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Verdict, FollowsTheCasesThatHold) {
  EXPECT_EQ(text_of(verdict_of(true)), "yes");
  EXPECT_EQ(text_of(verdict_of(false)), "no");
  EXPECT_EQ(text_of(verdict_of(3, 3)), "yes");
  EXPECT_EQ(text_of(verdict_of(1, 3)), "in part");
  EXPECT_EQ(text_of(verdict_of(0, 3)), "no");
}

struct SeenFinding {
  std::string page, anchor, claim, verdict, here, source;
};

std::vector<SeenFinding> all_findings() {
  const std::string html = all_sources().read("index.html");
  const std::regex row(
      "<tr><td><a href=\"([^#\"]+)#([^\"]+)\">(.*)</a></td><td "
      "class=\"[a-z]+\">(.*)</td><td>(.*)</td><td>(.*)</td></tr>");
  std::vector<SeenFinding> findings;
  for (std::sregex_iterator match(html.begin(), html.end(), row), end; match != end; ++match)
    findings.push_back({(*match)[1], (*match)[2], (*match)[3], (*match)[4], (*match)[5], (*match)[6]});
  return findings;
}

// The finding whose claim has this part.
SeenFinding finding(const std::string& part) {
  std::vector<SeenFinding> found;
  for (const SeenFinding& seen : all_findings())
    if (seen.claim.find(part) != std::string::npos) found.push_back(seen);
  EXPECT_EQ(found.size(), 1u) << part;
  return found.empty() ? SeenFinding{} : found.front();
}

TEST(Findings, AreForEverySourceAndInItsSection) {
  std::set<std::string> pages;
  std::map<std::string, int> verdicts;
  for (const SeenFinding& seen : all_findings()) {
    pages.insert(seen.page);
    ++verdicts[seen.verdict];
    const std::string page = all_sources().read(seen.page);
    EXPECT_THAT(page, HasSubstr("<tr><td><a href=\"#" + seen.anchor + "\">" + seen.claim + "</a></td>"));
    EXPECT_THAT(page, HasSubstr(" id=\"" + seen.anchor + "\""));
    EXPECT_FALSE(seen.here.empty()) << seen.claim;
    EXPECT_FALSE(seen.source.empty()) << seen.claim;
  }
  const std::string first = all_sources().read("index.html");
  for (const Reproduction& source : reproductions()) {
    const std::string page = std::string(source.name) + "/index.html";
    EXPECT_TRUE(pages.contains(page)) << page;
    EXPECT_THAT(first, HasSubstr("<a href=\"" + page + "\">" + std::string(source.title)));
  }
  EXPECT_THAT(first, HasSubstr("checked " + std::to_string(all_findings().size()) +
                               " claims of the sources: " + std::to_string(verdicts["yes"]) + " hold, " +
                               std::to_string(verdicts["in part"]) + " hold in part, " +
                               std::to_string(verdicts["no"]) + " do not."));
}

// A case is a condition, profile and duration; of the seeds of wrong masses the worst counts.
TEST(Findings, OfLeeCountTheRuns) {
  const Columns& runs = numbers("lee1982/runs");
  std::map<std::string, double> worst;
  for (std::size_t row = 0; row < runs.rows(); ++row) {
    std::string condition = runs.text("condition", row);
    condition = condition.substr(0, condition.find(", seed"));
    double& peak = worst[condition + runs.text("profile", row) + runs.text("duration (s)", row)];
    peak = std::max(peak, runs.number("peak error (rad)", row));
  }
  ASSERT_EQ(worst.size(), 6u * 3 * 13);
  std::size_t below = 0;
  for (const auto& [name, peak] : worst) below += peak < 4.26e-4;
  const SeenFinding of_all = finding("other durations");
  EXPECT_THAT(of_all.here, StartsWith(std::to_string(below) + " of 234 cases"));
  EXPECT_EQ(of_all.verdict, below == 234 ? "yes" : below == 0 ? "no" : "in part");

  const Columns& errors = numbers("lee1982/position-errors");
  double peak = 0;
  for (std::size_t joint = 1; joint <= 6; ++joint)
    for (std::size_t row = 0; row < errors.rows(); ++row)
      peak = std::max(peak, std::abs(errors.number("rotor_error_joint" + std::to_string(joint), row)));
  EXPECT_EQ(finding("drawn motion").verdict, peak < 4.26e-4 ? "yes" : "no");
}

// The paper's totals for six joints: 102740 and 78479 against 690 and 621, 149 and 126 times as many.
TEST(Findings, OfCostsCompareTheTotals) {
  const auto total = [](const std::string& file, const std::string& column) {
    const Columns& table = numbers(file);
    return std::stoll(table.text(column, table.rows() - 1));
  };
  const auto expected = [&](const std::string& file) {
    bool equal = true, near = true;
    for (const std::string kind : {"multiplications", "additions"}) {
      const long long printed = total(file, kind + ", printed"), here = total(file, kind + ", here");
      equal = equal && printed == here;
      near = near && 10 * std::abs(printed - here) <= printed;
    }
    return equal ? "yes" : near ? "in part" : "no";
  };
  EXPECT_EQ(finding("operations given in Table 1").verdict, expected("lee1982/table-1"));
  EXPECT_EQ(finding("operations given in Table 2").verdict, expected("lee1982/table-2"));
  EXPECT_EQ(finding("operations given in Table 7.1").verdict, expected("angeles/table-7-1"));
  EXPECT_EQ(finding("operations given in Table 7.2").verdict, expected("angeles/table-7-2"));
  EXPECT_THAT(finding("about 100 times").source, HasSubstr("149 and 126"));
  const double ratio = static_cast<double>(total("lee1982/table-1", "multiplications, here")) /
                       static_cast<double>(total("lee1982/table-2", "multiplications, here"));
  EXPECT_EQ(finding("about 100 times").verdict, ratio >= 50 && ratio <= 200 ? "yes" : "no");
  // 81n - 65 = 421 for n = 6; the table prints 420.
  const SeenFinding six = finding("numbers of Table 7.4");
  EXPECT_EQ(six.verdict, "in part");
  EXPECT_THAT(six.here, AllOf(HasSubstr("Balafoutis"), HasSubstr("421 additions")));
}

TEST(Findings, OfSasakiFollowTheMotions) {
  EXPECT_EQ(finding("printed points A and B").verdict, "yes");
  EXPECT_EQ(finding("printed orientation").verdict, "yes");
  EXPECT_EQ(finding("arrays of section 3").verdict, "yes");
  const Columns &right = numbers("sasaki1990/joint-space-2s"),
                &printed = numbers("sasaki1990/joint-space-2s-eq-3-26");
  double change = 0;
  for (std::size_t joint = 1; joint <= 6; ++joint)
    for (std::size_t row = 0; row < right.rows(); ++row) {
      const std::string column = "tau_joint" + std::to_string(joint);
      change = std::max(change, std::abs(right.number(column, row) - printed.number(column, row)));
    }
  EXPECT_EQ(finding("Equation (3.26)").verdict, change < 1e-9 ? "yes" : "no");
  EXPECT_THAT(finding("Equation (3.26)").here, HasSubstr("up to 41"));
  // The hand leaves the line by 10.9 mm.
  EXPECT_EQ(finding("straight line").verdict, "no");
  EXPECT_THAT(finding("straight line").here, HasSubstr("10.9\u00a0mm"));
}

TEST(Findings, OfTheSampleLoopFollowItsErrors) {
  const Columns& lag = numbers("choreonoid/lag");
  std::size_t precise = 0;
  for (std::size_t row = 0; row < lag.rows(); ++row)
    precise += lag.number("of the largest torque", row) < 0.01;
  EXPECT_EQ(finding("largest torque").verdict, precise == lag.rows() ? "yes"
                                               : precise > 0         ? "in part"
                                                                     : "no");
  EXPECT_THAT(finding("largest torque").here, HasSubstr(std::to_string(precise) + " of 7"));
  EXPECT_EQ(finding("time of their sample").verdict, "no");  // half a step and a step late
  EXPECT_EQ(finding("no initial values").verdict, "no");
}

TEST(Findings, OfTheLinkArticleFollowItsTorques) {
  EXPECT_EQ(finding("other equations of motion").verdict, "yes");
  EXPECT_EQ(finding("no moments N and n").verdict, "no");
}

// Every citation has its reference, every reference is cited, and every link within a page has its target.
TEST(Pages, LinksAndCitationsLeadToTheirTargets) {
  const std::regex id(" id=\"([^\"]+)\""), link("href=\"#([^\"]+)\"");
  for (const Reproduction& source : reproductions()) {
    SCOPED_TRACE(source.name);
    const std::string html = all_sources().read(std::string(source.name) + "/index.html");
    std::set<std::string> targets, links;
    std::size_t ids = 0;
    for (std::sregex_iterator match(html.begin(), html.end(), id), end; match != end; ++match, ++ids)
      targets.insert((*match)[1]);
    EXPECT_EQ(targets.size(), ids) << "an anchor is not unique";
    for (std::sregex_iterator match(html.begin(), html.end(), link), end; match != end; ++match)
      links.insert((*match)[1]);
    EXPECT_EQ(links, targets);
    EXPECT_TRUE(targets.contains("ref-1"));
  }
}

// The text of a page, without its drawings.
std::string without_drawings(std::string html) {
  for (std::size_t at = 0; (at = html.find("data:image", at)) != std::string::npos;)
    html.erase(at, html.find('"', at) - at);
  return html;
}

// Installed programs come without the source tree.
TEST(Pages, NameNoFileOfTheSourceTree) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(all_sources().path())) {
    if (entry.path().filename() != "index.html") continue;
    const std::string html = without_drawings(
        all_sources().read(std::filesystem::relative(entry.path(), all_sources().path()).string()));
    for (const char* part : {"lib/", "tests/", "app/", ".h<", ".cpp"})
      EXPECT_THAT(html, Not(HasSubstr(part))) << entry.path();
  }
}

// The caption of a figure or table: its text as HTML.
std::string caption(const std::string& source, const std::string& number) {
  const std::string html = all_sources().read(source + "/index.html"),
                    begin = "<figcaption><b>" + number + ".</b> ";
  const std::size_t at = html.find(begin) + begin.size();
  return html.substr(at, html.find(" <span class=\"files\">", at) - at);
}

double peak_of(const std::string& file, const std::string& column) {
  const Columns& columns = numbers(file);
  double peak = 0;
  for (std::size_t row = 0; row < columns.rows(); ++row)
    peak = std::max(peak, std::abs(columns.number(column, row)));
  return peak;
}

// A number with its unit, as the caption has it.
std::string in_caption(double value, const std::string& unit) {
  std::ostringstream text;
  text << std::setprecision(3) << value;
  return text_html("at most " + text.str() + " " + unit);
}

TEST(Captions, OfLeeHaveThePeaksOfTheirJoint) {
  for (int joint = 1; joint <= 6; ++joint) {
    const std::string seen = caption("lee1982", "Fig. " + std::to_string(joint + 2)),
                      column = "_error_joint" + std::to_string(joint);
    const double rotors = peak_of("lee1982/position-errors", "rotor" + column),
                 none = peak_of("lee1982/position-errors", "no_rotor" + column);
    EXPECT_THAT(seen, StartsWith("Position error of joint " + std::to_string(joint) + " ("));
    EXPECT_THAT(seen, HasSubstr(in_caption(1000 * rotors, "mrad")));
    EXPECT_THAT(seen, HasSubstr("Without rotor inertia, it is " + in_caption(1000 * none, "mrad") +
                                (none < 4.26e-4 ? ", below" : ", above") + " one bit of the converter."));
  }
}

TEST(Captions, OfSasakiHaveThePeaksOfTheirJoint) {
  for (int joint = 1; joint <= 6; ++joint) {
    const std::string seen = caption("sasaki1990", "Fig. " + std::to_string(joint + 6));
    for (const std::string motion : {"joint-space", "straight-line"}) {
      double peak = 0;
      for (const std::string duration : {"1s", "2s", "3s"})
        peak = std::max(
            peak, peak_of("sasaki1990/" + motion + "-" + duration, "tau_joint" + std::to_string(joint)));
      EXPECT_THAT(seen, HasSubstr(in_caption(peak, "N m"))) << joint << ", " << motion;
    }
  }
}

}  // namespace
}  // namespace invdyn::test
