// The full text of the error for every kind of bad description.

#include <gtest/gtest.h>

#include <algorithm>

#include "documents.h"

namespace invdyn {
namespace {

struct Case {
  const char* name;
  std::string text;  // of the file
  std::string error;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

std::string tree_with(const std::string& pointer, const std::string& value) {
  return with(tree_document(), pointer, value).dump();
}

std::string tree_without(const std::string& pointer) {
  return without(tree_document(), pointer).dump();
}

std::string dh_with(const std::string& pointer, const std::string& value) {
  return with(chain_document("dh"), pointer, value).dump();
}

// For faults that no JSON library can write: the text of the valid document with a part replaced.
std::string tree_text_with(const std::string& old_text, const std::string& new_text) {
  std::string text = tree_document().dump();
  const std::size_t at = text.find(old_text);
  EXPECT_NE(at, std::string::npos) << old_text << " is not in " << text;
  return text.replace(at, old_text.size(), new_text);
}

const std::vector<Case> syntax{
    {"empty file", "",
     R"(arm.json:1:1: syntax error while parsing value - unexpected end of input; expected '[', '{', or a literal)"},
    {"comma missing", "{\n  \"name\": \"arm\"\n  \"convention\": \"tree\"\n}",
     R"(arm.json:3:14: syntax error while parsing object - unexpected string literal; expected '}'; is a comma missing before it?)"},
    {"comma too many", "{\n  \"name\": \"arm\",\n}",
     R"(arm.json:3:1: syntax error while parsing object key - unexpected '}'; expected string literal; delete the comma before it)"},
    {"comma too many in a list", "{ \"gravity\": [0, 0, 1,] }",
     R"(arm.json:1:23: syntax error while parsing value - unexpected ']'; expected '[', '{', or a literal; delete the comma before it)"},
    {"decimal comma", "{ \"mass\": -12,35, \"name\": \"arm\" }",
     R"(arm.json:1:16: syntax error while parsing object key - unexpected number literal; expected string literal; write -12.35 with a decimal point)"},
    {"single quotes", "{\n  'name': 'arm'\n}",
     R"(arm.json:2:3: syntax error while parsing object key - invalid literal; last read: '{<U+000A>  ''; expected string literal; write "name" with double quotes)"},
    {"end missing", "{\n  \"name\": \"arm\"\n",
     R"(arm.json:3:1: syntax error while parsing object - unexpected end of input; expected '}')"},
    {"text not closed", "{\n  \"name\": \"arm,\n  \"convention\": 1}",
     R"(arm.json:2:16: syntax error while parsing value - invalid string: control character U+000A (LF) must be escaped to \u000A or \n; last read: '"arm,<U+000A>': expected JSON)"},
    {"text after the end", "{}\n{}",
     R"(arm.json:2:1: syntax error while parsing value - unexpected '{'; expected end of input)"},
    {"comment", "{\n  // the arm\n}",
     R"(arm.json:2:3: syntax error while parsing object key - invalid literal; last read: '{<U+000A>  /'; expected string literal; JSON has no NaN, no Infinity and no comments)"},
    {"NaN", "{\n  \"gravity\": [0, 0, NaN]\n}",
     R"(arm.json:2:21: syntax error while parsing value - invalid literal; last read: '0, N'; JSON has no NaN, no Infinity and no comments)"},
    {"infinity", "{ \"gravity\": [0, 0, -Infinity] }",
     R"(arm.json:1:22: syntax error while parsing value - invalid number; expected digit after '-'; last read: '-I'; JSON has no NaN, no Infinity and no comments)"},
    {"plus sign", "{ \"gravity\": [0, 0, +1] }",
     R"(arm.json:1:21: syntax error while parsing value - invalid literal; last read: '0, +': expected JSON)"},
    {"number too large", "{\n  \"gravity\": [0, 0, 1e999]\n}",
     R"(arm.json:2:21: the number 1e999 is beyond the largest double: expected a finite number)"},
    {"number too large in the first line", "{ \"gravity\": [0, -1e999, 0] }",
     R"(arm.json:1:18: the number -1e999 is beyond the largest double: expected a finite number)"},
    {"number too large whose digits stand in a text before it",
     "{\n  \"source\": \"not 1e999\",\n  \"gravity\": [0, 0, 1e999]\n}",
     R"(arm.json:3:21: the number 1e999 is beyond the largest double: expected a finite number)"},
};

const std::vector<Case> keys{
    {"key of a motor in the joint", tree_with("/joints/1/gear_ratio", "100"),
     R"(arm.json: /joints/1/gear_ratio: is in the wrong place: expected "motor": { "gear_ratio": 100 } in the joint)"},
    {"key of a link in the joint", tree_with("/joints/1/com", "[0, 0, 1]"),
     R"(arm.json: /joints/1/com: is in the wrong place: expected "link": { "com": [0,0,1] } in the joint)"},
    {"unknown key", tree_with("/joints/1/link/mas", "1"),
     R"(arm.json: /joints/1/link/mas: unknown key "mas": expected one of name, mass, com, inertia, gravity_compensation; did you mean "mass"?)"},
    {"unknown key far from all", tree_with("/colour", "\"red\""),
     R"(arm.json: /colour: unknown key "colour": expected one of $schema, name, source, convention, angles, gravity, base, joints, accepted, origins, fit)"},
    {"unknown key in letters of another case", tree_with("/Gravity", "[0, 0, 0]"),
     R"(arm.json: /Gravity: unknown key "Gravity": expected one of $schema, name, source, convention, angles, gravity, base, joints, accepted, origins, fit; did you mean "gravity"?)"},
    {"unknown key with a slash and a tilde", tree_with("/joints/0/a~1b~0c", "1"),
     R"(arm.json: /joints/0/a~1b~0c: unknown key "a/b~c": expected one of name, type, parent, origin, axis, link, limits, motor, friction, spring, mimic)"},
    {"unknown key in base", tree_with("/base/position", "[0, 0, 0]"),
     R"(arm.json: /base/position: unknown key "position": expected one of floating, link, name, xyz, rpy, quaternion, rotation, mass, com, inertia)"},
    {"unknown key in origin", tree_with("/joints/0/origin/xzy", "[0, 0, 0]"),
     R"(arm.json: /joints/0/origin/xzy: unknown key "xzy": expected one of xyz, rpy, quaternion, rotation; did you mean "xyz"?)"},
    {"unknown key in inertia", tree_with("/joints/0/link/inertia/iyx", "0"),
     R"(arm.json: /joints/0/link/inertia/iyx: unknown key "iyx": expected one of ixx, iyy, izz, ixy, ixz, iyz, rpy, quaternion, rotation; did you mean "ixx"?)"},
    {"unknown key in quaternion", tree_with("/base/quaternion/W", "1"),
     R"(arm.json: /base/quaternion/W: unknown key "W": expected one of w, x, y, z; did you mean "w"?)"},
    {"unknown key in limits", tree_with("/joints/0/limits/torque", "1"),
     R"(arm.json: /joints/0/limits/torque: unknown key "torque": expected one of position, velocity, effort)"},
    {"unknown key in motor", tree_with("/joints/0/motor/gear", "1"),
     R"(arm.json: /joints/0/motor/gear: unknown key "gear": expected one of rotor_inertia, gear_ratio, efficiency, damping, coulomb, turns_with; did you mean "gear_ratio"?)"},
    {"unknown key in friction", tree_with("/joints/0/friction/viscous", "1"),
     R"(arm.json: /joints/0/friction/viscous: unknown key "viscous": expected one of damping, coulomb, offset, load, curve, curve_speed)"},
    {"all of the load", tree_with("/joints/0/friction", R"({"load": 1})"),
     R"(arm.json: /joints/0/friction/load: is 1: expected friction for each N m (N) that the drive transmits, 0 to 0.95)"},
    {"curve that drives",
     tree_with("/joints/0/friction", R"({"coulomb": 2, "curve": -2.5, "curve_speed": 0.1})"),
     R"(arm.json: /joints/0/friction/curve: is -2.5: expected minus the Coulomb friction or more; a negative curve reduces this friction at higher speed)"},
    {"curve without a speed", tree_with("/joints/0/friction", R"({"curve": 2})"),
     R"(arm.json: /joints/0/friction: the key "curve_speed" is missing: expected it here)"},
    {"curve whose square of the speed is lost",
     tree_with("/joints/0/friction", R"({"curve": 2, "curve_speed": 1e-170})"),
     R"(arm.json: /joints/0/friction/curve_speed: is 1e-170: expected 1e-06 or more, the speed at which the curve has 0.71 of its torque)"},
    {"key twice", tree_text_with("\"name\":\"arm\"", "\"name\":\"arm\",\"name\":\"arm\""),
     R"(arm.json: /name: this key is repeated in its object: expected it once)"},
    {"key twice in a nested object", tree_text_with("\"mass\":1", "\"mass\":1,\"mass\":1"),
     R"(arm.json: /joints/1/link/mass: this key is repeated in its object: expected it once)"},
    {"key twice in a list of lists", "{\"joints\": [0, [[], {\"a\": 1}, {\"b\": {}, \"b\": 1}]]}",
     R"(arm.json: /joints/1/2/b: this key is repeated in its object: expected it once)"},
    {"key twice with a slash and a tilde", "{\"a/b~c\": 1, \"a/b~c\": 2}",
     R"(arm.json: /a~1b~0c: this key is repeated in its object: expected it once)"},
    {"name missing", tree_without("/name"), R"(arm.json: the key "name" is missing: expected it here)"},
    {"convention missing", tree_without("/convention"),
     R"(arm.json: the key "convention" is missing: expected it here)"},
    {"joints missing", tree_without("/joints"), R"(arm.json: the key "joints" is missing: expected it here)"},
    {"joint name missing", tree_without("/joints/1/name"),
     R"(arm.json: /joints/1: the key "name" is missing: expected it here)"},
    {"type missing", tree_without("/joints/1/type"),
     R"(arm.json: /joints/1: the key "type" is missing: expected it here)"},
    {"parent missing", tree_without("/joints/1/parent"),
     R"(arm.json: /joints/1: the key "parent" is missing: expected it here)"},
    {"axis missing", tree_without("/joints/1/axis"),
     R"(arm.json: /joints/1: the key "axis" is missing: expected it here)"},
    {"link missing", tree_without("/joints/1/link"),
     R"(arm.json: /joints/1: the key "link" is missing: expected it here)"},
    {"link name missing", tree_without("/joints/1/link/name"),
     R"(arm.json: /joints/1/link: the key "name" is missing: expected it here)"},
    {"mass missing", tree_without("/joints/1/link/mass"),
     R"(arm.json: /joints/1/link: the key "mass" is missing: expected it here)"},
    {"mass without com", tree_without("/joints/1/link/com"),
     R"(arm.json: /joints/1/link: the key "com" is missing: expected it here, because the link has mass)"},
    {"mass without inertia", tree_without("/joints/1/link/inertia"),
     R"(arm.json: /joints/1/link: the key "inertia" is missing: expected it here, because the link has mass (for a point mass, give zeros))"},
    {"moment missing", tree_without("/joints/1/link/inertia/iyy"),
     R"(arm.json: /joints/1/link/inertia: the key "iyy" is missing: expected it here)"},
    {"quaternion not complete", tree_with("/base/quaternion", R"({"w": 1, "x": 0, "y": 0})"),
     R"(arm.json: /base/quaternion: the key "z" is missing: expected it here)"},
};

const std::vector<Case> types{
    {"file is a list", "[1, 2]", R"(arm.json: is [1,2]: expected an object, { ... })"},
    {"file is a number", "3", R"(arm.json: is 3: expected an object, { ... })"},
    {"joint is a text", tree_with("/joints/1", "\"elbow\""),
     R"(arm.json: /joints/1: is "elbow": expected an object, { ... })"},
    {"origin is a list", tree_with("/joints/1/origin", "[1, 0, 0]"),
     R"(arm.json: /joints/1/origin: is [1,0,0]: expected an object, { ... })"},
    {"inertia is a list of moments", tree_with("/joints/1/link/inertia", "[1, 2, 2]"),
     R"(arm.json: /joints/1/link/inertia: is [1,2,2]: expected an object, { ... })"},
    {"motor is null", tree_with("/joints/1/motor", "null"),
     R"(arm.json: /joints/1/motor: is null: expected an object, { ... })"},
    {"joints is an object", tree_with("/joints", R"({"elbow": {}})"),
     R"(arm.json: /joints: is {"elbow":{}}: expected a list, [ ... ])"},
    {"mass is a text", tree_with("/joints/1/link/mass", "\"1 kg\""),
     R"(arm.json: /joints/1/link/mass: is "1 kg": expected a finite number)"},
    {"mass is true", tree_with("/joints/1/link/mass", "true"),
     R"(arm.json: /joints/1/link/mass: is true: expected a finite number)"},
    {"name is a number", tree_with("/name", "7"), R"(arm.json: /name: is 7: expected a text)"},
    {"parent is an object", tree_with("/joints/1/parent", R"({"name": "upper"})"),
     R"(arm.json: /joints/1/parent: is {"name":"upper"}: expected a text)"},
    {"convention is unknown", tree_with("/convention", "\"DH\""),
     R"(arm.json: /convention: is "DH": expected one of tree, dh, mdh; did you mean "dh"?)"},
    {"angles is a number", tree_with("/angles", "360"),
     R"(arm.json: /angles: is 360: expected one of radians, degrees)"},
    {"angles is misspelt", tree_with("/angles", "\"degree\""),
     R"(arm.json: /angles: is "degree": expected one of radians, degrees; did you mean "degrees"?)"},
    {"type is unknown", tree_with("/joints/1/type", "\"spherical\""),
     R"(arm.json: /joints/1/type: is "spherical": expected one of revolute, continuous, prismatic, fixed)"},
    {"gravity is a number", tree_with("/gravity", "9.81"),
     R"(arm.json: /gravity: is 9.81: expected a list of 3 numbers)"},
    {"gravity of two numbers", tree_with("/gravity", "[0, -9.81]"),
     R"(arm.json: /gravity: is [0,-9.81]: expected a list of 3 numbers)"},
    {"axis of four numbers", tree_with("/joints/1/axis", "[0, 0, 1, 0]"),
     R"(arm.json: /joints/1/axis: is [0,0,1,0]: expected a list of 3 numbers)"},
    {"axis with a text", tree_with("/joints/1/axis", "[0, 0, \"1\"]"),
     R"(arm.json: /joints/1/axis/2: is "1": expected a finite number)"},
    {"position limits of one number", tree_with("/joints/1/limits/position", "[1]"),
     R"(arm.json: /joints/1/limits/position: is [1]: expected a list of 2 numbers; null means no limit)"},
    {"coulomb of three numbers", tree_with("/joints/1/friction/coulomb", "[1, 0, -1]"),
     R"(arm.json: /joints/1/friction/coulomb: is [1,0,-1]: expected a list of 2 numbers)"},
    {"coulomb is a text", tree_with("/joints/1/friction/coulomb", "\"1\""),
     R"(arm.json: /joints/1/friction/coulomb: is "1": expected a finite number)"},
    {"rotation is a flat list", tree_with("/base/rotation", "[1, 0, 0, 0, 1, 0, 0, 0, 1]"),
     R"(arm.json: /base/rotation: is [1,0,0,0,1,0,0,0,1]: expected three rows of three numbers)"},
    {"rotation is an object", tree_with("/base/rotation", "{}"),
     R"(arm.json: /base/rotation: is {}: expected a list, [ ... ])"},
    {"long value",
     tree_with("/gravity",
               "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]"),
     R"(arm.json: /gravity: is [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22...: expected a list of 3 numbers)"},
};

const std::vector<Case> names{
    {"joint name twice", tree_with("/joints/1/name", "\"shoulder\""),
     R"(arm.json: /joints/1/name: is "shoulder": expected a unique name; joint number 1 already has this name)"},
    {"link name twice", tree_with("/joints/1/link/name", "\"upper\""),
     R"(arm.json: /joints/1/link/name: is "upper": expected a unique name; joint number 1 already has this name)"},
    {"link named like the base", tree_with("/joints/1/link/name", "\"base\""),
     R"(arm.json: /joints/1/link/name: is "base": expected a unique name; the base already has this name)"},
    {"link named like a base with a name",
     with(with(tree_document(), "/base/name", "\"lower\""), "/joints/0/parent", "\"lower\"").dump(),
     R"(arm.json: /joints/1/link/name: is "lower": expected a unique name; the base already has this name)"},
    {"robot name with control characters", tree_with("/name", R"("a\u0000b")"),
     R"(a\x00b: is the name of the robot or of its base: expected no control characters)"},
    {"empty joint name", tree_with("/joints/1/name", "\"\""),
     R"(arm.json: /joints/1/name: is "": expected a text that is not empty and has no control characters)"},
    {"empty link name", tree_with("/joints/1/link/name", "\"\""),
     R"(arm.json: /joints/1/link/name: is "": expected a text that is not empty and has no control characters)"},
    {"unknown parent", tree_with("/joints/1/parent", "\"torso\""),
     R"(arm.json: /joints/1/parent: is "torso": expected the name of a link that a joint carries, because a robot has only one root, "base")"},
    {"misspelt parent", tree_with("/joints/1/parent", "\"uper\""),
     R"(arm.json: /joints/1/parent: is "uper": expected the name of a link that a joint carries, because a robot has only one root, "base"; did you mean "upper"?)"},
    {"own link as parent", tree_with("/joints/1/parent", "\"lower\""),
     R"(arm.json: /joints/1/parent: is "lower": expected a tree with the root "base", but the links form a cycle, lower -> lower)"},
    {"two links in a cycle", tree_with("/joints/0/parent", "\"lower\""),
     R"(arm.json: /joints/1/parent: is "upper": expected a tree with the root "base", but the links form a cycle, lower -> upper -> lower)"},
    {"joint that hangs on a cycle", with(tree_document(), "/joints/0/parent", "\"upper\"").dump(),
     R"(arm.json: /joints/0/parent: is "upper": expected a tree with the root "base", but the links form a cycle, upper -> upper)"},
};

const std::vector<Case> values{
    {"zero axis", tree_with("/joints/1/axis", "[0, 0, 0]"),
     R"(arm.json: /joints/1/axis: is [0,0,0]: expected a direction, such as [0, 0, 1])"},
    {"axis on a fixed joint", tree_with("/joints/1/type", "\"fixed\""),
     R"(arm.json: /joints/1/axis: is [0,-1,0]: expected no axis on a fixed joint)"},
    {"rotation not orthonormal", tree_with("/base/rotation", "[[1, 0, 0], [0, 1, 0], [0, 0.01, 1]]"),
     R"(arm.json: /base/rotation: is [[1,0,0],[0,1,0],[0,0.01,1]]: expected orthonormal rows (to 1e-5))"},
    {"reflection", tree_with("/base/rotation", "[[1, 0, 0], [0, 1, 0], [0, 0, -1]]"),
     R"(arm.json: /base/rotation: is [[1,0,0],[0,1,0],[0,0,-1]]: expected a rotation (determinant 1), but this matrix is a reflection (determinant -1))"},
    {"rotation of two rows", tree_with("/base/rotation", "[[1, 0, 0], [0, 1, 0]]"),
     R"(arm.json: /base/rotation: is [[1,0,0],[0,1,0]]: expected three rows of three numbers)"},
    {"quaternion not of length 1", tree_with("/base/quaternion", R"({"w": 1, "x": 0, "y": 0, "z": 0.01})"),
     R"(arm.json: /base/quaternion: is {"w":1,"x":0,"y":0,"z":0.01}: expected a quaternion of length 1)"},
    {"zero quaternion", tree_with("/base/quaternion", R"({"w": 0, "x": 0, "y": 0, "z": 0})"),
     R"(arm.json: /base/quaternion: is {"w":0,"x":0,"y":0,"z":0}: expected a quaternion of length 1)"},
    {"two orientations",
     tree_with("/joints/1/origin", R"({"rpy": [0, 0, 0], "quaternion": {"w": 1, "x": 0, "y": 0, "z": 0}})"),
     R"(arm.json: /joints/1/origin: is {"quaternion":{"w":1,"x":0,"y":0,"z":0},"rpy":[0,0,0]}: expected only one of rpy, quaternion, rotation)"},
    {"two orientations of the inertia",
     tree_with("/joints/1/link/inertia",
               R"({"ixx": 1, "iyy": 1, "izz": 1, "rpy": [0, 0, 0], "rotation": []})"),
     R"(arm.json: /joints/1/link/inertia: is {"ixx":1,"iyy":1,"izz":1,"rotation":[],"rpy":[0,0,0]}: expected only one of rpy, quaternion, rotation)"},
    {"negative mass", tree_with("/joints/1/link/mass", "-0.5"),
     R"(arm.json: /joints/1/link/mass: is -0.5: expected 0 or more (kg))"},
    {"negative moment", tree_with("/joints/1/link/inertia/ixx", "-0.5"),
     R"(arm.json: /joints/1/link/inertia: is {"ixx":-0.5,"iyy":1,"izz":1}: expected principal moments of 0 or more; the smallest is -0.5 kg m^2. Check moments and products, or let `correct-inertia` of robot convert write the nearest possible moments)"},
    {"products too large",
     tree_with("/joints/0/link/inertia", R"({"ixx": 1, "iyy": 1, "izz": 1, "ixy": 1.5})"),
     R"(arm.json: /joints/0/link/inertia: is {"ixx":1,"ixy":1.5,"iyy":1,"izz":1}: expected principal moments of 0 or more; the smallest is -0.5 kg m^2. Check moments and products, or let `correct-inertia` of robot convert write the nearest possible moments)"},
    {"base of negative mass",
     tree_with("/base", R"({"mass": -1, "com": [0, 0, 0], "inertia": {"ixx": 1, "iyy": 1, "izz": 1}})"),
     R"(arm.json: /base/mass: is -1: expected 0 or more (kg))"},
    {"base with mass alone", tree_with("/base/mass", "1"),
     R"(arm.json: /base: the key "com" is missing: expected it here, because the link has mass)"},
    {"base with com alone", tree_with("/base/com", "[0, 0, 0]"),
     R"(arm.json: /base: the key "mass" is missing: expected it here)"},
    {"drive that turns with its own joint", tree_with("/joints/1/motor/turns_with", R"({"elbow": 1})"),
     R"(arm.json: /joints/1/motor/turns_with: is {"elbow":1}: expected the names of other moving joints without mimic, each with a factor other than 0)"},
    {"drive that turns with an unknown joint", tree_with("/joints/1/motor/turns_with", R"({"sholder": 1})"),
     R"(arm.json: /joints/1/motor/turns_with: is {"sholder":1}: expected the names of other moving joints without mimic, each with a factor other than 0; did you mean "shoulder"?)"},
    {"drives of one speed",
     with(with(tree_document(), "/joints/0/motor/turns_with", R"({"elbow": 1})"),
          "/joints/1/motor/turns_with", R"({"shoulder": 1})")
         .dump(),
     R"(arm.json: /joints/1/motor/turns_with: is {"shoulder":1}: expected other factors, because with these factors, different speeds of the joints give the same speeds of the drives)"},
    {"coupled gears with friction of the load",
     with(with(tree_document(), "/joints/0/friction/load", "0.1"), "/joints/1/motor/turns_with",
          R"({"shoulder": 1})")
         .dump(),
     R"(arm.json: /joints/1/motor/turns_with: is {"shoulder":1}: expected no friction.load in joints with turns_with and in the joints that they name; joint "shoulder" has friction.load)"},
    {"mimic of an unknown joint", tree_with("/joints/1/mimic/joint", "\"sholder\""),
     R"(arm.json: /joints/1/mimic/joint: is "sholder": expected the name of a joint that moves; did you mean "shoulder"?)"},
    {"mimic of a fixed joint", dh_with("/joints/1/mimic/joint", "\"weld\""),
     R"(arm.json: /joints/1/mimic/joint: is "weld": expected the name of a joint that moves)"},
    {"mimic of itself", tree_with("/joints/1/mimic/joint", "\"elbow\""),
     R"(arm.json: /joints/1/mimic/joint: is "elbow": expected joints that do not follow each other in a circle)"},
    {"mimics of each other",
     with(with(tree_document(), "/joints/0/mimic/joint", "\"elbow\""), "/joints/1/mimic/joint",
          "\"shoulder\"")
         .dump(),
     R"(arm.json: /joints/0/mimic/joint: is "elbow": expected joints that do not follow each other in a circle)"},
    {"mimic on a fixed joint", dh_with("/joints/2/mimic/joint", "\"turn\""),
     R"(arm.json: /joints/2/mimic: is {"joint":"turn"}: expected no mimic on a fixed joint)"},
    {"lower limit above upper", tree_with("/joints/1/limits/position", "[1, -1]"),
     R"(arm.json: /joints/1/limits/position: is [1,-1]: expected [lower, upper], the lower limit first)"},
    {"lower limit above upper in degrees",
     with(with(tree_document(), "/angles", "\"degrees\""), "/joints/1/limits/position", "[180, -180]").dump(),
     R"(arm.json: /joints/1/limits/position: is [180,-180]: expected [lower, upper], the lower limit first)"},
    {"negative velocity limit", tree_with("/joints/1/limits/velocity", "-2"),
     R"(arm.json: /joints/1/limits/velocity: is -2: expected 0 or more)"},
    {"negative effort limit", tree_with("/joints/1/limits/effort", "-3"),
     R"(arm.json: /joints/1/limits/effort: is -3: expected 0 or more)"},
    {"position limits on a continuous joint",
     with(with(tree_document(), "/joints/1/type", "\"continuous\""), "/joints/1/limits/position", "[-1, 1]")
         .dump(),
     R"(arm.json: /joints/1/limits/position: is [-1,1]: expected no position limits on a continuous joint. If the joint has limits, write "type": "revolute")"},
    {"gear ratio zero", tree_with("/joints/1/motor/gear_ratio", "0"),
     R"(arm.json: /joints/1/motor/gear_ratio: is 0: expected motor speed over joint speed, not 0)"},
    {"negative rotor inertia", tree_with("/joints/1/motor/rotor_inertia", "-1e-4"),
     R"(arm.json: /joints/1/motor/rotor_inertia: is -0.0001: expected 0 or more (kg m^2))"},
    {"negative damping of the motor", tree_with("/joints/1/motor/damping", "-0.1"),
     R"(arm.json: /joints/1/motor/damping: is -0.1: expected 0 or more; friction opposes the motion)"},
    {"negative damping of the joint", tree_with("/joints/1/friction/damping", "-0.1"),
     R"(arm.json: /joints/1/friction/damping: is -0.1: expected 0 or more; friction opposes the motion)"},
    {"negative coulomb", tree_with("/joints/1/friction/coulomb", "-0.2"),
     R"(arm.json: /joints/1/friction/coulomb: is -0.2: expected 0 or more, or [0 or more for dq > 0, 0 or less for dq < 0])"},
    {"coulomb in the wrong order", tree_with("/joints/1/motor/coulomb", "[-0.2, 0.3]"),
     R"(arm.json: /joints/1/motor/coulomb: is [-0.2,0.3]: expected 0 or more, or [0 or more for dq > 0, 0 or less for dq < 0])"},
    {"coulomb twice positive", tree_with("/joints/1/friction/coulomb", "[0.2, 0.3]"),
     R"(arm.json: /joints/1/friction/coulomb: is [0.2,0.3]: expected 0 or more, or [0 or more for dq > 0, 0 or less for dq < 0])"},
};

const std::vector<Case> rows{
    {"d of a prismatic joint", dh_with("/joints/1/dh/d", "0.1"),
     R"(arm.json: /joints/1/dh/d: is 0.1: expected no key d, because d changes when this joint moves; give the constant part as "offset")"},
    {"theta of a revolute joint", dh_with("/joints/0/dh/theta", "0.1"),
     R"(arm.json: /joints/0/dh/theta: is 0.1: expected no key theta, because theta changes when this joint moves; give the constant part as "offset")"},
    {"offset of a fixed joint", dh_with("/joints/2/dh/offset", "0.1"),
     R"(arm.json: /joints/2/dh/offset: unknown key "offset": expected one of a, alpha, d, theta)"},
    {"theta of a prismatic joint missing", without(chain_document("dh"), "/joints/1/dh/theta").dump(),
     R"(arm.json: /joints/1/dh: the key "theta" is missing: expected it here)"},
    {"d of a revolute joint missing", without(chain_document("mdh"), "/joints/0/mdh/d").dump(),
     R"(arm.json: /joints/0/mdh: the key "d" is missing: expected it here)"},
    {"a missing", without(chain_document("dh"), "/joints/0/dh/a").dump(),
     R"(arm.json: /joints/0/dh: the key "a" is missing: expected it here)"},
    {"alpha missing", without(chain_document("dh"), "/joints/0/dh/alpha").dump(),
     R"(arm.json: /joints/0/dh: the key "alpha" is missing: expected it here)"},
    {"row missing", without(chain_document("dh"), "/joints/0/dh").dump(),
     R"(arm.json: /joints/0: the key "dh" is missing: expected it here)"},
    {"row as a list", dh_with("/joints/0/dh", "[0, 0, 0]"),
     R"(arm.json: /joints/0/dh: is [0,0,0]: expected an object, { ... })"},
    {"dh row in a tree", tree_with("/joints/0/dh", "{}"),
     R"(arm.json: /joints/0/dh: belongs to the convention "dh", but this file has the convention "tree": leave out this key, or change the convention)"},
    {"mdh row where dh is the convention", dh_with("/joints/0/mdh", "{}"),
     R"(arm.json: /joints/0/mdh: belongs to the convention "mdh", but this file has the convention "dh": leave out this key, or change the convention)"},
    {"dh row where mdh is the convention", dh_with("/convention", "\"mdh\""),
     R"(arm.json: /joints/0/dh: belongs to the convention "dh", but this file has the convention "mdh": leave out this key, or change the convention)"},
    {"parent in a chain", dh_with("/joints/1/parent", "\"first\""),
     R"(arm.json: /joints/1/parent: belongs to the convention "tree", but this file has the convention "dh": leave out this key, or change the convention)"},
    {"origin in a chain", dh_with("/joints/1/origin", "{}"),
     R"(arm.json: /joints/1/origin: belongs to the convention "tree", but this file has the convention "dh": leave out this key, or change the convention)"},
};

class BadDescription : public testing::TestWithParam<Case> {};

TEST_P(BadDescription, GivesThisError) {
  EXPECT_EQ(error_of(GetParam().text), GetParam().error) << GetParam().text;
}

std::string test_name(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Syntax, BadDescription, testing::ValuesIn(syntax), test_name);
INSTANTIATE_TEST_SUITE_P(Keys, BadDescription, testing::ValuesIn(keys), test_name);
INSTANTIATE_TEST_SUITE_P(Types, BadDescription, testing::ValuesIn(types), test_name);
INSTANTIATE_TEST_SUITE_P(Names, BadDescription, testing::ValuesIn(names), test_name);
INSTANTIATE_TEST_SUITE_P(Values, BadDescription, testing::ValuesIn(values), test_name);
INSTANTIATE_TEST_SUITE_P(Rows, BadDescription, testing::ValuesIn(rows), test_name);

// Input that exhausts the stack of a careless reader.

TEST(VastDescription, UnclosedTextGivesAnError) {
  EXPECT_THAT(error_of("{\"name\": \"" + std::string(1'000'000, 'x')), testing::StartsWith("arm.json:1:"));
}

TEST(VastDescription, DeeplyNestedListsGiveAnError) {
  const std::size_t depth = 1'000'000;
  const std::string lists = std::string(depth, '[') + std::string(depth, ']');
  EXPECT_THAT(error_of("{\"convention\": \"tree\", \"name\": " + lists + "}"),
              testing::StartsWith("arm.json: "));
}

}  // namespace
}  // namespace invdyn
