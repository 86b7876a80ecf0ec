// robots/robot.schema.json compared with the reader: both accept and refuse the same documents.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "documents.h"
#include "schema.h"

namespace invdyn {
namespace {

using nlohmann::json;

struct Case {
  const char* name;
  json document;
};

json tree_with(const std::string& pointer, const std::string& value) {
  return with(tree_document(), pointer, value);
}

json dh_with(const std::string& pointer, const std::string& value) {
  return with(chain_document("dh"), pointer, value);
}

const std::vector<Case> good{
    {"tree", tree_document()},
    {"standard Denavit-Hartenberg rows", chain_document("dh")},
    {"modified Denavit-Hartenberg rows", chain_document("mdh")},
    {"empty name and source", with(tree_with("/name", "\"\""), "/source", "\"\"")},
    {"schema named", tree_with("/$schema", "\"robot.schema.json\"")},
    {"base with nothing in it", tree_with("/base", "{}")},
    {"whole and broken numbers", tree_with("/gravity", "[0, -0.0, 1e-3]")},
    {"mass 0 without com and inertia", tree_with("/joints/1/link", R"({"name": "frame", "mass": 0})")},
    {"mass 0.0 without com and inertia", tree_with("/joints/1/link", R"({"name": "frame", "mass": 0.0})")},
    {"spring", tree_with("/joints/0/spring", R"({"stiffness": 2, "reference": -1})")},
    {"gravity compensation above 1", tree_with("/joints/0/link/gravity_compensation", "1.5")},
    {"coulomb 0", tree_with("/joints/0/friction/coulomb", "0")},
    {"coulomb of one direction", tree_with("/joints/0/friction/coulomb", "[0, -2]")},
    {"negative gear ratio", tree_with("/joints/0/motor/gear_ratio", "-100")},
    {"limits of one point",
     tree_with("/joints/0/limits", R"({"position": [1, 1], "velocity": 0, "effort": 0})")},
    {"limits and friction on a fixed joint",
     with(dh_with("/joints/2/limits/position", "[0, 1]"), "/joints/2/friction/damping", "1")},
    {"continuous joint with a velocity limit",
     with(tree_with("/joints/0/type", "\"continuous\""), "/joints/0/limits/velocity", "1")},
    {"friction of the load and a curve",
     tree_with("/joints/0/friction", R"({"coulomb": 1, "load": 0.5, "curve": -1, "curve_speed": 0.1})")},
    {"drive of coupled gears", tree_with("/joints/1/motor", R"({"turns_with": {"shoulder": -0.5}})")},
    {"negative axis", tree_with("/joints/0/axis", "[-1, 0, 0]")},
    {"row without an offset", without(chain_document("dh"), "/joints/0/dh/offset")},
    {"limits of one side", tree_with("/joints/0/limits/position", "[null, 1]")},
    {"limits of no side", tree_with("/joints/0/limits/position", "[null, null]")},
    {"mimic", tree_with("/joints/1/mimic", R"({"joint": "shoulder"})")},
    {"mimic in a chain", dh_with("/joints/1/mimic", R"({"joint": "turn", "multiplier": 0, "offset": -1})")},
    {"base with a body",
     tree_with("/base", R"({"mass": 1, "com": [0, 0, 0], "inertia": {"ixx": 1, "iyy": 1, "izz": 1}})")},
    {"base of mass 0", tree_with("/base/mass", "0")},
    {"base that does not float", tree_with("/base/floating", "false")},
    {"no joint", tree_with("/joints", "[]")},
    {"no joint that moves", without(without(chain_document("dh"), "/joints/1"), "/joints/0")},
    {"nothing accepted", tree_with("/accepted", "[]")},
    {"accepted of the whole robot",
     tree_with("/accepted", R"([{"finding": "gravity_upwards", "reason": "meant"}])")},
};

const std::vector<Case> bad{
    {"accepted without a reason", tree_with("/accepted", R"([{"finding": "too_dense", "link": "upper"}])")},
    {"accepted for no reason", tree_with("/accepted", R"([{"finding": "too_dense", "reason": ""}])")},
    {"accepted of a link and a joint",
     tree_with("/accepted", R"([{"finding": "too_dense", "link": "a", "joint": "b", "reason": "meant"}])")},
    {"list", json::array()},
    {"empty object", json::object()},
    {"name missing", without(tree_document(), "/name")},
    {"convention missing", without(tree_document(), "/convention")},
    {"joints missing", without(tree_document(), "/joints")},
    {"unknown key at the top", tree_with("/colour", "\"red\"")},
    {"unknown key in a joint", tree_with("/joints/0/colour", "\"red\"")},
    {"unknown key in a link", tree_with("/joints/0/link/colour", "\"red\"")},
    {"unknown key in an inertia", tree_with("/joints/0/link/inertia/iyx", "0")},
    {"unknown key in an origin", tree_with("/joints/0/origin/abc", "[0, 0, 0]")},
    {"unknown key in the base", tree_with("/base/abc", "[0, 0, 0]")},
    {"unknown key in a motor", tree_with("/joints/0/motor/gear", "2")},
    {"unknown key in friction", tree_with("/joints/0/friction/viscous", "2")},
    {"unknown key in limits", tree_with("/joints/0/limits/torque", "2")},
    {"unknown key in a row", dh_with("/joints/0/dh/r", "0")},
    {"unknown convention", tree_with("/convention", "\"urdf\"")},
    {"unknown unit of angles", tree_with("/angles", "\"gon\"")},
    {"unknown type of joint", tree_with("/joints/0/type", "\"spherical\"")},
    {"number as a text", tree_with("/joints/0/link/mass", "\"2\"")},
    {"gravity of two numbers", tree_with("/gravity", "[0, -9.81]")},
    {"empty joint name", tree_with("/joints/0/name", "\"\"")},
    {"empty link name", tree_with("/joints/0/link/name", "\"\"")},
    {"axis missing", without(tree_document(), "/joints/0/axis")},
    {"zero axis", tree_with("/joints/0/axis", "[0, 0, 0.0]")},
    {"axis on a fixed joint", tree_with("/joints/1/type", "\"fixed\"")},
    {"mass missing", without(tree_document(), "/joints/0/link/mass")},
    {"negative mass", tree_with("/joints/0/link/mass", "-1")},
    {"mass without com", without(tree_document(), "/joints/0/link/com")},
    {"mass without inertia", without(tree_document(), "/joints/0/link/inertia")},
    {"moment missing", without(tree_document(), "/joints/0/link/inertia/izz")},
    {"two orientations",
     tree_with("/base", R"({"rpy": [0, 0, 0], "quaternion": {"w": 1, "x": 0, "y": 0, "z": 0}})")},
    {"rotation of four rows", tree_with("/base/rotation", "[[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]")},
    {"rotation of two rows", tree_with("/base/rotation", "[[1, 0, 0], [0, 1, 0]]")},
    {"quaternion as a list", tree_with("/base/quaternion", "[1, 0, 0, 0]")},
    {"negative velocity limit", tree_with("/joints/0/limits/velocity", "-1")},
    {"negative effort limit", tree_with("/joints/0/limits/effort", "-1")},
    {"position limits on a continuous joint",
     with(tree_with("/joints/0/type", "\"continuous\""), "/joints/0/limits/position", "[0, 1]")},
    {"gear ratio 0", tree_with("/joints/0/motor/gear_ratio", "0")},
    {"efficiency 0", tree_with("/joints/0/motor/efficiency", "0")},
    {"efficiency above 1", tree_with("/joints/0/motor/efficiency", "1.5")},
    {"gear ratio 0.0", tree_with("/joints/0/motor/gear_ratio", "0.0")},
    {"negative rotor inertia", tree_with("/joints/0/motor/rotor_inertia", "-1")},
    {"spring without stiffness", tree_with("/joints/0/spring", R"({"reference": -1})")},
    {"negative stiffness", tree_with("/joints/0/spring/stiffness", "-1")},
    {"negative gravity compensation", tree_with("/joints/0/link/gravity_compensation", "-0.1")},
    {"negative damping", tree_with("/joints/0/friction/damping", "-1")},
    {"negative coulomb", tree_with("/joints/0/friction/coulomb", "-1")},
    {"coulomb of two positive values", tree_with("/joints/0/friction/coulomb", "[1, 1]")},
    {"coulomb of two negative values", tree_with("/joints/0/friction/coulomb", "[-1, -1]")},
    {"coulomb of three values", tree_with("/joints/0/friction/coulomb", "[1, -1, 0]")},
    {"limits of three values", tree_with("/joints/0/limits/position", "[0, 1, null]")},
    {"limits with a text", tree_with("/joints/0/limits/position", "[0, \"1\"]")},
    {"all of the load", tree_with("/joints/0/friction", R"({"load": 1})")},
    {"almost all of the load", tree_with("/joints/0/friction", R"({"load": 0.96})")},
    {"curve without a speed", tree_with("/joints/0/friction", R"({"curve": 1})")},
    {"no curve without a speed", tree_with("/joints/0/friction", R"({"curve": 0})")},
    {"no curve at speed 0", tree_with("/joints/0/friction", R"({"curve": 0, "curve_speed": 0})")},
    {"speed 0 alone", tree_with("/joints/0/friction", R"({"curve_speed": 0})")},
    {"drive that turns with nothing", tree_with("/joints/1/motor", R"({"turns_with": {"shoulder": 0}})")},
    {"drive that turns with a text", tree_with("/joints/1/motor", R"({"turns_with": "shoulder"})")},
    {"mimic of nobody", tree_with("/joints/1/mimic", "{}")},
    {"mimic as a text", tree_with("/joints/1/mimic", "\"shoulder\"")},
    {"unknown key in a mimic", tree_with("/joints/1/mimic", R"({"joint": "shoulder", "factor": 2})")},
    {"mimic of a fixed joint", dh_with("/joints/2/mimic", R"({"joint": "turn"})")},
    {"base that floats perhaps", tree_with("/base/floating", "1")},
    {"base with a link and a name", tree_with("/base", R"({"link": {"name": "a", "mass": 0}, "name": "b"})")},
    {"base of negative mass", tree_with("/base/mass", "-1")},
    {"base with mass without com",
     tree_with("/base", R"({"mass": 1, "inertia": {"ixx": 1, "iyy": 1, "izz": 1}})")},
    {"base with mass without inertia", tree_with("/base", R"({"mass": 1, "com": [0, 0, 0]})")},
    {"base with com without mass", tree_with("/base/com", "[0, 0, 0]")},
    {"base with inertia without mass", tree_with("/base/inertia", R"({"ixx": 1, "iyy": 1, "izz": 1})")},
    {"row missing", without(chain_document("dh"), "/joints/0/dh")},
    {"row of the other form", with(chain_document("dh"), "/convention", "\"mdh\"")},
    {"row in a tree", tree_with("/joints/0/dh", R"({"a": 0, "alpha": 0, "d": 0})")},
    {"parent in a chain", dh_with("/joints/1/parent", "\"first\"")},
    {"theta on a revolute joint", dh_with("/joints/0/dh/theta", "0")},
    {"d on a prismatic joint", dh_with("/joints/1/dh/d", "0")},
    {"offset on a fixed joint", dh_with("/joints/2/dh/offset", "0")},
    {"theta of a prismatic joint missing", without(chain_document("mdh"), "/joints/1/mdh/theta")},
};

TEST(Schema, AndReaderAcceptValidDocuments) {
  const RobotSchema schema;
  for (const Case& c : good) {
    EXPECT_EQ(schema.complaints(c.document), "") << c.name;
    EXPECT_EQ(error_of(c.document.dump()), "no error") << c.name;
  }
}

TEST(Schema, AndReaderAcceptEachKindOfOrientation) {
  const RobotSchema schema;
  for (const char* place : {"/base", "/joints/0/origin", "/joints/0/link/inertia"})
    for (const auto& [key, value] : {std::pair{"/rpy", "[1, 2, 3]"},
                                     {"/quaternion", R"({"w": 0, "x": 0, "y": 1, "z": 0})"},
                                     {"/rotation", "[[0, 1, 0], [0, 0, 1], [1, 0, 0]]"}}) {
      const json document = tree_with(std::string(place) + key, value);
      EXPECT_EQ(schema.complaints(document), "") << place << key;
      EXPECT_EQ(error_of(document.dump()), "no error") << place << key;
    }
}

TEST(Schema, AndReaderRefuseInvalidDocuments) {
  const RobotSchema schema;
  for (const Case& c : bad) {
    EXPECT_FALSE(schema.accepts(c.document)) << c.name;
    EXPECT_NE(error_of(c.document.dump()), "no error") << c.name;
  }
}

// Together, these use every key of the format.
json rich_tree() {
  json document = with(tree_document(), "/$schema", "\"robot.schema.json\"");
  document = with(document, "/source", "\"made up\"");
  document = with(document, "/angles", "\"radians\"");
  document = with(document, "/gravity", "[0, 0, -1]");
  document = with(document, "/base", R"({"name": "base", "xyz": [0, 0, 1], "rpy": [0, 0, 1]})");
  document = with(document, "/joints/0/origin",
                  R"({"xyz": [0, 0, 1], "rotation": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]})");
  document = with(document, "/joints/0/limits", R"({"position": [-1, 1], "velocity": 2, "effort": 3})");
  document = with(document, "/joints/0/motor",
                  R"({"rotor_inertia": 1, "gear_ratio": 2, "efficiency": 0.7, "damping": 3,
                      "coulomb": [4, -5]})");
  document = with(document, "/joints/0/friction",
                  R"({"damping": 1, "coulomb": 2, "load": 0.5, "curve": 3, "curve_speed": 0.1})");
  document = with(document, "/joints/0/link/inertia",
                  R"({"ixx": 1, "iyy": 1, "izz": 1, "ixy": 0, "ixz": 0, "iyz": 0,
                      "quaternion": {"w": 1, "x": 0, "y": 0, "z": 0}})");
  document = with(document, "/base/mass", "1");
  document = with(document, "/base/com", "[0, 0, 1]");
  document = with(document, "/base/inertia", R"({"ixx": 1, "iyy": 1, "izz": 1})");
  document = with(document, "/joints/1/spring", R"({"stiffness": 2, "reference": 1})");
  document = with(document, "/joints/1/link/gravity_compensation", "0.5");
  document = with(document, "/joints/1/mimic", R"({"joint": "shoulder", "multiplier": 2, "offset": 1})");
  document["accepted"] = json::parse(R"([{"finding": "too_dense", "link": "upper", "reason": "of lead"},
                                         {"finding": "no_travel", "joint": "elbow", "reason": "welded"}])");
  document["origins"] = json::parse(R"([{"link": "upper", "numbers": "mass", "from": "a balance"},
                                        {"joint": "elbow", "numbers": "damping", "from": "a log"}])");
  document["fit"] = json::object();
  document["joints"].push_back(
      {{"name", "tool"}, {"type", "fixed"}, {"parent", "lower"}, {"link", {{"name", "tip"}, {"mass", 0}}}});
  return document;
}

