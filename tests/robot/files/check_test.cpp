// The findings of the check: each case is a robot with one fault, and the check reports this fault and
// nothing else.

#include "robot/files/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "documents.h"
#include "robot/files/template.h"
#include "support/temporary_folder.h"
#include "urdf_documents.h"

namespace invdyn {

void PrintTo(const Finding& finding, std::ostream* out) {
  *out << finding.place << ": " << finding.text;
}

namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

// Two arms of 0.5 m with limits, without any finding. Their inertia is the inertia of uniform boxes of 0.5 m
// by 0.1 m by 0.1 m: m (a^2 + b^2) / 12.
json sound_document() {
  return json::parse(R"({
    "name": "arm", "convention": "tree",
    "joints": [
      { "name": "shoulder", "type": "revolute", "parent": "base", "axis": [0, -1, 0],
        "limits": { "position": [-2, 2], "velocity": 3, "effort": 100 },
        "motor": { "rotor_inertia": 1e-4, "gear_ratio": 100 },
        "link": { "name": "upper", "mass": 6, "com": [0.25, 0, 0],
                  "inertia": { "ixx": 0.01, "iyy": 0.13, "izz": 0.13 } } },
      { "name": "elbow", "type": "revolute", "parent": "upper", "origin": { "xyz": [0.5, 0, 0] }, "axis": [0, -1, 0],
        "limits": { "position": [-2, 2], "velocity": 3, "effort": 50 },
        "link": { "name": "lower", "mass": 3, "com": [0.25, 0, 0],
                  "inertia": { "ixx": 0.005, "iyy": 0.065, "izz": 0.065 } } }
    ]
  })");
}

std::vector<Finding> findings_in(const json& document) {
  return check_robot(read_json_robot(document.dump(), "arm.json", [](const std::string&) {}));
}

auto finding(Severity severity, const std::string& place, const std::string& text) {
  return AllOf(Field(&Finding::severity, severity), Field(&Finding::place, place),
               Field(&Finding::text, HasSubstr(text)));
}

TEST(Check, FindsNothingInASoundRobot) {
  EXPECT_THAT(findings_in(sound_document()), IsEmpty());
}

TEST(Check, FindsNothingWrongInTheTemplate) {
  const Robot robot = read_json_robot(std::string(robot_template()), "template",
                                      [](const std::string& warning) { ADD_FAILURE() << warning; });
  EXPECT_THAT(check_robot(robot), IsEmpty());
}

struct Flaw {
  const char* name;
  std::vector<std::pair<const char*, const char*>> changes;  // JSON pointer, JSON text
  Severity severity;
  const char* place;
  const char* text;
};
void PrintTo(const Flaw& flaw, std::ostream* out) {
  *out << flaw.name;
}

const auto name_of_flaw = [](const testing::TestParamInfo<Flaw>& flaw) { return flaw.param.name; };

class EachFlaw : public testing::TestWithParam<Flaw> {};

TEST_P(EachFlaw, IsFoundAndNothingElse) {
  json document = sound_document();
  for (const auto& [pointer, value] : GetParam().changes) document = with(document, pointer, value);
  EXPECT_THAT(findings_in(document),
              ElementsAre(finding(GetParam().severity, GetParam().place, GetParam().text)));
}

constexpr const char* lower = "/joints/1/link";
constexpr const char* inertia = "/joints/1/link/inertia";
constexpr const char* mass = "/joints/1/link/mass";
constexpr const char* com = "/joints/1/link/com";
constexpr const char* position_limits = "/joints/1/limits/position";
constexpr const char* velocity = "/joints/1/limits/velocity";
constexpr const char* motor = "/joints/1/motor";

