// The names of the columns of a .npy file.

#include "ground/npy/npy_columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ground/base/error.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class NpyColumns : public testing::Test {
 protected:
  std::vector<std::string> read(const std::string& text, std::size_t count) {
    folder_.write("m.npy.json", text);
    return read_npy_columns(folder_ / "m.npy", count, {9, 0xcbf43926});
  }

  // Without the folder.
  std::string complaint(const std::string& text, std::size_t count = 2) {
    try {
      read(text, count);
    } catch (const Error& error) {
      return std::string(error.what()).substr(folder_.path().size() + 1);
    }
    return "none";
  }

  TemporaryFolder folder_;
};

TEST_F(NpyColumns, AreReadInTheirOrder) {
  EXPECT_THAT(read(R"({"columns": ["t", "q_shoulder", "q_\u00e9lbow"]})", 3),
              ElementsAre("t", "q_shoulder", "q_\xc3\xa9lbow"));
}

TEST_F(NpyColumns, ReadBackUnchanged) {
  const std::vector<std::string> names{"t", "tau_\"a\"", "tau_b, c", "tau_\xc3\xa9"};
  EXPECT_EQ(read(npy_columns_text(names), 4), names);
  EXPECT_EQ(npy_columns_text({"t", "tau_a"}), "{\n  \"columns\": [\n    \"t\",\n    \"tau_a\"\n  ]\n}\n");
}

// The array is {9, 0xcbf43926}.
TEST_F(NpyColumns, MatchTheArrayThatTheyName) {
  const std::string columns = R"({"columns": ["t", "a"], "data": )";
  EXPECT_EQ(read(columns + R"({"file": "m.npy", "size": 9, "sample_crc32": "cbf43926"}})", 2).size(), 2U);
  EXPECT_THAT(complaint(columns + R"({"file": "m.npy", "size": 8, "sample_crc32": "cbf43926"}})"),
              testing::AllOf(testing::StartsWith("m.npy.json: /data: does not describe "),
                             HasSubstr(", because the .npy file has 9 bytes, not 8: expected both "
                                       "files from the same run. If the names")));
  EXPECT_THAT(complaint(columns + R"({"file": "m.npy", "size": 9, "sample_crc32": "cbf43927"}})"),
              HasSubstr(", because the .npy file has other numbers: "));
  for (const char* none : {"7}", "null}", "{}}", R"({"size": -9, "sample_crc32": "cbf43926"}})",
                           R"({"size": 9, "sample_crc32": "no"}})"})
    EXPECT_THAT(complaint(columns + none), HasSubstr("If the names in \"columns\" are right, delete "
                                                     "\"data\""))
        << none;
}

TEST_F(NpyColumns, NameEachColumnOnce) {
  EXPECT_THAT(complaint(R"({"columns": ["t"]})"),
              HasSubstr("m.npy.json: /columns: has 1 name: expected 2, one for each column of "));
  EXPECT_THAT(complaint(R"({"columns": ["t", "a", "b"]})"), HasSubstr("/columns: has 3 names: expected 2"));
  EXPECT_EQ(complaint(R"({"columns": ["a", "a"]})"),
            "m.npy.json: /columns/1: is \"a\": expected each name once");
  EXPECT_EQ(complaint(R"({"columns": ["t", ""]})"), "m.npy.json: /columns/1: is \"\": expected a name");
}

TEST_F(NpyColumns, NeedJsonOfThisShape) {
  EXPECT_THAT(complaint(""), HasSubstr("m.npy.json:1:"));
  EXPECT_THAT(complaint("{\"columns\": [\"t\",\n]}"), HasSubstr("m.npy.json:2:1: "));
  EXPECT_THAT(complaint("[\"t\", \"a\"]"), HasSubstr("m.npy.json: is [\"t\",\"a\"]: expected an object"));
  EXPECT_THAT(complaint("{}"), HasSubstr("m.npy.json: the key \"columns\" is missing"));
  EXPECT_THAT(complaint(R"({"colums": ["t", "a"]})"), HasSubstr("did you mean \"columns\"?"));
  EXPECT_THAT(complaint(R"({"columns": "t"})"), HasSubstr("m.npy.json: /columns: is \"t\": expected a list"));
  EXPECT_THAT(complaint(R"({"columns": ["t", 2]})"),
              HasSubstr("m.npy.json: /columns/1: is 2: expected a text"));
  EXPECT_THAT(complaint(R"({"columns": ["t", "a"], "columns": []})"),
              HasSubstr("/columns: this key is repeated"));
}

TEST_F(NpyColumns, ThatAreMissingAreRequested) {
  try {
    read_npy_columns(folder_ / "m.npy", 7, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              (folder_ / "m.npy.json") +
                  ": no such file: expected {\"columns\": [\"t\", ...]}, the names of the 7 columns of " +
                  (folder_ / "m.npy"));
  }
}

TEST_F(NpyColumns, AreWrittenAsUtf8OrNotAtAll) {
  EXPECT_THROW(npy_columns_text({"t", "tau_\xe9"}), Error);
}

}  // namespace
}  // namespace invdyn::test
