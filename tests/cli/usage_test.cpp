// Invalid requests: exit code 2, one line on standard error with the error and what was expected, nothing on
// standard output.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

struct Wrong {
  std::string name, line, error;
};
void PrintTo(const Wrong& wrong, std::ostream* out) {
  *out << wrong.name;
}

class UsageErrorTest : public testing::TestWithParam<Wrong> {};

TEST_P(UsageErrorTest, SaysWhatIsWrong) {
  const Workplace here;
  here.write("m.csv", "t,pivot\n0,0\n1,0\n");
  here.write("the log.csv", "");
  const Outcome outcome = here.run(GetParam().line);
  EXPECT_EQ(outcome.err, "error: " + GetParam().error + '\n');
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(here.names(), testing::ElementsAre("m.csv", "the log.csv"));
}

const auto name_of_case = [](const testing::TestParamInfo<Wrong>& wrong) { return wrong.param.name; };
const std::string torque = "invdyn torque pendulum m.csv -o out.csv ";
const std::string column_words =
    "q, dq, ddq, tau, inertia, coriolis, gravity, viscous, coulomb, offset, spring, rotor, external, power, "
    "motor_torque, motor_speed, measured, residual, reaction, stamp ... and 8 more";
const std::string generate = "invdyn generate trapezoid -o out.csv ";
const std::string all_commands =
    "torque, size, view, plot, generate, robot, validate, identify, compare, count, regressor, reproduce, "
    "simulate, "
    "robots, manual, rerun, completion";
const std::string listed = " (invdyn torque --help lists the options)";
const std::string one_of_numbers = ": expected finite numbers separated by commas, such as 0,-1.5";

