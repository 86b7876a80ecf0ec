// Denavit-Hartenberg tables as CSV, and templates in that form.

#include "robot/files/dh_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "documents.h"
#include "ground/base/error.h"
#include "robot/files/check.h"
#include "robot/files/json_reader.h"
#include "robot/model/link_poses.h"
#include "schema.h"
#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class DhTable : public testing::Test {
 protected:
  std::string text_of(const std::string& table, const DhTableSettings& settings = {}) const {
    folder_.write("arm.csv", table);
    return robot_of_dh_table(folder_ / "arm.csv", "arm", settings, [this](const std::string& warning) {
      warnings_.push_back(warning.substr((folder_ / "").size()));
    });
  }
  json document(const std::string& table, const DhTableSettings& settings = {}) const {
    return json::parse(text_of(table, settings));
  }
  std::string error(const std::string& table, const DhTableSettings& settings = {}) const {
    try {
      text_of(table, settings);
    } catch (const Error& fault) {
      return std::string(fault.what()).substr((folder_ / "").size());
    }
    return "none";
  }

  TemporaryFolder folder_;
  mutable std::vector<std::string> warnings_;
};

TEST_F(DhTable, BecomesARobotThatTheSchemaAccepts) {
  const json robot = document(
      "joint,type,a,alpha_deg,d,theta_deg,mass,com_x,com_y,com_z,ixx,iyy,izz,lower_deg,upper_deg,effort\n"
      "turn,R,0,90,0.3,,5,0,-0.1,0,0.03,0.01,0.03,-170,170,80\n"
      "lift,,0.4,0,0,90,3,-0.2,0,0,0.004,0.04,0.04,,,\n"
      "reach,P,0,90,0.1,-90,,,,,,,,0.1,0.5,\n");
  EXPECT_EQ(RobotSchema().complaints(robot), "");
  EXPECT_EQ(robot["convention"], "dh");
  EXPECT_EQ(robot["angles"], "degrees");
  EXPECT_EQ(robot["joints"][0]["dh"], (json{{"a", 0.0}, {"alpha", 90.0}, {"d", 0.3}}));
  EXPECT_EQ(robot["joints"][0]["limits"], (json{{"position", {-170.0, 170.0}}, {"effort", 80.0}}));
  EXPECT_EQ(robot["joints"][1]["type"], "revolute");
  EXPECT_EQ(robot["joints"][1]["dh"], (json{{"a", 0.4}, {"alpha", 0.0}, {"d", 0.0}, {"offset", 90.0}}));
  EXPECT_EQ(robot["joints"][1]["link"]["com"], (json{-0.2, 0.0, 0.0}));
  EXPECT_EQ(robot["joints"][2]["dh"], (json{{"a", 0.0}, {"alpha", 90.0}, {"theta", -90.0}, {"offset", 0.1}}));
  EXPECT_EQ(robot["joints"][2]["link"], (json{{"name", "link3"}, {"mass", 0.0}}));
}

TEST_F(DhTable, HasTheFormThatIsAskedFor) {
  const std::string table = "a,alpha_rad,d\n0,0,0.3\n0.4,1.5707963267948966,0\n";
  EXPECT_EQ(document(table, {.form = DhForm::modified})["convention"], "mdh");
  EXPECT_TRUE(document(table, {.form = DhForm::modified})["joints"][1].contains("mdh"));
  EXPECT_EQ(document(table)["angles"], "radians");
  EXPECT_EQ(document("a,alpha,d\n0,90,0\n", {.degrees = true})["angles"], "degrees");
}

