// invdyn view on the command line: the tests read the data of the page.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* motion =
    "invdyn generate trapezoid scara --degrees --from 0,0,0,0 --to 90,-45,0.1,180 --duration 1 --rate 100 -o "
    "m.csv; ";

nlohmann::json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = page.find(begin) + begin.size();
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

std::vector<std::string> quantities(const nlohmann::json& of_motion) {
  std::vector<std::string> result;
  for (const auto& column : of_motion["columns"])
    if (column["joint"] == 0) result.push_back(column["quantity"]);
  return result;
}

TEST(View, ShowsAMotionWithItsTorques) {
  const Workplace here;
  const Outcome run =
      here.run(std::string(motion) + "invdyn view scara m.csv --title 'a <pick>' -o page.html");
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string page = here.read("page.html");
  EXPECT_THAT(page, AllOf(HasSubstr("<title>\na &lt;pick&gt;"), HasSubstr("default-src 'none'"),
                          HasSubstr("three.js authors"), Not(HasSubstr("src=\"http"))));
  const nlohmann::json data = data_of(page);
  EXPECT_EQ(data["title"], "a <pick>");
  ASSERT_EQ(data["motions"].size(), 1u);
  EXPECT_EQ(data["motions"][0]["rows"], 101);
  EXPECT_EQ(quantities(data["motions"][0]), (std::vector<std::string>{"q", "dq", "ddq", "tau"}));
}

// The page goes to others. Of two files of one name, the folders tell which is which.
TEST(View, NamesMotionsWithoutTheirFolders) {
  const Workplace here;
  here.run(std::string(motion) + "mkdir a b && cp m.csv a && mv m.csv b");
  const auto names = [&](const std::string& files) {
    EXPECT_EQ(here.run("invdyn view scara " + files + " -q -o page.html").code, 0);
    std::vector<std::string> result;
    const nlohmann::json data = data_of(here.read("page.html"));
    for (const auto& each : data["motions"]) result.push_back(each["name"]);
    return result;
  };
  EXPECT_EQ(names("a/m.csv"), std::vector<std::string>{"m.csv"});
  EXPECT_EQ(names("a/m.csv b/m.csv"), (std::vector<std::string>{"a/m.csv", "b/m.csv"}));
}

// As the terminal does: --start, not a name in backquotes.
TEST(View, NamesOptionsInFindings) {
  const Workplace here;
  here.write("m.csv", "t,pivot\n0,0\n0.01,0.02\n0.02,0.04\n0.03,0.06\n0.04,0.08\n0.05,0.1\n0.06,0.12\n");
  const Outcome run = here.run("invdyn view pendulum m.csv -o page.html");
  const std::string told = data_of(here.read("page.html"))["motions"][0]["findings"].dump();
  EXPECT_THAT(run.err, HasSubstr("--start"));
  EXPECT_THAT(told, AllOf(HasSubstr("--start"), Not(HasSubstr("`"))));
}

TEST(View, ShowsTermsOnRequest) {
  const Workplace here;
  ASSERT_EQ(here.run(std::string(motion) + "invdyn view scara m.csv --terms -q -o page.html").code, 0);
  EXPECT_THAT(quantities(data_of(here.read("page.html"))["motions"][0]), Contains("inertia"));
}

TEST(View, ShowsTorquesOfFilesAndDesiredMotions) {
  const Workplace here;
  const Outcome run = here.run(std::string(motion) +
                               "invdyn simulate scara m.csv -q -o actual.csv && invdyn torque scara m.csv -q "
                               "-o tau.csv && invdyn view scara m.csv actual.csv tau.csv -q -o page.html");
  ASSERT_EQ(run.code, 0) << run.err;
  const nlohmann::json motions = data_of(here.read("page.html"))["motions"];
  ASSERT_EQ(motions.size(), 3u);
  EXPECT_THAT(quantities(motions[1]), Contains("q_desired"));
  EXPECT_EQ(quantities(motions[2]), std::vector<std::string>{"tau_from_file"});
  const Outcome alone = here.run("invdyn view scara tau.csv -o page.html");
  EXPECT_EQ(alone.code, 0);
  EXPECT_THAT(alone.err, HasSubstr("tau.csv: has torques and no positions, so the robot does not move"));
}

TEST(View, ShowsTheRobotAlone) {
  const Workplace here;
  const Outcome run = here.run("invdyn view scara");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(data_of(run.out)["motions"], IsEmpty());
}