INSTANTIATE_TEST_SUITE_P(
    OfMasses, EachFlaw,
    testing::Values(
        Flaw{"BrokenTriangle",
             {{inertia, R"({"ixx": 0.005, "iyy": 0.065, "izz": 0.08})"}},
             Severity::error,
             "link \"lower\"",
             "(0.005, 0.065, 0.08 kg m^2): a rigid body cannot have these moments"},
        // Rotated by 45 degrees about z, the moments 0.01 and 0.1 become 0.055 each, with a product of 0.045.
        Flaw{"BrokenTriangleInTurnedAxes",
             {{inertia, R"({"ixx": 0.055, "iyy": 0.055, "izz": 0.05, "ixy": 0.045})"}},
             Severity::error,
             "link \"lower\"",
             "(0.01, 0.05, 0.1 kg m^2)"},
        Flaw{"MomentsWithoutMass", {{mass, "0"}}, Severity::warning, "link \"lower\"", "but no mass"},
        Flaw{"MassWithoutMoments",
             {{inertia, R"({"ixx": 0, "iyy": 0, "izz": 0})"}},
             Severity::note,
             "link \"lower\"",
             "it counts as a point mass"},
        // A ball of 3000 kg with a polar moment of 0.0675 kg m^2: r = sqrt(0.0675 / (0.6 * 3000)) = 6.124 mm.
        Flaw{"MassInGrams", {{mass, "3000"}}, Severity::error, "link \"lower\"", "is the mass in g?"},
        // A camera of 0.22 kg, with moments 1000 times too small.
        Flaw{"MomentsTooSmall",
             {{"/joints/1/link", R"({"name": "lower", "mass": 0.22, "com": [0.25, 0, 0],
                                     "inertia": {"ixx": 1e-7, "iyy": 2e-7, "izz": 2.5e-7}})"}},
             Severity::error,
             "link \"lower\"",
             "are the moments in another unit? Expected kg m^2"},
        Flaw{"MassAndMomentsInGrams",
             {{"/joints/1/link", R"({"name": "lower", "mass": 15000, "com": [0.25, 0, 0],
                                     "inertia": {"ixx": 250, "iyy": 3250, "izz": 3250}})"},
              {"/joints/0/motor/rotor_inertia", "0"},
              {"/joints/0/limits/effort", "1e6"},
              {"/joints/1/limits/effort", "1e6"}},
             Severity::warning,
             "masses",
             "15006 kg, but the robot measures only 0.5 m: are the masses in g?"},
        Flaw{"MomentsInKilogramsTimesSquareCentimetres",
             {{inertia, R"({"ixx": 50, "iyy": 650, "izz": 650})"}},
             Severity::error,
             "link \"lower\"",
             "a radius of gyration of 14.7196 m"},  // sqrt(650 / 3)
        Flaw{"CentreOfMassInMillimetres",
             {{com, "[250, 0, 0]"}},
             Severity::error,
             "link \"lower\"",
             "centre of mass 250 m from its frame, but the joints span 0.5 m"},
        Flaw{"CentreOfMassInCentimetres",
             {{com, "[5, 0, 0]"}},
             Severity::error,
             "link \"lower\"",
             "centre of mass 5 m from its frame"},
        Flaw{"MomentsThatProgramsWrite",
             {{"/joints/1/link/inertia", R"({"ixx": 1, "iyy": 1, "izz": 1})"}},
             Severity::error,
             "link \"lower\"",
             "1, 1, 1 kg m^2, which programs write when the values are not known"},
        Flaw{"NothingToMove",
             {{lower, R"({"name": "lower", "mass": 0})"}},
             Severity::warning,
             "joint \"elbow\"",
             "has nothing to accelerate, so its torque is only friction"},
        // The elbow's axis is -y.
        Flaw{"MassOnTheAxis",
             {{lower, R"({"name": "lower", "mass": 3, "com": [0, 0.1, 0],
                          "inertia": {"ixx": 0.005, "iyy": 0, "izz": 0.005}})"}},
             Severity::warning,
             "joint \"elbow\"",
             "no mass away from the joint's axis"}),
    name_of_flaw);