TEST_F(DhTable, TakesVariablesAsTextbooksPrintThem) {
  const json robot = document(
      "i,type,a,alpha_deg,d,theta_deg\n"
      "1,R,0,90,0.3,q1\n"
      "2,R,0.4,0,0,q2 + 90\n"
      "3,R,0,90,0,-90 + \u03b83*\n"
      "4,R,0,-90,0.2,theta_4-180\u00b0\n"
      "5,P,0,0,d5+0.1,45\n"
      "6,R,0,0,0,30\n");
  const auto offset = [&](std::size_t joint) { return robot["joints"][joint]["dh"].value("offset", 0.0); };
  const double expected[] = {0, 90, -90, -180, 0.1, 30};
  for (std::size_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(offset(i), expected[i]) << i;
  EXPECT_EQ(robot["joints"][4]["dh"]["theta"], 45.0);
}

// Without a column type. If both are variables, the table does not say which of them the joint has.
TEST_F(DhTable, TakesAVariableInTheColumnDForAPrismaticJoint) {
  const json joint = document("i,theta,d,a,alpha_deg\n1,q1,0.4,0,-90\n2,-90,d2 + 0.1,0,0\n")["joints"][1];
  EXPECT_EQ(joint["type"], "prismatic");
  EXPECT_EQ(joint["dh"], (json{{"a", 0.0}, {"alpha", 0.0}, {"theta", -90.0}, {"offset", 0.1}}));
  EXPECT_THAT(error("i,theta,d,a,alpha_deg\n1,q1,d1,0,-90\n"),
              HasSubstr("d is \"d1\": expected a finite number, or an empty field; for a prismatic joint, "
                        "write P in a column type"));
  EXPECT_THAT(error("i,type,theta,d,a,alpha_deg\n1,P,q1,0.4,0,-90\n"),
              HasSubstr("arm.csv:2: theta is \"q1\": expected a number, because the variable of a prismatic "
                        "joint is d, as in q1"));
}

TEST_F(DhTable, SaysHowToReadAJointThatMovesTheOtherWay) {
  EXPECT_THAT(
      error("i,theta,d,a,alpha_deg\n1,-q1,0.4,0,-90\n"),
      testing::AllOf(
          HasSubstr("arm.csv:2: theta is \"-q1\", but theta is the variable of this joint: expected an empty "
                    "field, or a constant, such as 90 or q1 + 90"),
          HasSubstr("write q1, and read logs with `map` q_joint1=joint1:x-1 (")));
  EXPECT_THAT(error("joint,theta,d,a,alpha\nturn,180 - q1,0.4,0,-90\u00b0\n"),
              HasSubstr("write 180 + q1, and read logs with `map` q_turn=turn:x-1 ("));
}

TEST_F(DhTable, TakesTheUnitOfAnglesFromTheirSigns) {
  const json degrees = document("Axis,a,alpha,d\n1,0,90\u00b0,0.3\n2,0.4,0,0\n");
  EXPECT_EQ(degrees["angles"], "degrees");
  EXPECT_EQ(degrees["joints"][0]["dh"]["alpha"], 90.0);
  EXPECT_EQ(degrees["joints"][0]["name"], "joint1");
  const json radians =
      document("Link,a,alpha,d,theta\n1,0,-pi/2,0.3,q1\n2,0,\u03c0,0,q2 - pi/2\n3,0,3*pi/4,0,pi/4 + q3\n");
  EXPECT_EQ(radians["angles"], "radians");
  const double pi = std::numbers::pi;
  const double twists[] = {-pi / 2, pi, 3 * pi / 4}, offsets[] = {0, -pi / 2, pi / 4};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(radians["joints"][i]["dh"]["alpha"], twists[i]);
    EXPECT_EQ(radians["joints"][i]["dh"].value("offset", 0.0), offsets[i]);
  }
  EXPECT_THAT(error("a,alpha_deg,d\n0,pi/2,0\n"), HasSubstr("is in radians, but another unit"));
}

