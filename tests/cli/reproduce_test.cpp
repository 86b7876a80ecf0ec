// invdyn reproduce on the command line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Reproduce, WritesOneSourceAndNamesThePage) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn reproduce angeles -o 'my page'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("note: the first page is my page/index.html\n"));
  EXPECT_THAT(here.read("my page/index.html"), HasSubstr("<a href=\"angeles/index.html\">Angeles"));
  EXPECT_THAT(here.read("my page/angeles/index.html"), HasSubstr("<a href=\"table-7-4.csv\">CSV</a>"));
  EXPECT_THAT(here.read("my page/angeles/table-7-4.csv"),
              HasSubstr("Balafoutis & Patel (1991),tensor,489,420"));
}

TEST(Reproduce, NamesThePagesOfEarlierRuns) {
  const Workplace here;
  EXPECT_THAT(here.run("invdyn reproduce angeles -o page").err, testing::Not(HasSubstr("earlier")));
  EXPECT_THAT(
      here.run("invdyn reproduce craig -o page").err,
      HasSubstr("note: the first page lists only the sources of this run. The folder also has "
                "the page of an earlier run: page/angeles/index.html. To list all sources, run invdyn "
                "reproduce all -o page\n"));
}

TEST(Reproduce, IsQuietOnRequest) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn reproduce angeles -o page -q");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out + outcome.err, IsEmpty());
}

// The sidecar has a hash of every file, as sha256sum prints it, and rerun writes and compares them again.
TEST(Reproduce, HasASidecarThatCanBeRerun) {
  const Workplace here;
  ASSERT_EQ(here.run("invdyn reproduce craig -o page -q --sidecar page.json").code, 0);
  const nlohmann::json run = nlohmann::json::parse(here.read("page.json"));
  std::string sums;
  for (const nlohmann::json& output : run["outputs"])
    sums += output["sha256"].get<std::string>() + "  " + output["file"].get<std::string>() + '\n';
  here.write("sums", sums);
  EXPECT_EQ(here.run("sha256sum --check --quiet sums").code, 0);
  EXPECT_EQ(here.run("find page -type f | wc -l").out, std::to_string(run["outputs"].size()) + '\n');
  const Outcome again = here.run("invdyn rerun page.json -o again -q");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(here.run("diff -r page again").code, 0);
  EXPECT_EQ(here.run("invdyn rerun page.json --check").code, 0);
  here.write("page/craig/polar.csv", "mine");
  EXPECT_THAT(here.run("invdyn rerun page.json --check").out, HasSubstr("page/craig/polar.csv: changed\n"));
  EXPECT_EQ(here.run("invdyn rerun page.json -o page").code, 2);
  EXPECT_EQ(here.read("page/craig/polar.csv"), "mine");
  EXPECT_EQ(here.run("invdyn reproduce craig -o page --sidecar page/index.html").code, 2);
}

TEST(Reproduce, RefusesUnknownSources) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn reproduce sasaki1991 -o page");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"sasaki1990\"?"));
  EXPECT_THAT(here.run("invdyn reproduce").err, HasSubstr("expected invdyn reproduce SOURCE, one of all, "));
  EXPECT_THAT(
      here.run("invdyn reproduce luh1980").err,
      HasSubstr("SOURCE: is \"luh1980\": expected all, or one of sasaki1990 (Sasaki 1990: torques of a "
                "six-link manipulator), lee1982 ("));
  EXPECT_THAT(here.run("invdyn reproduce sasaki").err, HasSubstr("did you mean \"sasaki1990\"?"));
  EXPECT_EQ(here.run("invdyn reproduce craig").code, 2);
  EXPECT_EQ(here.run("invdyn reproduce craig -o -").code, 2);
  EXPECT_THAT(here.names(), IsEmpty());
}

TEST(Reproduce, NamesTheFolderThatItCannotWrite) {
  const Workplace here;
  here.write("taken", "mine");
  const Outcome outcome = here.run("invdyn reproduce angeles -o taken/page");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("taken/page"));
  EXPECT_EQ(here.read("taken"), "mine");
}

TEST(Reproduce, WithoutGnuplotWritesNothing) {
  const Workplace here;
  const Outcome outcome = here.run("mkdir empty; PATH=$PWD/empty " + program + " reproduce craig -o page");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("install the Debian package gnuplot-nox"));
  EXPECT_EQ(here.names(), std::vector<std::string>{"empty"});
}

}  // namespace
}  // namespace invdyn::test