INSTANTIATE_TEST_SUITE_P(
    Words, UsageErrorTest,
    testing::Values(
        Wrong{"UnknownCommand", "invdyn torqe pendulum m.csv",
              "invdyn: \"torqe\" is not expected here: expected one of " + all_commands +
                  "; did you mean \"torque\"?"},
        Wrong{"UnknownCommandWithoutLikeness", "invdyn weld",
              "invdyn: \"weld\" is not expected here: expected one of " + all_commands},
        Wrong{
            "UnknownMotion", "invdyn generate trapezodi --from 0",
            "invdyn generate: \"trapezodi\" is not expected here: expected one of trapezoid, cubic, quintic, "
            "s-curve, line, excitation; did you mean \"trapezoid\"?"},
        Wrong{"CommandOfAnother", "invdyn inspect arm.json",
              "invdyn: \"inspect\" is a command of invdyn robot: expected invdyn robot inspect arm.json"},
        Wrong{"FileInPlaceOfCommand", "invdyn m.csv",
              "invdyn: \"m.csv\" is not a command: expected one of " + all_commands +
                  ", for example invdyn torque ROBOT m.csv"},
        Wrong{
            "TrajectoryInPlaceOfRobot", "invdyn robot check m.csv",
            "ROBOT: is m.csv, the name of a trajectory: expected a robot (invdyn torque ROBOT m.csv takes "
            "a trajectory; invdyn robot init arm.json --convention dh --dh-table m.csv makes a robot from a "
            "DH table)"},
        Wrong{
            "RobotInPlaceOfTrajectory", "invdyn compare pendulum arm.json",
            "TRAJECTORY: is arm.json, which is a robot: expected a trajectory (to show the robot: invdyn view "
            "arm.json -o robot.html; to compare two robots: invdyn robot diff pendulum arm.json)"},
        Wrong{
            "RobotTwice", "invdyn torque pendulum pendulum",
            "TRAJECTORY: is pendulum, which is a robot: expected a trajectory (to show the robot: invdyn view "
            "pendulum -o robot.html; to compare two robots: invdyn robot diff pendulum pendulum)"},
        Wrong{
            "RobotInPlaceOfLog", "invdyn plot arm.json",
            "FILE: is arm.json, which is a robot: expected a log or a table (to show the robot: invdyn view "
            "arm.json -o robot.html; to draw its limits with a log: invdyn plot LOG --robot arm.json)"},
        Wrong{"LogInPlaceOfRobot", "invdyn view m.csv",
              "invdyn view: m.csv is given as the robot, but its name ends like a trajectory's name: "
              "expected invdyn view ROBOT m.csv (invdyn plot m.csv draws it alone)"},
        Wrong{"ListAsAName", "invdyn identify pendulum @m.csv",
              "LOG: is @m.csv, which is not a file: to read the names of the files from m.csv, give invdyn "
              "identify pendulum $(cat m.csv)"},
        Wrong{"PatternInQuotes", "invdyn torque pendulum 'm*.csv'",
              "TRAJECTORY: is \"m*.csv\", a pattern that matches 1 file: expected the pattern without "
              "quotes, so that the shell replaces the pattern with the names of files, as in invdyn torque "
              "pendulum m*.csv --output-dir DIR"},
        Wrong{"PatternOfNothing", "invdyn size pendulum x*.csv",
              "TRAJECTORY: is \"x*.csv\", a pattern that matches no file: expected names of files"},
        Wrong{
            "Folder", "invdyn torque pendulum .",
            "TRAJECTORY: is ., a folder: expected its files, as in invdyn torque pendulum ./*.csv --output-dir "
            "DIR"},
        Wrong{
            "FolderWithOutput", "invdyn torque pendulum . -o out --summary",
            "TRAJECTORY: is ., a folder: expected its files, as in invdyn torque pendulum ./*.csv --summary "
            "--output-dir out"},
        Wrong{
            "FolderWithOutputFile", "invdyn torque pendulum ./ --output=tau.csv",
            "TRAJECTORY: is ./, a folder: expected its files, as in invdyn torque pendulum ./*.csv --output-dir "
            "tau"},
        Wrong{"PageWithoutOption", "invdyn view pendulum m.csv page3.html",
              "FILE: is page3.html, which is not a file: expected -o before page3.html (to write the "
              "output to this file), as in invdyn view pendulum m.csv -o page3.html"},
        Wrong{"ColumnWithoutOption", "invdyn plot m.csv tau_joint2",
              "FILE: is tau_joint2, which is not a file: to draw a column with this name, give invdyn plot "
              "m.csv --columns tau_joint2"},
        Wrong{
            "RobotShow", "invdyn robot show arm.json --format json",
            "invdyn robot: \"show\" is not expected here: expected invdyn robot inspect arm.json --format json"},
        Wrong{"RobotTemplate", "invdyn robot template arm.json",
              "invdyn robot: \"template\" is not expected here: expected invdyn robot init arm.json"},
        Wrong{
            "RobotDh", "invdyn robot dh table.csv",
            "invdyn robot: \"dh\" is not expected here: expected invdyn robot init --convention dh --dh-table "
            "table.csv"},
        Wrong{"Animate", "invdyn animate arm.json m.csv -o page.html",
              "invdyn: \"animate\" is not expected here: expected invdyn view arm.json m.csv -o page.html"},
        Wrong{"OutputWithoutOption", "invdyn torque pendulum m.csv tau.csv",
              "TRAJECTORY: is tau.csv, which is not a file: expected -o before tau.csv (to write the "
              "output to this file), as in invdyn torque pendulum m.csv -o tau.csv"},
        Wrong{"RobotInTwoWords", "invdyn torque puma 560 m.csv",
              "invdyn: \"puma\" and \"560\" are probably one name: expected invdyn torque puma560 m.csv"},
        Wrong{
            "FileInTwoWords", "invdyn torque pendulum the log.csv",
            "invdyn: \"the\" and \"log.csv\" are probably one name: expected invdyn torque pendulum 'the log.csv'"},
        Wrong{"ContactsWithABlank", "invdyn torque biped m.csv --contact left right",
              "TRAJECTORY: is right, which is not a file: expected --contact before right, as in invdyn "
              "torque biped m.csv --contact left --contact right"},
        Wrong{"FolderForOneFile", "invdyn compare pendulum ./",
              "TRAJECTORY: is ./, a folder: expected one file, such as ./m.csv"},
        Wrong{"RobotInPlaceOfMotion", "invdyn generate pendulum --from 0",
              "invdyn generate: \"pendulum\" is not a command: expected one of trapezoid, cubic, "
              "quintic, s-curve, line, excitation, for example invdyn generate trapezoid pendulum --from 0"},
        Wrong{"RobotBeforeMotion", "invdyn generate pendulum trapezoid --from 0",
              "invdyn generate: \"pendulum\" is not a command: expected invdyn generate trapezoid "
              "pendulum --from 0"},
        Wrong{"RobotBeforeCommand", "invdyn arm.json robot check",
              "invdyn robot: \"arm.json\" is not a command: expected invdyn robot check arm.json"},
        Wrong{"TrajectoryAlone", "invdyn size m.csv",
              "invdyn size: ROBOT is missing: expected invdyn size ROBOT m.csv (see invdyn size --help)"},
        Wrong{"UnknownOption", torque + "--gravty 0,0,-9.81",
              "invdyn torque: \"--gravty\" is not expected here; did you mean \"--gravity\"?" + listed},
        Wrong{"InPlaceAndResume", "invdyn torque pendulum m.csv -o m.csv --in-place --resume",
              "--in-place: give --in-place or --resume, not both: --in-place replaces the trajectory, so "
              "--resume cannot check whether the trajectory has changed"},
        Wrong{"UnknownOptionOfGenerate", generate + "--from 0 --too 1",
              "invdyn generate trapezoid: \"--too\" is not expected here; did you mean \"--to\"? (invdyn "
              "generate trapezoid --help lists the options)"},
        Wrong{
            "OptionsOfOtherPrograms",
            "invdyn torque --robot pendulum --input m.csv --fs=100 --mass 2 --no-gravity",
            "invdyn torque: \"--robot\" is not expected here: expected invdyn torque pendulum m.csv --rate=100 "
            "--payload mass=2 --gravity 0,0,0"},
        Wrong{
            "TrajectoryBeforeRobot",
            "invdyn torque -i m.csv -r pendulum --out tau.csv --svg=tau.svg --sumary",
            "invdyn torque: \"-i\" is not expected here: expected invdyn torque pendulum m.csv --output tau.csv "
            "--plot=tau.svg --summary"},
        Wrong{
            "TrajectoryAsAnOption", "invdyn torque pendulum -o tau.csv --traj m.csv",
            "invdyn torque: \"--traj\" is not expected here: expected invdyn torque pendulum m.csv -o tau.csv"},
        Wrong{
            "DegreesOfATable", "invdyn robot init arm.json --dh-table m.csv --convention dh --degrees",
            "invdyn robot init: \"--degrees\" is not expected here: expected invdyn robot init arm.json --dh-table "
            "m.csv --convention dh --angles degrees"},
        Wrong{"StandardForm", "invdyn robot init arm.json --dh-table m.csv --convention standard",
              "--convention: is \"standard\": expected one of tree, dh, mdh; did you mean \"dh\"?"},
        Wrong{"EndsOfALine", "invdyn generate line two-link --from 0,0 --to 1,1",
              "invdyn generate line: \"--from\" is not expected here: expected invdyn generate line two-link "
              "--from-joints 0,0 --to-joints 1,1 --duration S --rate HZ"},
        Wrong{
            "EndsOfAMotion", "invdyn generate trapezoid two-link --start 0,0 --end 1,1",
            "invdyn generate trapezoid: \"--start\" is not expected here: expected invdyn generate trapezoid "
            "two-link --from 0,0 --to 1,1"},
        Wrong{
            "ManyFiles", "invdyn torque pendulum m.csv m.csv m.csv m.csv m.csv --jobs 4",
            "invdyn torque: \"--jobs\" is not expected here: expected invdyn torque pendulum m.csv m.csv m.csv ... "
            "--threads 4"},
        Wrong{"FilesThatFail", torque + "--keep-going",
              "invdyn torque: \"--keep-going\" is not expected here: with --output-dir, an error in one file "
              "does not stop the other files"},
        Wrong{"WrongSamples", torque + "--despike",
              "invdyn torque: \"--despike\" is not expected here: a warning names the samples that "
              "are probably wrong. Delete the values of these samples in the file. To fill the gaps, give "
              "--missing interpolate"},
        Wrong{
            "LinesToSkip", torque + "--skip 3",
            "invdyn torque: \"--skip\" is not expected here: the file must begin with the header row "
            "(lines that begin with # are ignored). To remove the first three lines of LOG.csv, run tail -n +4 "
            "LOG.csv > table.csv"},
        Wrong{"LimitOfSpeed", torque + "--vmax 3",
              "invdyn torque: \"--vmax\" is not expected here: to set the limits of a joint, write velocity "
              "and effort in the robot's file"},
        Wrong{"FitWithAValue", "invdyn size pendulum m.csv --fit-duration 2",
              "--fit-duration: finds the duration itself, but the number 2 is given: expected --fit-duration "
              "without a number"},
        Wrong{"StepOfAController", "invdyn simulate pendulum m.csv --step 0.001 --kd 3",
              "invdyn simulate: \"--step\" is not expected here: expected invdyn simulate pendulum m.csv "
              "--control-period 0.001 --kv 3"},
        Wrong{"LimitsOfAFigure", "invdyn plot --limits m.csv",
              "invdyn plot: \"--limits\" is not expected here: expected invdyn plot --robot ROBOT m.csv"},
        Wrong{"UnknownLetter", torque + "-x", "invdyn torque: \"-x\" is not expected here" + listed},
        Wrong{
            "OptionBeforeItsCommand", "invdyn --columns q torque pendulum m.csv",
            "invdyn: \"--columns\" is not expected here: it is an option of torque, plot, regressor, simulate"},
        Wrong{"OptionOfAnotherCommand", "invdyn generate trapezoid pendulum --payload mass=2",
              "invdyn generate trapezoid: \"--payload\" is not expected here: it is an option of torque, "
              "size, view, generate excitation, validate, identify, compare, regressor, simulate; this "
              "option does not change the motion: give it to a later command, as in invdyn torque pendulum "
              "MOTION.csv --payload mass=2"},
        Wrong{"OneWordTooMany", "invdyn compare pendulum m.csv more.csv",
              "invdyn compare: \"more.csv\" is not expected here (invdyn compare --help lists the options)"},
        Wrong{"TwoRobots", "invdyn robots pendulum two-link",
              "invdyn robots: \"two-link\" is not expected here (invdyn robots --help lists the options)"},
        Wrong{"RobotMissing", "invdyn torque",
              "invdyn torque: ROBOT is missing: expected invdyn torque ROBOT (see invdyn torque --help)"},
        Wrong{
            "OptionMissing", "invdyn reproduce lee1982",
            "invdyn reproduce: --output is missing: expected invdyn reproduce lee1982 --output DIR (see invdyn "
            "reproduce --help)"},
        Wrong{
            "MotionMissing", "invdyn generate",
            "invdyn generate: has no command: expected one of trapezoid, cubic, quintic, s-curve, line, excitation "
            "(see invdyn generate --help)"},
        Wrong{"GoalMissing", generate + "--from 1 --duration 1 --dt 1",
              "--to: is missing: expected --from and --to, or --via"},
        Wrong{"StepMissing", generate + "--from 0 --to 1 --duration 1",
              "--dt: is missing: expected --dt S or --rate HZ, such as --rate 100"}),
    name_of_case);