INSTANTIATE_TEST_SUITE_P(
    OfJoints, EachFlaw,
    testing::Values(
        Flaw{"OffsetInMillimetres",
             {{"/joints/1/origin/xyz", "[300, 0, 400]"}},
             Severity::error,
             "joint \"elbow\"",
             "500 m from its parent link's frame: is it in mm?"},
        Flaw{"LimitsInDegrees",
             {{position_limits, "[-90, 120]"}},
             Severity::warning,
             "joint \"elbow\"",
             "120 rad: is it in degrees?"},
        Flaw{"LimitsWithoutEnd",
             {{position_limits, "[-1e16, 1e16]"}},
             Severity::note,
             "joint \"elbow\"",
             "practically no limit"},
        Flaw{"NoWayBetweenLimits",
             {{position_limits, "[1, 1]"}},
             Severity::warning,
             "joint \"elbow\"",
             "cannot move"},
        Flaw{"NoVelocity", {{velocity, "0"}}, Severity::warning, "joint \"elbow\"", "a velocity limit of 0"},
        Flaw{"NoEffort",
             {{"/joints/1/limits/effort", "0"}},
             Severity::warning,
             "joint \"elbow\"",
             "an effort limit of 0"},
        Flaw{"VelocityInDegrees",
             {{velocity, "180"}},
             Severity::warning,
             "joint \"elbow\"",
             "180 rad/s: is it in degrees/s?"},
        Flaw{"InverseGearRatio",
             {{motor, R"({"gear_ratio": 0.01})"}},
             Severity::warning,
             "joint \"elbow\"",
             "a gear ratio of 0.01"},
        // 0.9 kg m^2 on the joint's side, reflected to the joint a second time: 0.9 * 100^2 = 9000.
        Flaw{"RotorOnTheWrongSide",
             {{motor, R"({"gear_ratio": 100, "rotor_inertia": 0.9})"}},
             Severity::error,
             "joint \"elbow\"",
             "a reflected rotor inertia of 9000 kg m^2 ("},
        Flaw{"HeavyRotorWithoutAGear",
             {{motor, R"({"gear_ratio": 1, "rotor_inertia": 9000})"}},
             Severity::note,
             "joint \"elbow\"",
             "a reflected rotor inertia of 9000 kg m^2"},
        // In the horizontal arm, 3 kg at 0.25 m: 7.355 N m. The shoulder holds 36.8 N m.
        Flaw{"WeakJoint",
             {{"/joints/1/limits/effort", "5"}},
             Severity::warning,
             "joint \"elbow\"",
             "needs 7.35499, but its limit is 5 N m. The heaviest link is \"lower\" (3 kg)"},
        // 9.80665 (6 * 0.25 + 3 * 0.75) and 7.355 N m; the shoulder lacks more.
        Flaw{"TwoWeakJoints",
             {{"/joints/0/limits/effort", "10"}, {"/joints/1/limits/effort", "5"}},
             Severity::warning,
             "joint \"shoulder\"",
             "needs 36.7749, but its limit is 10 N m. The heaviest link is \"upper\" (6 kg). 1 other joint "
             "is also too weak. Are masses in kg"},
        Flaw{"WithoutPositionLimits",
             {{"/joints/1/limits", R"({"velocity": 3, "effort": 50})"}},
             Severity::note,
             "limits",
             "no position limit of elbow"}),
    name_of_flaw);

INSTANTIATE_TEST_SUITE_P(
    OfGravity, EachFlaw,
    testing::Values(
        Flaw{"None", {{"/gravity", "[0, 0, 0]"}}, Severity::note, "gravity", "the links have no weight"},
        Flaw{"OfTheMoon",
             {{"/gravity", "[0, 0, -1.62]"}},
             Severity::note,
             "gravity",
             "of magnitude 1.62 m/s^2"},
        Flaw{"Upwards",
             {{"/gravity", "[0, 0, 9.81]"}},
             Severity::error,
             "gravity",
             "its direction is upwards"},
        Flaw{"InMillimetres",
             {{"/gravity", "[0, 0, -9810]"}},
             Severity::error,
             "gravity",
             "is it in mm/s^2 or cm/s^2?"}),
    name_of_flaw);

