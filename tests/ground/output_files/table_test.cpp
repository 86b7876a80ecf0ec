// Tables of results in all formats: for people, as CSV (RFC 4180), as JSON (RFC 8259), and for pages.

#include "ground/output_files/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace invdyn::test {
namespace {

Table joints() {
  Table table({{"joint"}, {"torque"}, {"rows"}, {"unit"}});
  table.add_row({"shoulder", -12.3456789, std::int64_t{1234567}, "N m"});
  table.add_row({"z", 0.5, std::int64_t{8}, "N"});
  return table;
}

TEST(AlignedTable, AlignsNumbersRightAndTextsLeft) {
  EXPECT_EQ(joints().text(TableFormat::table),
            "joint     torque     rows  unit\n"
            "shoulder  -12.35  1234567  N m\n"
            "z            0.5        8  N\n");
}

TEST(AlignedTable, PutsColumnsFirst) {
  EXPECT_EQ(joints().with_first({"unit", "joint", "none"}).text(TableFormat::csv),
            "unit,joint,torque,rows\n"
            "N m,shoulder,-12.3456789,1234567\n"
            "N,z,0.5,8\n");
}

TEST(AlignedTable, FitsIntoAWidthByShorterTexts) {
  Table table({{"joint"}, {"motor"}, {"torque"}});
  table.add_row({"left_arm_shoulder_pitch_joint", "größerer Motor", 12345.678});
  table.add_row({"elbow", "", -2.97712e-5});
  EXPECT_EQ(table.within(44).text(TableFormat::table),
            "joint             motor               torque\n"
            "left_ar..._joint  größerer Motor       12350\n"
            "elbow                             -2.977e-05\n");
  EXPECT_EQ(table.within(100).text(TableFormat::table), table.text(TableFormat::table));
}

TEST(AlignedTable, IsAtLeastAsWideAsItsHeader) {
  Table table({{"a long name"}, {"another"}});
  table.add_row({1.0, "x"});
  EXPECT_EQ(table.text(TableFormat::table),
            "a long name  another\n"
            "          1  x\n");
}

TEST(AlignedTable, HasTimesToTheMillisecond) {
  Table table({{"t", true}, {"value"}});
  table.add_row({1234.5678, 1234.5678});
  table.add_row({0.1 + 0.2, 0.5});  // in binary not 0.3
  table.add_row({4.0 / 3, 0.5});
  table.add_row({1.25e-5, 0.5});
  table.add_row({1700000000.0, 0.5});
  EXPECT_EQ(table.text(TableFormat::table),
            "         t  value\n"
            "  1234.568   1235\n"
            "       0.3    0.5\n"
            "     1.333    0.5\n"
            "  1.25e-05    0.5\n"
            "1700000000    0.5\n");
  EXPECT_THAT(table.text(TableFormat::csv), testing::HasSubstr("1.3333333333333333"));
}

TEST(AlignedTable, CountsCodePointsAndNotBytes) {
  Table table({{"größe"}, {"n"}});
  table.add_row({"Ω", 1.0});
  table.add_row({"abcde", 2.0});
  table.add_row({"€", 3.0});
  table.add_row({"𝛕", 4.0});
  EXPECT_EQ(table.text(TableFormat::table),
            "größe  n\n"
            "Ω      1\n"
            "abcde  2\n"
            "€      3\n"
            "𝛕      4\n");
}

TEST(AlignedTable, HasBlankEmptyCellsAndNoTrailingBlanks) {
  Table table({{"a"}, {"b"}, {"c"}});
  table.add_row({{}, 12.0, {}});
  table.add_row({"x", {}, "y"});
  table.add_row({{}, {}, {}});
  EXPECT_EQ(table.text(TableFormat::table),
            "a   b  c\n"
            "   12\n"
            "x      y\n"
            "\n");
}

TEST(AlignedTable, AlignsEachCellOfAMixedColumn) {
  Table table({{"mixed"}});
  table.add_row({"none"});
  table.add_row({1.5});
  EXPECT_EQ(table.text(TableFormat::table),
            "mixed\n"
            "none\n"
            "  1.5\n");
}

TEST(AlignedTable, WithoutRowsIsItsHeader) {
  EXPECT_EQ(Table({{"a"}, {"b"}}).text(TableFormat::table), "a  b\n");
}

TEST(CsvTable, HasNumbersThatReadBack) {
  EXPECT_EQ(joints().text(TableFormat::csv),
            "joint,torque,rows,unit\n"
            "shoulder,-12.3456789,1234567,N m\n"
            "z,0.5,8,N\n");
}

TEST(CsvTable, QuotesSpecialFields) {
  Table table({{"a,b"}, {"c"}});
  table.add_row({"say \"hi\"", "two\nlines"});
  table.add_row({" blank", {}});
  EXPECT_EQ(table.text(TableFormat::csv),
            "\"a,b\",c\n"
            "\"say \"\"hi\"\"\",\"two\nlines\"\n"
            "\" blank\",\n");
}

// Text that spreadsheets read as a formula: https://owasp.org/www-community/attacks/CSV_Injection
TEST(CsvTable, HasNoTextThatASpreadsheetWouldRun) {
  Table table({{"name"}, {"value"}});
  for (const char* text : {"=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "a=b", "'x"})
    table.add_row({text, -1.5});
  EXPECT_EQ(table.text(TableFormat::csv),
            "name,value\n"
            "'=cmd|' /C calc'!A0,-1.5\n"
            "'+1,-1.5\n"
            "'-1,-1.5\n"
            "'@SUM(A1),-1.5\n"
            "'\tx,-1.5\n"
            "\"'\rx\",-1.5\n"
            "a=b,-1.5\n"
            "'x,-1.5\n");
}

// The text is shown in reverse order between U+202E and the end of the line.
TEST(AlignedTable, ShowsInvisibleCharacters) {
  Table table({{"a\u202eb"}, {"n"}});
  table.add_row({"\x1b[2J", 1.0});
  EXPECT_EQ(table.text(TableFormat::table),
            "a\\u202eb  n\n"
            "\\x1b[2J   1\n");
  EXPECT_THAT(table.text(TableFormat::html), testing::HasSubstr("<td>\\x1b[2J</td>"));
}

TEST(JsonTable, IsAnArrayOfObjectsInTheOrderOfTheColumns) {
  EXPECT_EQ(joints().text(TableFormat::json),
            "[\n"
            "  {\n"
            "    \"joint\": \"shoulder\",\n"
            "    \"torque\": -12.3456789,\n"
            "    \"rows\": 1234567,\n"
            "    \"unit\": \"N m\"\n"
            "  },\n"
            "  {\n"
            "    \"joint\": \"z\",\n"
            "    \"torque\": 0.5,\n"
            "    \"rows\": 8,\n"
            "    \"unit\": \"N\"\n"
            "  }\n"
            "]\n");
}

TEST(JsonTable, HasNullForMissingValues) {
  Table table({{"a"}, {"b"}});
  table.add_row({{}, std::numeric_limits<double>::quiet_NaN()});
  EXPECT_EQ(table.text(TableFormat::json),
            "[\n"
            "  {\n"
            "    \"a\": null,\n"
            "    \"b\": null\n"
            "  }\n"
            "]\n");
}

TEST(JsonTable, EscapesTextsAndReplacesInvalidUtf8) {
  Table table({{"a"}});
  table.add_row({"\"\\\n\xff"});
  EXPECT_EQ(table.text(TableFormat::json), "[\n  {\n    \"a\": \"\\\"\\\\\\n\xef\xbf\xbd\"\n  }\n]\n");
}

TEST(JsonTable, WithoutRowsIsAnEmptyArray) {
  EXPECT_EQ(Table({{"a"}}).text(TableFormat::json), "[]\n");
}

TEST(HtmlTable, EscapesTextsAndMarksNumbers) {
  Table table({{"<a>"}, {"n"}});
  table.add_row({"x & \"y\"", 0.5});
  EXPECT_EQ(table.text(TableFormat::html),
            "<table>\n"
            "<thead><tr><th>&lt;a&gt;</th><th class=\"number\">n</th></tr></thead>\n"
            "<tbody>\n"
            "<tr><td>x &amp; &quot;y&quot;</td><td class=\"number\">0.5</td></tr>\n"
            "</tbody>\n"
            "</table>\n");
}

}  // namespace
}  // namespace invdyn::test
