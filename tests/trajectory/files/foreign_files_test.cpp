// Trajectories as other programs write them: other separators, no header, columns of other names, OpenSim's
// headers, .pos files. The formats define their meaning; the rows are compared with the rows of a CSV file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <numbers>

#include "ground/csv/csv_line.h"
#include "trajectory/files/csv_head.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Robot& arm() {
  static const Robot robot = arm_of({{"shoulder"}, {"slide", JointType::prismatic}});
  return robot;
}

Rows rows_of(const std::string& name, const std::string& text, const CsvSettings& settings = {},
             const Robot& robot = arm()) {
  const TemporaryFolder folder;
  Way way;
  way.csv = settings;
  Rows rows = run_file(folder.write(name, text), robot, way);
  for (std::string& note : rows.notes) note = without_folder(note, folder);
  return rows;
}

std::string complaint(const std::string& name, const std::string& text, const CsvSettings& settings = {},
                      const Robot& robot = arm()) {
  const TemporaryFolder folder;
  Way way;
  way.csv = settings;
  return without_folder(error_of_file(folder.write(name, text), robot, way), folder);
}

CsvSettings headless() {
  CsvSettings settings;
  settings.has_header = false;
  return settings;
}

CsvSettings mapped(const std::vector<ColumnMapping>& mappings) {
  CsvSettings settings;
  settings.mappings = mappings;
  return settings;
}

void expect_same(const Rows& rows, const Rows& expected) {
  EXPECT_EQ(rows.t, expected.t);
  EXPECT_EQ(rows.q, expected.q);
  EXPECT_EQ(rows.dq, expected.dq);
  EXPECT_EQ(rows.ddq, expected.ddq);
  EXPECT_EQ(rows.tau, expected.tau);
}

const std::string plain = "t,q_shoulder,q_slide\n0,0.5,-1\n0.5,0.75,-1.5\n1,0.25,2e-3\n";

std::string with_separators(std::string text, const std::string& separator) {
  for (std::size_t at = 0; (at = text.find(',', at)) != std::string::npos; at += separator.size())
    text.replace(at, 1, separator);
  return text;
}

std::string without_first_line(const std::string& text) {
  return text.substr(text.find('\n') + 1);
}

// Excel's first line names the separator; one that is set comes before it.
TEST(ForeignFiles, MayBeginWithExcelsSeparator) {
  const Rows expected = rows_of("a.csv", "t,shoulder,slide\n0,1,2\n1,2,4\n2,4,8\n");
  for (const char* first : {"sep=;", "\"sep=;\"", "SEP=;", "\xef\xbb\xbfsep=;"})
    expect_same(rows_of("b.csv", std::string(first) + "\r\nt;shoulder;slide\r\n0;1;2\r\n1;2;4\r\n2;4;8\r\n"),
                expected);
  CsvSettings tabs;
  tabs.separator = Separator::tab;
  EXPECT_THAT(complaint("c.csv", "sep=;\nt;shoulder;slide\n", tabs),
              HasSubstr("c.csv:2: the header has semicolons and no tabs"));
}

constexpr const char* sequence_begin =
    "type: CompositeSeq\ncontent: BodyMotion\nformatVersion: 2\nframeRate: 4\nnumFrames: 3\ncomponents: \n"
    "  - \n    type: MultiSE3Seq\n    content: LinkPosition\n    numParts: 1\n    frames: \n"
    "      - [ [ 9, 9, 9, 1, 0, 0, 0 ] ]\n"
    "  - \n    type: MultiValueSeq\n    content: JointDisplacement\n    numParts: 2\n";