// 90 rad are 14 turns, and 1.5708 degrees are no twist that an arm has.
TEST_F(DhTable, RefusesAnglesInTheOtherUnit) {
  const std::string advice = "`angles` degrees";
  EXPECT_THAT(
      error("a,alpha,d\n0,0,0\n0,90,0\n", {.degrees = false}),
      testing::AllOf(HasSubstr("arm.csv:3: alpha is 90, but angles are in radians"), HasSubstr(advice)));
  EXPECT_THAT(error("a,alpha_rad,d,theta_rad\n0,0,0,q1-180\n"),
              testing::AllOf(HasSubstr("theta_rad is -180"), HasSubstr(advice)));
  EXPECT_THAT(error("a,alpha_deg,d\n0,0,0\n0,-1.5708,0\n0,3.14159,0\n"),
              testing::AllOf(HasSubstr("alpha_deg is -1.5708, but angles are in degrees: expected -90"),
                             HasSubstr("`angles` radians")));
  EXPECT_EQ(error("a,alpha_deg,d\n0,0.2,0\n0,90.1,0\n"), "none");
  EXPECT_THAT(warnings_, testing::IsEmpty());
  document("a,alpha_deg,d\n0,90,0\n0,1.5708,0\n0,-90,0\n");
  EXPECT_THAT(warnings_,
              testing::ElementsAre("arm.csv:3: alpha_deg is 1.5708, but angles are in degrees: is it "
                                   "in radians? Then write 90"));
}

TEST_F(DhTable, TakesTheMinusOfTextbooks) {
  const json robot = document("i,a_{i\u22121},alpha_deg,d,theta_deg\n1,0,\u221290,\u20130.1,q1 \u2212 45\n",
                              {.form = DhForm::modified});
  EXPECT_EQ(robot["joints"][0]["mdh"], (json{{"a", 0.0}, {"alpha", -90.0}, {"d", -0.1}, {"offset", -45.0}}));
}

TEST_F(DhTable, RefusesNumbersOfJointsWithAGap) {
  const std::string head = "j,a,alpha_deg,d\n";
  EXPECT_EQ(error(head + "0,0,0,1\n1,0,0,1\n"), "none");
  EXPECT_EQ(error(head + "1,0,0,1\ntool,0,0,1\n2,0,0,1\n"), "none");
  EXPECT_THAT(
      error(head + "1,0,0,1\n2,0,0,1\n4,0,0,1\n"),
      HasSubstr(
          "arm.csv:4: the column joint has 4 after 2: expected 3, or a name. Is a row missing or repeated?"));
  EXPECT_THAT(error(head + "1,0,0,1\n1,0,0,1\n"), HasSubstr("the column joint has 1 after 1: expected 2"));
  EXPECT_THAT(error(head + "2,0,0,1\n"), HasSubstr("arm.csv:2: the column joint has 2: expected 1"));
}

// Between semicolons, or in quotes. Thousands look like `1,250` too.
TEST_F(DhTable, TakesDecimalCommas) {
  const json robot = document("a;alpha_deg;d;theta_deg\n0;90;0,4;q1 + 22,5\n");
  EXPECT_EQ(robot["joints"][0]["dh"]["d"], 0.4);
  EXPECT_EQ(robot["joints"][0]["dh"]["offset"], 22.5);
  EXPECT_EQ(document("a,alpha_deg,d\n0,90,\"0,4\"\n")["joints"][0]["dh"]["d"], 0.4);
  EXPECT_THAT(error("a,alpha_deg,d\n0,90,\"1,250\"\n"),
              HasSubstr("d is \"1,250\": expected a finite number"));
  EXPECT_THAT(error("a;alpha_deg;d\n0;90;1,250\n"),
              HasSubstr("d is \"1,250\": expected a finite number, or an empty field with a decimal point"));
}

