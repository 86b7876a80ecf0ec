// Units in the names of columns. One of a unit in SI units, by the definition of the unit: a turn is 2 pi and
// 360 degrees, a minute 60 s.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double pi = std::numbers::pi;

// `elbow` turns, `x` slides; `odd_deg` has a unit in its name.
const Robot& arm() {
  static const Robot robot = arm_of({{"elbow"}, {"x", JointType::prismatic}, {"odd_deg"}});
  return robot;
}

CsvColumns columns_of(const std::vector<std::string_view>& names, const CsvSettings& settings = {}) {
  return CsvColumns(names, arm(), settings, "motion.csv:1");
}

std::string complaint(const std::vector<std::string_view>& names, const CsvSettings& settings = {}) {
  try {
    columns_of(names, settings);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

CsvSettings measured(bool currents = false) {
  CsvSettings settings;
  settings.measured = ReadMeasured::must;
  settings.currents = currents;
  return settings;
}

CsvSettings mapped(const std::vector<ColumnMapping>& mappings) {
  CsvSettings settings;
  settings.mappings = mappings;
  return settings;
}

struct Named {
  std::string name;
  Quantity quantity;
  double si;
};

void PrintTo(const Named& named, std::ostream* out) {
  *out << named.name;
}

class NamedUnit : public testing::TestWithParam<Named> {};

TEST_P(NamedUnit, IsThatOfTheColumn) {
  const auto& [name, quantity, si] = GetParam();
  const bool slides = name.find("elbow") == std::string::npos;
  std::vector<std::string_view> names{"t"};
  for (const std::string_view prefix : {"q_", "dq_", "ddq_", "tau_"})
    for (const std::string_view joint : {"elbow", "x", "odd_deg"}) {
      static std::vector<std::string> all;
      all.reserve(1000);
      names.push_back(all.emplace_back(std::string(prefix) + std::string(joint)));
      if (prefix == std::string(name_of(quantity)) + "_" && joint == (slides ? "x" : "elbow"))
        names.back() = name;
    }
  for (const bool degrees : {false, true}) {
    CsvSettings settings = measured();
    settings.degrees = degrees;
    if (degrees && name.find("rad") != std::string::npos) {
      EXPECT_THAT(complaint(names, settings), HasSubstr(name + "\" states "));
      continue;
    }
    const CsvColumns columns = columns_of(names, settings);
    const auto column =
        std::find_if(columns.all().begin(), columns.all().end(),
                     [&, &wanted = name](const CsvColumns::Column& each) { return each.name == wanted; });
    ASSERT_TRUE(column != columns.all().end() && column->used);
    EXPECT_EQ(column->quantity, quantity);
    EXPECT_EQ(column->joint, slides ? 1 : 0);
    EXPECT_DOUBLE_EQ(column->si_per_unit, si);
  }
}

INSTANTIATE_TEST_SUITE_P(
    , NamedUnit,
    testing::Values(
        Named{"elbow_deg", Quantity::q, pi / 180}, Named{"q_elbow_deg", Quantity::q, pi / 180},
        Named{"elbow [deg]", Quantity::q, pi / 180}, Named{"q_elbow (deg)", Quantity::q, pi / 180},
        Named{"elbow(Deg)", Quantity::q, pi / 180}, Named{"elbow [\xC2\xB0]", Quantity::q, pi / 180},
        Named{"elbow_degrees", Quantity::q, pi / 180}, Named{"elbow_rad", Quantity::q, 1},
        Named{"elbow_mrad", Quantity::q, 0.001}, Named{"elbow_rev", Quantity::q, 2 * pi},
        Named{"x_mm", Quantity::q, 0.001}, Named{"x [cm]", Quantity::q, 0.01}, Named{"x [m]", Quantity::q, 1},
        Named{"dq_elbow_deg/s", Quantity::dq, pi / 180},
        Named{"dq_elbow [\xC2\xB0/s]", Quantity::dq, pi / 180},
        Named{"dq_elbow_deg_s", Quantity::dq, pi / 180}, Named{"dq_elbow_deg_per_s", Quantity::dq, pi / 180},
        Named{"dq_elbow_rad/s", Quantity::dq, 1}, Named{"dq_elbow_rpm", Quantity::dq, 2 * pi / 60},
        Named{"dq_elbow (rev/s)", Quantity::dq, 2 * pi}, Named{"dq_x_mm/s", Quantity::dq, 0.001},
        Named{"ddq_elbow_deg/s2", Quantity::ddq, pi / 180},
        Named{"ddq_elbow [deg/s^2]", Quantity::ddq, pi / 180},
        Named{"ddq_elbow [rad/s\xC2\xB2]", Quantity::ddq, 1}, Named{"tau_elbow_Nm", Quantity::tau, 1},
        Named{"tau_elbow [N m]", Quantity::tau, 1}, Named{"tau_elbow_mNm", Quantity::tau, 0.001},
        Named{"tau_elbow_MNM", Quantity::tau, 0.001}, Named{"tau_elbow_kgcm", Quantity::tau, 0.0980665},
        Named{"tau_elbow [kgf cm]", Quantity::tau, 0.0980665}, Named{"tau_elbow (N cm)", Quantity::tau, 0.01},
        Named{"tau_elbow_Nmm", Quantity::tau, 0.001}, Named{"dq_elbow [1/min]", Quantity::dq, 2 * pi / 60},
        Named{"dq_elbow [min-1]", Quantity::dq, 2 * pi / 60}, Named{"tau_x [N]", Quantity::tau, 1}));

TEST(ColumnNames, AreExactFirst) {
  const CsvColumns columns = columns_of({"t", "elbow", "x", "odd_deg"});
  EXPECT_EQ(columns.all()[3].si_per_unit, 1);
  EXPECT_THAT(columns.notes(), IsEmpty());
  EXPECT_EQ(columns_of({"t", "elbow", "x", "odd_deg_deg"}).all()[3].si_per_unit, pi / 180);
  EXPECT_THAT(complaint({"t", "elbow", "x", "odd"}), HasSubstr("no column for joint odd_deg"));
}

TEST(ColumnNames, FollowDegreesWithoutAUnit) {
  CsvSettings settings;
  settings.degrees = true;
  const CsvColumns columns = columns_of({"t", "elbow", "x [cm]", "odd_deg [rev]"}, settings);
  EXPECT_EQ(columns.all()[1].si_per_unit, pi / 180);
  EXPECT_EQ(columns.all()[2].si_per_unit, 0.01);
  EXPECT_EQ(columns.all()[3].si_per_unit, 2 * pi);
  EXPECT_EQ(
      complaint({"t", "elbow_rad", "x", "odd_deg"}, settings),
      "motion.csv:1: the column name \"elbow_rad\" states rad, but `degrees` or the header says degrees: "
      "correct the one that is wrong, or use a name without a unit");
}

TEST(ColumnNames, AreToldWithTheirUnits) {
  EXPECT_THAT(columns_of({"t", "elbow_deg", "x", "odd_deg", "note"}).notes(),
              ElementsAre("units as the names state: \"elbow_deg\" in deg", "columns not used: note"));
}

TEST(ColumnNames, HaveNoMeaningWithAUnitOfSomethingElse) {
  EXPECT_EQ(
      complaint({"t", "elbow_mm", "x", "odd_deg"}),
      "motion.csv:1: no column for joint elbow: expected \"q_elbow\" or \"elbow\"; \"elbow_mm\" has the unit mm: "
      "expected deg, rad, mrad, rev");
  EXPECT_THAT(complaint({"t", "elbow", "x_m", "odd_deg"}), HasSubstr("no column for joint x"));
  EXPECT_THAT(
      complaint({"t", "elbow", "x", "odd_deg", "tau_elbow", "x_N", "tau_x_N", "tau_odd_deg"}, measured()),
      HasSubstr("no measured torque of joint x"));
  EXPECT_THAT(
      complaint({"t", "elbow", "x", "odd_deg", "tau_elbow [kgfcms]", "tau_x", "tau_odd_deg"}, measured()),
      HasSubstr("\"tau_elbow [kgfcms]\" has the unknown unit \"kgfcms\": expected one of Nm, mNm, Ncm, Nmm, "
                "kgf.cm, kgf.m, ozf.in, lbf.in, lbf.ft; did you mean \"kgf.cm\"?"));
  // What the unit belongs to is offered, in quotes where a shell needs them.
  EXPECT_THAT(
      columns_of({"t", "elbow", "x", "odd_deg", "elbow_rpm", "x [m/s]", "odd_deg (rpm)", "x_N"}).notes(),
      ElementsAre("columns not used: elbow_rpm, x [m/s], odd_deg (rpm), x_N (by their names: `map` "
                  "'elbow_rpm=dq_elbow,x [m/s]=dq_x,odd_deg (rpm)=dq_odd_deg')"));
  EXPECT_THAT(complaint({"t", "elbow", "x", "odd_deg", "elbow_Nm", "tau_x", "tau_odd_deg"}, measured()),
              HasSubstr("no measured torque of joint elbow: expected \"tau_elbow\"; the names of the other "
                        "columns suggest `map` "
                        "elbow_Nm=tau_elbow"));
  EXPECT_THAT(complaint({"t", "elbow", "x", "odd_deg", "tau_elbow_MNm", "tau_x", "tau_odd_deg"}, measured()),
              HasSubstr("no measured torque of joint elbow"));
}

TEST(ColumnNames, OfCurrentsNeedATorqueConstant) {
  const std::vector<std::string_view> currents{
      "t", "elbow", "x", "odd_deg", "tau_elbow [A]", "tau_x [mA]", "tau_odd_deg (A)"};
  EXPECT_THAT(complaint(currents, measured()),
              HasSubstr("\"tau_elbow [A]\" has the unit A: expected `torque-constant` too"));
  EXPECT_EQ(columns_of(currents, measured(true)).all()[5].si_per_unit, 0.001);
  EXPECT_THAT(
      complaint({"t", "elbow", "x", "odd_deg", "tau_elbow_Nm", "tau_x", "tau_odd_deg"}, measured(true)),
      HasSubstr("\"tau_elbow_Nm\" has the unit Nm: expected A, mA, because `torque-constant` is given"));
}

TEST(ColumnNames, OfOneJointAreNotTwo) {
  const std::string text =
      "motion.csv:1: both \"elbow_deg\" and \"elbow_rad\" are columns: expected one of them";
  EXPECT_EQ(complaint({"t", "elbow_deg", "elbow_rad", "x", "odd_deg"}), text);
  EXPECT_THAT(complaint({"t", "elbow_deg", "elbow", "x", "odd_deg"}), HasSubstr("both \"elbow_deg\" and"));
  EXPECT_THAT(complaint({"t", "q_elbow", "elbow_deg", "x", "odd_deg"}), HasSubstr("both \"q_elbow\" and"));
  EXPECT_EQ(complaint({"t", "q_elbow", "elbow_deg", "x", "odd_deg"}, mapped({{"q_elbow", "elbow"}})),
            "no error");
}

TEST(MappedColumns, HaveTheUnitsOfTheirNames) {
  const CsvColumns columns = columns_of({"t", "encoder_deg", "rail (mm)", "odd_deg"},
                                        mapped({{"encoder_deg", "elbow"}, {"rail (mm)", "x"}}));
  EXPECT_EQ(columns.all()[1].si_per_unit, pi / 180);
  EXPECT_EQ(columns.all()[2].si_per_unit, 0.001);
  EXPECT_EQ(complaint({"t", "elbow", "elbow_rpm", "x", "odd_deg"}, mapped({{"elbow_rpm", "elbow"}})),
            "`map`: maps \"elbow_rpm\" to \"q_elbow\", but \"elbow_rpm\" has the unit rpm: expected "
            "deg, rad, mrad, rev (for this unit, give `map` elbow_rpm=dq_elbow)");
  // The exact name of a joint states no unit.
  EXPECT_EQ(columns_of({"t", "odd_deg", "x", "spare"}, mapped({{"odd_deg", "elbow"}, {"spare", "odd_deg"}}))
                .all()[1]
                .si_per_unit,
            1);
  EXPECT_EQ(columns_of({"frame_ms", "elbow", "x", "odd_deg"}, mapped({{"frame_ms", "t"}})).time()->unit,
            TimeUnit::ms);
}

TEST(NumberedColumns, AreOfferedWithTheirUnits) {
  EXPECT_EQ(complaint({"t", "joint1 (deg)", "joint2 (mm)", "joint3 (deg)", "joint1 (rpm)", "joint2 (mm/s)",
                       "joint3 (rpm)"}),
            "motion.csv:1: has joint numbers in place of joint names: expected `map` 'joint1 "
            "(deg)=elbow,joint2 (mm)=x,joint3 (deg)=odd_deg,joint1 (rpm)=dq_elbow,joint2 "
            "(mm/s)=dq_x,joint3 (rpm)=dq_odd_deg' if they are in the robot's order (or `map` auto)");
}

TEST(OpenSimFile, AgreesWithTheUnitsOfItsNames) {
  const std::string rows = "endheader\ntime\telbow_deg\tx\todd_deg\n0\t1\t2\t3\n";
  EXPECT_THAT(error_of_csv("walk\nversion=1\ninDegrees=no\n" + rows, arm()),
              HasSubstr("the column name \"elbow_deg\" states degrees, but the header says "
                        "inDegrees=no"));
  EXPECT_EQ(run_csv("walk\nversion=1\ninDegrees=yes\n" + rows, arm()).q[0].front(), pi / 180);
}

// The same bytes as --degrees, in text and in an array; a gap in an angle is known in any unit.
TEST(NamedUnits, GiveTheRowsOfDegrees) {
  const std::string rows = "0,10,1,0\n0.5,12,2,0\n1,,3,0\n1.5,-200,4,0\n2,-201,5,0\n2.5,-202,6,0\n";
  Way way;
  way.csv.missing = {MissingValues::Policy::interpolate, 1.2};
  const Rows named = run_csv("t,elbow_deg,x,odd_deg [deg]\n" + rows, arm(), way);
  way.csv.degrees = true;
  const Rows plain = run_csv("t,elbow,x,odd_deg\n" + rows, arm(), way);
  EXPECT_EQ(named.q, plain.q);
  EXPECT_EQ(named.dq, plain.dq);
  EXPECT_EQ(named.warnings, plain.warnings);
}

}  // namespace
}  // namespace invdyn::test