// Options, arguments and words that other programs have, or that stand in a wrong place.
INSTANTIATE_TEST_SUITE_P(
    Habits, UsageErrorTest,
    testing::Values(
        Wrong{
            "ForceAsAnOption", "invdyn torque pendulum m.csv --force f.csv",
            "invdyn torque: \"--force\" is not expected here: expected invdyn torque pendulum m.csv --wrench "
            "f.csv"},
        Wrong{"ForceAsAFlag", "invdyn torque pendulum m.csv --force -q",
              "invdyn torque: \"--force\" is not expected here: expected invdyn torque pendulum m.csv -q"},
        Wrong{"LimitsOfAMotion", "invdyn generate trapezoid pendulum --vmax 1 --amax=2",
              "invdyn generate trapezoid: \"--vmax\" is not expected here: expected invdyn generate "
              "trapezoid pendulum --velocity 1 --acceleration=2"},
        Wrong{
            "Spline", "invdyn generate spline pendulum --from 0",
            "invdyn generate: \"spline\" is not expected here: expected invdyn generate cubic pendulum --from 0"},
        Wrong{"WaypointsWithoutOption", "invdyn generate cubic pendulum m.csv",
              "invdyn generate cubic: \"m.csv\" is not expected here: expected --via m.csv"},
        Wrong{"OutputOfAMotionWithoutOption", "invdyn generate cubic pendulum new.csv",
              "invdyn generate cubic: \"new.csv\" is not expected here: to write the output to "
              "this file, give -o new.csv"},
        Wrong{"MapOfWaypoints", "invdyn generate cubic pendulum --via m.csv --map auto",
              "invdyn generate cubic: \"--map\" is not expected here: write the joints' "
              "names in the header of the --via file"},
        Wrong{"NoiseOfASimulation", "invdyn simulate pendulum m.csv --noise 0.001",
              "invdyn simulate: \"--noise\" is not expected here: the simulated measurements have no noise; "
              "--bits rounds positions as an encoder does"},
        Wrong{
            "ControlAsAFlag", "invdyn simulate pendulum m.csv --pd",
            "invdyn simulate: \"--pd\" is not expected here: expected invdyn simulate pendulum m.csv --control pd"},
        Wrong{"GainsOfAControl", "invdyn simulate pendulum m.csv --pd 100,20",
              "invdyn simulate: \"--pd\" is not expected here: expected invdyn simulate pendulum "
              "m.csv --control pd --kp 100 --kv 20"},
        Wrong{"ForceAsNumbers", "invdyn torque pendulum m.csv --wrench 0,0,-30",
              "--wrench: is \"0,0,-30\": expected --wrench fz=-30"},
        Wrong{"ForceAndMoment", "invdyn torque pendulum m.csv --wrench 5,0,0,0,1.5,0",
              "--wrench: is \"5,0,0,0,1.5,0\": expected --wrench 'fx=5 ny=1.5'"},
        Wrong{"FormatAsALetter", "invdyn torque pendulum m.csv -f json",
              "invdyn torque: \"-f\" is not expected here: expected invdyn torque pendulum m.csv "
              "--summary --format json"},
        Wrong{
            "JsonAsAFlag", "invdyn size pendulum m.csv --json",
            "invdyn size: \"--json\" is not expected here: expected invdyn size pendulum m.csv --format json"},
        Wrong{
            "JsonOfTorques", "invdyn torque pendulum m.csv --json",
            "invdyn torque: \"--json\" is not expected here: expected invdyn torque pendulum m.csv --summary "
            "--format json"},
        Wrong{
            "JsonBesideASummary", "invdyn torque pendulum m.csv --json --summary",
            "invdyn torque: \"--json\" is not expected here: expected invdyn torque pendulum m.csv --format json "
            "--summary"},
        Wrong{"JsonOfAFigure", "invdyn plot torques.csv --json",
              "invdyn plot: \"--json\" is not expected here (invdyn plot --help lists the options)"},
        Wrong{"FormatWithoutASummary", "invdyn torque pendulum m.csv --format json",
              "--format: works only with --summary: give --summary --format json"},
        Wrong{"JointsWithoutOption", "invdyn count 6",
              "invdyn count: \"6\" is not expected here: expected --joints 6"},
        Wrong{"PositionsWithoutOption", "invdyn generate trapezoid two-link 0,0 1,1",
              "invdyn generate trapezoid: \"0,0\" is not expected here: expected --from 0,0 --to Q1,Q2,... "
              "(first and last positions of the motion)"},
        Wrong{"FrictionAsAFlag", "invdyn torque pendulum --friction m.csv",
              "invdyn torque: \"--friction\" is not expected here: expected invdyn torque pendulum m.csv"},
        Wrong{"ColumnOfTimes", "invdyn torque pendulum m.csv --time stamp --degrees",
              "invdyn torque: \"--time\" is not expected here: expected invdyn torque pendulum m.csv --map "
              "stamp=t --degrees"},
        Wrong{"OptionAsAValue", "invdyn torque pendulum m.csv --smooth -o tau.csv",
              "invdyn torque: --smooth has no value: expected --smooth HZ or --smooth auto"},
        Wrong{"SingleDashOfGenerate", "invdyn generate quintic pendulum -out m.csv",
              "invdyn generate quintic: \"-out\" is not expected here: expected invdyn generate quintic "
              "pendulum -o m.csv"},
        Wrong{"RatioAsAnOption", "invdyn size pendulum m.csv --gear 50",
              "invdyn size: \"--gear\" is not expected here: gear ratios are in the table of "
              "--motors (column gear_ratio) or of --catalogue (column gear_ratios); to compare several "
              "ratios, give --sweep "
              "'ratio=50:150:50 joint=NAME'"},
        Wrong{"UnitsOfAngles", "invdyn torque pendulum m.csv --units deg",
              "invdyn torque: \"--units\" is not expected here: angles are in rad, or with --degrees in "
              "degrees"},
        Wrong{"JointsOfAPlot", "invdyn plot m.csv --joint pivot",
              "invdyn plot: \"--joint\" is not expected here: to choose columns, give names or patterns, "
              "such as --columns '*_elbow'"},
        Wrong{"TorquesOfAView", "invdyn view pendulum m.csv --torques tau.csv",
              "invdyn view: \"--torques\" is not expected here: expected invdyn view pendulum m.csv tau.csv"},
        Wrong{"MethodsOfCompare", "invdyn compare pendulum --methods luh",
              "invdyn compare: \"--methods\" is not expected here: compare runs all methods that support the "
              "robot; invdyn torque --method runs one method"},
        Wrong{"RobotOfCount", "invdyn count pendulum",
              "invdyn count: \"pendulum\" is not expected here: invdyn count takes no robot. To count "
              "the operations for this robot, run invdyn compare pendulum"},
        Wrong{"TwoRobotsToCheck", "invdyn robot check pendulum scara",
              "invdyn robot check: \"scara\" is not expected here: expected one robot; to compare two "
              "robots, run invdyn robot diff pendulum scara"},
        Wrong{
            "TwoRobotsAndAMotion", "invdyn compare pendulum scara m.csv",
            "invdyn compare: \"m.csv\" is not expected here: expected one robot; to compare two robots, run "
            "invdyn robot diff pendulum scara"},
        Wrong{
            "PoseAsAnOption", "invdyn torque pendulum --static --at 0.5",
            "invdyn torque: \"--at\" is not expected here: for the torques of one pose, write the positions "
            "as a row, such as echo 0,0.5,1 | invdyn torque ROBOT - --no-header --static"},
        Wrong{"PoseAsATrajectory", "invdyn torque scara 0,0.5,1 --static",
              "TRAJECTORY: is 0,0.5,1, which is not a file: for the torques of one pose, run echo 0,0.5,1 | "
              "invdyn torque ROBOT - --no-header --static"},
        Wrong{
            "GearRatioAsAnOption", "invdyn validate scara m.csv --gear-ratio 100",
            "invdyn validate: \"--gear-ratio\" is not expected here: write gear_ratio below motor of each joint "
            "in the robot's file (JSON; invdyn robot convert writes JSON)"},
        Wrong{"TwoPapers", "invdyn reproduce sasaki1990 lee1982",
              "invdyn reproduce: \"lee1982\" is not expected here: expected one paper in each run"},
        Wrong{
            "RecursiveNewtonEuler", "invdyn count --method rne",
            "--method: is \"rne\": expected one of khalil, newton-euler, choreonoid, craig, luh, "
            "lagrange, sasaki, sasaki-arrays, angeles, orthogonal-complement; did you mean \"newton-euler\"?"},
        Wrong{
            "AllMissing", "invdyn generate cubic pendulum",
            "--from: is missing: expected --from and --to, or --via. Also give --dt S or --rate HZ. "
            "Also give --duration S or limits such as --velocity, unless the robot's file has velocity limits"}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Order, UsageErrorTest,
    testing::Values(
        Wrong{"RobotAfterTheTrajectory", "invdyn torque m.csv pendulum -o out.csv",
              "invdyn torque: the robot comes first, then the trajectory: expected invdyn torque pendulum "
              "m.csv -o out.csv"},
        Wrong{
            "RobotAfterTheTrajectories", "invdyn torque m.csv more.csv arm.json --output-dir out -q",
            "invdyn torque: the robot comes first, then the trajectory: expected invdyn torque arm.json m.csv "
            "more.csv --output-dir out -q"},
        Wrong{"RobotFileAfterTheTrajectory", "invdyn size m.csv arm.urdf",
              "invdyn size: the robot comes first, then the trajectory: expected invdyn size arm.urdf m.csv"},
        Wrong{"NoRobot", "invdyn simulate m.csv",
              "invdyn simulate: m.csv is given as the robot, but its name ends like a trajectory's "
              "name: expected invdyn simulate ROBOT m.csv"}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Endings, UsageErrorTest,
    testing::Values(
        Wrong{"Excel", "invdyn torque pendulum m.csv -o x.xlsx",
              "--output: is x.xlsx, but the program cannot write Excel's own format: expected x.csv, which "
              "Excel opens"},
        Wrong{"Matlab", "invdyn generate trapezoid --from 0 --to 1 --duration 1 --dt 1 -o x.mat",
              "--output: is x.mat, but the program cannot write MATLAB's own format: expected x.csv, which "
              "MATLAB's readtable reads"},
        Wrong{
            "Parquet", "invdyn simulate pendulum m.csv -o x.parquet",
            "--output: is x.parquet, but the program cannot write a format of Apache Arrow: expected x.csv, "
            "or a name that ends in .npy for an array"},
        Wrong{"RowsAsJson", "invdyn torque pendulum m.csv -o x.JSON",
              "--output: is x.JSON, but the program cannot write rows in this format: expected x.csv, or a "
              "name that ends in .npy for an array"},
        Wrong{
            "Figure", "invdyn torque pendulum m.csv -o x.png",
            "--output: is x.png, but the program cannot write a figure with this option: expected x.csv. To "
            "draw a figure of this file, run invdyn plot"},
        Wrong{"PageInText", "invdyn view pendulum m.csv -o x.txt",
              "--output: is x.txt, but the program cannot write a web page in this format: expected "
              "x.html, which a browser opens"},
        Wrong{"TableAsAPage", "invdyn size pendulum m.csv -o size.html",
              "--output: is size.html, but the program cannot write a web page with this option: expected "
              "size.txt. To write a web page, give --report with a folder"},
        Wrong{"ReportAsAFile", "invdyn size pendulum m.csv --report rep.html",
              "--report: is rep.html, but the program cannot write a file with this option, because the "
              "output is a folder: expected rep"},
        Wrong{"FigureOfReproduce", "invdyn reproduce lee1982 -o fig3.pdf",
              "--output: is fig3.pdf, but the program cannot write a file with this option, because the "
              "output is a folder: expected fig3"},
        Wrong{"FittedRobotAsUrdf", "invdyn identify pendulum m.csv -o fit2.urdf",
              "--output: is fit2.urdf, but the program cannot write a robot in this format with this "
              "command: expected fit2.json. To write other formats from this file, run invdyn robot convert"},
        Wrong{"ReportInASpreadsheet", "invdyn size pendulum m.csv -o x.ods",
              "--output: is x.ods, but the program cannot write OpenDocument: expected x.csv, which "
              "spreadsheets open"}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Values, UsageErrorTest,
    testing::Values(
        Wrong{"NegativeStep", torque + "--dt -1", "--dt: is -1: expected a number above 0"},
        Wrong{"NoStep", torque + "--dt 0", "--dt: is 0: expected a number above 0"},
        Wrong{"StepIsNoNumber", torque + "--dt x", "--dt: is \"x\": expected a finite number (s)"},
        Wrong{"StepWithUnit", torque + "--dt 1ms", "--dt: is \"1ms\": expected s without a unit, --dt 0.001"},
        Wrong{"StepNotFinite", torque + "--dt inf", "--dt: is \"inf\": expected a finite number (s)"},
        Wrong{"StepWithDecimalComma", torque + "--dt 0,001",
              "--dt: is \"0,001\": expected a decimal point, not a comma: --dt 0.001"},
        Wrong{"RateWithUnit", torque + "--rate 125Hz",
              "--rate: is \"125Hz\": expected Hz without a unit, --rate 125"},
        Wrong{"SmoothingWithUnit", torque + "--smooth '0.01 kHz'",
              "--smooth: is \"0.01 kHz\": expected Hz without a unit, --smooth 10"},
        Wrong{"TimeInPlaceOfRate", torque + "--rate 8ms",
              "--rate: is \"8ms\": expected a finite number (Hz)"},
        Wrong{"ShareInPercent", "invdyn validate pendulum m.csv --tolerance 5%",
              "--tolerance: is \"5%\": expected a share, --tolerance 0.05"},
        Wrong{
            "SmoothingMissing", torque + "--smooth",
            "invdyn torque: --smooth has no value: expected --smooth HZ or --smooth auto (see invdyn torque "
            "--help)"},
        Wrong{"NoGravity", torque + "--gravity none",
              "--gravity: number 1 is \"none\": expected three, X,Y,Z in m/s^2, such as "
              "0,0,-9.81, or 0,0,0 for none"},
        Wrong{"MassAlone", torque + "--payload 3", "--payload: is 3: expected --payload mass=3"},
        Wrong{"MassWithUnit", torque + "--payload 3kg", "--payload: is 3kg: expected --payload mass=3"},
        Wrong{"LockInDegrees", torque + "--lock pivot=90deg",
              "--lock: has \"90deg\": expected numbers without a unit, --lock pivot=90 --degrees"},
        Wrong{"EndInDegrees", generate + "--from 0,0 --to 30deg,45deg --duration 1 --dt 1",
              "--to: has \"30deg,45deg\": expected numbers without a unit, --to 30,45 --degrees"},
        Wrong{"Splines", torque + "--differentiate spline",
              "--differentiate: is \"spline\": expected --smooth auto, which fits splines to the "
              "positions"},
        Wrong{"FitOfMasses", "invdyn identify pendulum m.csv --fit friction,masses",
              "--fit: is \"masses\": expected one of friction, load, offset, rotor, links, delay, all "
              "or payload=LINK; did you mean \"links\"?"},
        Wrong{"CentreWithSemicolons", torque + "--payload 'mass=2 com=0;0;0.1'",
              "--payload com: is \"0;0;0.1\": expected commas between numbers, com=0,0,0.1"},
        Wrong{"ForceAsAVector", torque + "--wrench 'link=rod force=0,0,10'",
              "--wrench: has an unknown field \"force\": expected --wrench 'link=rod fz=10'"},
        Wrong{"PickedUpPayload", torque + "--payload 'mass=2 com=0,0,0.1 from=1'",
              "--payload: has an unknown field \"from\": expected one of link, mass, com, ixx, "
              "iyy, izz, ixy, ixz, iyz; the robot carries a payload during the whole run. For a "
              "motion that picks up a load, compute the torques twice, with and without --payload, "
              "and combine the rows of both outputs (invdyn manual pick)"},
        Wrong{"JointsOfATree", "invdyn robot init arm3.json --joints 3",
              "--joints: needs --convention dh or --convention mdh: give one of these too. For the default "
              "convention, tree, leave out --joints, and copy or delete joints in the template"},
        Wrong{"MassToSweep", "invdyn size pendulum m.csv --sweep mass=0:20:5",
              "--sweep: has an unknown field \"mass\": expected payload=0:20:5"},
        Wrong{"PolynomialsAsAnOption", torque + "--savgol 11,3",
              "invdyn torque: \"--savgol\" is not expected here: expected " + torque +
                  "--differentiate savgol:11,3"},
        Wrong{"OutputWithOneDash", "invdyn torque pendulum m.csv -out x.csv",
              "invdyn torque: \"-out\" is not expected here: expected invdyn torque pendulum m.csv -o x.csv"},
        Wrong{"FormatOfASummary", "invdyn torque pendulum m.csv --summary json",
              "TRAJECTORY: is json, which is not a file: expected --format before json, as in invdyn "
              "torque pendulum m.csv --summary --format json"},
        Wrong{"PointsOfALine", "invdyn generate line ur5e --from 1,2,3 --to 3,2,1",
              "invdyn generate line: \"--from\" is not expected here: expected invdyn generate line ur5e "
              "--from-pose 'x=1 y=2 z=3' --to-pose 'x=3 y=2 z=1' --position-only --duration S --rate HZ"},
        Wrong{
            "JointsOfALine",
            "invdyn generate line two-link --start 1,2 --to-joints 3,2 --duration 1 --fs 100",
            "invdyn generate line: \"--start\" is not expected here: expected invdyn generate line two-link "
            "--from-joints 1,2 --to-joints 3,2 --duration 1 --rate 100"},
        Wrong{
            "DurationOfALine", "invdyn generate line two-link --from-joints 0,1 --displacement 0,0.1,0",
            "invdyn generate line: --duration is missing: expected invdyn generate line two-link --from-joints 0,1 "
            "--displacement 0,0.1,0 --duration S --rate HZ (see invdyn generate line --help)"},
        Wrong{"OutputWithAnUnderscore", "invdyn torque pendulum m.csv --output_file x.csv",
              "invdyn torque: \"--output_file\" is not expected here: expected invdyn torque pendulum m.csv "
              "--output x.csv"},
        Wrong{"QuantityAsAColumn", "invdyn plot m.csv --column q",
              "invdyn plot: \"--column\" is not expected here: expected invdyn plot m.csv --columns q"},
        Wrong{"MillisecondsAsAnOption", torque + "--ms",
              "invdyn torque: \"--ms\" is not expected here: expected " + torque + "--time-unit ms"},
        Wrong{"OutputOfAList", "invdyn robots panda -o p.json",
              "invdyn robots: \"-o\" is not expected here: expected invdyn robots panda > p.json"},
        Wrong{
            "ReportOfView", "invdyn view pendulum m.csv --report page.html",
            "invdyn view: \"--report\" is not expected here: expected invdyn view pendulum m.csv -o page.html"},
        Wrong{"InfoInPlaceOfInspect", "invdyn info pendulum",
              "invdyn: \"info\" is not expected here: expected invdyn robot inspect pendulum"},
        Wrong{"ListOfSources", "invdyn reproduce --list",
              "invdyn reproduce: \"--list\" is not expected here: invdyn reproduce --help lists the sources"},
        Wrong{"ListOfRobots", "invdyn robots --list",
              "invdyn robots: \"--list\" is not expected here: invdyn robots lists the robots"},
        Wrong{"PoseOfInspect", "invdyn robot inspect pendulum --q 1",
              "invdyn robot inspect: \"--q\" is not expected here: inspect shows the robot at q = 0; invdyn "
              "view ROBOT -o robot.html shows any pose, with sliders"},
        Wrong{"NegativeRate", torque + "--rate -100", "--rate: is -100: expected a number above 0"},
        Wrong{"StepAndRate", torque + "--dt 1 --rate 1",
              "invdyn torque: give --dt or --rate, not both (see invdyn torque --help)"},
        Wrong{"UnknownColumn", torque + "--columns q,tua",
              "--columns: is \"tua\": expected one of " + column_words + "; did you mean \"tau\"?"},
        Wrong{"UsualWordForAColumn", torque + "--columns torque",
              "--columns: is \"torque\": expected one of " + column_words + "; did you mean tau?"},
        Wrong{"TimeAsTheOnlyColumn", torque + "--columns t",
              "--columns: has only t, which is always written: expected other quantities too"},
        Wrong{"HoleInColumns", torque + "--columns q,,tau",
              "--columns: is \"\": expected one of " + column_words},
        Wrong{"EmptyArgument", torque + "--columns ''",
              "invdyn: argument 7, after \"--columns\", is empty: expected a value"},
        Wrong{"EmptyCommand", "invdyn ''", "invdyn: argument 1 is empty: expected a value"},
        Wrong{"NothingAfterTheSign", torque + "--dt= 1",
              "invdyn: --dt= has no value: expected a value after the \"=\""},
        Wrong{"ValueMissing", torque + "--dt",
              "invdyn torque: --dt has no value: expected --dt S (see invdyn torque --help)"},
        Wrong{"VectorMissing", torque + "--gravity",
              "invdyn torque: --gravity has no value: expected --gravity X,Y,Z (see invdyn torque --help)"},
        Wrong{"OptionTwice", torque + "--dt 1 --dt 2",
              "invdyn torque: --dt is given twice: expected it once (see invdyn torque --help)"},
        Wrong{"RateTooSmall", torque + "--rate 1e-310", "--rate: is 1e-310: expected a larger number (Hz)"},
        Wrong{"ColumnTwice", torque + "--columns q,tau,q",
              "--columns: names q twice: expected each quantity once"},
        Wrong{
            "ColumnOfOneJoint", torque + "--columns tau_pivot",
            "--columns: is \"tau_pivot\", but the columns of one joint cannot be chosen: expected tau for the "
            "columns of all joints"},
        Wrong{"PatternOfNoColumn", torque + "--columns 'x*'",
              "--columns: \"x*\" matches no quantity: expected some of " + column_words},
        Wrong{"UnknownScheme", torque + "--differentiate centrall",
              "--differentiate: is \"centrall\": expected one of backward, central, given, "
              "savgol:WINDOW,ORDER; did you mean \"central\"?"},
        Wrong{"UnknownStart", torque + "--start zero",
              "--start: is \"zero\": expected one of rest, extrapolate"},
        Wrong{"GravityOfThreeWords", torque + "--gravity 0 0 -9.81",
              "--gravity: has 3 numbers with blanks between them: expected --gravity 0,0,-9.81, with commas "
              "and without blanks"},
        Wrong{"GravityWithCommasAndBlanks", torque + "--gravity=0, 0, -9.81 --static",
              "--gravity: has 3 numbers with blanks between them: expected --gravity 0,0,-9.81, with commas "
              "and without blanks"},
        Wrong{"PositionsOfTwoWords", generate + "two-link --from 0 0 --to 1 -1",
              "--from: has 2 numbers with blanks between them: expected --from 0,0, with commas and without "
              "blanks"},
        Wrong{"PayloadOfTwoWords", torque + "--payload mass=1 link=rod --static",
              "--payload: has several fields without quotes: expected --payload 'mass=1 link=rod'"},
        Wrong{"MapOfTwoWords", torque + "--map a=pivot, b=t",
              "--map: has several fields without quotes: expected --map a=pivot,b=t"},
        Wrong{
            "GainsOfTwoWords", "invdyn simulate two-link m.csv --kp 2000 300",
            "--kp: has 2 numbers with blanks between them: expected --kp 2000,300, with commas and without blanks"},
        Wrong{"GravityInQuotes", torque + "--gravity '0 0 -9.81'",
              "--gravity: is \"0 0 -9.81\": expected commas between numbers, --gravity 0,0,-9.81"},
        Wrong{"PayloadWithCommas", torque + "--payload mass=1,link=rod,com=0,0,1",
              "--payload: has commas or semicolons between its fields: expected blanks, as in --payload "
              "'mass=1 link=rod com=0,0,1'"},
        Wrong{"PayloadWithCommasAndBlanks", torque + "--payload 'mass=1, link=rod ; com=0,0,1'",
              "--payload: has commas or semicolons between its fields: expected blanks, as in --payload "
              "'mass=1 link=rod com=0,0,1'"},
        Wrong{"PayloadWithAUnit", torque + "--payload mass=500g",
              "--payload mass: is \"500g\": expected kg without a unit, mass=0.5"},
        Wrong{"ViewWithoutRobot", "invdyn view m.csv",
              "invdyn view: m.csv is given as the robot, but its name ends like a trajectory's name: "
              "expected invdyn view ROBOT m.csv (invdyn plot m.csv draws it alone)"},
        Wrong{
            "GravityOfTwoNumbers", torque + "--gravity 0,-9.81",
            "--gravity: has 2 numbers: expected three, X,Y,Z in m/s^2, such as 0,0,-9.81, or 0,0,0 for none"},
        Wrong{
            "GravityOfFourNumbers", torque + "--gravity 0,0,0,-9.81",
            "--gravity: has 4 numbers: expected three, X,Y,Z in m/s^2, such as 0,0,-9.81, or 0,0,0 for none"},
        Wrong{"GravityIsNoNumber", torque + "--gravity 0,0,moon",
              "--gravity: number 3 is \"moon\": expected three, X,Y,Z in m/s^2, such as "
              "0,0,-9.81, or 0,0,0 for none"},
        Wrong{"FewerGoalsThanStarts", generate + "--from 0,0,0 --to 1,2 --duration 1 --dt 1",
              "--to: has 2 numbers, but --from has 3: expected the same number"},
        Wrong{"HoleInAVector", generate + "--from 0,,0 --to 1,2,3 --duration 1 --dt 1",
              "--from: number 2 is \"\"" + one_of_numbers},
        Wrong{"NotANumberInAVector", generate + "--from 0 --to nan --duration 1 --dt 1",
              "--to: number 1 is \"nan\"" + one_of_numbers},
        Wrong{"FewerNumbersThanJoints", generate + "two-link --from 0 --to 1 --duration 1 --dt 1",
              "--from: has 1 number: expected 2, one for each joint of two-link (shoulder, elbow)"},
        Wrong{"NoDuration", generate + "--from 0 --to 1 --duration 0 --dt 1",
              "--duration: is 0: expected a number above 0"},
        Wrong{"DurationTooShortForANumber", generate + "--from 0 --to 1 --duration 1e-160 --dt 1e-160",
              "--duration: the accelerations from --from to --to in 1e-160 s are too large to compute: "
              "expected a longer time or a shorter distance"},
        Wrong{"DurationBetweenSteps", generate + "--from 0 --to 1 --duration 1.0005 --dt 0.001",
              "--duration: 1.0005 s is not a multiple of the step, 0.001 s: the nearest are 1 and 1.001"}),
    name_of_case);

// For former option names the error gives today's names, on the command line and in a settings file.
TEST(Usage, GivesTodaysNamesForFormerOptions) {
  const Workplace here;
  for (const auto& [line, answer] :
       {std::pair{"plot m.csv --from 1", "invdyn plot: --from is now --window FROM:TO"},
        {"plot m.csv --by=joint", "invdyn plot: --by is now --panels"},
        {"generate line scara --by 0,0,1", "invdyn generate line: --by is now --displacement"},
        {"generate cubic --robot scara",
         "invdyn generate cubic: --robot is now an argument: expected ROBOT without --robot, as in invdyn "
         "generate cubic ROBOT"},
        {"simulate pendulum --tolerance 1", "invdyn simulate: --tolerance is now --integration-tolerance"},
        {"robot convert pendulum --to urdf", "invdyn robot convert: --to is now --format"},
        {"robot convert pendulum a.json --mend-inertia",
         "invdyn robot convert: --mend-inertia is now --correct-inertia"},
        {"robot repair arm.urdf --accept all -o copy.urdf",
         "invdyn robot: repair is now check, which says what is wrong, and convert --correct-inertia, which "
         "writes the nearest possible inertia"}}) {
    const Outcome outcome = here.run(std::string("invdyn ") + line);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_EQ(outcome.err, std::string("error: ") + answer + "\n");
  }
  here.write("c.json", R"({"velocity": "exact"})");
  EXPECT_EQ(here.run("invdyn simulate pendulum --config c.json").err,
            "error: c.json: /velocity: is now --measured-velocity\n");
}

TEST(Usage, IsShownWithoutArguments) {
  const Workplace here;
  const Outcome outcome = here.run("invdyn");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("Usage: invdyn"));
  EXPECT_EQ(here.run("invdyn --").err, outcome.err);
}

// CLI11 alone would read -.5 as an option, and 2 as one more number of --from.
TEST(Vectors, HoldNegativeNumbersAndEndWithTheirArgument) {
  const Workplace here;
  const std::string line = "--to 1,1 --duration 3 --dt 3 | cut -d, -f 1-3";
  for (const std::string from : {"--from -1,-.5 ", "--from=-1,-.5 ", "--from ' -1, -.5' "})
    EXPECT_EQ(here.run("invdyn generate trapezoid " + from + line).out,
              "t,q_joint1,q_joint2\n0,-1,-0.5\n3,1,1\n");
  EXPECT_EQ(here.run("invdyn generate trapezoid --from -.5,-1 " + line).out,
            "t,q_joint1,q_joint2\n0,-0.5,-1\n3,1,1\n");
}

TEST(Vectors, LeaveTheNextArgument) {
  const Workplace here;
  here.write("1", "t,pivot\n0,0\n");
  for (const std::string line :
       {"invdyn torque --gravity 0,0,9.81 pendulum 1", "invdyn torque pendulum --gravity 0,0,9.81 1",
        "invdyn torque --columns tau pendulum 1",
        "invdyn torque --columns tau --gravity -0,-0,-.5 pendulum 1"})
    EXPECT_EQ(here.run(line).code, 0) << line;
  const Outcome outcome =
      here.run("invdyn generate trapezoid --from 0 pendulum 2 --to 1 --duration 1 --dt 1");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "error: invdyn generate trapezoid: \"2\" is not expected here (invdyn generate trapezoid --help "
            "lists the options)\n");
}

}  // namespace
}  // namespace invdyn::test