// A point mass that hangs straight below its axis at q = 0 is not below the axis at other positions.
TEST(Check, JudgesInertiaInAPostureWithoutSymmetry) {
  json document = sound_document();
  document = with(document, "/joints/0/axis", "[1, 0, 0]");  // along both arms at q = 0
  for (const char* link : {"/joints/0/link/inertia", "/joints/1/link/inertia"})
    document = with(document, link, R"({"ixx": 0, "iyy": 0.065, "izz": 0.065})");
  document = with(document, "/joints/0/motor/rotor_inertia", "0");
  EXPECT_THAT(findings_in(document), IsEmpty());
}

TEST(Check, CountsTheMassMovedByFollowers) {
  RobotDescription description;
  description.name = "gripper";
  description.place = description.value = [](std::size_t, RobotDescription::Part) { return std::string(); };
  for (const std::string finger : {"left", "right"}) {
    RobotDescription::JointAndLink slide;
    slide.joint.name = finger;
    slide.joint.type = JointType::prismatic;
    slide.joint.axis = Eigen::Vector3d::UnitY();
    slide.joint.limits = {0.0, 0.04, 0.2, 20.0};
    slide.parent_link = "base";
    slide.link.name = finger + "_finger";
    description.joints.push_back(slide);
  }
  description.joints[1].joint.mimic = Mimic{0, -1, 0};
  description.joints[1].mimicked = "left";
  description.joints[1].joint.limits = {-0.04, 0.0, 0.2, 20.0};
  const Warn silent = [](const std::string&) {};
  EXPECT_THAT(check_robot(Robot(description, silent)),
              ElementsAre(finding(Severity::error, "masses", "no moving link has mass"),
                          finding(Severity::warning, "joint \"left\"",
                                  "has nothing to accelerate, so its torque is only friction")));
  description.joints[1].link.mass_properties = {
      0.1, {0, 0, 0.02}, Eigen::Matrix3d(Eigen::Vector3d(2e-5, 2e-5, 1e-5).asDiagonal())};
  EXPECT_THAT(check_robot(Robot(description, silent)), IsEmpty());
  description.joints[1].joint.limits.upper = 0.01, description.joints[1].joint.limits.lower = -0.01;
  EXPECT_THAT(check_robot(Robot(description, silent)),
              ElementsAre(finding(Severity::note, "joint \"right\"", "is at -0.04 m, outside its limits")));
}

// Arms whose parts are real bodies give no finding. Published parameter sets may give findings; then their
// files say why.
TEST(Check, HasOnlyAcceptedFindingsForShippedRobots) {
  for (const ShippedRobot& shipped : shipped_robots()) {
    std::vector<std::string> accepted;
    for (const Finding& finding : check_robot_file(std::string(shipped.name), {}))
      if (!finding.accepted.empty())
        accepted.push_back(finding.subject + " " + finding.kind);
      else
        EXPECT_EQ(finding.severity, Severity::note) << finding.place << ": " << finding.text;
    if (shipped.name == "puma560")
      EXPECT_THAT(accepted, ElementsAre("link link1 impossible_moments", "link link3 impossible_moments",
                                        "link link1 moments_without_mass"));
    else
      EXPECT_THAT(accepted, IsEmpty()) << shipped.name;
  }
}