// The layout of Choreonoid's samples; the order of components is free in YAML.
TEST(ForeignFiles, AreMotionsOfChoreonoid) {
  const Rows expected = rows_of("a.csv", "t,shoulder,slide\n0,1,2\n0.25,2,-4\n0.5,4,8e-3\n");
  const std::string frames =
      "    frames: \n      - [ 1, 2 ]\n      - [ 2, -4 ]\n      - [ 4, 8e-3 ]\n"
      "  - \n    type: Vector3Seq\n    content: ZMP\n    frames: \n      - [ 7, 7, 7 ]\n";
  const Rows rows = rows_of("walk.seq", sequence_begin + frames);
  expect_same(rows, expected);
  EXPECT_THAT(rows.notes,
              ElementsAre("walk.seq: Choreonoid's motion, columns read as q, with the joints in the robot's "
                          "order"));
  expect_same(rows_of("timed.seq",
                      std::string(sequence_begin) +
                          "    has_frame_time: true\n    frames: \n      - [ 0, 1, 2 ]\n      - [ 0.25, 2, "
                          "-4 ]\n      - [ 0.5, 4, 8e-3 ]"),
              expected);
}

TEST(ForeignFiles, RefuseMotionsOfChoreonoidThatAreWrong) {
  EXPECT_THAT(complaint("a.seq", "t,shoulder\n0,1\n"), HasSubstr("has no frames of JointDisplacement"));
  EXPECT_THAT(complaint("a.seq", std::string(sequence_begin) + "    frames: \n      - [ 1, 2\n"),
              HasSubstr("a.seq:18: is \"[ 1, 2\": expected a frame in one line"));
  EXPECT_THAT(complaint("a.seq", std::string(sequence_begin) + "    frames: \n      - [ 1, 2, 3 ]\n"),
              HasSubstr("has 3 fields: expected 2"));
  EXPECT_THAT(
      complaint("a.seq", "components:\n  -\n    content: JointDisplacement\n    numParts: 2\n    frames:\n"),
      HasSubstr("a.seq:5: has frames, and no frame rate"));
  std::string three = sequence_begin;
  three.replace(three.rfind("numParts: 2"), 11, "numParts: 4");
  EXPECT_THAT(complaint("a.seq", three + "    frames:\n      - [ 1, 2, 3, 4 ]\n"),
              HasSubstr("has 4 columns and no header: expected 3"));
}

TEST(Separator, IsTheFirstOneInTheHeader) {
  EXPECT_EQ(separator_of("t,q a;b\tc", true), Separator::comma);
  EXPECT_EQ(separator_of("t;q a\tc", true), Separator::semicolon);
  EXPECT_EQ(separator_of("t\tq a", true), Separator::tab);
  EXPECT_EQ(separator_of(" t q  ", true), Separator::blanks);
  EXPECT_EQ(separator_of("  pivot\t ", true), Separator::comma);
  EXPECT_EQ(separator_of("\"a,b;c d\"", true), Separator::comma);
  EXPECT_EQ(separator_of("\"a,b\";\"c\"", true), Separator::semicolon);
  EXPECT_EQ(separator_of("0,0;1,5", false), Separator::semicolon);
  EXPECT_EQ(separator_of("0, 1, 2", false), Separator::comma);
}

TEST(Separator, ChangesNothingElse) {
  const Rows expected = rows_of("motion.csv", plain);
  for (const std::string separator : {";", "\t", " ", " \t ", "  ", " ; "}) {
    const Rows rows = rows_of("motion.csv", with_separators(plain, separator));
    expect_same(rows, expected);
    EXPECT_THAT(rows.notes, IsEmpty());
  }
  CsvSettings asked;
  asked.separator = Separator::blanks;
  expect_same(rows_of("motion.csv", with_separators(plain, " \t"), asked), expected);
}

TEST(NoHeader, MeansTimeAndJointsInTheRobotsOrder) {
  const Rows rows = rows_of("motion.csv", without_first_line(plain), headless());
  expect_same(rows, rows_of("motion.csv", plain));
  EXPECT_THAT(rows.notes, ElementsAre("motion.csv: no header, columns read as t, q, with the joints in the "
                                      "robot's order"));
  EXPECT_EQ(rows.lines.front(), 1U);
  expect_same(rows_of("motion.csv", with_separators(without_first_line(plain), "  "), headless()),
              rows_of("motion.csv", plain));
}

