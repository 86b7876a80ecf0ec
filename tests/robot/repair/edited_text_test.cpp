// The copy is the file's own text with other numbers.

#include "robot/repair/edited_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "ground/base/error.h"

namespace invdyn::test {
namespace {

using Quantity = RobotChange::Quantity;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* urdf = R"(<robot name="arm">
  <!-- kept --> <link name="base"/>
  <link name="beam">
    <inertial><origin xyz='250 0 0' rpy="0 0 1.5707963267948966"/>
      <mass value="3000"/>
      <inertia ixx="226" ixy="0" ixz="0"  iyy="3e2" iyz="-5" izz="400.0"/>
    </inertial>
    <visual><geometry><mesh filename="package://arm/beam.stl"/></geometry></visual>
  </link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="beam"/><axis xyz="0 0 1"/>
    <limit lower="-90" upper="90" velocity="180" effort="1"/></joint>
  <transmission name="t"><joint name="turn"/><actuator name="m"><mechanicalReduction> 100 </mechanicalReduction>
    <drake:rotor_inertia value="0.8"/></actuator></transmission>
</robot>
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string edited(const RobotChange& change) {
  return edited_urdf(urdf, "arm.urdf", {{change, "why"}}).text;
}

TEST(EditedUrdf, KeepsAllOtherBytes) {
  EXPECT_EQ(edited(power_of_ten(Quantity::mass, "beam", -3)),
            replaced(urdf, "<mass value=\"3000\"/>",
                     "<!-- repaired: value 3000 -> 3 (why) -->\n      <mass value=\"3\"/>"));
  EXPECT_EQ(edited(power_of_ten(Quantity::com, "beam", -3)),
            replaced(urdf, "<origin xyz='250 0 0'",
                     "<!-- repaired: xyz 250 0 0 -> 0.25 0 0 (why) --><origin xyz='0.25 0 0'"));
  EXPECT_EQ(edited(power_of_ten(Quantity::inertia, "beam", -6)),
            replaced(urdf, R"(<inertia ixx="226" ixy="0" ixz="0"  iyy="3e2" iyz="-5" izz="400.0"/>)",
                     "<!-- repaired: ixx 226 -> 0.000226, iyy 3e2 -> 3e-04, iyz -5 -> -5e-06, izz 400.0 -> "
                     "4e-04 (why) -->"
                     "\n      "
                     R"(<inertia ixx="0.000226" ixy="0" ixz="0"  iyy="3e-04" iyz="-5e-06" izz="4e-04"/>)"));
  EXPECT_EQ(edited({Quantity::products, "beam", -1}),
            replaced(urdf, R"(<inertia ixx="226" ixy="0" ixz="0"  iyy="3e2" iyz="-5")",
                     "<!-- repaired: iyz -5 -> 5 (why) -->\n      "
                     R"(<inertia ixx="226" ixy="0" ixz="0"  iyy="3e2" iyz="5")"));
  EXPECT_EQ(edited({Quantity::velocity_limit, "turn", 1, 60}),
            replaced(urdf, R"(<limit lower="-90" upper="90" velocity="180")",
                     "<!-- repaired: velocity 180 -> 3 (why) -->\n    "
                     R"(<limit lower="-90" upper="90" velocity="3")"));
  EXPECT_EQ(edited({Quantity::rotor_inertia, "turn", 1, 10000}),
            replaced(urdf, R"(<drake:rotor_inertia value="0.8"/>)",
                     "<!-- repaired: value 0.8 -> 8e-05 (why) -->\n    "
                     R"(<drake:rotor_inertia value="8e-05"/>)"));
  RobotChange gear{Quantity::gear_ratio, "turn"};
  gear.value = 50;
  EXPECT_EQ(edited(gear), replaced(urdf, "<mechanicalReduction> 100 <",
                                   "<!-- repaired: 100 -> 50 (why) --><mechanicalReduction>50<"));
}

// Turned by 90 degrees about z, the file's x is the link's y.
TEST(EditedUrdf, WritesATensorInTheFilesAxes) {
  RobotChange change{Quantity::inertia, "beam"};
  change.tensor = Eigen::Vector3d(30, 20, 10).asDiagonal();
  const std::string text = edited(change);
  EXPECT_THAT(text, HasSubstr("iyy=\"30\""));
  EXPECT_THAT(text, HasSubstr("izz=\"10\""));
  EXPECT_THAT(text, HasSubstr("ixx=\"20\""));
}

TEST(EditedUrdf, RefusesWhatIsNotThere) {
  EXPECT_THROW(edited(power_of_ten(Quantity::mass, "beams", -3)), Error);
  EXPECT_THROW(edited({Quantity::gravity, "", -1}), Error);
}

TEST(EditedJson, SaysWhatWasChanged) {
  const std::string text =
      R"({"name": "a", "convention": "dh", "gravity": [0, 0, 9.81], "joints": [{"name": "j",
    "type": "revolute", "dh": {"a": 400, "alpha": 1, "d": 89.159}, "limits": {"position": [null, 90]},
    "link": {"name": "l", "mass": 3000, "com": [0, 0, 0], "inertia": {"ixx": 1, "iyy": 1, "izz": 1}}}]})";
  const EditedText copy = edited_json(text, "a.json",
                                      {{power_of_ten(Quantity::mass, "l", -3), "g to kg"},
                                       {power_of_ten(Quantity::origin, "j", -3), "mm to m"},
                                       {{Quantity::position_limits, "j", 1, 60}, "sixtieth"},
                                       {{Quantity::gravity, "", -1}, "down"}});
  EXPECT_THAT(copy.done,
              ElementsAre("mass 3000 -> 3.0", "a 400 -> 0.4, d 89.159 -> 0.089159",
                          "position [null,90] -> [null,1.5]", "gravity [0,0,9.81] -> [0,0,-9.81]"));
  const auto document = nlohmann::json::parse(copy.text);
  EXPECT_EQ(document["joints"][0]["link"]["mass"], 3);
  EXPECT_EQ(document["joints"][0]["dh"]["d"], 0.089159);
  EXPECT_EQ(document["origins"][0]["from"], "invdyn robot repair: mass 3000 -> 3.0 (g to kg)");
  EXPECT_EQ(document["origins"][1]["joint"], "j");
  EXPECT_THAT(document["source"].get<std::string>(), HasSubstr("gravity [0,0,9.81] -> [0,0,-9.81]"));
}

}  // namespace
}  // namespace invdyn::test