json rich_chain(const std::string& convention) {
  json document = with(chain_document(convention), "/joints/0/limits/velocity", "1");
  document = with(document, "/joints/0/type", "\"continuous\"");
  document = with(document, "/joints/0/link", tree_document()["joints"][0]["link"].dump());
  document = with(document, "/joints/1/mimic", R"({"joint": "turn", "multiplier": 2, "offset": 1})");
  document =
      with(document, "/base",
           R"({"floating": true, "rpy": [0, 0, 1], "link": {"name": "trunk", "mass": 1, "com": [0, 0, 1],
                      "inertia": {"ixx": 1, "iyy": 1, "izz": 1}, "gravity_compensation": 1}})");
  return with(document, "/joints/1/motor", R"({"gear_ratio": 2, "turns_with": {}})");
}

const std::vector<json> rich_documents{rich_tree(), rich_chain("dh"), rich_chain("mdh")};

using Pointer = json::json_pointer;

// Calls visit(pointer, value) for the value and for all values in it.
template <typename Visit>
void walk(const json& value, const Visit& visit, const Pointer& pointer = Pointer()) {
  visit(pointer, value);
  if (value.is_object())
    for (const auto& [key, element] : value.items()) walk(element, visit, pointer / key);
  if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i) walk(value[i], visit, pointer / i);
}