TEST(NoHeader, HasDerivativesIfThereAreEnoughColumns) {
  const Rows two = rows_of("motion.csv", "0 1 2 3 4\n1 1 2 3 4\n", headless());
  EXPECT_EQ(two.known, Known::q_dq);
  EXPECT_EQ(two.dq[1].front(), 4);
  const Rows three = rows_of("motion.csv", "0 1 2 3 4 5 6\n1 1 2 3 4 5 6\n", headless());
  EXPECT_EQ(three.known, Known::q_dq_ddq);
  EXPECT_EQ(three.ddq[0].front(), 5);
  EXPECT_EQ(three.ddq[1].front(), 6);
}

TEST(NoHeader, NeedsNoTimeWithAGivenStep) {
  CsvSettings settings = headless();
  settings.grid = TimeGrid::with_step(0.5);
  const Rows rows = rows_of("motion.csv", "0.5,-1\n0.75,-1.5\n", settings);
  EXPECT_THAT(rows.t, ElementsAre(0, 0.5));
  EXPECT_THAT(rows.q[1], ElementsAre(-1, -1.5));
  EXPECT_THAT(rows_of("motion.csv", "3,0.5,-1\n4,0.75,-1.5\n", settings).t, ElementsAre(3, 4));
  EXPECT_EQ(rows_of("motion.csv", "1,2,3,4\n", settings).known, Known::q_dq);
  EXPECT_EQ(rows_of("motion.csv", "1,2,3,4,5,6\n", settings).known, Known::q_dq_ddq);
}

TEST(NoHeader, MayHaveSeparatorsAtTheEndsOfRows) {
  const Rows rows = rows_of("motion.csv", "0,1,-1,\n1,2,-2,\n", headless());
  EXPECT_EQ(rows.known, Known::q);
  EXPECT_THAT(rows.q.at(1), ElementsAre(-1, -2));
}

TEST(NoHeader, IsOfferedWithWhatItNeedsBesides) {
  const auto end_of = [](const std::string& row) {
    const std::string text = complaint("motion.csv", row, {});
    return text.substr(std::min(text.size(), text.find("or `no-header`")));
  };
  EXPECT_EQ(end_of("0,1,2\n"), "or `no-header`");
  EXPECT_EQ(end_of("0\t1\t2\t\n"), "or `no-header`");
  EXPECT_EQ(end_of("1,2\n"), "or `no-header` with `dt` or `rate`, because no column is left for t");
  EXPECT_EQ(end_of("0,1,2,3\n"), "or `no-header` with `dt` or `rate`, because no column is left for t");
  EXPECT_EQ(
      end_of("0,1,2,3,4,5,6,7\n"),
      "or `no-header` with `map` NUMBER=JOINT for 8 columns, and NUMBER=t, `dt` or `rate` for the time");
}

TEST(Header, MayBeRepeatedBeforeTheRows) {
  for (const std::string separator : {"", "# again\n"}) {
    const std::string header = "t,q_shoulder,q_slide\n";
    const Rows rows = rows_of("motion.csv", header + separator + header + "0,1,-1\n1,2,-2\n", {});
    EXPECT_THAT(rows.q.at(0), ElementsAre(1, 2));
    EXPECT_EQ(rows.lines.back(), separator.empty() ? 4U : 5U);
  }
}

TEST(NoHeader, CountsTheColumnsOfLockedJoints) {
  const std::vector<JointLock> locks{{0, 0.25}};
  CsvSettings settings = headless();
  settings.locked = {"shoulder"};
  const Rows rows = rows_of("motion.csv", "0,1,-1\n1,2,-2\n", settings, arm().with_locked_joints(locks));
  EXPECT_THAT(rows.q.at(0), ElementsAre(-1, -2));
  EXPECT_THAT(rows.notes, testing::Contains("motion.csv: columns not used: q_shoulder"));
}

