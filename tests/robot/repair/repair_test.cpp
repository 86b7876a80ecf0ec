// Random arms of uniform bars are broken in one way each. The right mend must be proposed, as a clear one,
// and must give the former numbers back. Unbroken robots get no proposal.

#include "robot/repair/repair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <numbers>

#include "robot/files/json_reader.h"
#include "robot/model/principal_moments.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using nlohmann::json;

constexpr unsigned long seeds = 30;

json inertia_in_json(const Eigen::Matrix3d& I) {
  return {{"ixx", I(0, 0)}, {"iyy", I(1, 1)}, {"izz", I(2, 2)},
          {"ixy", I(0, 1)}, {"ixz", I(0, 2)}, {"iyz", I(1, 2)}};
}

json list_of(const Eigen::Vector3d& v) {
  return {v[0], v[1], v[2]};
}

// Six joints and bars along x: 0.2 m to 0.5 m long, of an arm's usual density, a bit turned.
json random_arm(Random& random) {
  json arm{{"name", "arm"}, {"convention", "tree"}, {"joints", json::array()}};
  double before = 0.2;
  for (int i = 0; i < 6; ++i) {
    const std::string n = std::to_string(i);
    const double length = random.uniform(0.2, 0.5), a = random.uniform(0.06, 0.12),
                 b = random.uniform(0.06, 0.12), mass = random.uniform(500, 2000) * length * a * b;
    const Eigen::Vector3d principal(a * a + b * b, length * length + b * b, length * length + a * a);
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(random.uniform(0.05, 0.2), random.vector(1).normalized()).toRotationMatrix();
    const double ratio = random.uniform(100, 160);
    arm["joints"].push_back(
        {{"name", "j" + n},
         {"type", "revolute"},
         {"parent", i == 0 ? "base" : "l" + std::to_string(i - 1)},
         {"origin", {{"xyz", list_of({before, random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05)})}}},
         {"axis", list_of(random.vector(1) + Eigen::Vector3d(0, 0, 0.01))},
         {"limits",
          {{"position", {random.uniform(-3, -1), random.uniform(1, 3)}},
           {"velocity", random.uniform(2.2, 4)}}},
         {"motor", {{"rotor_inertia", random.uniform(0.5e-4, 2e-4)}, {"gear_ratio", ratio}}},
         {"link",
          {{"name", "l" + n},
           {"mass", mass},
           {"com", list_of({length / 2, random.uniform(-0.02, 0.02), random.uniform(-0.02, 0.02)})},
           {"inertia", inertia_in_json(mass / 12 * (R * principal.asDiagonal() * R.transpose()))}}}});
    before = length;
  }
  return arm;
}

void multiply(json& value, double factor) {
  if (value.is_number())
    value = value.get<double>() * factor;
  else
    for (json& each : value) multiply(each, factor);
}

Repairs repairs_of(const std::string& text) {
  const RobotFile file = read_json_file(text, "arm.json", [](const std::string&) {});
  std::vector<Finding> findings = check_robot(file.robot);
  for (Finding& each : findings)
    for (const AcceptedFinding& accepted : file.accepted)
      if (accepted.kind == each.kind && accepted.subject == each.subject) each.accepted = accepted.reason;
  return repairs(file.robot, findings, {RobotFormat::json, text, "arm.json"});
}

json with_clear_mends(const std::string& text) {
  std::vector<StatedChange> changes;
  for (const Proposal& each : repairs_of(text).proposals)
    if (each.clear) changes.insert(changes.end(), each.mends[0].changes.begin(), each.mends[0].changes.end());
  return json::parse(repaired_text({RobotFormat::json, text, "arm.json"}, changes).text);
}

// Equal to the rounding of a few factors. `origins` and the layout may differ.
void expect_same_numbers(const json& actual, const json& expected, const std::string& where) {
  const json flat = expected.flatten();
  for (const auto& [key, value] : flat.items()) {
    const json::json_pointer pointer(key);
    ASSERT_TRUE(actual.contains(pointer)) << where << key;
    if (!value.is_number()) continue;
    const double is = actual.at(pointer).get<double>(), was = value.get<double>();
    EXPECT_NEAR(is, was, 1e-15 * std::abs(was)) << where << key;
  }
}