// A schema cannot check these: names that refer to each other, and arithmetic.
bool is_beyond_a_schema(const std::string& error) {
  const char* const phrases[]{"a negative curve reduces",
                              "the speed at which the curve",
                              "is repeated",
                              "is that of the base",
                              "the name of a link that a joint carries",
                              "form a cycle",
                              "principal moment",
                              "orthonormal rows",
                              "reflection",
                              "a quaternion of length 1",
                              "the lower limit first",
                              "the name of a joint that moves",
                              "the names of other moving joints",
                              "follow each other in a circle"};
  return std::any_of(std::begin(phrases), std::end(phrases),
                     [&](const char* phrase) { return error.find(phrase) != std::string::npos; });
}

// Compares the results of both on many documents.
class Comparison {
 public:
  void add(const std::string& change, const json& document) {
    const std::string error = error_of(document.dump());
    if (is_beyond_a_schema(error)) return;
    const bool read = error == "no error", accepted = schema_.accepts(document);
    ++(read ? read_ : refused_);
    if (read == accepted) return;
    if (++different_ <= 10)
      ADD_FAILURE() << change << ": the schema " << (accepted ? "accepts" : "refuses") << ", the reader says "
                    << error << "\n"
                    << schema_.complaints(document);
  }
  int read() const { return read_; }
  int refused() const { return refused_; }
  int different() const { return different_; }