// A fault of a body is an error if torques depend on it, otherwise a note. It is a note for the base, and for
// a body with less than a thousandth of the mass and inertia that any joint moves. The upper arm carries 3 kg
// at 0.25 m or more.
TEST(Check, RatesFaultsOfLinksByTheirEffectOnTorques) {
  const auto severity_with = [](const char* pointer, const std::string& body) {
    const std::vector<Finding> findings = findings_in(with(sound_document(), pointer, body));
    EXPECT_EQ(findings.size(), 1u);
    return findings.empty() ? Severity::warning : findings.front().severity;
  };
  const auto sensor_of = [](const std::string& of_mass) {  // 10 times as dense as lead
    return R"({"name": "sensor", "type": "fixed", "parent": "lower", "link": {"name": "chip", "mass": )" +
           of_mass + R"(, "com": [0, 0, 0], "inertia": {"ixx": 1e-9, "iyy": 1.1e-9, "izz": 1.2e-9}}})";
  };
  EXPECT_EQ(severity_with("/joints/2", sensor_of("0.02")), Severity::error);  // 0.0067 of 3 kg
  EXPECT_EQ(severity_with("/joints/2", sensor_of("0.001")), Severity::note);  // 0.0003 of 3 kg
  const char* broken = R"({"mass": 5, "com": [0, 0, 0], "inertia": {"ixx": 0.1, "iyy": 0.1, "izz": 0.3}})";
  EXPECT_EQ(severity_with("/base", broken), Severity::note);
}

// Equal moments without products are a placeholder, not a mass in g.
// Five turns, written with few digits, and an arm that never gets to the horizontal.
TEST(Check, FindsNothingWhereValuesAreMeant) {
  for (const char* turns : {"[-31.415, 31.415]", "[-31.4, 31.4]", "[-62.83, 62.83]"})
    EXPECT_THAT(findings_in(with(sound_document(), position_limits, turns)), IsEmpty()) << turns;
  for (const char* degrees : {"[-90, 90]", "[-110, 110]", "[-44, 44]", "[-355, 355]"})
    EXPECT_EQ(findings_in(with(sound_document(), position_limits, degrees)).size(), 1u) << degrees;
  // The arm hangs straight down at pi / 2. By 0.1 rad it is sin(0.1) of the horizontal one: 3.67 N m.
  json hanging = with(sound_document(), "/joints/0/limits/position", "[1.4708, 1.6708]");
  hanging = with(hanging, position_limits, "[0, 0.001]");
  EXPECT_THAT(findings_in(with(hanging, "/joints/0/limits/effort", "4")), IsEmpty());
  EXPECT_EQ(findings_in(with(hanging, "/joints/0/limits/effort", "3.5")).size(), 1u);
}

TEST(Check, NotesALongWayThroughTheWorld) {
  const auto slide = [](const std::string& parent) {
    return R"({"name": "way", "type": "prismatic", "parent": ")" + parent +
           R"(", "axis": [1, 0, 0], "limits": {"position": [-300, 300], "velocity": 2, "effort": 1000},
        "link": {"name": "cart", "mass": 20, "com": [0, 0, 0], "inertia": {"ixx": 1, "iyy": 1, "izz": 2}}})";
  };
  const json cart = with(sound_document(), "/joints/2", slide("base"));
  EXPECT_THAT(findings_in(cart),
              ElementsAre(finding(Severity::note, "joint \"way\"",
                                  "300 m: this limit is plausible for a joint that moves the whole robot")));
  json carried = with(sound_document(), "/joints/2", slide("lower"));
  carried = with(carried, "/joints/2/link/mass", "0.001");
  carried = with(carried, "/joints/2/link/inertia", R"({"ixx": 1e-7, "iyy": 1e-7, "izz": 1e-7})");
  carried = with(carried, "/joints/2/limits/effort", "1");
  EXPECT_THAT(findings_in(carried),
              testing::Contains(finding(Severity::warning, "joint \"way\"", "300 m: is it in mm?")));
}

// Of a simulation: its torques are those of MuJoCo.
TEST(Check, TakesArmaturesOfMjcfAsTheyAre) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write(
      "arm.xml",
      "<mujoco><worldbody><body><joint name='j' range='-9 9' armature='5'/><geom size='0.01' pos='0.1 0 0'/></body>"
      "</worldbody><actuator><motor joint='j' gear='50' forcerange='-1 1'/></actuator></mujoco>");
  for (const Finding& finding : check_robot_file(path, {}))
    EXPECT_EQ(finding.severity, Severity::note) << finding.text;
}

