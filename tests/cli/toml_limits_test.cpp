// Text that would crash toml++ is refused before it is parsed; valid settings in TOML are accepted.

#include "command_line/toml_limits.h"

#include <gtest/gtest.h>

#include "ground/base/error.h"

namespace invdyn::test {
namespace {

std::string error_of(const std::string& text) {
  try {
    expect_parsable_toml(text, "s.toml");
  } catch (const Error& error) {
    const std::string message = error.what();
    return message.substr(0, message.find(": expected TOML"));
  }
  return "none";
}

TEST(TomlLimits, AcceptSettings) {
  for (const std::string text : {
           "gravity = [0, 0, -1.62] # Moon\r\n[torque]\r\nlock = [\"a=1\", 'b=2']\r\n",
           "[generate.cubic]\nduration = 1e-3\nrate-hz = +100\n",
           "a.\"b c\".d = true\n[[x]]\n[ \"y\" ]\n[]\n",
           "t = { p = 1, q = [ 2,\n 3 ] }\n",
           "m = \"\"\"\n[+]\n\\\" 12:00 б\n\"\"\"\nn = '''\n1979-05-27'''\n",
           "list = [\n[1, 2],\n[+3]\n]\n",
           "\xef\xbb\xbf"
           "a-1 = 1e-3\nb = [-1,+2.5E+3, -inf]\n",
           "m = \"\"\"a\"\"\"\"\nn = \'\'\'b\'\'\'\'\'\no = \"\"\"\"\"\"\n",
           "list = [ # of lists\n[1], # one\n{ a = [2] }]\n",
           "empty",
           "",
       })
    EXPECT_EQ(error_of(text), "none") << text;
}

TEST(TomlLimits, BoundDepthAndParts) {
  EXPECT_EQ(error_of("\nk.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p = 1\n"), "none");
  EXPECT_EQ(error_of("\nk.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q = 1\n"), "s.toml:2: a key of more than 16 parts");
  EXPECT_EQ(error_of("a = " + std::string(16, '[')), "none");
  EXPECT_EQ(error_of("a = " + std::string(17, '[')),
            "s.toml:1: lists and tables are nested more than 16 deep");
}

// A text may end with two more quotes before the closing three; the text after these is no string.
TEST(TomlLimits, EndMultilineTextsLikeTheParser) {
  std::string parts = "a";
  for (int i = 0; i < 16; ++i) parts += ".a";
  for (const std::string end : {"\"\"\"", "\"\"\"\"", "\"\"\"\"\""}) {
    EXPECT_EQ(error_of("t = {x = \"\"\"\n" + end + ", " + parts + " = 1}"),
              "s.toml:2: a key of more than 16 parts");
    EXPECT_EQ(error_of("t = {x = \"\"\"\n" + end + "}"), "none");
  }
}

// A single text may hold half a million numbers.
TEST(TomlLimits, BoundTheSize) {
  const std::string text = "a = '" + std::string((1 << 20) - 6, '1') + "'";
  EXPECT_EQ(error_of(text), "none");
  EXPECT_EQ(error_of(text + "\n"), "s.toml: is larger than 1 MiB, the limit for settings");
}

TEST(TomlLimits, BoundTheNumberOfValues) {
  std::string tables, parts, values = "a = [\n";
  for (int i = 0; i < 100'000; ++i) {
    tables += "[x]\n";
    if (i <= 25'000) parts += "a.b.c.d = 1.5\n";  // counts for four
    values += "1,\n";
  }
  EXPECT_EQ(error_of(tables), "none");
  EXPECT_EQ(error_of(tables + "[y]"), "s.toml:100001: more than 100000 values and parts of keys");
  EXPECT_EQ(error_of(parts), "s.toml:25001: more than 100000 values and parts of keys");
  EXPECT_EQ(error_of(values),
            "s.toml:100000: more than 100000 values and parts of keys");  // includes the = and the [
}

// Each was found by fuzzing toml++ 3.3 with its assertions on.
TEST(TomlLimits, RefuseWhatTripsTheParser) {
  for (const std::string text : {"[+]", "[.", "[[ ="})
    EXPECT_EQ(error_of(text), "s.toml:1: a bracket without the name of a table") << text;
  for (const std::string text : {"a = [0б]", "[0б", "a = 1\x01"})
    EXPECT_EQ(error_of(text), "s.toml:1: a character outside of quotes that no key or number has") << text;
  for (const std::string text : {"a = 9'''б", "a = -9.\"\"\"б"})
    EXPECT_EQ(error_of(text), "s.toml:1: quotes inside a word") << text;
  EXPECT_EQ(error_of("d = \"\"\"\\\nб\"\"\""),
            "s.toml:1: a backslash before none of b, t, n, f, r, u, U, a quote or a backslash");
  EXPECT_EQ(error_of("d = 1m=\"б"), "s.toml:1: a second \"=\" after a key");
  for (const std::string text :
       {"a = 55__[['t\xc3\x9e", "a = [1 [2]]", "a = 1{}", "a = \"b\"[", "a = [1] [2]"})
    EXPECT_EQ(error_of(text), "s.toml:1: a bracket where no value begins") << text;
  EXPECT_EQ(error_of("a = [___}"), "s.toml:1: a bracket that closes none");
  for (const std::string text :
       {"d = 1979-05-27T.07", "d = 1979_-05_-27 0 ", "d = [197a-b5-27 0 ", "d = 1+1"})
    EXPECT_EQ(error_of(text), "s.toml:1: a sign inside a value; no setting takes a date") << text;
  EXPECT_EQ(error_of("d = 07:3"), "s.toml:1: a time, which no setting takes");
}

}  // namespace
}  // namespace invdyn::test
