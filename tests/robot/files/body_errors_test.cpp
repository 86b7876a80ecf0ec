// The full text of the error for every kind of bad .body file.

#include <gtest/gtest.h>

#include "robot/files/body_reader.h"

namespace invdyn {
namespace {

struct Case {
  const char* name;
  std::string text;  // of the file
  std::string error;
};

const std::string arm = R"(format: ChoreonoidBody
formatVersion: 1.0
name: arm
links:
  -
    name: BASE
    jointType: fixed
  -
    name: ARM
    parent: BASE
    jointType: revolute
    jointAxis: [ 0, 1, 0 ]
    mass: 2
    centerOfMass: [ 0, 0, 0.5 ]
    inertia: [ 1, 0, 0, 0, 1, 0, 0, 0, 1 ]
)";

std::string arm_with(const std::string& old_text, const std::string& new_text) {
  std::string text = arm;
  const std::size_t at = text.find(old_text);
  EXPECT_NE(at, std::string::npos) << old_text;
  return text.replace(at, old_text.size(), new_text);
}

// With one more line in the link ARM, as line 16.
std::string arm_and(const std::string& line) {
  return arm + "    " + line + "\n";
}

// With one more link; line 16 gives its name.
std::string arm_and_link(const std::string& entries) {
  return arm + "  - name: TIP\n    parent: ARM\n    mass: 1\n    inertia: [ 1, 0, 0, 1, 0, 1 ]\n    " +
         entries + "\n";
}

std::string error_of(const std::string& text, const RobotReading& reading = {}) {
  try {
    read_body_robot(text, "arm.body", reading, [](const std::string&) {});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

void expect_errors(const std::vector<Case>& cases) {
  EXPECT_EQ(error_of(arm), "no error");
  for (const Case& c : cases) EXPECT_EQ(error_of(c.text), c.error) << c.name;
}

TEST(BodyErrors, OfTheYaml) {
  expect_errors({
      {"empty", "", "arm.body: is empty: expected a YAML document"},
      {"no mapping", "ChoreonoidBody",
       "arm.body:1: the file is \"ChoreonoidBody\": expected a mapping, as in \"key: value\""},
      {"list not closed", arm_with("0.5 ]", "0.5"),
       "arm.body:15:12: end of sequence flow not found: expected YAML"},
      {"unknown alias", arm_with("[ 0, 1, 0 ]", "*axis"),
       "arm.body:12:16: the referenced anchor is not defined: expected YAML"},
      {"two documents", arm + "---\nname: other\n",
       "arm.body:17: a second YAML document begins: expected only one in a file"},
      {"no value to begin with", ",ChoreonoidBody\n",
       "arm.body:1: there is more text after a whole YAML document: expected one mapping, as in "
       "\"key: value\""},
      {"list as a key", arm_and("[1]: 2"),
       "arm.body:16: a key is not a word: expected a word before the colon, as in \"key: value\""},
      {"elements that hold themselves", arm_and("elements: &all { Group: { elements: *all } }"),
       "arm.body:16: elements are nested more than 100 levels deep: expected fewer"},
  });
}

TEST(BodyErrors, OfAListWithMissingWords) {
  std::string numbers = "0";
  for (int i = 0; i < 2000; ++i) numbers += ", 0";
  expect_errors({
      {"instead of a vector", arm_and("translation: [" + numbers + "]"),
       "arm.body:16: translation of link \"ARM\" is a list of 2001: expected a list of 3 numbers (m)"},
      {"of a mesh, with an error after it",
       arm_and("elements: { Shape: { geometry: { coordinate: [" + numbers + "] } } }\n    gearRatio: x"),
       "arm.body:17: gearRatio of link \"ARM\" is \"x\": expected a finite number (motor speed over joint "
       "speed)"},
  });
}

TEST(BodyErrors, OfMergedMappings) {
  expect_errors({
      {"that merge themselves", arm_and("elements: [ &own { type: Group, <<: *own } ]"),
       "arm.body:16: more than 100 mappings are merged into one mapping (with the key <<): expected "
       "fewer"},
      {"that are words", arm_and("<<: motor"),
       "arm.body:16: << is \"motor\": expected a mapping, as in \"key: value\""},
  });
  std::string text = "m0: &m0 { mass: 1 }\n";
  for (int i = 1; i <= 30; ++i)
    text += "m" + std::to_string(i) + ": &m" + std::to_string(i) + " { <<: [ *m" + std::to_string(i - 1) +
            ", *m" + std::to_string(i - 1) + " ] }\n";
  EXPECT_NE(error_of(text + arm + "    <<: *m30\n").find("more than 100 mappings are merged into one"),
            std::string::npos);
}

TEST(BodyErrors, OfAnAliasThatGrowsWithoutEnd) {
  std::string text = arm + "    elements: &e0 [ { type: Group } ]\n";
  std::string bombs;
  for (int i = 1; i <= 20; ++i)
    bombs += "b" + std::to_string(i) + ": &e" + std::to_string(i) + " [ { type: Group, elements: *e" +
             std::to_string(i - 1) + " }, { type: Group, elements: *e" + std::to_string(i - 1) + " } ]\n";
  text += bombs;
  text.replace(text.find("links:"), 6, "unlinked:");
  text += "links:\n  - { name: BASE, elements: *e20 }\n";
  EXPECT_NE(error_of(text).find("more than 100000 elements: expected fewer"), std::string::npos)
      << error_of(text);
}

TEST(BodyErrors, OfTheHeader) {
  expect_errors({
      {"no format", arm_with("format: ChoreonoidBody\n", ""),
       "arm.body:1: \"format\" is missing from the file: expected it here"},
      {"another format", arm_with("ChoreonoidBody", "ChoreonoidScene"),
       "arm.body:1: format is \"ChoreonoidScene\": expected ChoreonoidBody"},
      {"version beyond", arm_with("1.0", "2.1"),
       "arm.body:2: formatVersion is 2.1: expected version 1 to 2 of the format"},
      {"version is a word", arm_with("1.0", "one"),
       "arm.body:2: formatVersion is \"one\": expected a finite number"},
      {"unknown unit", arm_with("name: arm", "angleUnit: degrees"),
       "arm.body:3: angleUnit is \"degrees\": expected one of degree, radian; did you mean \"degree\"?"},
      {"no links", "format: ChoreonoidBody\n",
       "arm.body:1: \"links\" is missing from the file: expected it here"},
      {"links are empty", "format: ChoreonoidBody\nlinks: []\n",
       "arm.body:2: there is no link: expected at least two"},
      {"links are a word", "format: ChoreonoidBody\nlinks: ARM\n",
       "arm.body:2: links is \"ARM\": expected a mapping, as in \"key: value\""},
      {"unknown root", arm + "rootLink: BASES\n",
       "arm.body:16: rootLink is \"BASES\": expected the name of a link; did you mean \"BASE\"?"},
  });
}

TEST(BodyErrors, OfNumbers) {
  expect_errors({
      {"mass is a word", arm_with("mass: 2", "mass: x"),
       "arm.body:13: mass of link \"ARM\" is \"x\": expected a finite number (kg)"},
      {"mass is nan", arm_with("mass: 2", "mass: .nan"),
       "arm.body:13: mass of link \"ARM\" is \".nan\": expected a finite number (kg)"},
      {"mass is infinite", arm_with("mass: 2", "mass: .inf"),
       "arm.body:13: mass of link \"ARM\" is \".inf\": expected a finite number (kg)"},
      {"mass beyond all doubles", arm_with("mass: 2", "mass: 1e999"),
       "arm.body:13: mass of link \"ARM\" is \"1e999\": expected a finite number (kg)"},
      {"mass is empty", arm_with("mass: 2", "mass:"),
       "arm.body:13: mass of link \"ARM\" is empty: expected a finite number (kg)"},
      {"mass with a decimal comma", arm_with("mass: 2", "mass: 2,5"),
       "arm.body:13: mass of link \"ARM\" is \"2,5\": expected a finite number (kg)"},
      {"centre of two numbers", arm_with("[ 0, 0, 0.5 ]", "[ 0, 0.5 ]"),
       "arm.body:14: centerOfMass of link \"ARM\" is [0, 0.5]: expected a list of 3 numbers (m)"},
      {"centre with a word", arm_with("[ 0, 0, 0.5 ]", "[ 0, 0, inf ]"),
       "arm.body:14: number 3 of centerOfMass of link \"ARM\" is \"inf\": expected a finite number (m)"},
      {"inertia of five numbers", arm_with("[ 1, 0, 0, 0, 1, 0, 0, 0, 1 ]", "[ 1, 0, 0, 1, 0 ]"),
       "arm.body:15: inertia of link \"ARM\" is [1, 0, 0, 1, 0]: expected a list of 9 numbers, or "
       "of the 6 numbers of the upper triangle (kg m^2)"},
      {"inertia is a number", arm_with("[ 1, 0, 0, 0, 1, 0, 0, 0, 1 ]", "1"),
       "arm.body:15: inertia of link \"ARM\" is 1: expected a list of 9 numbers, or of the 6 numbers of the upper "
       "triangle (kg m^2)"},
      {"inertia of an upper triangle and zeros", arm_with("[ 1, 0, 0, 0, 1", "[ 1, 0.1, 0, 0, 1"),
       "arm.body:15: inertia of link \"ARM\" is not symmetric: expected equal elements ij and ji, or a list of the "
       "6 numbers of the upper triangle"},
      {"turn of three numbers", arm_and("rotation: [ 0, 0, 1 ]"),
       "arm.body:16: rotation of link \"ARM\" is [0, 0, 1]: expected a list of 4 numbers (x, y, z of the "
       "axis and the angle, degrees)"},
      {"turn about nothing", arm_and("rotation: [ 0, 0, 0, 90 ]"),
       "arm.body:16: rotation of link \"ARM\" is [0, 0, 0, 90]: expected an axis that is not zero in the first "
       "three numbers"},
      {"axis of another letter", arm_with("[ 0, 1, 0 ]", "W"),
       "arm.body:12: jointAxis of link \"ARM\" is \"W\": expected a vector of three numbers, or one of X, Y, "
       "Z, -X, -Y, -Z"},
      {"range of one number in a list", arm_and("jointRange: [ 1 ]"),
       "arm.body:16: jointRange of link \"ARM\" is [1]: expected [lower, upper], or one number for both "
       "directions (degrees)"},
      {"range with a word", arm_and("jointRange: [ -1, free ]"),
       "arm.body:16: number 2 of jointRange of link \"ARM\" is \"free\": expected a finite number (degrees), "
       "or unlimited"},
      {"id with a fraction", arm_and("jointId: 0.5"),
       "arm.body:16: jointId of link \"ARM\" is 0.5: expected a whole number from 0"},
      {"gear ratio is a word", arm_and("gearRatio: high"),
       "arm.body:16: gearRatio of link \"ARM\" is \"high\": expected a finite number (motor speed over joint "
       "speed)"},
  });
}

TEST(BodyErrors, OfImpossibleBodies) {
  expect_errors({
      {"mass below zero", arm_with("mass: 2", "mass: -2"),
       "arm.body:13: mass of link \"ARM\": is -2: expected 0 or more (kg)"},
      {"moment below zero", arm_with("[ 1, 0, 0, 0, 1, 0, 0, 0, 1 ]", "[ 1, 0, 0, 1, 0, -1 ]"),
       "arm.body:15: inertia of link \"ARM\": is [1, 0, 0, 1, 0, -1]: expected principal moments of 0 or "
       "more; the smallest is -1 kg m^2. Check moments and products, or let `correct-inertia` of robot convert "
       "write the nearest possible moments"},
      {"rigid body without a mass",
       arm_and("elements: [ { type: RigidBody, inertia: [ 1, 0, 0, 1, 0, 1 ] } ]"),
       "arm.body:16: inertia of a RigidBody is given without a mass: expected the key mass too"},
      {"rigid body of a mass below zero", arm_and("elements: { RigidBody: { mass: -1 } }"),
       "arm.body:16: mass of a RigidBody is -1: expected 0 or more (kg)"},
      {"scaled body",
       arm_and("elements: { Transform: { scale: [ 2, 2, 2 ], elements: { RigidBody: { mass: 1 } } } }"),
       "arm.body:16: a RigidBody is inside a scale: expected no scale, because the inertia of a scaled body "
       "is not known"},
      {"element without a type", arm_and("elements: [ { mass: 1 } ]"),
       "arm.body:16: \"type\" is missing from number 1 of elements of link \"ARM\": expected it here"},
      {"elements are a word", arm_and("elements: none"),
       "arm.body:16: elements of link \"ARM\" is \"none\": expected a mapping, as in \"key: value\""},
      {"element of two types", arm_and("elements: { Group: { type: Shape } }"),
       "arm.body:16: type is \"Shape\": expected Group, the same as the key of the element"},
      {"rotor below zero", arm_and("rotorInertia: -1"),
       "arm.body:16: rotorInertia of link \"ARM\": is -1: expected 0 or more (kg m^2)"},
      {"no gear ratio", arm_and("gearRatio: 0"),
       "arm.body:16: gearRatio of link \"ARM\": is 0: expected motor speed over joint speed, not 0"},
      {"axis without a direction", arm_with("[ 0, 1, 0 ]", "[ 0, 0, 0 ]"),
       "arm.body:12: jointAxis of link \"ARM\": is [0, 0, 0]: expected a direction, such as [0, 0, 1]"},
  });
}

TEST(BodyErrors, OfTheTree) {
  expect_errors({
      {"link without a name", arm_with("name: ARM\n", "material: none\n"),
       "arm.body:9: \"name\" is missing from number 2 of links: expected it here"},
      {"name twice", arm_and_link("jointType: fixed").replace(arm.size() + 10, 3, "ARM"),
       "arm.body:16: name of link \"ARM\" is \"ARM\": expected a unique name; the link in line 9 "
       "already has this name"},
      {"joint name twice",
       arm_and_link("{}").replace(arm.size(), std::string::npos,
                                  "    jointName: A\n  - { name: TIP, parent: ARM, jointName: A }\n"),
       "arm.body:17: jointName of link \"TIP\": is \"A\": expected a unique name; joint number 1 "
       "already has this name"},
      {"no parent", arm_with("    parent: BASE\n", ""),
       "arm.body:9: link \"ARM\" has no parent: expected the name of its parent link; only the root link, "
       "\"BASE\", has none"},
      {"unknown parent", arm_with("parent: BASE", "parent: BASES"),
       "arm.body:10: parent of link \"ARM\": is \"BASES\": expected the name of a link that a joint "
       "carries, because a robot has only one root, \"BASE\"; did you mean \"BASE\"?"},
      {"itself as parent", arm_with("parent: BASE", "parent: ARM"),
       "arm.body:10: parent of link \"ARM\": is \"ARM\": expected a tree with the root \"BASE\", but the "
       "links form a cycle, ARM -> ARM"},
      {"root with a parent", arm_with("jointType: fixed", "parent: ARM"),
       "arm.body:7: parent of link \"BASE\" is \"ARM\": expected none, as this is the root link"},
      {"revolute root", arm_with("jointType: fixed", "jointType: revolute"),
       "arm.body:6: link \"BASE\" is the root and has a joint that moves: expected a fixed or free "
       "joint, because the root has no parent"},
      {"unknown type of joint", arm_with("revolute", "revolut"),
       "arm.body:11: jointType of link \"ARM\" is \"revolut\": expected one of revolute, prismatic, slide, "
       "fixed, free, "
       "pseudoContinuousTrack, pseudo_continuous_track, agx_crawler; did you mean \"revolute\"?"},
      {"free joint in the tree", arm_and_link("jointType: free"),
       "arm.body:16: link \"TIP\" has a free joint, but is not the root link: expected a revolute, "
       "prismatic or fixed joint. To read the free joint as fixed, give `fix` TIP"},
      {"track", arm_and_link("type: ContinuousTrack"),
       "arm.body:16: a ContinuousTrack closes a loop: expected a tree of links of type Link"},
      {"unknown type of link", arm_and_link("type: Lnk"),
       "arm.body:16: type is \"Lnk\": expected Link; did you mean \"Link\"?"},
      {"import of a word", arm_and("import: motor"),
       "arm.body:16: import is \"motor\": expected a mapping, as in \"key: value\""},
  });
}

TEST(BodyErrors, OfNamesGivenToFix) {
  EXPECT_EQ(error_of(arm, {.fixed = {"ARM"}}),
            "`fix`: has the name \"ARM\", but arm.body has no floating or planar joint: leave out `fix`");
  const std::string ball = arm_and_link("jointType: free");
  EXPECT_EQ(
      error_of(ball, {.fixed = {"TOP"}}),
      "`fix`: has the name \"TOP\": expected a floating or planar joint of arm.body (TIP); did you mean "
      "\"TIP\"?");
  EXPECT_EQ(error_of(ball, {.fixed = {"TIP"}}), "no error");
  EXPECT_THROW(read_body_robot(arm, "arm.body", {.fixed = {"ARM"}}, [](const std::string&) {}), UsageError);
}

}  // namespace
}  // namespace invdyn
