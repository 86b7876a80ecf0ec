// invdyn reproduce on the command line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  EXPECT_THAT(outcome.err, HasSubstr("note: the page is my page/index.html\n"));
  EXPECT_THAT(here.read("my page/index.html"), HasSubstr("Angeles"));
  EXPECT_THAT(here.read("my page/angeles/table-7-4.csv"),
              HasSubstr("Balafoutis & Patel (1991),tensor,489,420"));
}

TEST(Reproduce, IsQuietOnRequest) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn reproduce angeles -o page -q");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out + outcome.err, IsEmpty());
}

TEST(Reproduce, RefusesUnknownSources) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn reproduce sasaki1991 -o page");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"sasaki1990\"?"));
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
