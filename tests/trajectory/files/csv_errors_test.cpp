// Every fault of a trajectory and its message.
// The texts are what the program promises: file, line, column and text, then the expected value.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "support/as_nobody.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using namespace std::string_literals;

const Robot& arm() {
  static const Robot robot = arm_of({{"shoulder"}, {"slide", JointType::prismatic}});
  return robot;
}

CsvSettings settings(std::optional<Scheme> scheme, bool degrees = false) {
  return {.degrees = degrees, .grid = {}, .scheme = scheme};
}

CsvSettings separated_by(Separator separator) {
  CsvSettings settings;
  settings.separator = separator;
  return settings;
}

const std::string all_columns =
    "t,q_shoulder,q_slide,dq_shoulder,dq_slide,ddq_shoulder,ddq_slide\n0,0,0,0,0,0,0\n";

struct Bad {
  std::string name, text, error;
  Way way = {};
};
void PrintTo(const Bad& bad, std::ostream* out) {
  *out << bad.name;
}
Way with_torques() {
  Way way;
  way.csv.measured = ReadMeasured::must;
  return way;
}

Way mapped(const std::string& column, const std::string& as) {
  Way way;
  way.csv.mappings = {{column, as}};
  return way;
}

Way without_header() {
  Way way;
  way.csv.has_header = false;
  return way;
}

class CsvError : public testing::TestWithParam<Bad> {};

TEST_P(CsvError, GivesTheLocationAndTheExpectedValue) {
  EXPECT_EQ(error_of_csv(GetParam().text, arm(), GetParam().way), GetParam().error);
}

const auto name_of_case = [](const testing::TestParamInfo<Bad>& block_case) { return block_case.param.name; };

