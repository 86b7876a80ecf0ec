// The tree of a YAML document: its limits, and the retained parts of long lists.

#include "ground/document/yaml_tree.h"

#include <gtest/gtest.h>

#include "ground/base/error.h"

namespace invdyn {
namespace {

using Kind = YamlValue::Kind;

std::string repeated(const std::string& text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

std::string error_of(const std::string& text) {
  try {
    parse_yaml(text, "arm.body");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(YamlTree, HasValuesWithTheirPlaces) {
  const auto top = parse_yaml("a: [1, '2', ~]\nb:\n  c: &x {}\n  d: *x\n", "arm.body");
  ASSERT_EQ(top->kind, Kind::mapping);
  ASSERT_EQ(top->parts.size(), 4u);
  EXPECT_EQ(top->parts[0]->word, "a");
  const YamlValue& list = *top->parts[1];
  ASSERT_EQ(list.kind, Kind::list);
  ASSERT_EQ(list.parts.size(), 3u);
  EXPECT_EQ(list.parts[1]->word, "2");
  EXPECT_EQ(list.parts[1]->position, 7);
  EXPECT_EQ(list.parts[2]->kind, Kind::empty);
  const YamlValue& inner = *top->parts[3];
  EXPECT_EQ(inner.line, 3);
  EXPECT_EQ(inner.parts[3], inner.parts[1]) << "an alias is the value itself";
}

TEST(YamlTree, IsKeptAliveByAnyOfItsValues) {
  auto top = parse_yaml("a: 1\n", "arm.body");
  const std::shared_ptr<const YamlValue> key(top, top->parts[0]);
  top.reset();
  EXPECT_EQ(key->word, "a");
}

TEST(YamlTree, KeepsAThousandWordsOfAMeshAndAllOtherItems) {
  const auto top =
      parse_yaml("vertices: [" + repeated("1, ", 1500) + "{ a: b }, &x last]\ny: *x\n", "arm.body");
  const YamlValue& list = *top->parts[1];
  EXPECT_EQ(list.size, 1502u);
  ASSERT_EQ(list.parts.size(), 1002u);
  EXPECT_EQ(list.parts[1000]->kind, Kind::mapping);
  EXPECT_EQ(list.parts[1001]->word, "last") << "which an alias needs";
  EXPECT_EQ(top->parts[3], list.parts[1001]);
}

TEST(YamlTree, KeepsAllWordsOfOtherLists) {
  EXPECT_EQ(parse_yaml("mass: [" + repeated("1, ", 1500) + "1]\n", "arm.body")->parts[1]->parts.size(),
            1501u);
}

TEST(YamlTree, KeepsAllKeysOfAMapping) {
  std::string text;
  for (int i = 0; i < 1500; ++i) text += "k" + std::to_string(i) + ": " + std::to_string(i) + "\n";
  EXPECT_EQ(parse_yaml(text, "arm.body")->parts.size(), 3000u);
}

TEST(YamlTree, LocatesAnErrorAfterALongList) {
  EXPECT_EQ(error_of("faces: [" + repeated("1,\n", 150'000) + "1]\nb: *c\n"),
            "arm.body:150002:4: the referenced anchor is not defined: expected YAML");
}

TEST(YamlTree, TakesAHundredThousandValues) {
  EXPECT_EQ(error_of(repeated("- []\n", 99'999)), "no error") << "with the list around them";
  EXPECT_EQ(error_of(repeated("- []\n", 100'000)),
            "arm.body:100000: more than 100000 values in the file: expected fewer values (of each list in "
            "a mesh, only the first 1000 count)");
  // The mapping, its key, the list and 99,997 words.
  EXPECT_EQ(error_of("a: [" + repeated("1, ", 99'996) + "1]\n"), "no error");
  EXPECT_NE(error_of("a: [" + repeated("1, ", 99'997) + "1]\n"), "no error");
}

TEST(YamlTree, TakesThreeHundredLevels) {
  EXPECT_EQ(error_of(repeated("[", 300) + repeated("]", 300)), "no error");
  EXPECT_EQ(error_of(repeated("[", 300) + "\n[" + repeated("]", 301)),
            "arm.body:2: lists and mappings are nested more than 300 levels deep: expected fewer");
}

}  // namespace
}  // namespace invdyn