 private:
  RobotSchema schema_;
  int read_ = 0, refused_ = 0, different_ = 0;
};

TEST(Schema, AndReaderAgreeIfAnyValueIsReplacedOrMissing) {
  const json values = json::parse(R"([null, true, 0, 0.0, 1, -1, 0.5, 1e100, "", "text", [], {}, [1], [1, 1],
    [0, 0], [1, -1], [-1, 1], [0, 0, 0], [1, 2, 3], [0, 0, "0"], [1, 2, 3, 4], [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    {"w": 1, "x": 0, "y": 0, "z": 0}, "revolute", "continuous", "prismatic", "fixed", "tree", "dh", "mdh",
    "degrees"])");
  Comparison comparison;
  for (const json& document : rich_documents)
    walk(document, [&](const Pointer& pointer, const json&) {
      for (const json& value : values) {
        json changed = document;
        changed[pointer] = value;
        comparison.add(pointer.to_string() + " = " + value.dump(), changed);
      }
      if (!pointer.empty())
        comparison.add(pointer.to_string() + " left out", without(document, pointer.to_string()));
    });
  EXPECT_EQ(comparison.different(), 0);
  // The comparison covered many documents of each kind.
  EXPECT_GT(comparison.read(), 500);
  EXPECT_GT(comparison.refused(), 2000);
}