// The arm of the other tests, `longer` times as long and with `heavier` times the mass.
json scaled(double longer, double heavier) {
  json document = sound_document();
  for (json& joint : document["joints"]) {
    if (joint.contains("origin")) joint["origin"]["xyz"][0] = 0.5 * longer;
    joint.erase("motor");
    joint["limits"]["effort"] = 1e9;
    json& link = joint["link"];
    link["mass"] = heavier * link["mass"].get<double>();
    link["com"][0] = 0.25 * longer;
    for (json& moment : link["inertia"]) moment = heavier * longer * longer * moment.get<double>();
  }
  return document;
}

// From a millimetre and 0.09 mg to a crane of 80 m and 27 t.
TEST(Check, FindsNothingInTinyAndLargeMachines) {
  for (const auto& [longer, heavier] :
       {std::pair(1e-3, 1e-8), {4e-3, 1e-7}, {16.0, 1000.0}, {20.0, 600.0}, {24.0, 400.0}, {80.0, 3000.0}})
    EXPECT_THAT(findings_in(scaled(longer, heavier)), IsEmpty()) << longer;
}

TEST(Check, FindsAnArmInMillimetresOrCentimetres) {
  for (const double longer : {100.0, 1000.0})
    EXPECT_THAT(findings_in(scaled(longer, 1)),
                testing::Contains(finding(Severity::error, "joint \"elbow\"", "is it in mm?")));
}

TEST(Check, WarnsOfPlaceholders) {
  const json document = with(sound_document(), inertia, R"({"ixx": 1e-6, "iyy": 1e-6, "izz": 1e-6})");
  EXPECT_THAT(findings_in(document),
              ElementsAre(finding(Severity::warning, "link \"lower\"", "the link is almost a point mass")));
}

TEST(Check, MarksAcceptedFindingsAndReportsUnusedAcceptances) {
  const test::TemporaryFolder folder;
  json document = with(sound_document(), inertia, R"({"ixx": 0.005, "iyy": 0.065, "izz": 0.08})");
  document["accepted"] = json::parse(R"([
    {"finding": "impossible_moments", "link": "lower", "reason": "as measured"},
    {"finding": "impossible_moments", "link": "upper", "reason": "as measured"},
    {"finding": "no_travel", "reason": "welded"}])");
  const std::string path = folder.write("arm.json", document.dump());
  const std::vector<Finding> findings = check_robot_file(path, {});
  EXPECT_THAT(findings,
              ElementsAre(finding(Severity::warning, path + ": accepted",
                                  "the finding \"impossible_moments\" of link upper does not exist:"),
                          finding(Severity::warning, path + ": accepted",
                                  "the finding \"no_travel\" does not exist:"),
                          finding(Severity::error, path + ": link \"lower\"", "larger than the sum")));
  EXPECT_EQ(findings.back().accepted, "as measured");
}

struct OtherUnits {
  const char* name;
  double of_mass, of_com, of_inertia;  // a value in these units is larger by this factor
};

TEST(Check, FindsOtherUnitsInEveryArm) {
  for (const OtherUnits& units :
       {OtherUnits{"g", 1e3, 1, 1}, OtherUnits{"g, g m^2", 1e3, 1, 1e3}, OtherUnits{"kg cm^2", 1, 1, 1e4},
        OtherUnits{"kg mm^2", 1, 1, 1e6}, OtherUnits{"g cm^2", 1, 1, 1e7}, OtherUnits{"g mm^2", 1, 1, 1e9},
        OtherUnits{"cm", 1, 1e2, 1}, OtherUnits{"mm", 1, 1e3, 1}})
    for (const char* name : {"gen3", "panda", "polar", "two-arms", "ur5e"}) {
      const Robot robot = read_robot(name, [](const std::string&) {});
      std::vector<MassProperties> bodies;
      for (const Link& link : robot.links()) {
        const MassProperties& body = link.mass_properties;
        bodies.push_back(
            {units.of_mass * body.mass, units.of_com * body.com, units.of_inertia * body.inertia});
      }
      EXPECT_THAT(check_robot(robot.with_mass_properties(bodies)),
                  testing::Contains(Field(&Finding::severity, testing::Ne(Severity::note))))
          << name << " in " << units.name;
    }
}