TEST(NoHeader, ReportsWhatWasExpected) {
  EXPECT_EQ(complaint("motion.csv", "# log\n0,1\n", headless()),
            "motion.csv:2: has 2 columns and no header: expected 3, 5 or 7 columns in this order: t, q of "
            "2 joints, dq (optional), ddq (optional); without t, 2, 4 or 6 columns and `dt` or `rate`; if "
            "the first columns are t and q, give `map` 1=t,2=shoulder `lock` slide=0");
  CsvSettings timed = headless();
  timed.grid = TimeGrid::with_rate(10);
  EXPECT_EQ(complaint("motion.csv", "1\n", timed),
            "motion.csv:1: has 1 column and no header: expected 3, 5 or 7 columns in this order: t, q of 2 "
            "joints, dq (optional), ddq (optional); without t, 2, 4 or 6 columns; if the first columns are "
            "q, give `map` 1=shoulder `lock` slide=0");
  EXPECT_EQ(
      complaint("motion.csv", "0,1\n", timed, arm_of({{"pivot"}})),
      "motion.csv:1: has 2 columns and no header. The first column may be t, but `dt` or `rate` gives the "
      "times too: add a header row to the file, or leave out `dt` and `rate`");
  EXPECT_EQ(complaint("motion.csv", plain, headless()),
            "motion.csv:1: has no numbers: expected numbers from the first row on, as `no-header` says");
  EXPECT_EQ(complaint("motion.csv", "\"", headless()),
            "motion.csv:1: has no numbers: expected numbers from the first row on, as `no-header` says");
  EXPECT_EQ(complaint("motion.csv", "00,12,24\n\"\n", headless()),
            "motion.csv:2: a quoted field does not end, or text follows its closing quote: expected a comma "
            "after the closing quote (`missing` skip leaves such rows out)");
  EXPECT_EQ(complaint("motion.csv", "0,1,2\n1,x,2\n", headless()),
            "motion.csv:2: q_shoulder is \"x\": expected a finite number (rad)");
  EXPECT_EQ(
      complaint("motion.csv", "0,1,2\n1,2\n", headless()),
      "motion.csv:2: has 2 fields: expected 3, as in the first row (`missing` skip leaves such rows out)");
  EXPECT_EQ(complaint("motion.csv", "0;1,5;2\n", headless()),
            "motion.csv:1: q_shoulder is \"1,5\": expected a finite number (rad) with a decimal "
            "point, not a comma (give `decimal` ,)");
  EXPECT_EQ(complaint("motion.csv", "# nothing\n", headless()),
            "motion.csv: has no rows: expected rows of numbers");
}

TEST(Mapping, AssignsAColumnToAJoint) {
  const std::string text = "clock,q_shoulder,log 3,v,x\n0,9,0.5,1,-1\n0.5,9,0.75,1,-1.5\n1,9,0.25,1,2e-3\n";
  const Rows rows =
      rows_of("motion.csv", text, mapped({{"clock", "t"}, {"log 3", "shoulder"}, {"x", "q_slide"}}));
  expect_same(rows, rows_of("motion.csv", plain));
  EXPECT_THAT(rows.notes, ElementsAre("motion.csv: columns not used: q_shoulder, v"));
  const Rows with_speeds = rows_of("motion.csv", "t,shoulder,slide,a,b\n0,1,2,3,4\n1,1,2,3,4\n",
                                   mapped({{"b", "dq_shoulder"}, {"a", "dq_slide"}}));
  EXPECT_EQ(with_speeds.known, Known::q_dq);
  EXPECT_EQ(with_speeds.dq[0].front(), 4);
}

// Each column is looked up, not sought among all others, which takes 2 s.
TEST(Mapping, TakesTimeLinearInTheJoints) {
  constexpr std::size_t joints = 5000;
  std::vector<Axis> axes;
  std::vector<std::string> columns{"t"};
  CsvSettings settings;
  for (std::size_t j = 0; j < joints; ++j) {
    axes.push_back({"joint " + std::to_string(j)});
    columns.push_back("column " + std::to_string(j));
    settings.mappings.push_back({columns.back(), axes.back().name});
  }
  const Robot robot = arm_of(axes);
  const std::clock_t begin = std::clock();
  const CsvColumns taken({columns.begin(), columns.end()}, robot, settings, "motion.csv:1");
  EXPECT_LT(std::clock() - begin, CLOCKS_PER_SEC / 2);
  EXPECT_EQ(taken.all()[joints].joint, joints - 1);
}