// As spreadsheets write them: units in brackets or after the name, and empty rows at the end.
TEST_F(DhTable, TakesOtherUnitsFromItsHeader) {
  const auto in_si =
      json::parse(text_of("a,alpha_deg,d,mass,com_x,com_y,com_z,ixx,iyy,izz\n"
                          "0.35,90,0.1,1.5,0.2,0,0,0.0001,0.0002,0.0003\n"));
  const auto other = json::parse(
      text_of("a_mm;alpha (\u00b0);d [cm];mass (g);com_x mm;com_y;com_z;ixx (kg cm\u00b2);iyy [kgcm2];izz\n"
              "350;90;10;1500;200;0;0;1;2;0.0003\n;;;;;;;;;\n;;;;;;;;;\n"));
  const auto& joint = other["joints"][0];
  EXPECT_EQ(other["angles"], "degrees");
  EXPECT_EQ(other["joints"].size(), 1u);
  EXPECT_DOUBLE_EQ(joint["dh"]["a"], in_si["joints"][0]["dh"]["a"]);
  EXPECT_DOUBLE_EQ(joint["dh"]["d"], in_si["joints"][0]["dh"]["d"]);
  EXPECT_DOUBLE_EQ(joint["link"]["mass"], 1.5);
  EXPECT_DOUBLE_EQ(joint["link"]["com"][0], 0.2);
  EXPECT_DOUBLE_EQ(joint["link"]["inertia"]["ixx"], 1e-4);
  EXPECT_DOUBLE_EQ(joint["link"]["inertia"]["iyy"], 2e-4);
  EXPECT_THAT(error("a,alpha [turns],d\n0,1,0\n"),
              HasSubstr("the column \"alpha [turns]\" has the unit \"turns\": expected deg or rad"));
  EXPECT_THAT(error("a (inch),alpha_deg,d\n0,1,0\n"), HasSubstr("unknown column \"a (inch)\""));
}

// Indices, Greek and capital letters, words; with any sign between name and unit.
TEST_F(DhTable, TakesHeadersAsTextbooksPrintThem) {
  const json robot = document(
      "joint,a,alpha_deg,d,theta_deg,mass,com_x,com_y,com_z,ixx,iyy,izz\n"
      "1,0.25,90,0.1,30,2,0,0,0,1,1,1\n");
  const std::string link = ",com_x,com_y,com_z,Ixx,Iyy [kg m^2],IZZ\n", row = ",2,0,0,0,1,1,1\n";
  const std::string in_mm = "1,250,90,100,30" + row, in_m = "1,0.25,90,0.1,30" + row;
  const std::string tables[] = {
      "Joint i,a_i [mm],alpha_i [deg],d_i [mm],\u03b8 (deg),m [kg]" + link + in_mm,
      "Joint,a/mm,alpha/deg,d/mm,theta/deg,m (kg),xc (mm),yc (mm),zc (mm),Ixx,Iyy,Izz\n" + in_mm,
      "Link,ai (mm),\u03b1i [\u00b0],di (mm),\u03b8i [\u00b0],mi (kg)" + link + in_mm,
      "i,a/mm,\u03b1 (deg),d/mm,theta/deg,m" + link + in_mm,
      "Axis,A (mm),Alpha (deg),D (mm),Theta (deg),Mass" + link + in_mm,
      "no,r (mm),twist (deg),d_i/mm,\u03d1_i (deg),m_i (kg)" + link + in_mm,
      "Joint,link length,link twist (deg),link_offset,joint angle (deg),m" + link + in_m};
  for (const std::string& table : tables) EXPECT_EQ(document(table)["joints"], robot["joints"]) << table;
  // Craig's tables, and Paul's: the index says which form it is.
  const DhTableSettings modified{.form = DhForm::modified};
  for (const std::string header : {"i,alpha_{i-1} (deg),a_{i-1} [mm],d_i [mm],theta_i (deg)\n",
                                   "i,\u03b1i-1 (deg),ai-1 [mm],di [mm],\u03b8i (deg)\n"}) {
    EXPECT_EQ(document(header + "1,90,250,100,30\n", modified)["joints"][0]["mdh"],
              (json{{"a", 0.25}, {"alpha", 90.0}, {"d", 0.1}, {"offset", 30.0}}));
    EXPECT_THAT(error(header + "1,90,250,100,30\n"),
                HasSubstr("has the index i - 1, which belongs to the modified form: give `convention` mdh"));
  }
  const std::string brackets = "i,alpha(i-1) [deg],a(i-1) [mm],d(i) [mm],theta(i) (deg)\n1,90,250,100,30\n";
  EXPECT_EQ(document(brackets, modified)["joints"][0]["mdh"],
            (json{{"a", 0.25}, {"alpha", 90.0}, {"d", 0.1}, {"offset", 30.0}}));
  EXPECT_THAT(error(brackets), HasSubstr("the column \"alpha(i-1) [deg]\" has the index i - 1"));
  EXPECT_THAT(error("alpha_deg,d,theta_deg,r\n90,0,0,0\n", modified), HasSubstr("unknown column \"r\""));
}