TEST(Check, SuspectsOrientationsOfAUrdfInDegrees) {
  const test::TemporaryFolder folder;
  const auto findings_with = [&](const char* of_inertia, const char* of_joint) {
    std::string text = with(urdf_arm, R"(<link name="rod"/>)",
                            R"(<link name="rod"><inertial><mass value="1"/>)"
                            R"(<inertia ixx="0.01" iyy="0.01" izz="0.01"/></inertial></link>)");
    text = with(text, R"("0.1 0.2 0.3" rpy="0 0 0")", std::string(R"("0.1 0.2 0.3" rpy=)") + of_inertia);
    text = with(text, R"("0 0 0.5" rpy="0 0 0")", std::string(R"("0 0 0.5" rpy=)") + of_joint);
    return check_robot_file(folder.write("arm.urdf", text), {});
  };
  const std::string path = folder / "arm.urdf";
  EXPECT_THAT(findings_with(R"("45 0 0")", R"("0 -90 0")"),
              ElementsAre(finding(Severity::error, path + ":6",
                                  "<origin rpy> of link \"upper\": is \"45 0 0\", more than a turn: is it in "
                                  "degrees? Expected rad"),
                          finding(Severity::error, path + ":16", "<origin rpy> of joint \"shoulder\"")));
  EXPECT_THAT(findings_with(R"("0 0 1.5708")", R"("6.2832 0 -3.1416")"), IsEmpty());
  EXPECT_THAT(findings_with(R"("9.42478 0 0")", R"("0 0 -7.85398")"),
              IsEmpty());  // 6 and 5 quarter turns
}

TEST(Check, NotesOnceThatABodyFilesRootHasNoInertia) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("arm.body", R"(format: ChoreonoidBody
links:
  - { name: BASE, mass: 5, inertia: [0, 0, 0, 0, 0, 0] }
  - { name: ARM, parent: BASE, jointType: slide, jointRange: [0, 1], jointVelocityRange: [-1, 1], mass: 2,
      inertia: [0.01, 0, 0, 0.01, 0, 0.01] }
)");
  EXPECT_THAT(check_robot_file(path, {}),
              ElementsAre(finding(Severity::note, path + ": link \"BASE\"", "but no moments of inertia"),
                          finding(Severity::note, path + ": limits", "no effort limit of ARM")));
}

TEST(Check, NamesTheFileAndPutsErrorsFirst) {
  const test::TemporaryFolder folder;
  json document = with(sound_document(), position_limits, "[-90, 120]");
  document = with(document, inertia, R"({"ixx": 0, "iyy": 0.065, "izz": 0.08})");
  document = with(document, "/gravity", "[0, 0, 0]");
  const std::string path = folder.write("arm.json", document.dump());
  EXPECT_THAT(check_robot_file(path, {}),
              ElementsAre(finding(Severity::error, path + ": link \"lower\"", "larger than the sum"),
                          finding(Severity::warning, path + ": joint \"elbow\"", "degrees"),
                          finding(Severity::note, path + ": gravity", "is 0")));
  EXPECT_THROW(check_robot_file(path + ".none", {}), Error);
}

// Of a sound file with this text in place of another: the first error.
std::string unit_error_of(const char* convention, const std::string& angles, const char* placed,
                          const std::string& limits) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write(
      "arm.json", R"({"name": "arm", "convention": ")" + std::string(convention) + "\", " + angles +
                      R"("joints": [{"name": "j", "type": "revolute", )" + placed + limits +
                      R"(, "link": {"name": "l", "mass": 2, "com": [0.1, 0, 0],
                          "inertia": {"ixx": 0.02, "iyy": 0.02, "izz": 0.02}}}]})");
  for (const Finding& each : check_robot_file(path, {}))
    if (each.severity == Severity::error) return each.text;
  return "";
}