TEST(Repair, ProposesNothingForSoundArms) {
  for (unsigned long seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Repairs found = repairs_of(random_arm(random).dump());
    EXPECT_TRUE(found.proposals.empty()) << seed << found.proposals.front().name;
  }
}

TEST(Repair, ProposesNothingForShippedRobots) {
  for (const ShippedRobot& robot : shipped_robots())
    EXPECT_TRUE(repairs_of(std::string(robot.json)).proposals.empty()) << robot.name;
}

struct Fault {
  const char* name;
  std::function<void(json& arm, std::size_t item)> make;  // item: a joint and its link
  const char* part;
  bool is_everywhere;
};
void PrintTo(const Fault& fault, std::ostream* out) {
  *out << fault.name;
}

// A mistake in one link or joint, or in all.
Fault in_one(const char* name, const char* part, const std::function<void(json& joint)>& make) {
  return {name, [=](json& arm, std::size_t item) { make(arm["joints"][item]); }, part, false};
}
Fault in_all(const char* name, const char* part, const std::function<void(json& joint)>& make) {
  return {name,
          [=](json& arm, std::size_t) {
            for (json& joint : arm["joints"]) make(joint);
          },
          part, true};
}
auto times(const char* pointer, double factor) {
  return [=](json& joint) { multiply(joint[json::json_pointer(pointer)], factor); };
}

class EachFault : public testing::TestWithParam<Fault> {};

TEST_P(EachFault, HasTheRightClearMend) {
  const Fault& fault = GetParam();
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    const json good = random_arm(random);
    json bad = good;
    const std::size_t item = random.below(6);
    fault.make(bad, item);
    const std::string where = std::string(fault.name) + " of seed " + std::to_string(seed) + ": ";
    const Repairs found = repairs_of(bad.dump());
    const std::string letter = std::string(fault.part) == "mass" || std::string(fault.part) == "inertia" ||
                                       std::string(fault.part) == "com"
                                   ? "l"
                                   : "j";
    const std::string name = letter + std::to_string(item) + '.' + fault.part;
    bool is_found = false;
    for (const Proposal& each : found.proposals) {
      EXPECT_TRUE(each.clear) << where << each.name << " " << each.mends[0].what << " or "
                              << each.mends[1].what;
      is_found = is_found || each.name == name;
      EXPECT_TRUE(fault.is_everywhere || each.name == name) << where << each.name;
    }
    EXPECT_TRUE(is_found) << where << name;
    const json mended = with_clear_mends(bad.dump());
    expect_same_numbers(mended, good, where);
    EXPECT_TRUE(repairs_of(mended.dump()).proposals.empty()) << where;
  }
}

constexpr double per_degree = 180 / std::numbers::pi;

