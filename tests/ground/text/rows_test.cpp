// Reading and writing rows of numbers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "ground/text/read_plain_row.h"
#include "ground/text/write_row.h"

namespace invdyn {
namespace {

using testing::ElementsAre;

std::string written(const std::vector<double>& fields) {
  std::string text(row_room(fields.size()), '#');
  text.resize(static_cast<std::size_t>(write_row(text.data(), fields) - text.data()));
  return text;
}

// The text after the row; "refused" if it is no row. The buffer ends with the text.
std::string rest_behind_row(std::string_view text, std::vector<double>& fields,
                            Separator separator = Separator::comma) {
  const std::unique_ptr<char[]> copy(new char[text.size()]);
  text.copy(copy.get(), text.size());
  const char* const end = copy.get() + text.size();
  const char* at = copy.get();
  if (read_plain_row(at, end, fields, separator)) return std::string(at, end);
  EXPECT_EQ(at, copy.get());
  return "refused";
}

TEST(PlainRow, IsReadUpToItsNewline) {
  std::vector<double> fields(3);
  EXPECT_EQ(rest_behind_row("0,-1.5,2e3\n4,5,6\n", fields), "4,5,6\n");
  EXPECT_THAT(fields, ElementsAre(0, -1.5, 2000));
  EXPECT_EQ(rest_behind_row("+7,.5,9.\r\n\r\n", fields), "\r\n");
  EXPECT_THAT(fields, ElementsAre(7, 0.5, 9));
  // More digits than the fast path takes, and a subnormal number.
  EXPECT_EQ(rest_behind_row("0.1000000000000000055511151231257827,1e-320,100000000000000000000000\n", fields),
            "");
  EXPECT_THAT(fields, ElementsAre(0.1, 1e-320, 1e23));
  std::vector<double> one(1);
  EXPECT_EQ(rest_behind_row("1\n", one), "");
}

TEST(PlainRow, IsRefusedForAnythingElse) {
  std::vector<double> fields(3);
  for (const char* text :
       {"",          "\n",          "\r\n",      "1",           "1,2",         "1,2,",
        "1,2,3",     "1,2,3\r",     "1,2\n",     "1,2,3,4\n",   "1,2,\n",      ",2,3\n",
        "1,,3\n",    "1,2,3,\n",    "1;2;3\n",   "1 ,2,3\n",    "1, 2,3\n",    " 1,2,3\n",
        "1,2,3 \n",  "1,2,3\r\r\n", "1,2,3\rx",  "\"1\",2,3\n", "1,2,x\n",     "1,nan,3\n",
        "1,2,inf\n", "1,2,1e400\n", "1,2,0x3\n", "1,2,3e\n",    "1.2.3,4,5\n", "#1,2,3\n"}) {
    EXPECT_EQ(rest_behind_row(text, fields), "refused") << text;
    // With the next rows after it, the numbers are read by another path. A row without a newline then becomes
    // another row.
    const std::string_view view = text;
    if (!view.empty() && (view.back() == '\n' || view.back() == 'x')) {
      EXPECT_EQ(rest_behind_row(text + std::string(200, '1') + "\n", fields), "refused") << text;
    }
  }
}

TEST(PlainRow, IsReadForAnyEndOfTheText) {
  const std::string row = "12.345,-0.12345678901234567,1.2345678901234567e-05\r\n";
  for (std::size_t length = 0; length < row.size(); ++length) {
    std::vector<double> fields(3);
    EXPECT_EQ(rest_behind_row(row.substr(0, length), fields), "refused") << length;
  }
  for (std::size_t behind = 0; behind < 100; ++behind) {
    std::vector<double> fields(3);
    const std::string rest(behind, '7');
    EXPECT_EQ(rest_behind_row(row + rest, fields), rest);
    EXPECT_THAT(fields, ElementsAre(12.345, -0.12345678901234567, 1.2345678901234567e-05));
  }
}

TEST(PlainRow, IsReadWithOtherSeparators) {
  std::vector<double> fields(3);
  EXPECT_EQ(rest_behind_row("1;-2.5;3e1\r\n4;5;6\n", fields, Separator::semicolon), "4;5;6\n");
  EXPECT_THAT(fields, ElementsAre(1, -2.5, 30));
  EXPECT_EQ(rest_behind_row("4\t.5\t6\n", fields, Separator::tab), "");
  EXPECT_THAT(fields, ElementsAre(4, 0.5, 6));
  EXPECT_EQ(rest_behind_row(" \t7  8\t 9 \r\n 1", fields, Separator::blanks), " 1");
  EXPECT_THAT(fields, ElementsAre(7, 8, 9));
  for (const std::size_t behind : {0U, 1U, 63U, 64U, 65U, 200U}) {
    const std::string rest(behind, '1');
    EXPECT_EQ(rest_behind_row("1 2   3\n" + rest, fields, Separator::blanks), rest);
    EXPECT_THAT(fields, ElementsAre(1, 2, 3));
    for (const char* text : {"1 2\n", "1 2 3 4\n", "1,2 3\n", "1 2-3\n", "1 2+3 4\n", " \n", "1 2 3 \r \n"})
      EXPECT_EQ(rest_behind_row(text + rest, fields, Separator::blanks), "refused") << text;
    for (const char* text : {"1;2,3\n", "1;2;3;\n", ";2;3\n", "1; 2;3\n", "1,2,3\n", "1;2,5;3\n"})
      EXPECT_EQ(rest_behind_row(text + rest, fields, Separator::semicolon), "refused") << text;
    for (const char* text : {"1\t\t2\n", "\t2\t3\n", "1 2 3\n", "1\t2\t3\t\n"})
      EXPECT_EQ(rest_behind_row(text + rest, fields, Separator::tab), "refused") << text;
  }
}

TEST(Row, IsWrittenWithCommasAndANewline) {
  EXPECT_EQ(written({0.001, -1.5, 1e300}), "0.001,-1.5,1e+300\n");
  EXPECT_EQ(written({0}), "0\n");
  EXPECT_EQ(written({}), "\n");
}

TEST(Row, ReadsBackUnchanged) {
  std::mt19937_64 random(20250307);
  for (int i = 0; i < 20'000; ++i) {
    std::vector<double> fields(1 + random() % 12);
    for (double& field : fields) {
      do {
        field = std::bit_cast<double>(random());
      } while (!std::isfinite(field));
      if (i % 2 == 0) field = std::ldexp(field, -std::ilogb(field));
    }
    std::vector<double> back(fields.size());
    ASSERT_EQ(rest_behind_row(written(fields), back), "");
    ASSERT_EQ(back, fields);
  }
}

}  // namespace
}  // namespace invdyn