TEST(Schema, AndReaderAgreeIfAnyKeyIsAdded) {
  std::map<std::string, json> keys{{"extra", 1}};
  for (const json& document : rich_documents)
    walk(document, [&](const Pointer&, const json& value) {
      if (!value.is_object()) return;
      for (const auto& [key, element] : value.items()) keys.emplace(key, element);
    });
  Comparison comparison;
  for (const json& document : rich_documents)
    walk(document, [&](const Pointer& pointer, const json& object) {
      if (!object.is_object()) return;
      for (const auto& [key, value] : keys) {
        if (object.contains(key)) continue;
        json changed = document;
        changed[pointer][key] = value;
        comparison.add((pointer / key).to_string() + " = " + value.dump(), changed);
      }
    });
  EXPECT_EQ(comparison.different(), 0);
  EXPECT_GT(comparison.read(), 50);
  EXPECT_GT(comparison.refused(), 1000);
}

TEST(Schema, HasNoKeyThatTheseDocumentsLack) {
  std::set<std::string> used, known;
  for (const json& document : rich_documents)
    walk(document, [&](const Pointer&, const json& value) {
      if (!value.is_object()) return;
      for (const auto& [key, element] : value.items()) used.insert(key);
    });
  walk(json::parse(read_text_file(INVDYN_SOURCE_DIR "/robots/robot.schema.json")),
       [&](const Pointer& pointer, const json& value) {
         if (pointer.empty() || pointer.back() != "properties") return;
         for (const auto& [key, property] : value.items()) known.insert(key);
       });
  EXPECT_EQ(known, used);
}

TEST(Schema, DescribesEveryProperty) {
  const json schema = json::parse(read_text_file(INVDYN_SOURCE_DIR "/robots/robot.schema.json"));
  walk(schema, [&](const Pointer& pointer, const json& value) {
    if (pointer.empty() || pointer.back() != "properties") return;
    const std::string above = pointer.parent_pointer().empty() ? "" : pointer.parent_pointer().back();
    if (above == "if" || above == "then" || above == "moving_joint") return;  // conditions, not descriptions
    for (const auto& [key, property] : value.items()) {
      const json& described = property.contains("$ref")
                                  ? schema[Pointer(property["$ref"].get<std::string>().substr(1))]
                                  : property;
      EXPECT_TRUE(described.contains("description")) << (pointer / key).to_string();
    }
    EXPECT_EQ(schema[pointer.parent_pointer()].value("additionalProperties", true), false)
        << pointer.parent_pointer().to_string();
  });
}

}  // namespace
}  // namespace invdyn