// 412e-3 is 0.41200000000000003 as a product of doubles.
TEST_F(DhTable, HasShortNumbersInSiUnits) {
  EXPECT_THAT(text_of("a (mm),alpha_deg,d (mm),mass,com_x (mm),com_y,com_z,ixx (kg cm^2),iyy,izz\n"
                      "412,0,-105.4,1,-105.4,0,0,5.06,1,1\n"),
              testing::AllOf(HasSubstr("\"a\": 0.412,"), HasSubstr("\"d\": -0.1054"),
                             HasSubstr("[-0.1054, 0"), HasSubstr("\"ixx\": 0.000506,")));
}

TEST_F(DhTable, WarnsOfLengthsInMillimetres) {
  document("i,a,alpha_deg,d (mm)\n1,0,90,400\n2,350,0,0\n");
  EXPECT_THAT(warnings_, testing::ElementsAre("arm.csv:3: a is 350 m: if lengths are in mm, write i,a "
                                              "(mm),alpha_deg,d (mm)"));
  warnings_.clear();
  document("i,a (m),alpha_deg,d (m)\n1,0,90,0.4\n2,0.43,0,154\n");
  EXPECT_THAT(warnings_,
              testing::ElementsAre("arm.csv:3: d is 154 m, but other lengths are at most 0.43 m: is it "
                                   "in mm? Then write 0.154"));
  warnings_.clear();
  document("i,a (m),alpha_deg,d (m)\n1,0.5,90,2\n2,15,0,0\n");  // of a crane
  EXPECT_THAT(warnings_, testing::IsEmpty());
}

// Standard form: T = Rz(theta) Tz(d) Tx(a) Rx(alpha). With theta = 90 degrees, a = 0.4 lies along y.
TEST_F(DhTable, PlacesLinksAsItsFormSays) {
  const Robot robot =
      read_json_robot(text_of("a,alpha_deg,d,theta_deg\n0.4,0,0.3,90\n"), "arm", [](const auto&) {});
  const Eigen::Vector3d end = link_poses(robot, std::vector<double>{0})[1].translation();
  EXPECT_LT((end - Eigen::Vector3d(0, 0.4, 0.3)).norm(), 1e-15);
}

