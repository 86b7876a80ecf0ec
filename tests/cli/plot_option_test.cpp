// --plot of torque and size: the tests read the drawing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/drawings.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;

// The same curves as through a pipe.
TEST(PlotOption, OfTorqueDrawsTheWrittenColumns) {
  const Workplace here;
  const Outcome outcome =
      here.run(std::string(generate_scara) +
               " -q -o m.csv; invdyn torque scara m.csv -q --columns tau,gravity -o tau.csv --plot fig.svg; "
               "invdyn plot tau.csv --robot scara -q -o piped.svg");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const SeenFigure figure = drawing(here, "fig.svg"), piped = drawing(here, "piped.svg");
  ASSERT_EQ(figure.panels.size(), piped.panels.size());
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    EXPECT_EQ(names(figure.panels[p]), names(piped.panels[p]));
    EXPECT_EQ(figure.panels[p].y.label, piped.panels[p].y.label);
  }
  EXPECT_EQ(here.run("invdyn torque scara m.csv -q --columns tau,gravity | cmp - tau.csv").code, 0);
}

TEST(PlotOption, OfSizeDrawsTorqueOverSpeedWithinTheMotors) {
  const Workplace here;
  here.write("motors.csv", "joint,continuous_torque,peak_torque,max_speed,gear_ratio\nshoulder,1,3,300,50\n");
  const Outcome outcome =
      here.run(std::string(generate_scara) +
               " -q -o m.csv; invdyn size scara m.csv --motors motors.csv -q --plot fig.svg");
  EXPECT_THAT(outcome.code, testing::AnyOf(0, 3)) << outcome.err;
  const SeenFigure figure = drawing(here, "fig.svg");
  EXPECT_EQ(figure.panels.at(0).title, "shoulder");
  EXPECT_EQ(figure.panels.at(0).y.label, "motor torque (N m)");
  EXPECT_THAT(figure.key, testing::Contains("peak torque of the motor"));
}

TEST(PlotOption, RefusesNamesAndPlacesBeforeAnythingIsWritten) {
  const Workplace here;
  here.write("m.csv", "t,pivot\n0,0\n1,1\n2,2\n");
  here.write("old.svg", "old");
  const auto complaint = [&](const std::string& options) {
    const Outcome outcome = here.run("invdyn torque pendulum m.csv -q " + options);
    EXPECT_EQ(outcome.code, 2) << options;
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_EQ(complaint("--plot fig.gif"),
            "error: --plot: is fig.gif: expected a name that ends with .svg, .png, .pdf or .txt\n");
  EXPECT_THAT(complaint("-o a.txt --plot a.txt"), HasSubstr("another output: expected another file"));
  EXPECT_THAT(complaint("--plot fig.svg --shard 1/2"), HasSubstr("--shard"));
  EXPECT_THAT(complaint("--plot fig.svg --output-dir out"), HasSubstr("is for one file"));
  EXPECT_EQ(here.run("invdyn torque pendulum m.csv none.csv -q --plot old.svg").code, 2);
  here.write("bad.csv", "t,pivot\n0,0\n1,x\n");
  EXPECT_EQ(here.run("invdyn torque pendulum bad.csv -q -o tau.csv --plot old.svg").code, 1);
  EXPECT_EQ(here.read("old.svg"), "old");
  EXPECT_THAT(here.names(), testing::UnorderedElementsAre("bad.csv", "m.csv", "old.svg"));
}

}  // namespace
}  // namespace invdyn::test
