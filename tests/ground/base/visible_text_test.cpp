// Names come from files: characters that affect a terminal or cannot be seen must be shown by their codes.

#include "ground/base/visible_text.h"

#include <gtest/gtest.h>

#include <vector>

#include "ground/base/wording.h"

namespace invdyn::test {
namespace {

TEST(VisibleText, KeepsVisibleCharacters) {
  for (const std::string text :
       {"", "shoulder_pan-joint 1", "\\x0a", "größe", "関節", "🤖", "e\u0301", "שלום", "\u00a0"})
    EXPECT_EQ(visible(text), text);
}

// Code charts of the Unicode Standard; Bidi_Control of PropList.txt.
TEST(VisibleText, ShowsCharactersWithoutAShapeByTheirCode) {
  struct Case {
    std::string what, text, shown;
  };
  for (const Case& each : std::vector<Case>{{"line feed", "a\nb", "a\\x0ab"},
                                            {"escape", "\x1b[2J", "\\x1b[2J"},
                                            {"delete", "\x7f", "\\x7f"},
                                            {"control sequence introducer of C1", "\u009b2J", "\\u009b2J"},
                                            {"first of C1", "\u0080", "\\u0080"},
                                            {"last of C1", "\u009f", "\\u009f"},
                                            {"Arabic letter mark", "\u061c", "\\u061c"},
                                            {"left-to-right mark", "\u200e", "\\u200e"},
                                            {"right-to-left mark", "\u200f", "\\u200f"},
                                            {"embedding", "\u202a", "\\u202a"},
                                            {"right-to-left override", "fig\u202egpj", "fig\\u202egpj"},
                                            {"isolate", "\u2066", "\\u2066"},
                                            {"end of isolate", "\u2069", "\\u2069"},
                                            {"line separator", "\u2028", "\\u2028"},
                                            {"paragraph separator", "\u2029", "\\u2029"},
                                            {"zero width space", "a\u200bb", "a\\u200bb"},
                                            {"byte order mark", "\ufeffa", "\\ufeffa"},
                                            {"tag", "\U000e0041", "\\U000e0041"}})
    EXPECT_EQ(visible(each.text), each.shown) << each.what;
}

// RFC 3629, sections 3 and 10.
TEST(VisibleText, ShowsInvalidUtf8ByItsBytes) {
  struct Case {
    std::string what, text, shown;
  };
  for (const Case& each :
       std::vector<Case>{{"a byte that is in no character", "a\xff", "a\\xff"},
                         {"a character that is cut", "\xe2\x82", "\\xe2\\x82"},
                         {"a further byte alone", "\x80", "\\x80"},
                         {"overlong line feed", "\xc0\x8a", "\\xc0\\x8a"},
                         {"overlong escape in three bytes", "\xe0\x80\x9b", "\\xe0\\x80\\x9b"},
                         {"overlong in four bytes", "\xf0\x80\x80\x9b", "\\xf0\\x80\\x80\\x9b"},
                         {"surrogate", "\xed\xa0\x80", "\\xed\\xa0\\x80"},
                         {"above U+10FFFF", "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}})
    EXPECT_EQ(visible(each.text), each.shown) << each.what;
}

TEST(VisibleText, KeepsLinesOnRequest) {
  EXPECT_EQ(visible_lines("a\nb\r\u2028"), "a\nb\\x0d\\u2028");
}

TEST(Wording, CutsNamesBetweenCharacters) {
  EXPECT_EQ(in_quotes(std::string(39, 'a') + "關節"), '"' + std::string(39, 'a') + "...\"");
  EXPECT_EQ(in_quotes(std::string(37, 'a') + "關節"), '"' + std::string(37, 'a') + "關...\"");
  EXPECT_EQ(visible(in_quotes(std::string(60, '\x80'))).find("\\x80"), 1u);
}

TEST(Wording, CutsListsAtTwentyNames) {
  EXPECT_EQ(joined({"a", "", "c"}), "a, \"\", c");
  EXPECT_EQ(joined(std::vector<std::string>(20, "a")),
            "a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a");
  EXPECT_EQ(joined(std::vector<std::string>(57, "a")),
            "a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a ... and 37 more");
}

}  // namespace
}  // namespace invdyn::test