TEST(Check, FindsAnglesInTheOtherUnit) {
  constexpr const char* dh = R"("dh": {"a": 0, "alpha": 90, "d": 0.1, "offset": 90})";
  constexpr const char* dh_in_rad = R"("dh": {"a": 0, "alpha": 1.5708, "d": 0.1, "offset": 0.3})";
  constexpr const char* tree = R"("parent": "base", "axis": [0, 0, 1], "origin": {"rpy": [90, 0, 0]})";
  constexpr const char* tree_in_rad =
      R"("parent": "base", "axis": [0, 0, 1], "origin": {"rpy": [-1.5708, 0, 0]})";
  const std::string degrees = R"("angles": "degrees", )", limits = R"(, "limits": {"position": [-90, 90]})",
                    limits_in_rad = R"(, "limits": {"position": [-1.57, 1.57]})";
  const auto to_degrees = HasSubstr("\"angles\": \"degrees\""),
             to_radians = HasSubstr("\"angles\": \"radians\"");
  EXPECT_THAT(unit_error_of("dh", "", dh, ""), AllOf(HasSubstr("alpha: is 90"), to_degrees));
  EXPECT_THAT(unit_error_of("tree", "", tree, ""), AllOf(HasSubstr("rpy: is "), to_degrees));
  EXPECT_THAT(unit_error_of("dh", degrees, dh_in_rad, ""), AllOf(HasSubstr("about 90 degrees"), to_radians));
  EXPECT_THAT(unit_error_of("tree", degrees, tree_in_rad, ""),
              AllOf(HasSubstr("about -90 degrees"), to_radians));
  EXPECT_THAT(unit_error_of("tree", degrees, tree, limits_in_rad), AllOf(HasSubstr("limits"), to_radians));
  EXPECT_EQ(unit_error_of("dh", degrees, dh, limits), "");
  EXPECT_EQ(unit_error_of("tree", degrees, tree, limits), "");
  EXPECT_EQ(unit_error_of("dh", "", dh_in_rad, limits_in_rad), "");
  EXPECT_EQ(unit_error_of("tree", "", tree_in_rad, limits_in_rad), "");
}

TEST(Check, TellsOtherCommandsItsErrorsAlone) {
  const Warn silent = [](const std::string&) {};
  const auto errors_in = [&](const json& document) {
    return errors_of({.robot = read_json_robot(document.dump(), "arm.json", silent), .unused = {}},
                     "arm.json");
  };
  const json wrong = with(with(sound_document(), mass, "3000"), position_limits, "[-90, 120]");
  EXPECT_THAT(errors_in(wrong),
              ElementsAre(finding(Severity::error, "arm.json: link \"lower\"", "is the mass in g?")));
  EXPECT_THAT(errors_in(with(sound_document(), position_limits, "[-90, 120]")), IsEmpty());
  EXPECT_THAT(
      errors_in(with(sound_document(), lower, R"({"name": "lower", "mass": 0})")),
      ElementsAre(finding(Severity::warning, "arm.json: joint \"elbow\"", "has nothing to accelerate")));
  const json massless = with(sound_document(), mass, "0");
  EXPECT_THAT(errors_in(massless),
              ElementsAre(finding(Severity::warning, "arm.json: link \"lower\"", "but no mass")));
  const RobotFile in_degrees{
      .robot =
          read_json_robot(with(sound_document(), position_limits, "[-90, 120]").dump(), "arm.json", silent),
      .unused = {}};
  EXPECT_THAT(errors_of(in_degrees, "arm.json", true),
              ElementsAre(finding(Severity::warning, "arm.json: joint \"elbow\"", "is it in degrees?")));
  RobotFile accepting{.robot = read_json_robot(wrong.dump(), "arm.json", silent), .unused = {}};
  accepting.accepted = {{"too_dense", "link lower", "of neutronium"}};
  EXPECT_THAT(errors_of(accepting, "arm.json"), IsEmpty());
}

}  // namespace
}  // namespace invdyn