INSTANTIATE_TEST_SUITE_P(
    Header, CsvError,
    testing::Values(
        Bad{"NumbersInTheFirstRow", "0,1,2\n1,1,2\n",
            "motion.csv:1: the first row holds numbers: expected a header row with the columns' names, such "
            "as t,q_shoulder, or `no-header`"},
        Bad{"NotTheSeparatorAskedFor",
            "t;q_shoulder;q_slide\n0;1;2\n",
            "motion.csv:1: the header has semicolons and no commas: expected commas between the columns, as "
            "`separator` says",
            {.csv = separated_by(Separator::comma)}},
        Bad{"DecimalCommasBetweenSemicolons", "t;q_shoulder;q_slide\n0;1;2\n0,5;1;2\n",
            "motion.csv:3: t is \"0,5\": expected a finite number (s) with a decimal point, not a "
            "comma (give `decimal` ,)"},
        Bad{"DecimalCommasBetweenTabs", "t\tq_shoulder\tq_slide\n0\t1\t-2,5e3\n",
            "motion.csv:2: q_slide is \"-2,5e3\": expected a finite number (m) with a decimal point, "
            "not a comma (give `decimal` ,)"},
        Bad{"TextAfterAQuoteAndBlanks", "t q_shoulder q_slide\n0 \"1\"2 3\n",
            "motion.csv:2: a quoted field does not end, or text follows its closing quote: expected a blank "
            "after the closing quote"},
        Bad{"NoTimeColumn", "q_shoulder,q_slide\n0,0\n",
            "motion.csv:1: no time column: expected \"t\" or \"time\", in s (or give `dt` or `rate`), or "
            "`map` NAME=t for a column of another name"},
        Bad{"TimeWithBlanks", "clock ticks,q_shoulder,q_slide\n0,0,0\n",
            "motion.csv:1: no time column: expected \"t\" or \"time\", in s (or give `dt` or `rate`); is it "
            "\"clock ticks\"? Then `map` 'clock ticks=t'"},
        Bad{"TimeMistyped", "tiem,q_shoulder,q_slide\n0,0,0\n",
            "motion.csv:1: no time column: expected \"t\" or \"time\", in s (or give `dt` or `rate`); is it "
            "\"tiem\"? Then `map` tiem=t"},
        Bad{"TwoTimeColumns", "t,time,q_shoulder,q_slide\n0,0,0,0\n",
            "motion.csv:1: both \"t\" and \"time\" are columns: expected one of them"},
        Bad{"TimeTwice", "t,t,q_shoulder,q_slide\n0,0,0,0\n",
            "motion.csv:1: the column \"t\" is repeated: expected one column with this name (delete "
            "or rename the other columns)"},
        Bad{"PositionTwice", "t,q_shoulder,q_slide,q_shoulder\n0,0,0,0\n",
            "motion.csv:1: the column \"q_shoulder\" is repeated: expected one column with this name "
            "(delete or rename the other columns)"},
        Bad{"BareNameTwice", "t,slide,slide,shoulder\n0,0,0,0\n",
            "motion.csv:1: the column \"slide\" is repeated: expected one column with this name "
            "(delete or rename the other columns)"},
        Bad{"VelocityTwice", "t,slide,shoulder,dq_slide,dq_slide\n0,0,0,0,0\n",
            "motion.csv:1: the column \"dq_slide\" is repeated: expected one column with this name "
            "(delete or rename the other columns)"},
        Bad{"FullAndBareName", "t,q_shoulder,shoulder,q_slide\n0,0,0,0\n",
            "motion.csv:1: both \"q_shoulder\" and \"shoulder\" are columns: expected one of them"},
        Bad{"JointMissing", "t,q_shoulder\n0,0\n",
            "motion.csv:1: no column for joint slide: expected \"q_slide\" or \"slide\", or `map` "
            "NAME=q_slide for a column of another name; `lock` slide=0 if the log lacks it"},
        Bad{"JointMisspelt", "t,q_sholder,q_slide\n0,0,0\n",
            "motion.csv:1: no column for joint shoulder: expected \"q_shoulder\" or \"shoulder\"; "
            "did you mean \"q_sholder\"? Then give `map` q_sholder=shoulder"},
        Bad{"BareNameMisspelt", "t,q_shoulder,slyde\n0,0,0\n",
            "motion.csv:1: no column for joint slide: expected \"q_slide\" or \"slide\"; did you "
            "mean \"slyde\"? Then give `map` slyde=slide"},
        Bad{"TorquesAlone", "t,tau_shoulder,tau_slide\n0,0,0\n",
            "motion.csv:1: has measured torques but no positions: expected columns q_shoulder, q_slide too"},
        Bad{"TorqueMisspelt", "t,q_shoulder,q_slide,tau_shoulder,tau_slidee\n0,0,0,0,0\n",
            "motion.csv:1: no measured torque of joint slide: expected \"tau_slide\"; did you mean "
            "\"tau_slidee\"? Then give `map` tau_slidee=tau_slide",
            with_torques()},
        Bad{"TorqueMissing", "t,q_shoulder,q_slide,tau_shoulder\n0,0,0,0\n",
            "motion.csv:1: no measured torque of joint slide: expected \"tau_slide\", but the file "
            "has no other columns. To compute torques without measured torques, run invdyn torque",
            with_torques()},
        Bad{"TorqueMissingBesideAnotherColumn", "t,q_shoulder,q_slide,tau_shoulder,A2\n0,0,0,0,0\n",
            "motion.csv:1: no measured torque of joint slide: expected \"tau_slide\", or `map` NAME=tau_slide "
            "for a "
            "column of another name (A2)",
            with_torques()},
        Bad{"TorquesByUnknownNames", "t,q_shoulder,q_slide,A1,A2\n0,0,0,0,0\n",
            "motion.csv:1: no measured torque of joints shoulder, slide: expected \"tau_shoulder\", "
            "or `map` NAME=tau_shoulder for a column of another name (A1, A2); if the following "
            "columns are the torques, in the robot's order, give `map` A1=tau_shoulder,A2=tau_slide",
            with_torques()},
        Bad{"NameWithoutItsUnit", "t,A [deg],B [mm]\n0,0,0\n",
            "motion.csv:1: no column \"A\", but `map` maps this name to \"shoulder\"; did you mean "
            "\"A [deg]\"?",
            mapped("A", "shoulder")},
        Bad{"MapOfACurrent", "t,A,B\n0,0,0\n",
            "`map`: maps the column \"A\" to \"current_shoulder\": expected t or JOINT, dq_JOINT, "
            "ddq_JOINT or tau_JOINT (JOINT: the name of a moving joint); with `torque-constant`, map "
            "currents to tau_JOINT",
            mapped("A", "current_shoulder")},
        Bad{"NameOfAnotherProgramTwice", "t,shoulder_position,shoulder_position\n0,0,0\n",
            "motion.csv:1: the column \"shoulder_position\" is repeated: expected one column with "
            "this name (delete or rename the other columns)"},
        Bad{"SidesOfAMappingExchanged", "t,turn,q_slide\n0,0,0\n",
            "`map`: has \"shoulder=turn\", but the column of the file must be on the left side of =: "
            "expected `map` turn=shoulder",
            mapped("shoulder", "turn")},
        Bad{"SidesOfAMappingToItselfExchanged", "t,q_shoulder,q_slide\n0,0,0\n",
            "motion.csv:1: no column \"shoulder\", but `map` maps this name to \"q_shoulder\": the "
            "two sides of = are exchanged: expected `map` q_shoulder=shoulder",
            mapped("shoulder", "q_shoulder")},
        Bad{"Latin1", "t,Achse 1 [\xB0],Achse 2 [\xB0]\n0,0,0\n",
            "motion.csv:1: is not in UTF-8, probably in ISO-8859-1: expected UTF-8. To convert the file, run "
            "iconv -f ISO-8859-1 -t UTF-8 motion.csv > utf8.csv"},
        Bad{"DecimalCommasWithoutNames", "0;0,000000;-0,000000\n1;0,5;0\n",
            "motion.csv:1: the first row holds numbers: expected a header row with the columns' names, such "
            "as t,q_shoulder, or `no-header` `decimal` ,"},
        Bad{"DecimalCommasBetweenTabsWithoutNames", "0,0\t0,5\t1,5\n0,1\t0,5\t1,5\n",
            "motion.csv:1: the first row holds numbers: expected a header row with the columns' names, such "
            "as t,q_shoulder, or `no-header` `decimal` ,"},
        Bad{"LinesBeforeNamesAndDecimalCommas", "Logger V1.2;;\nt;q_shoulder;q_slide\n0,1;0,5;1\n",
            "motion.csv: has the names of columns in line 2: expected them in the first line. To "
            "write a file without the lines above, run tail -n +2 motion.csv > table.csv. Then give "
            "`decimal` ,"},
        Bad{"LinesBeforeDecimalCommas", "Logger V1.2;;\n0;0,5;1\n",
            "motion.csv: has its first row of numbers in line 2, and no column names above this row: "
            "expected this row in the first line. To write a file without the lines above, run tail "
            "-n +2 motion.csv > table.csv. Then give `no-header` `decimal` ,"},
        Bad{"DecimalCommasBetweenCommasWithoutNames", "10,0,009869,-0,007402\n20,0,5,0,0\n",
            "motion.csv:1: has only whole numbers such as 009869; its numbers have a decimal comma, and "
            "commas separate the columns too: expected decimal points. To write them, run sed -E "
            "'/^[-+0-9]/s/,([^,]+),([^,]+)/,\\1.\\2/g' motion.csv > points.csv",
            without_header()},
        Bad{"LettersOfTheOtherCase", "t,q_Shoulder,q_slide\n0,0,0\n",
            "motion.csv:1: has column names that need a mapping: expected `map` q_Shoulder=shoulder (or "
            "`map` auto)"},
        Bad{"AllJointsMissing", "t,x,y\n0,0,0\n",
            "motion.csv:1: no column for joints shoulder, slide: expected \"q_shoulder\" or "
            "\"shoulder\", or `map` NAME=q_shoulder for a column of another name (x, y); if the "
            "following columns are the positions, in the robot's order, give `map` x=shoulder,y=slide"},
        Bad{"AGroupOfUnknownNames", "t,crane A,crane B,load\n0,0,0,0\n",
            "motion.csv:1: no column for joints shoulder, slide: expected \"q_shoulder\" or "
            "\"shoulder\", or `map` NAME=q_shoulder for a column of another name (crane A, crane B, "
            "load); if the following columns are the positions, in the robot's order, give `map` "
            "'crane A=shoulder,crane B=slide'"},
        Bad{"DecimalCommasBetweenCommas", "t,q_shoulder,q_slide\n0,0,0,1,-0,25\n",
            "motion.csv:2: has 6 fields: expected 3, as in the header; its numbers have a decimal comma, and "
            "commas "
            "separate the columns too: expected decimal points. To write them, run sed -E "
            "'/^[-+0-9]/s/([^,]+),([^,]+)/\\1.\\2/g' motion.csv > points.csv"},
        Bad{"SomeDecimalCommasBetweenCommas", "t,q_shoulder,q_slide\n0,0,1,-0,25\n",
            "motion.csv:2: has 5 fields: expected 3, as in the header; its numbers have a decimal "
            "comma, and commas separate the columns too: expected decimal points, or semicolons "
            "between the columns and `decimal` ,"},
        Bad{"LinesBeforeTheHeader", "Log of arm 3\n\nt,q_shoulder,q_slide\n0,0,0\n",
            "motion.csv: has the names of columns in line 3: expected them in the first line. To "
            "write a file without the lines above, run tail -n +3 motion.csv > table.csv"},
        Bad{"LinesBeforeTheHeaderOfRowsWithText",
            "Robot log v2\nSerial: 12\n\nt;q_shoulder;q_slide;state\n0;0;0;FAULT 12\n1;0;0;RUN\n",
            "motion.csv: has the names of columns in line 4: expected them in the first line. To "
            "write a file without the lines above, run tail -n +4 motion.csv > table.csv"},
        Bad{"AnotherSeparator", "t|q_shoulder|q_slide\n0|0|0\n",
            "motion.csv:1: has | between its columns: expected commas, semicolons, tabs or blanks; "
            "tr '|' ',' < LOG > log.csv replaces each | by a comma"},
        Bad{"RowOfUnits", "t,q_shoulder,q_slide\ns,rad,m\n0,0,0\n",
            "motion.csv:2: t is \"s\": expected a finite number (s) (if this is a row of units, delete it "
            "or begin it with #)"},
        Bad{"RowOfUnitsUnderAStamp", "time_ms,q_shoulder,q_slide\nms,rad,m\n0,0,0\n",
            "motion.csv:2: time_ms is \"ms\": expected a number (ms) below 292 years (if this is a row of "
            "units, delete it or begin it with #)"},
        Bad{"WordInPlaceOfAValue", "t,q_shoulder,q_slide\n0,ERR,0\n",
            "motion.csv:2: q_shoulder is \"ERR\": expected a finite number (rad) (`missing` accepts these as "
            "missing values: an empty field, NaN, NA, null, none or -)"},
        Bad{"UnitInTheField", "t,q_shoulder,q_slide\n0 s,0,0\n",
            "motion.csv:2: t is \"0 s\": expected a finite number (s) without a unit; put the unit into the "
            "column's name, such as t_ms"},
        Bad{"TimeOfDay", "t,q_shoulder,q_slide\n12:00:00.1,0,0\n",
            "motion.csv:2: t is \"12:00:00.1\": expected a finite number (s), or date and time as "
            "2026-01-31T12:00:00.5 with `time-unit` iso; `dt` or `rate` replaces the times"},
        Bad{"Utf16", "\xFF\xFEt\0,\0"s,
            "motion.csv: is in UTF-16: expected UTF-8. To convert the file, run iconv -f UTF-16 -t UTF-8 "
            "motion.csv > utf8.csv"},
        Bad{"ErrorOfASpreadsheet", "t,q_shoulder,q_slide\n0,#N/A,0\n",
            "motion.csv:2: q_shoulder is \"#N/A\": expected a finite number (rad) (`missing` skip "
            "leaves such rows out)"},
        Bad{"NumbersForNames", "t,q0,q1,dq_0,dq_1,Actual_QDD[1],Actual_QDD[2],x7,x8,tau1,tau2\n0,0\n",
            "motion.csv:1: has joint numbers in place of joint names: expected `map` "
            "'q0=shoulder,q1=slide,dq_0=dq_shoulder,dq_1=dq_slide,Actual_QDD[1]=ddq_shoulder,Actual_QDD[2]=ddq_slide' "
            "if they are in the robot's order (or `map` auto)"},
        Bad{"TooManyNumbers", "t,q0,q1,q2\n0,0,0,0\n",
            "motion.csv:1: has more numbers than joints: expected `map` q0=shoulder,q1=slide if q2 belongs "
            "to no joint"},
        Bad{"OnLineThree", "# one\n\nt,q_shoulder\n0,0\n",
            "motion.csv:3: no column for joint slide: expected \"q_slide\" or \"slide\", or `map` "
            "NAME=q_slide for a column of another name; `lock` slide=0 if the log lacks it"},
        Bad{"QuoteNotEnded", "t,q_shoulder,\"q_slide\n0,0,0\n",
            "motion.csv:1: a quoted name does not end, or text follows its closing quote: expected a comma "
            "after the closing quote"},
        Bad{"TextAfterAQuote", "t,\"q_shoulder\"x,q_slide\n0,0,0\n",
            "motion.csv:1: a quoted name does not end, or text follows its closing quote: expected a comma "
            "after the closing quote"}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Derivatives, CsvError,
    testing::Values(
        Bad{"SomeVelocities", "t,q_shoulder,q_slide,dq_shoulder\n0,0,0,0\n",
            "motion.csv:1: no column dq_slide, but the file has this quantity for other joints: "
            "expected the quantity for all joints or for no joint. To use only q, give "
            "`differentiate` backward or central"},
        Bad{"SomeAccelerations", "t,q_shoulder,q_slide,dq_shoulder,dq_slide,ddq_slide\n0,0,0,0,0,0\n",
            "motion.csv:1: no column ddq_shoulder, but the file has this quantity for other joints: "
            "expected the quantity for all joints or for no joint. To use only q, give "
            "`differentiate` backward or central"},
        Bad{"SomeVelocitiesAllAccelerations",
            "t,q_shoulder,q_slide,dq_slide,ddq_shoulder,ddq_slide\n0,0,0,0,0,0\n",
            "motion.csv:1: no column dq_shoulder, but the file has this quantity for other joints: "
            "expected the quantity for all joints or for no joint. To use only q, give "
            "`differentiate` backward or central"},
        Bad{"AccelerationsWithoutVelocities", "t,q_shoulder,q_slide,ddq_shoulder,ddq_slide\n0,0,0,0,0\n",
            "motion.csv:1: ddq_ columns without dq_ columns: expected both kinds or neither. To use "
            "only q, give `differentiate` backward or central"},
        Bad{"GivenAskedForButNothingThere",
            "t,q_shoulder,q_slide\n0,0,0\n",
            "motion.csv:1: no column dq_shoulder, dq_slide, ddq_shoulder, ddq_slide, but `differentiate` "
            "given needs all dq_ and ddq_ columns",
            {.csv = settings(Scheme::given)}},
        Bad{"GivenAskedForButNoAccelerations",
            "t,q_shoulder,q_slide,dq_shoulder,dq_slide\n0,0,0,0,0\n",
            "motion.csv:1: no column ddq_shoulder, ddq_slide, but `differentiate` given needs all dq_ "
            "and ddq_ columns",
            {.csv = settings(Scheme::given)}}),
    name_of_case);

const std::string header = "t,q_shoulder,q_slide\n";

// A second row with one bad cell.
const std::string reversed =
    "; if the rows are in reverse order, run (head -n 1 motion.csv; tail -n +2 motion.csv | tac) > ordered.csv";

Bad bad_cell(const std::string& name, const std::string& row, const std::string& error) {
  return {name, header + "0,0,0\n" + row + "\n2,0,0\n", "motion.csv:3: " + error};
}

INSTANTIATE_TEST_SUITE_P(
    Rows, CsvError,
    testing::Values(
        bad_cell("TooFewFields", "1,0",
                 "has 2 fields: expected 3, as in the header (`missing` skip leaves such rows out)"),
        bad_cell("OneField", "1",
                 "has 1 field: expected 3, as in the header (`missing` skip leaves such rows out)"),
        bad_cell("TooManyFields", "1,0,0,0",
                 "has 4 fields: expected 3, as in the header (`missing` skip leaves such rows out)"),
        bad_cell("CommaAtTheEnd", "1,0,0,",
                 "has 4 fields: expected 3, as in the header (`missing` skip leaves such rows out)"),
        bad_cell("DecimalComma", "1,0,5,0",
                 "has 4 fields: expected 3, as in the header (`missing` skip leaves such rows out)"),
        bad_cell("Semicolon", "1;0;0",
                 "has 1 field: expected 3, as in the header (`missing` skip leaves such rows out)"),
        bad_cell("EmptyCell", "1,,0",
                 "q_shoulder is empty: expected a finite number (rad) (`missing` skip leaves such "
                 "rows out)"),
        bad_cell("EmptyTime", ",0,0",
                 "t is empty: expected a finite number (s) (`missing` skip leaves such rows out)"),
        bad_cell("BlankCell", "1,0, \t",
                 "q_slide is empty: expected a finite number (m) (`missing` skip leaves such "
                 "rows out)"),
        bad_cell("EmptyQuotes", "1,0,\"\"",
                 "q_slide is empty: expected a finite number (m) (`missing` skip leaves such "
                 "rows out)"),
        bad_cell("TwoPoints", "1,1.2.3,0", "q_shoulder is \"1.2.3\": expected a finite number (rad)"),
        bad_cell("DecimalCommaInQuotes", "1,\"1,5\",0",
                 "q_shoulder is \"1,5\": expected a finite number (rad) with a decimal point, not a "
                 "comma (give `decimal` ,)"),
        bad_cell(
            "Word", "1,0,off",
            "q_slide is \"off\": expected a finite number (m) (`missing` accepts these as missing values: an "
            "empty field, NaN, NA, null, none or -)"),
        bad_cell("UnitAfterTheNumber", "1,0,2m", "q_slide is \"2m\": expected a finite number (m)"),
        bad_cell("TwoNumbers", "1,0,2 3", "q_slide is \"2 3\": expected a finite number (m)"),
        bad_cell("NaN", "1,nan,0",
                 "q_shoulder is \"nan\": expected a finite number (rad) (`missing` skip leaves such "
                 "rows out)"),
        bad_cell("MinusNaN", "1,-NaN,0",
                 "q_shoulder is \"-NaN\": expected a finite number (rad) (`missing` skip leaves such "
                 "rows out)"),
        bad_cell("Infinity", "1,inf,0",
                 "q_shoulder is \"inf\": expected a finite number (rad) (`missing` accepts these as missing "
                 "values: an empty field, NaN, NA, null, none or -)"),
        bad_cell("MinusInfinity", "1,-Infinity,0",
                 "q_shoulder is \"-Infinity\": expected a finite number (rad) (`missing` accepts these as "
                 "missing values: an empty field, NaN, NA, null, none or -)"),
        bad_cell("BeyondTheLargestDouble", "1,1e999,0",
                 "q_shoulder is \"1e999\": expected a finite number (rad)"),
        bad_cell("Hexadecimal", "1,0x1F,0", "q_shoulder is \"0x1F\": expected a finite number (rad)"),
        bad_cell("TwoSigns", "1,+-1,0", "q_shoulder is \"+-1\": expected a finite number (rad)"),
        bad_cell("SignAlone", "1,+,0", "q_shoulder is \"+\": expected a finite number (rad)"),
        bad_cell("ExponentMissing", "1,2e,0", "q_shoulder is \"2e\": expected a finite number (rad)"),
        bad_cell("FortranExponent", "1,2d0,0", "q_shoulder is \"2d0\": expected a finite number (rad)"),
        bad_cell("NoNumberAsTime", "1s,0,0", "t is \"1s\": expected a finite number (s)"),
        bad_cell("LongText", "1," + std::string(41, 'x') + ",0",
                 "q_shoulder is \"" + std::string(40, 'x') + "...\": expected a finite number (rad)"),
        bad_cell("QuoteNotEnded", "1,0,\"0",
                 "a quoted field does not end, or text follows its closing quote: expected a comma after "
                 "the closing quote (`missing` skip leaves such rows out)"),
        bad_cell("TextAfterAQuote", "1,\"0\"0,0",
                 "a quoted field does not end, or text follows its closing quote: expected a comma after "
                 "the closing quote (`missing` skip leaves such rows out)"),
        bad_cell("TimeStandsStill", "0,0,0",
                 "t is \"0\", but was 0 in the row before (line 2): expected times that increase (to "
                 "leave out repeated rows, give `missing` skip; if only the times repeat, give "
                 "`rate` HZ in place of the times)"),
        bad_cell("TimeGoesBack", "-0.25,0,0",
                 "t is \"-0.25\", but was 0 in the row before (line 2): expected times that increase "
                 "(if a clock was reset, split the file before this row and run invdyn for each part)" +
                     reversed),
        Bad{"TimeGoesBackAfterAComment", header + "0,0,0\n# late\n-1,0,0\n",
            "motion.csv:4: t is \"-1\", but was 0 in the row before (line 2): expected times that "
            "increase (if a clock was reset, split the file before this row and run invdyn for each "
            "part)" +
                reversed},
        bad_cell("BlankLine", "", "is empty, but more rows follow: expected 3 fields, or delete this line"),
        bad_cell("LineOfBlanks", " \t",
                 "is empty, but more rows follow: expected 3 fields, or delete this line"),
        bad_cell("BlankLinesAndAComment", "\n\n# here it stopped",
                 "is empty, but more rows follow: expected 3 fields, or delete this line")),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Units, CsvError,
    testing::Values(Bad{"Velocity", all_columns + "1,0,0,x,0,0,0\n",
                        "motion.csv:3: dq_shoulder is \"x\": expected a finite number (rad/s)"},
                    Bad{"Acceleration", all_columns + "1,0,0,0,0,x,0\n",
                        "motion.csv:3: ddq_shoulder is \"x\": expected a finite number (rad/s^2)"},
                    Bad{"PrismaticVelocity", all_columns + "1,0,0,0,x,0,0\n",
                        "motion.csv:3: dq_slide is \"x\": expected a finite number (m/s)"},
                    Bad{"PrismaticAcceleration", all_columns + "1,0,0,0,0,0,x\n",
                        "motion.csv:3: ddq_slide is \"x\": expected a finite number (m/s^2)"},
                    Bad{"Degrees",
                        header + "0,x,0\n",
                        "motion.csv:2: q_shoulder is \"x\": expected a finite number (deg)",
                        {.csv = settings({}, true)}},
                    Bad{"DegreesOfVelocity",
                        all_columns + "1,0,0,x,0,0,0\n",
                        "motion.csv:3: dq_shoulder is \"x\": expected a finite number (deg/s)",
                        {.csv = settings({}, true)}},
                    Bad{"DegreesOfAcceleration",
                        all_columns + "1,0,0,0,0,x,0\n",
                        "motion.csv:3: ddq_shoulder is \"x\": expected a finite number (deg/s^2)",
                        {.csv = settings({}, true)}},
                    Bad{"NoDegreesForPrismaticJoints",
                        header + "0,0,x\n",
                        "motion.csv:2: q_slide is \"x\": expected a finite number (m)",
                        {.csv = settings({}, true)}}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    WholeFile, CsvError,
    testing::Values(
        Bad{"Empty", "", "motion.csv: has no rows: expected a header row, then rows of numbers"},
        Bad{"ByteOrderMarkAlone", "\xEF\xBB\xBF",
            "motion.csv: has no rows: expected a header row, then rows of numbers"},
        Bad{"CommentsAlone", "# one\n\n# two",
            "motion.csv: has no rows: expected a header row, then rows of numbers"},
        Bad{"HeaderAlone", header, "motion.csv: has no rows of numbers: expected at least one"},
        Bad{"HeaderAndBlankLines", header + "\n\n# nothing\n",
            "motion.csv: has no rows of numbers: expected at least one"},
        Bad{"NulByte", header + "0,0,0\n1,\0,0\n"s,
            "motion.csv:3: holds a NUL byte: expected text in UTF-8 (is it UTF-16, or a binary file?)"},
        Bad{"Utf16WithoutAMark", "t\0,\0x\0\n\0"s,
            "motion.csv: is in UTF-16LE: expected UTF-8. To convert the file, run iconv -f UTF-16LE -t UTF-8 "
            "motion.csv > utf8.csv"}),
    name_of_case);

// A separate test: the value of a parameter is created at every program start, even if its case does not run.
TEST(CsvErrors, LineWithoutEnd) {
  const std::string line(std::size_t{17} << 20, '1');
  EXPECT_EQ(error_of_csv(header + "0,0,0\n" + line, arm()),
            "motion.csv:3: is longer than 16 MiB: expected a row of numbers");
}

// A header without end is not kept in memory either, for any content of its lines.
TEST(CsvErrors, HeaderWithoutEnd) {
  std::string comments, keys = "name\nversion=1\n";
  const std::string comment = "#" + std::string((std::size_t{1} << 20) - 2, '.') + "\n";  // 1 MiB
  const std::string key = "a=" + comment.substr(2);
  for (int i = 0; i < 16; ++i) comments += comment, keys += key;
  const std::string more =
      ": comes after more than 16 MiB of header, comments and blank lines: expected rows of numbers";
  EXPECT_EQ(error_of_csv(comments + header + "0,x,0\n", arm()),
            "motion.csv:18: q_shoulder is \"x\": expected a finite number (rad)");
  EXPECT_EQ(error_of_csv("\n" + comments + "#\n" + header, arm()), "motion.csv:18" + more);
  EXPECT_EQ(error_of_csv(keys + "endheader\n", arm()), "motion.csv:19" + more);
}

// Numbers of absurd size are errors too; this is detected when the torques are not finite.
INSTANTIATE_TEST_SUITE_P(
    Overflow, CsvError,
    testing::Values(
        Bad{"OfVelocity", header + "0,0,0\n1,1,0\n# slip\n1.001,1e308,0\n2,0,0\n",
            "motion.csv:5: the torques of this row are too large to compute: expected realistic "
            "positions, velocities, times, masses and gear ratios"},
        Bad{"OfCentrifugalForce",
            "t,q_shoulder,q_slide,dq_shoulder,dq_slide,ddq_shoulder,ddq_slide\n0,0,0,1e200,1e200,0,0\n",
            "motion.csv:2: the torques of this row are too large to compute: expected realistic "
            "positions, velocities, times, masses and gear ratios"}),
    name_of_case);

// For an acceleration, central differences and extrapolation need two steps, or one step if dq is given. With
// a start at rest, only the first acceleration needs a step.
INSTANTIATE_TEST_SUITE_P(
    TooFewRows, CsvError,
    testing::Values(
        Bad{"Central",
            header + "0,0,0\n1,0,0\n",
            "motion.csv: has 2 data rows: expected at least 3 rows for the finite differences (backward "
            "differences from rest need only one row: `differentiate` backward `start` rest)",
            {.csv = settings(Scheme::central)}},
        Bad{"Extrapolated",
            header + "0,0,0\n",
            "motion.csv: has 1 data row: expected at least 3 rows for the finite differences (backward "
            "differences from rest need only one row: `differentiate` backward `start` rest)",
            {.start = Start::extrapolate}},
        Bad{"VelocitiesExtrapolated",
            "t,shoulder,slide,dq_shoulder,dq_slide\n0,0,0,0,0\n",
            "motion.csv: has 1 data row: expected at least 2 rows for the finite differences",
            {.start = Start::extrapolate}},
        Bad{"VelocitiesFromRest", "t,shoulder,slide,dq_shoulder,dq_slide\n0,0,0,0,0\n",
            "motion.csv: has 1 data row: expected at least 2 rows for the finite differences"}),
    name_of_case);

// The plain name of such a joint would be the name of time.
TEST(CsvErrors, JointCalledTime) {
  EXPECT_EQ(
      error_of_csv("t,x\n0,0\n", arm_of({{"t"}})),
      "motion.csv:1: no column for joint t: expected \"q_t\", or `map` NAME=q_t for a column of another "
      "name (x)");
}

TEST(CsvErrors, MissingFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(without_folder(error_of_file(folder / "motion.csv", arm()), folder),
            "motion.csv: No such file or directory: expected a CSV file");
  EXPECT_EQ(without_folder(error_of_file(folder / "run.mcap.gz", arm()), folder),
            "run.mcap.gz: No such file or directory: expected an MCAP file");
}

TEST(CsvErrors, FolderAsFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(error_of_file(folder.path(), arm()), folder.path() + ": Is a directory: expected a CSV file");
}

TEST(CsvErrors, FileThatMayNotBeRead) {
  const TemporaryFolder folder;
  const std::string path = folder.write("motion.csv", header);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755) | ::chmod(path.c_str(), 0), 0);
  const AsNobody as_nobody;
  EXPECT_EQ(without_folder(error_of_file(path, arm()), folder),
            "motion.csv: Permission denied: expected a CSV file");
}

}  // namespace
}  // namespace invdyn::test