INSTANTIATE_TEST_SUITE_P(
    OfTensors, EachFault,
    testing::Values(in_one("ThousandthOfTheMoments", "inertia", times("/link/inertia", 1e-3)),
                    in_one("MillionthOfTheMoments", "inertia", times("/link/inertia", 1e-6)),
                    in_one("MomentsInKgMm2", "inertia", times("/link/inertia", 1e6)),
                    in_one("MomentsInGMm2", "inertia", times("/link/inertia", 1e9)),
                    in_all("AllMomentsAThousandth", "inertia", times("/link/inertia", 1e-3)),
                    in_all("AllMomentsInKgMm2", "inertia", times("/link/inertia", 1e6)),
                    in_all("AllMomentsInGMm2", "inertia", times("/link/inertia", 1e9)),
                    in_all("AllMomentsInKgCm2", "inertia", times("/link/inertia", 1e4)),
                    in_one("MassInGrams", "mass", times("/link/mass", 1e3)),
                    in_all("AllMassesInGrams", "mass", times("/link/mass", 1e3)),
                    in_all("GramsAndMillimetres", "mass",
                           [](json& joint) {
                             multiply(joint["link"]["mass"], 1e3);
                             multiply(joint["link"]["inertia"], 1e9);
                           })),
    [](const auto& fault) { return fault.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfLengthsLimitsAndDrives, EachFault,
    testing::Values(in_one("OriginInMm", "origin", times("/origin/xyz", 1e3)),
                    in_all("AllOriginsInMm", "origin", times("/origin/xyz", 1e3)),
                    in_one("CentreOfMassInMm", "com", times("/link/com", 1e3)),
                    in_all("AllCentresOfMassInMm", "com", times("/link/com", 1e3)),
                    in_all("AllLengthsInMm", "origin",
                           [](json& joint) {
                             multiply(joint["origin"]["xyz"], 1e3);
                             multiply(joint["link"]["com"], 1e3);
                           }),
                    in_one("PositionInDegrees", "position", times("/limits/position", per_degree)),
                    in_all("AllPositionsInDegrees", "position", times("/limits/position", per_degree)),
                    in_one("VelocityInDegrees", "velocity", times("/limits/velocity", per_degree)),
                    in_all("AllVelocitiesInDegrees", "velocity", times("/limits/velocity", per_degree)),
                    in_one("RotorAtTheJoint", "rotor",
                           [](json& joint) {
                             const double ratio = joint["motor"]["gear_ratio"];
                             multiply(joint["motor"]["rotor_inertia"], ratio * ratio);
                           }),
                    in_all("AllRotorsAtTheJoint", "rotor",
                           [](json& joint) {
                             const double ratio = joint["motor"]["gear_ratio"];
                             multiply(joint["motor"]["rotor_inertia"], ratio * ratio);
                           }),
                    in_one("InverseGear", "gear",
                           [](json& joint) {
                             joint["motor"]["gear_ratio"] = 1 / joint["motor"]["gear_ratio"].get<double>();
                           })),
    [](const auto& fault) { return fault.param.name; });

Eigen::Matrix3d random_tensor(Random& random, const Eigen::Vector3d& moments) {
  const Eigen::Matrix3d R = random.rotation();
  return R * moments.asDiagonal() * R.transpose();
}

// A flat plate keeps the triangle inequality just so. With other products it mostly does not.
TEST(Repair, TurnsTheSignOfProducts) {
  Random random(1);
  for (unsigned long seed = 0; seed < seeds;) {
    json good = random_arm(random);
    const double a = random.uniform(0.01, 0.05), b = random.uniform(0.01, 0.05);
    const Eigen::Matrix3d I = random_tensor(random, {a, b, (a + b) * 0.98});
    const Eigen::Matrix3d other = 2 * Eigen::Matrix3d(I.diagonal().asDiagonal()) - I;
    const Eigen::Vector3d moments = principal_moments(other);
    if (moments[0] < 1e-4 || moments[2] < 1.12 * (moments[0] + moments[1])) continue;
    json& link = good["joints"][seed % 6]["link"];
    link["mass"] = 3;
    link["inertia"] = inertia_in_json(I);
    json bad = good;
    bad["joints"][seed % 6]["link"]["inertia"] = inertia_in_json(other);
    const Repairs found = repairs_of(bad.dump());
    ASSERT_EQ(found.proposals.size(), 1u) << seed;
    EXPECT_TRUE(found.proposals[0].clear);
    expect_same_numbers(with_clear_mends(bad.dump()), good, "products: ");
    ++seed;
  }
}

// A plate whose largest moment is up to 5 % too large. The nearest possible inertia keeps trace and axes
// nearly: it moves no element by more than the excess.
TEST(Repair, FindsTheNearestPossibleInertia) {
  Random random(2);
  for (unsigned long seed = 0; seed < seeds;) {
    json bad = random_arm(random);
    const double a = random.uniform(0.01, 0.05), b = random.uniform(0.01, 0.05),
                 excess = seed < 10 ? 1e-3 : 0.05;
    const Eigen::Matrix3d I = random_tensor(random, {a, b, (a + b) / (1 - excess)});
    const Eigen::Matrix3d other = 2 * Eigen::Matrix3d(I.diagonal().asDiagonal()) - I;
    const Eigen::Vector3d moments = principal_moments(other);
    if (excess > 0.01 && moments[2] < moments[0] + moments[1]) continue;  // the signs may be wrong, too
    json& link = bad["joints"][seed % 6]["link"];
    link["mass"] = 3;
    link["inertia"] = inertia_in_json(I);
    const Repairs found = repairs_of(bad.dump());
    ASSERT_EQ(found.proposals.size(), 1u) << seed;
    EXPECT_TRUE(found.proposals[0].clear);
    const json mended = with_clear_mends(bad.dump());
    const Robot robot = read_json_robot(mended.dump(), "arm.json", [](const std::string&) {});
    const Eigen::Matrix3d after = robot.links()[seed % 6 + 1].mass_properties.inertia;
    EXPECT_TRUE(keep_triangle_inequality(principal_moments(after)));
    EXPECT_LE((after - I).cwiseAbs().maxCoeff(), 1.001 * excess * (a + b) / (1 - excess));
    EXPECT_GT((after - I).cwiseAbs().maxCoeff(), 0);
    EXPECT_TRUE(repairs_of(mended.dump()).proposals.empty());
    ++seed;
  }
}

TEST(Repair, ListsWhatIsAmbiguous) {
  Random random(3);
  json arm = random_arm(random);
  arm["gravity"] = {0, 0, 9.81};
  arm["joints"][2]["limits"]["position"] = {-100, 100};  // degrees, or no limit
  arm["joints"][3]["link"]["inertia"] = {{"ixx", 0.0011}, {"iyy", 0.021}, {"izz", 0.22}};
  const Repairs found = repairs_of(arm.dump());
  ASSERT_EQ(found.proposals.size(), 3u);
  for (const Proposal& each : found.proposals) {
    EXPECT_FALSE(each.clear) << each.name;
    EXPECT_EQ(each.mends[0].name, each.name + ":a");
  }
  EXPECT_GT(found.proposals[1].mends.size(), 1u);
  EXPECT_EQ(with_clear_mends(arm.dump()), arm);
}

// Some links of such a file alone look as if they were in mm.
TEST(Repair, DoesNotTakeCentimetresForMillimetres) {
  std::size_t count = 0;
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    json arm = random_arm(random);
    for (json& joint : arm["joints"]) {
      multiply(joint["origin"]["xyz"], 100);
      multiply(joint["link"]["com"], 100);
      multiply(joint["link"]["inertia"], 1e4);
    }
    for (const Proposal& each : repairs_of(arm.dump()).proposals) {
      for (const Mend& mend : each.mends)
        EXPECT_FALSE(each.kind == "large_moments" && mend.what.starts_with("moments: times")) << mend.what;
      if (each.kind != "far_joint" && each.kind != "far_centre_of_mass") continue;
      ++count;
      EXPECT_TRUE(std::any_of(each.mends.begin(), each.mends.end(),
                              [](const Mend& mend) { return mend.what.ends_with(": cm to m"); }))
          << seed << ' ' << each.name << ' ' << each.mends[0].what;
    }
  }
  EXPECT_GT(count, 0u);
}