TEST(Mapping, NamesTheFilesColumnInMessages) {
  EXPECT_EQ(complaint("motion.csv", "t,log3,slide\n0,x,0\n", mapped({{"log3", "shoulder"}})),
            "motion.csv:2: log3 is \"x\": expected a finite number (rad)");
}

TEST(Mapping, ReportsItsErrors) {
  EXPECT_EQ(complaint("motion.csv", "t,log3,slide\n0,1,0\n", mapped({{"lgo3", "shoulder"}})),
            "motion.csv:1: no column \"lgo3\", but `map` maps this name to \"shoulder\"; did you "
            "mean \"log3\"?");
  EXPECT_EQ(complaint("motion.csv", "t,log3,slide\n0,1,0\n", mapped({{"log3", "sholder"}})),
            "`map`: maps the column \"log3\" to \"sholder\": expected t or JOINT, dq_JOINT, "
            "ddq_JOINT or tau_JOINT (JOINT: the name of a moving joint); did you mean \"shoulder\"?");
  EXPECT_THAT(complaint("motion.csv", "t,a,b\n0,1,0\n", mapped({{"a", "shoulder"}, {"b", "q_shoulder"}})),
              HasSubstr("`map`: maps both \"a\" and \"b\" to \"q_shoulder\""));
  EXPECT_THAT(complaint("motion.csv", "t,a,a\n0,1,0\n", mapped({{"a", "shoulder"}})),
              HasSubstr("motion.csv:1: the column \"a\" is repeated"));
  EXPECT_EQ(complaint("motion.csv", "t,a,slide\n0,1,0\n", mapped({{"2", "shoulder"}})),
            "motion.csv:1: no column \"2\", but `map` maps this name to \"shoulder\": expected a name from "
            "the header (column numbers are only for `no-header`)");
}

CsvSettings numbered(const std::vector<ColumnMapping>& mappings) {
  CsvSettings settings = mapped(mappings);
  settings.has_header = false;
  return settings;
}

TEST(Mapping, NumbersTheColumnsOfAFileWithoutAHeader) {
  const Rows rows = rows_of("motion.csv", "-1,9,0,0.5\n-1.5,x,0.5,0.75\n2e-3,,1,0.25\n",
                            numbered({{"3", "t"}, {"4", "shoulder"}, {"1", "q_slide"}}));
  expect_same(rows, rows_of("motion.csv", plain));
  EXPECT_THAT(rows.notes,
              ElementsAre("motion.csv: no header, columns identified from their numbers in `map`"));
  EXPECT_EQ(complaint("motion.csv", "0,x,2\n", numbered({{"1", "t"}, {"2", "shoulder"}, {"3", "slide"}})),
            "motion.csv:1: column 2 is \"x\": expected a finite number (rad)");
}

TEST(Mapping, ReportsErrorsOfNumbers) {
  for (const std::string number : {"0", "4", "1.5", "-1", "shoulder"})
    EXPECT_EQ(complaint("motion.csv", "0,1,2\n", numbered({{number, "shoulder"}})),
              "motion.csv:1: has 3 columns and no header, but `map` maps \"" + number +
                  "\" to \"shoulder\": expected a column number from 1 to 3 in place of \"" + number + '"');
  EXPECT_EQ(
      complaint("motion.csv", "0,1,2\n", numbered({{"1", "t"}, {"2", "shoulder"}})),
      "motion.csv:1: no column for joint slide: expected \"q_slide\" or \"slide\" by `map` NUMBER=q_slide; "
      "`lock` slide=0 if the log lacks it");
  EXPECT_THAT(
      complaint("motion.csv", "0,1,2\n", numbered({{"2", "shoulder"}, {"3", "slide"}})),
      HasSubstr(
          "no time column: expected \"t\" or \"time\", in s (or give `dt` or `rate`) by `map` NUMBER=t"));
  EXPECT_THAT(complaint("motion.csv", "0,1,2\n", numbered({{"1", "shoulder"}, {"1", "slide"}})),
              HasSubstr("`map`: maps the column \"column 1\" to two"));
}

