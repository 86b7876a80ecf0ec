// Tables with columns of any name, and their errors.

#include "ground/csv/csv_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ground/base/error.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Table : public testing::Test {
 protected:
  CsvTable read(const std::string& text) {
    return read_csv_table(folder_.write("m.csv", text),
                          [](const std::string& name) { return name != "state"; });
  }

  std::string complaint(const std::string& text) {
    try {
      read(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  }

  TemporaryFolder folder_;
};

TEST_F(Table, HasTheRequestedColumnsInTheirOrder) {
  const CsvTable table = read("tau_b,state,time, \"a, b\" \n1,idle,0,2\n# a comment\n-3e2,moving,0.5,.25\n");
  EXPECT_EQ(table.rows, 2u);
  ASSERT_TRUE(table.time);
  EXPECT_THAT(*table.time, ElementsAre(0, 0.5));
  ASSERT_EQ(table.columns.size(), 2u);
  EXPECT_EQ(table.columns[0].name, "tau_b");
  EXPECT_THAT(table.columns[0].values, ElementsAre(1, -300));
  EXPECT_EQ(table.columns[1].name, "a, b");
  EXPECT_THAT(table.columns[1].values, ElementsAre(2, 0.25));
  EXPECT_THAT(table.passed_over, ElementsAre("state"));
  EXPECT_FALSE(read("a\n1\n").time);
}

TEST_F(Table, HasALimit) {
  const std::string path = folder_.write("m.csv", "a\n" + std::string(2 << 20, '\n'));
  const auto read_up_to = [&](std::size_t bytes) {
    return read_csv_table(
               path, [](const std::string&) { return true; }, bytes)
        .rows;
  };
  EXPECT_EQ(read_up_to(3 << 20), 0u);
  EXPECT_THROW(read_up_to(1 << 20), Error);
  EXPECT_THAT(complaint("a" + std::string(200'000, ',') + '\n'),
              HasSubstr("m.csv:1: has more than 200000 fields: expected fewer columns"));
}

TEST_F(Table, ReadsAnyLines) {
  EXPECT_THAT(read("\xef\xbb\xbf"
                   "a\r\n1\r\n2")
                  .columns[0]
                  .values,
              ElementsAre(1, 2));
  const std::string zeros(200'000, '0');  // more than a piece of the file
  EXPECT_THAT(read("a\n" + zeros + "1\n" + zeros + "2\n").columns[0].values, ElementsAre(1, 2));
  EXPECT_THAT(complaint(std::string("a\n1\n2\0\n", 8)), HasSubstr("m.csv:3: holds a NUL byte"));
}

TEST_F(Table, HasOneTimeThatIncreases) {
  EXPECT_THAT(complaint("t,a,time\n0,1,0\n"), HasSubstr("m.csv:1: there are two time columns"));
  EXPECT_THAT(complaint("t,t\n0,1\n"), HasSubstr("m.csv:1: there are two time columns"));
  EXPECT_THAT(complaint("t,a\n0,1\n\n"), "none");
  EXPECT_THAT(
      complaint("t,a\n0,1\n#\n0,2\n"),
      HasSubstr("m.csv:4: t is \"0\", but was 0 in the row before (line 2): expected times that increase"));
  EXPECT_THAT(complaint("time,a\n0,1\n1,1\n0.5,2\n"), HasSubstr("m.csv:4: time is \"0.5\", but was 1"));
}

TEST_F(Table, HasNamesOfBoundedLength) {
  EXPECT_THAT(complaint(std::string(4096, 'a') + "\n1\n"), "none");
  EXPECT_THAT(complaint(std::string(4097, 'a') + "\n1\n"),
              HasSubstr("m.csv:1: a name of 4097 bytes: expected at most 4096"));
}

TEST_F(Table, TakesOnlyNumbers) {
  EXPECT_THAT(complaint("t,a\n0,1\n1,inf\n"), HasSubstr("m.csv:3: a is \"inf\": expected a finite number"));
  EXPECT_THAT(complaint("t,a\n0,1\nnan,1\n"), HasSubstr("m.csv:3: t is \"nan\": expected a finite number"));
  EXPECT_THAT(complaint("t,a\n0,\n"), HasSubstr("m.csv:2: a is empty"));
  EXPECT_THAT(complaint("t,a,a\n0,1,1\n"), HasSubstr("the column \"a\" is repeated"));
  EXPECT_THAT(complaint("t,state,state\n0,x,y\n"), "none");
  EXPECT_THAT(complaint("1,2\n3,4\n"), HasSubstr("m.csv:1: the first row holds numbers"));
}

}  // namespace
}  // namespace invdyn::test