TEST(Repair, LeavesPlaceholdersAlone) {
  Random random(4);
  json arm = random_arm(random);
  arm["joints"][5]["link"]["mass"] = 0.05;
  arm["joints"][5]["link"]["inertia"] = {{"ixx", 1}, {"iyy", 1}, {"izz", 1}};
  const Repairs found = repairs_of(arm.dump());
  EXPECT_TRUE(found.proposals.empty());
  EXPECT_EQ(found.without_mend.size(), 1u);
}

// The same arm in another size, of the same density.
json scaled(json arm, double size) {
  for (json& joint : arm["joints"]) {
    multiply(joint["origin"]["xyz"], size);
    multiply(joint["link"]["com"], size);
    multiply(joint["link"]["mass"], std::pow(size, 3));
    multiply(joint["link"]["inertia"], std::pow(size, 5));
    multiply(joint["motor"]["rotor_inertia"], std::pow(size, 5));
  }
  return arm;
}

// A small robot is no large one in other units, and 20 mm are no 20 cm.
TEST(Repair, KnowsSmallRobotsByTheirOtherNumbers) {
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    const json good = scaled(random_arm(random), 0.1);
    EXPECT_TRUE(repairs_of(good.dump()).proposals.empty()) << seed;
    const std::string item = std::to_string(seed % 6), where = "seed " + std::to_string(seed) + ": ";
    json in_mm = good, one_in_mm = good, in_grams = good;
    multiply(one_in_mm["joints"][seed % 6]["origin"]["xyz"], 1e3);
    for (json& joint : in_mm["joints"]) multiply(joint["origin"]["xyz"], 1e3);
    for (json& joint : in_grams["joints"]) {
      multiply(joint["link"]["mass"], 1e3);
      multiply(joint["link"]["inertia"], 1e9);
    }
    for (const json& bad : {one_in_mm, in_mm, in_grams})
      expect_same_numbers(with_clear_mends(bad.dump()), good, where);
  }
}