std::string storage(const std::string& head, const std::string& names = "time\tshoulder\tslide") {
  return "Coordinates\n" + head + "endheader\n" + names +
         "\n      0.00000000\t     90.00000000\t     -1.00000000\n0.5\t45\t-1.5\n1\t30\t2e-3\t\n";
}
const std::string in_csv = "t,q_shoulder,q_slide\n0,90,-1\n0.5,45,-1.5\n1,30,2e-3\n";
const CsvSettings degrees{.degrees = true, .grid = {}, .scheme = {}};

TEST(OpenSimFile, IsRecognizedByItsContentNotByItsName) {
  for (const std::string name : {"walk.sto", "walk.mot", "walk.csv"}) {
    const Rows rows = rows_of(name, storage("version=1\nnRows=3\nnColumns=3\ninDegrees=no\n"));
    expect_same(rows, rows_of("motion.csv", in_csv));
    EXPECT_THAT(rows.notes, ElementsAre(name + ": OpenSim's header, angles in rad"));
    expect_same(rows_of(name, in_csv), rows);
  }
}

// Each of these headers is in OpenSim's documentation or written by one of its versions.
TEST(OpenSimFile, MayHaveAnyOfItsHeaders) {
  const Rows rad = rows_of("motion.csv", in_csv), deg = rows_of("motion.csv", in_csv, degrees);
  const std::string body = without_first_line(storage(""));
  expect_same(rows_of("a.sto", storage("nRows=3\nnColumns=3\n")), rad);
  expect_same(
      rows_of("a.sto", storage("version=1\nnRows=3\nnColumns=3\ninDegrees=yes\n\nUnits are S.I. units "
                               "(second, meters, Newtons, ...)\nAngles are in degrees.\n\n")),
      deg);
  expect_same(rows_of("a.mot", storage("nRows=3\nnColumns=3\n\n# SIMM Motion File Header:\nname Coordinates\n"
                                       "datacolumns 3\ndatarows 3\notherdata 1\nrange 0 1\nAngles are in "
                                       "degrees.\n")),
              deg);
  expect_same(rows_of("a.mot", "name a.mot\ndatacolumns 3\ndatarows 3\nrange 0 1\n" + body), rad);
  expect_same(
      rows_of("a.sto",
              "inDegrees=yes\nnum_controls=2\nDataType=double\nversion=3\nOpenSimVersion=4.1\n" + body),
      deg);
  expect_same(rows_of("a.sto", "inDegrees = no \r\n" + body), rad);
  expect_same(rows_of("a.sto", storage("version=1\n", "time shoulder    slide")), rad);
}

TEST(OpenSimFile, InDegreesAgreesWithTheOption) {
  const Rows deg = rows_of("motion.csv", in_csv, degrees);
  EXPECT_NEAR(deg.q[0].front(), std::numbers::pi / 2, 1e-15);
  EXPECT_EQ(deg.q[1].front(), -1) << "a sliding joint is in m";
  expect_same(rows_of("a.sto", storage("inDegrees=yes\n"), degrees), deg);
  expect_same(rows_of("a.sto", storage("version=1\n"), degrees), deg);
  EXPECT_THAT(rows_of("a.sto", storage("version=1\n"), degrees).notes,
              ElementsAre("a.sto: OpenSim's header does not state inDegrees, so the angles are read in "
                          "degrees"));
  EXPECT_EQ(complaint("a.sto", storage("version=1\ninDegrees=no\n"), degrees),
            "a.sto:3: says that angles are in rad, but `degrees` is given: expected inDegrees=yes in the "
            "header, or no `degrees`");
}

TEST(OpenSimFile, TakesNamesWithBlanksBetweenTabs) {
  const Rows rows = rows_of("a.sto", "a\nversion=1\nendheader\ntime\tthe angle\tslide\n0\t1\t2\n",
                            mapped({{"the angle", "shoulder"}}));
  EXPECT_THAT(rows.q[0], ElementsAre(1));
}