TEST_F(DhTable, SaysWhatIsWrongWithIt) {
  EXPECT_THAT(error("a,alpha,d\n0,90,0\n"), HasSubstr("arm.csv:1: the unit of the angles is not stated"));
  EXPECT_THAT(error("a,alpha_deg,d,theta_rad\n0,90,0,0\n"), HasSubstr("but another unit was stated before"));
  EXPECT_THAT(error("a,alpha_deg,d\n0,90,0\n", {.degrees = false}),
              HasSubstr("but another unit was stated before"));
  EXPECT_THAT(error("a,alpha_deg\n0,90\n"), HasSubstr("arm.csv:1: there is no column \"d\""));
  EXPECT_THAT(error("a,alpha_deg,d,mas\n0,90,0,1\n"), HasSubstr("did you mean \"mass\"?"));
  EXPECT_THAT(error("a,alpha_deg,d,theta_deg\n0,90,0,q2+90\n"),
              HasSubstr("arm.csv:2: theta_deg is \"q2+90\", but theta is the variable of this joint"));
  EXPECT_THAT(error("a,alpha_deg,d,theta_deg\n0,90,0,90-q1\n"), HasSubstr("theta_deg is \"90-q1\""));
  EXPECT_THAT(error("a,alpha_deg,d,theta_deg\n0,q1,0,0\n"), HasSubstr("alpha_deg is \"q1\""));
  EXPECT_THAT(error("a,alpha_rad,d\n0,,0\n"), HasSubstr("alpha_rad is missing"));
  EXPECT_THAT(error("#,a,alpha_deg,d\n1,0,0,1\n"),
              HasSubstr("arm.csv:2: the header has the number 1: expected names of columns, such as "
                        "i,theta_deg,d,a,alpha_deg (a line that begins with # is a comment)"));
  EXPECT_THAT(error("a,d\n0,0\n"),
              HasSubstr("expected the columns \"a\", \"alpha_deg\" and \"d\". If an angle theta is not 0, "
                        "add \"theta_deg\""));
  EXPECT_THAT(error("a,alpha_deg,d\n0,,0\n"), HasSubstr("arm.csv:2: alpha_deg is missing"));
  EXPECT_THAT(error("a,alpha_deg,d,mass\n0,90,0,2\n"),
              testing::AllOf(HasSubstr("arm.csv:2: com_x, com_y, com_z, ixx, iyy, izz are missing"),
                             HasSubstr("Or delete the column mass")));
  EXPECT_THAT(error("a,alpha_deg,d,mass,cx,cy,cz,Ix,Iy\n0,90,0,2,0,0,0,1,1\n"),
              HasSubstr("arm.csv:2: izz is missing"));
  EXPECT_THAT(error("a,alpha_deg,d,Lc\n0,90,0,0.2\n"), HasSubstr("; give the centre of mass as com_x"));
  EXPECT_THAT(error("a,alpha_deg,d\n0,90,q1\n"),
              HasSubstr("or an empty field; for a prismatic joint, write P in a column type"));
  EXPECT_THAT(error("a,alpha_deg,d,mass,com_x,com_y,com_z,ixx,iyy\n0,90,0,2,0,0,0,1,\n"),
              HasSubstr("arm.csv:2: iyy, izz are missing, but the joint's link has mass"));
  EXPECT_THAT(error("Link;theta_i;alpha_i;a;d;colour;maker\n1;0;0;0;0;;\n"),
              testing::AllOf(HasSubstr("unknown columns \"colour\", \"maker\": expected some of"),
                             HasSubstr(", as in Link;theta_i;alpha_i;a;d;?;?")));
  EXPECT_THAT(error("a,alpha_deg,d,type\n0,90,0,ball\n"), HasSubstr("arm.csv:2: type is \"ball\""));
  EXPECT_THAT(error("a,alpha_deg,d,theta_deg,offset_deg\n0,90,0,1,2\n"), HasSubstr("both given"));
  EXPECT_THAT(error("a,alpha_deg,d\n"), HasSubstr("arm.csv: has no rows"));
  std::string many = "a,alpha_deg,d\n";
  for (std::size_t i = 0; i <= max_table_joints; ++i) many += "0,0,1\n";
  EXPECT_THAT(error(many), HasSubstr("arm.csv:1002: the table has too many rows"));
}

TEST(DhTemplate, IsASoundRobotOfAsManyJoints) {
  for (const DhForm form : {DhForm::standard, DhForm::modified})
    for (const std::size_t joints : {std::size_t{1}, std::size_t{2}, std::size_t{7}}) {
      const std::string text = dh_template(form, joints);
      EXPECT_EQ(RobotSchema().complaints(json::parse(text)), "");
      const Robot robot =
          read_json_robot(text, "template", [](const std::string& warning) { ADD_FAILURE() << warning; });
      EXPECT_EQ(robot.dof(), joints);
      EXPECT_THAT(check_robot(robot), testing::IsEmpty());
    }
}

}  // namespace
}  // namespace invdyn::test
