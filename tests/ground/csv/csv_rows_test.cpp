// Lines of any length in files of any size, and errors in the text itself.

#include "ground/csv/csv_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "ground/base/error.h"
#include "ground/compression/packed_text.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::size_t block = std::size_t{1} << 24;  // io::LineReader reads two of them, then one at a time

class Rows : public testing::Test {
 protected:
  // Reads all rows; returns the last one's fields.
  std::vector<std::string> last_row(const std::string& text) {
    CsvRows rows(folder_.write("m.csv", text));
    std::vector<std::string_view> fields;
    std::vector<std::string> last;
    rows.read_header(fields);
    for (count_ = 0; rows.read_row(fields); ++count_) last.assign(fields.begin(), fields.end());
    line_ = rows.line();
    return last;
  }

  std::string complaint(const std::string& text) {
    try {
      last_row(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  }

  TemporaryFolder folder_;
  std::size_t count_ = 0, line_ = 0;
};

// A header, comments, and a last row, which ends at the last of `size` bytes, in its `line`.
struct LongText {
  std::string text;
  std::size_t line;
};

LongText long_text(std::size_t size, const std::string& last_row) {
  constexpr std::size_t line_length = 1'000'003;
  LongText made{"a,b\n", 2};
  for (; made.text.size() + 2 * line_length < size; ++made.line)
    made.text += '#' + std::string(line_length - 2, ',') + '\n';
  made.text += '#' + std::string(size - made.text.size() - last_row.size() - 2, ',') + '\n' + last_row;
  ++made.line;
  return made;
}

TEST_F(Rows, EndWithoutANewlineAtAnySize) {
  for (const std::size_t size :
       {std::size_t{65535}, std::size_t{65536}, 2 * block - 1, 2 * block, 2 * block + 1, 3 * block}) {
    const LongText made = long_text(size, "1,27");
    ASSERT_EQ(made.text.size(), size);
    for (const char* end : {"", "\r\n"}) {
      EXPECT_THAT(last_row(made.text + end), ElementsAre("1", "27")) << size;
      EXPECT_EQ(count_, 1u);
      EXPECT_EQ(line_, made.line) << size;
    }
    EXPECT_THAT(complaint(made.text + ",3"),
                HasSubstr("m.csv:" + std::to_string(made.line) + ": has 3 fields: expected 2"));
  }
}

// Rows of 1001 bytes lie across the ends of all blocks.
TEST_F(Rows, AreWholeAcrossBlocks) {
  std::string text = "i,rest\n";
  const auto row = [](std::size_t i) {
    std::string begin = std::to_string(i) + ',';
    return begin + std::string(1000 - begin.size(), 'x') + '\n';
  };
  std::size_t rows = 0;
  while (text.size() < 4 * block) text += row(rows++);
  CsvRows reader(folder_.write("m.csv", text));
  std::vector<std::string_view> fields;
  reader.read_header(fields);
  for (std::size_t i = 0; i < rows; ++i) {
    ASSERT_TRUE(reader.read_row(fields)) << i;
    ASSERT_EQ(std::string(fields[0]) + ',' + std::string(fields[1]) + '\n', row(i));
    ASSERT_EQ(reader.line(), i + 2);
  }
  EXPECT_FALSE(reader.read_row(fields));
}

TEST_F(Rows, MayBeCompressed) {
  for (const std::size_t size : {block, 2 * block + 1}) {
    const LongText made = long_text(size, "1,27");
    EXPECT_THAT(last_row(packed(Compression::gzip, made.text)), ElementsAre("1", "27"));
    EXPECT_EQ(line_, made.line);
  }
}

TEST_F(Rows, HaveAFirstLine) {
  for (const std::string text : {"", "\n", "\r\n \n", "#a\n", "\xef\xbb\xbf", "\xef\xbb\xbf\n"})
    EXPECT_THAT(complaint(text), HasSubstr("m.csv: has no rows: expected a header row")) << text;
  EXPECT_THAT(last_row("\xef\xbb\xbf"
                       "a,b\r\n1,2\r\n"),
              ElementsAre("1", "2"));
  EXPECT_THAT(last_row("\n#\na,b\n#\n1,\"2,\"\"3\"\"\"\n\n"), ElementsAre("1", "2,\"3\""));
  EXPECT_THAT(complaint("a,b\n1,2\n\n\n3,4\n"), HasSubstr("m.csv:3: is empty, but more rows follow"));
  EXPECT_THAT(complaint("a,b\n1,\"2\n"), HasSubstr("m.csv:2: a quoted field does not end"));
}

// A byte of Latin-1 is a part of a field, as the reader of a field may say what it is.
TEST_F(Rows, HaveAnyBytesButNul) {
  EXPECT_THAT(last_row("a,b\n1,\xe9\n"), ElementsAre("1", "\xe9"));
  const std::string nul(1, '\0');
  EXPECT_THAT(complaint(nul), HasSubstr("m.csv:1: holds a NUL byte: expected text in UTF-8"));
  EXPECT_THAT(complaint("a,b\n1,2\n3," + nul + "\n"), HasSubstr("m.csv:3: holds a NUL byte"));
  EXPECT_THAT(complaint("a,b\n1,2" + nul), HasSubstr("m.csv:2: holds a NUL byte"));
  EXPECT_THAT(complaint("a,b\n1\n2" + nul), HasSubstr("m.csv:2: has 1 field")) << "the first fault";
  const LongText made = long_text(2 * block + 5, "1,2");
  EXPECT_THAT(complaint(made.text + nul),
              HasSubstr("m.csv:" + std::to_string(made.line) + ": holds a NUL byte"));
}

TEST_F(Rows, HaveLinesOfBoundedLength) {
  const std::string filled(block - 2, ' ');
  EXPECT_THAT(last_row("a\n1" + filled + "\n2"), ElementsAre("2"));
  EXPECT_THAT(complaint("a\n1 " + filled + "\n2"), HasSubstr("m.csv:2: is longer than 16 MiB"));
  EXPECT_THAT(complaint("a\n1\n" + std::string(3 * block, '2')), HasSubstr("m.csv:3: is longer than 16 MiB"));
}

}  // namespace
}  // namespace invdyn::test