TEST(OpenSimFile, ReportsItsErrors) {
  EXPECT_EQ(complaint("a.sto", storage("nRows=3\nnColumns=4\n")),
            "a.sto:5: has 3 names: expected 4, the number of columns stated at a.sto:3");
  EXPECT_EQ(complaint("a.sto", storage("nRows=many\n")),
            "a.sto:2: nRows is \"many\": expected a whole number");
  EXPECT_EQ(complaint("a.sto", storage("inDegrees=maybe\n")),
            "a.sto:2: inDegrees is \"maybe\": expected yes or no");
  EXPECT_EQ(complaint("a.sto", "a\nversion=1\ntime\tshoulder\tslide\n0\t1\t2\n"),
            "a.sto: has no line \"endheader\": expected one at the end of OpenSim's header");
  EXPECT_EQ(complaint("a.sto", "a\nversion=1\nendheader\n"),
            "a.sto: has no rows: expected a row of names after \"endheader\", then rows of numbers");
  EXPECT_EQ(complaint("a.sto", storage("version=1\n") + "2\tnan\t0\n"),
            "a.sto:8: shoulder is \"nan\": expected a finite number (rad) (`missing` skip leaves such "
            "rows out)");
  EXPECT_THAT(complaint("a.sto", storage("version=1\n", "time\telbow\tslide")),
              HasSubstr("a.sto:4: no column for joint shoulder"));
}

TEST(OpenSimFile, ReportsItsNumberOfRows) {
  const TemporaryFolder folder;
  const Warn silent = [](const std::string&) {};
  EXPECT_EQ(CsvSource(folder.write("a.sto", storage("nRows=7\n")), arm(), {}, silent).declared_rows(), 7U);
  EXPECT_EQ(CsvSource(folder.write("b.sto", storage("version=1\n")), arm(), {}, silent).declared_rows(),
            std::nullopt);
  EXPECT_EQ(CsvSource(folder.write("c.csv", in_csv), arm(), {}, silent).declared_rows(), std::nullopt);
}

TEST(PosFile, HasNoHeaderAndOnlyPositions) {
  const Rows rows = rows_of("walk.pos", "0 0.5 -1\n0.5  0.75 -1.5 \n1 0.25 2e-3\n");
  expect_same(rows, rows_of("motion.csv", plain));
  EXPECT_EQ(complaint("walk.pos", "0 1 2 3 4\n"),
            "walk.pos:1: has 5 columns and no header: expected 3 columns in this order: t, q of 2 "
            "joints");
  EXPECT_EQ(complaint("walk.pos", with_separators(plain, " ")),
            "walk.pos:1: has no numbers: expected numbers from the first row on, because a .pos file has no "
            "header");
  EXPECT_THAT(complaint("walk.pos", "0 1 2\n", mapped({{"a", "shoulder"}})),
              HasSubstr("expected a column number from 1 to 3"));
}

// Shards give the same rows as one run, with any header.
TEST(ForeignFile, HasTheSameRowsInShards) {
  const TemporaryFolder folder;
  std::string rows;
  for (int k = 0; k < 40; ++k)
    rows += std::to_string(k) + " " + std::to_string(k % 7) + "  " + std::to_string(k % 5) + "\n";
  for (const auto& [name, head] : std::vector<std::pair<std::string, std::string>>{
           {"a.pos", ""}, {"a.sto", "a\nversion=1\nnRows=40\nendheader\ntime shoulder slide\n"}}) {
    const std::string path = folder.write(name, head + rows);
    Way way;
    way.csv.scheme = Scheme::central;
    const Rows whole = run_file(path, arm(), way);
    ASSERT_EQ(whole.t.size(), 40U);
    for (const std::size_t count : {1U, 3U, 17U, 100U}) {
      Rows joined;
      for (std::size_t index = 1; index <= count; ++index) {
        way.shard = Shard{index, count};
        run_file(path, arm(), way, joined);
      }
      expect_same(joined, whole);
    }
  }
}

}  // namespace
}  // namespace invdyn::test