TEST(View, HasPayloadsWrenchesAndMotors) {
  const Workplace here;
  const Outcome run =
      here.run(std::string(motion) +
               "printf 'joint,continuous_torque,peak_torque\\nshoulder,0.6,1.9\\n' > motors.csv; "
               "invdyn view scara m.csv -q --payload 'mass=2 com=0,0,0.1' --wrench 'fz=-5' --motors "
               "motors.csv -o p.html");
  ASSERT_EQ(run.code, 0) << run.err;
  const nlohmann::json data = data_of(here.read("p.html"));
  EXPECT_EQ(data["robot"]["links"].back()["payloads"][0]["mass"], 2);
  EXPECT_EQ(data["motions"][0]["wrenches"].size(), 1u);
  EXPECT_THAT(data["robot"]["joints"][0]["limits"].dump(), HasSubstr("peak torque of the motor"));
}

constexpr const char* wheel =
    "<robot name='wheel'><link name='base'/><link name='w'><inertial><mass value='1'/><inertia ixx='0.1' "
    "iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'/></inertial><visual><geometry><mesh "
    "filename='package://cart/meshes/w.stl'/></geometry></visual></link><joint name='j' "
    "type='continuous'><parent link='base'/><child link='w'/><axis xyz='0 0 1'/></joint></robot>\n";
constexpr const char* triangle =
    "solid w\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
    "endsolid w\n";

TEST(View, ShowsTheMeshesOfARobot) {
  const Workplace here;
  here.write("wheel.urdf", wheel);
  const Outcome without = here.run("invdyn view wheel.urdf -o page.html");
  EXPECT_EQ(without.code, 0) << without.err;
  EXPECT_THAT(without.err, HasSubstr("expected --package-path with the folder that contains cart"));
  EXPECT_THAT(data_of(here.read("page.html"))["notes"].dump(), HasSubstr("--package-path"));

  const Outcome wrong = here.run("invdyn view wheel.urdf --package-path nodir -o page.html");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_EQ(wrong.err, "error: --package-path: is nodir: expected an existing folder\n");

  here.run("mkdir -p 'my packages/cart/meshes'");
  here.write("my packages/cart/meshes/w.stl", triangle);
  const std::string view = "invdyn view wheel.urdf --package-path 'my packages' ";
  const Outcome with = here.run(view + "--sidecar run.json -o page.html");
  EXPECT_EQ(with.code, 0) << with.err;
  EXPECT_EQ(with.err, "");
  const nlohmann::json data = data_of(here.read("page.html"));
  EXPECT_EQ(data["meshes"].size(), 1u);
  EXPECT_EQ(data["robot"]["links"][1]["shapes"][0]["kind"], "mesh");
  EXPECT_THAT(here.read("run.json"), HasSubstr("w.stl"));

  EXPECT_EQ(here.run(view + "-o 'my packages/cart/meshes/w.stl'").code, 2);
  EXPECT_EQ(here.read("my packages/cart/meshes/w.stl"), triangle);
}

// A stand-in for the desktop's program records its argument.
TEST(View, OpensThePageWithoutAShell) {
  const Workplace here;
  here.write("xdg-open", "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$1\" > \"${0%/*}/opened\"\n");
  const Outcome run = here.run(
      "chmod +x xdg-open; PATH=$PWD:$PATH invdyn view scara -q --open -o 'a $(touch taken) page.html'; "
      "for i in 1 2 3 4 5 6 7 8 9; do [ -s opened ] || sleep 0.3; done; sleep 0.1; cat opened; ls");
  EXPECT_THAT(run.out, AllOf(HasSubstr("1\n/"), HasSubstr("/a $(touch taken) page.html\n"),
                             Not(HasSubstr("\ntaken\n"))));
}

TEST(View, RefusesWhatItCannotDo) {
  const Workplace here;
  EXPECT_EQ(here.run("invdyn view scara --open").code, 2);
  EXPECT_EQ(here.run("invdyn view scara - -").code, 2);
  EXPECT_EQ(here.run("invdyn view scara missing.csv -o page.html").code, 1);
  here.write("w.csv", "t,fz\n0,1\n1,2\n");
  EXPECT_EQ(here.run("invdyn view scara --wrench 'link=quill file=w.csv' -o page.html").code, 2);
  here.write("m.csv", "t,shoulder\n0,nan\n");
  EXPECT_EQ(here.run("invdyn view scara m.csv -o page.html").code, 1);
  EXPECT_EQ(here.run("invdyn view scara m.csv -o m.csv").code, 2);
  EXPECT_EQ(here.read("m.csv"), "t,shoulder\n0,nan\n");
  EXPECT_EQ(here.run("ls page.html").code, 2);
}

TEST(View, IsRepeatedByItsSidecar) {
  const Workplace here;
  ASSERT_EQ(here.run(std::string(motion) + "invdyn view scara m.csv -q --sidecar run.json -o page.html").code,
            0);
  const std::string page = here.read("page.html");
  const Outcome again = here.run("invdyn rerun run.json -o again.html");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(here.read("again.html"), page);
}

}  // namespace
}  // namespace invdyn::test