// A robot of 3 m long links, as heavy as they are, is not in g.
TEST(Repair, ProposesNothingForHeavyRobots) {
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    const json arm = scaled(random_arm(random), 10);
    const Repairs found = repairs_of(arm.dump());
    EXPECT_TRUE(found.proposals.empty()) << seed;
    EXPECT_TRUE(std::any_of(found.without_mend.begin(), found.without_mend.end(), [](const Finding& each) {
      return each.kind == "mass_units";
    })) << seed;
  }
}

// Where joints are 2, 3, ... 13 m apart, those above 10 m are not in cm alone.
TEST(Repair, SeesAGapBetweenUnits) {
  json arm{{"name", "row"}, {"convention", "tree"}, {"joints", json::array()}};
  const json no_inertia = inertia_in_json(Eigen::Matrix3d::Zero());
  for (int i = 1; i < 14; ++i) {
    const std::string n = std::to_string(i);
    arm["joints"].push_back(
        {{"name", "j" + n},
         {"type", i == 1 ? "revolute" : "fixed"},
         {"parent", "base"},
         {"origin", {{"xyz", {i, 0, 0}}}},
         {"link", {{"name", "l" + n}, {"mass", 0}, {"com", {0.1, 0, 0}}, {"inertia", no_inertia}}}});
  }
  arm["joints"][0]["axis"] = {0, 0, 1};
  arm["joints"][0]["link"]["mass"] = 1;
  const Repairs found = repairs_of(arm.dump());
  EXPECT_EQ(found.proposals.size(), 3u);
  for (const Proposal& each : found.proposals) EXPECT_FALSE(each.clear) << each.name;
}

// Without a gear, a large rotor may be meant so: it makes simulations stable.
TEST(Repair, IsNotSureOfLargeRotorsWithoutGears) {
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    json arm = scaled(random_arm(random), 0.2);
    const double rotor = random.uniform(0.5, 2);
    for (json& joint : arm["joints"]) joint["motor"] = {{"rotor_inertia", rotor}, {"gear_ratio", 1}};
    const Repairs found = repairs_of(arm.dump());
    for (const Proposal& each : found.proposals) EXPECT_FALSE(each.clear) << seed << ' ' << each.name;
    EXPECT_FALSE(found.without_mend.empty() && found.proposals.empty()) << seed;
  }
}

// Rotors behind small gears are not found by themselves, but are on the wrong side like the others.
TEST(Repair, MendsAllRotorsOfARobot) {
  for (unsigned long seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    json good = random_arm(random);
    for (const std::size_t i : {0u, 1u}) good["joints"][i]["motor"]["gear_ratio"] = random.uniform(15, 20);
    json bad = good;
    for (json& joint : bad["joints"]) {
      const double ratio = joint["motor"]["gear_ratio"];
      multiply(joint["motor"]["rotor_inertia"], ratio * ratio);
    }
    const Repairs found = repairs_of(bad.dump());
    EXPECT_EQ(found.proposals.size(), 6u) << seed;
    EXPECT_TRUE(std::any_of(found.proposals.begin(), found.proposals.end(), [](const Proposal& each) {
      return each.finding.starts_with("has no finding");
    })) << seed;
    expect_same_numbers(with_clear_mends(bad.dump()), good, "seed " + std::to_string(seed) + ": ");
  }
}

// MJCF has no rotors, but armatures on the joint's side.
TEST(Repair, LeavesArmaturesAlone) {
  Random random(6);
  json arm = random_arm(random);
  for (json& joint : arm["joints"]) multiply(joint["motor"]["rotor_inertia"], 1e4);
  const std::string text = arm.dump();
  const Robot robot = read_json_robot(text, "arm.json", [](const std::string&) {});
  RepairText file{RobotFormat::json, text, "arm.json"};
  EXPECT_FALSE(repairs(robot, check_robot(robot), file).proposals.empty());
  file.has_armatures = true;
  const Repairs found = repairs(robot, check_robot(robot), file);
  EXPECT_TRUE(found.proposals.empty());
  EXPECT_EQ(found.without_mend.size(), 6u);
}

TEST(Repair, MendsGravityInMillimetres) {
  Random random(5);
  json good = random_arm(random), bad = good;
  good["gravity"] = {0, 0, -9.81};
  bad["gravity"] = {0, 0, -9810};
  expect_same_numbers(with_clear_mends(bad.dump()), good, "gravity: ");
}

}  // namespace
}  // namespace invdyn::test
