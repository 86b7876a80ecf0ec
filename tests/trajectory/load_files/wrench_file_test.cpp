// Wrenches from files. The moment of a force at a point is computed here row by row: n + p x f.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ground/base/error.h"
#include "support/temporary_folder.h"
#include "trajectory/load_files/wrench_file.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Frame = ExternalWrench::Frame;
using Point = WrenchColumns::Point;

class WrenchFiles : public testing::Test {
 protected:
  std::vector<WrenchColumns> read(const std::string& text, const std::string& group = "",
                                  const std::string& name = "push.csv") {
    return read_wrench_file(folder_.write(name, text), {"foot", "l_foot", "left foot", "foot_mm"}, group,
                            [&](const std::string& warning) { warnings_ += warning + '\n'; });
  }
  std::string complaint(const std::string& text, const std::string& group = "") {
    try {
      read(text, group);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  static WrenchValues wrench(const Eigen::Vector3d& force, const Eigen::Vector3d& moment,
                             const Eigen::Vector3d& point = Eigen::Vector3d::Zero()) {
    return (WrenchValues() << force, moment + point.cross(force)).finished();
  }

  TemporaryFolder folder_;
  std::string warnings_;
};

TEST_F(WrenchFiles, HaveTheNumbersOfTheirColumns) {
  const auto all = read("t,fx,nz_foot_mm,fy_l_foot\n0,0.1,3,5\n1,0.3,4,6\n");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].link, "");
  EXPECT_EQ(all[0].point, Point::not_stated);
  EXPECT_FALSE(all[0].frame);
  EXPECT_EQ(all[0].history->values[1], wrench({0.3, 0, 0}, {0, 0, 0}));
  EXPECT_EQ(all[1].link, "foot_mm");  // no unit
  EXPECT_EQ(all[1].history->values[0], wrench({0, 0, 0}, {0, 0, 3}));
  EXPECT_EQ(all[2].link, "l_foot");
  EXPECT_THAT(warnings_, IsEmpty());
}

// At touchdown the force is zero in one row: half way, the moment is the mean of the two, not that of the
// mean force at the mean point.
TEST_F(WrenchFiles, InterpolateMomentsAboutTheOriginOfTheFrame) {
  const auto all = read("t,fz,px,nz,px_l_foot,py_l_foot,fz_l_foot\n0,0,0,1,0,0,5\n1,100,0.2,2,1,2,4\n");
  ASSERT_EQ(all.size(), 2u);
  const WrenchValues first = wrench({0, 0, 0}, {0, 0, 1}), last = wrench({0, 0, 100}, {0, 0, 2}, {0.2, 0, 0});
  EXPECT_EQ(all[0].point, Point::origin_of_frame);
  EXPECT_EQ(all[0].history->at(0), first);
  EXPECT_EQ(all[0].history->at(1), last);
  EXPECT_TRUE(all[0].history->at(0.5).isApprox((first + last) / 2, 1e-15));
  EXPECT_EQ(all[1].history->at(1), wrench({0, 0, 4}, {0, 0, 0}, {1, 2, 0}));
}

TEST_F(WrenchFiles, MayBeGroundReactionsOfOpenSim) {
  const std::string header = "grf.mot\nversion=1\nnRows=2\nnColumns=10\ninDegrees=yes\nendheader\n";
  const std::string rows = "0\t1\t2\t3\t4\t5\t6\t7\t8\t9\n0.5\t3\t2\t1\t4\t5\t6\t7\t8\t9\n";
  const WrenchValues expected = wrench({3, 2, 1}, {7, 8, 9}, {4, 5, 6});
  const auto names = [](const std::string& force, const std::string& point, const std::string& moment) {
    std::string text = "time";
    for (const std::string& quantity : {force, point, moment})
      for (const char axis : {'x', 'y', 'z'}) text += '\t' + quantity + axis;
    return text + '\n';
  };
  for (const std::string& line : {names("ground_force_v", "ground_force_p", "ground_torque_"),
                                  names("1_ground_force_v", "1_ground_force_p", "1_ground_torque_"),
                                  names("ground_force_r_v", "ground_force_r_p", "ground_torque_r_"),
                                  names("ground_force_1_v", "ground_force_1_p", "ground_moment_1_m")}) {
    const auto all = read(header + line + rows, "", "grf.mot");
    ASSERT_EQ(all.size(), 1u) << line;
    EXPECT_EQ(all[0].frame, Frame::world);
    EXPECT_EQ(all[0].point, Point::origin_of_frame);
    EXPECT_EQ(all[0].history->at(0.5), expected) << line;
  }
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(WrenchFiles, MayHaveTheLettersOfOtherPrograms) {
  const WrenchValues expected = wrench({1, 2, 3}, {4, 5, 6});
  for (const std::string names : {"t,Fx,Fy,Fz,Mx,My,Mz", "t,fx,fy,fz,tx,ty,tz", "t,fx,fy,fz,mx,my,nz"})
    EXPECT_EQ(read(names + "\n0,1,2,3,4,5,6\n").at(0).history->values[0], expected) << names;
  EXPECT_EQ(read("t,Tz_foot\n0,6\n").at(0).link, "foot");
  EXPECT_THAT(warnings_, IsEmpty());
  EXPECT_THAT(complaint("t,fx,mx,nx\n0,1,2,3\n"),
              HasSubstr("has the columns mx and nx: expected one of them"));
}

TEST_F(WrenchFiles, WarnOfForcesWithUnknownNames) {
  read("t,fx,Force_z,quality\n0,1,-80,3\n1,1,-80,3\n");
  EXPECT_THAT(
      warnings_,
      HasSubstr(
          "Force_z, quality: not used; if a column holds a force or a moment, rename it to one of fx, fy, fz, "
          "nx, ny, nz"));
}

TEST_F(WrenchFiles, MayStateTheirUnits) {
  EXPECT_EQ(read("t,Fx [N],nz (N m),px [m]\n0,1,2,0\n").at(0).history->values[0],
            wrench({1, 0, 0}, {0, 0, 2}));
  EXPECT_EQ(
      read("t,Fx (kN),Fy N,Tx [Nmm],Ty (mNm),Tz [N cm]\n0,2,3,4000,5000,600\n").at(0).history->values[0],
      wrench({2000, 3, 0}, {4, 5, 6}));
  EXPECT_EQ(read("t,fx,py [mm]\n0,4,500\n").at(0).history->values[0],
            wrench({4, 0, 0}, {0, 0, 0}, {0, 0.5, 0}));
  EXPECT_THAT(warnings_, IsEmpty());
  EXPECT_THAT(complaint("t,fx,nx [N]\n0,1,2\n"),
              HasSubstr("the column \"nx [N]\" has the unit \"N\": expected one of Nm, mNm"));
  EXPECT_THAT(complaint("t,fx [lb]\n0,1\n"), HasSubstr("has the unit \"lb\": expected one of N, kN, mN"));
}

TEST_F(WrenchFiles, HaveOnePlateAtATime) {
  const std::string text =
      "t,ground_force_vy,1_ground_force_vy,ground_force_px,1_ground_force_px\n0,1,10,2,20\n";
  EXPECT_EQ(read(text, "1_").at(0).history->values[0], wrench({0, 10, 0}, {0, 0, 0}, {20, 0, 0}));
  EXPECT_EQ(read(text, "1").at(0).history->values[0][1], 10);
  EXPECT_EQ(read(text, "ground_").at(0).history->values[0], wrench({0, 1, 0}, {0, 0, 0}, {2, 0, 0}));
  EXPECT_THAT(warnings_, IsEmpty());
  const std::string file = folder_ / "push.csv";
  EXPECT_EQ(complaint(text),
            file +
                ": has the ground reactions of several plates or feet (ground_, 1_): expected a "
                "link for each: `wrench` 'link=LINK file=" +
                file + " columns=ground_' `wrench` 'link=LINK file=" + file + " columns=1_'");
  EXPECT_THAT(complaint(text, "2_"),
              HasSubstr("has no ground reactions of \"2_\": after columns=, expected one of ground_, 1_"));
  EXPECT_THAT(complaint("t,fx\n0,1\n", "1_"), HasSubstr("has no columns of ground reactions, such as "
                                                        "ground_force_vx"));
}

TEST_F(WrenchFiles, MayBeResultsOfTorque) {
  const auto all = read(
      "t,base_fx,tau_knee,wrench_fz_left foot@world,wrench_nx_left foot@world,wrench_fx_l_foot@link\n"
      "0,9,9,1,2,3\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].link, "l_foot");
  EXPECT_EQ(all[0].frame, Frame::link);
  EXPECT_EQ(all[1].link, "left foot");
  EXPECT_EQ(all[1].frame, Frame::world);
  EXPECT_EQ(all[1].point, Point::origin_of_link);
  EXPECT_EQ(all[1].history->values[0], wrench({0, 0, 1}, {2, 0, 0}));
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(WrenchFiles, MayHaveDecimalCommasAndStamps) {
  EXPECT_EQ(read("t;fx\n0;1\n1;2,5\n").at(0).history->values[1][0], 2.5);
  EXPECT_THAT(warnings_, IsEmpty());
  const auto stamped = read("stamp_ns,fx\n1600000000000000000,1\n1600000000500000000,3\n");
  EXPECT_EQ(stamped.at(0).history->t, (std::vector<double>{0, 0.5}));
  EXPECT_THAT(warnings_, HasSubstr("t is 0 s in the first row of this file"));
}

TEST_F(WrenchFiles, RefuseWhatIsNoWrench) {
  for (const auto& [text, fault] : {
           std::pair{"fx\n1\n", "has no time column: expected a column t and at least one of fx"},
           std::pair{"t,a\n0,1\n", "has no column of a wrench"},
           std::pair{"t,fx\n", "has no rows"},
           std::pair{"t,fx_fot\n0,1\n", "no link is named \"fot\""},
           std::pair{"t,fx\n0,nan\n", "push.csv:2: fx is \"nan\": expected a finite number"},
           std::pair{"t,fx\n0,1\n0,1\n", "push.csv:3: t is \"0\", but was 0 in the row before"},
           std::pair{"t,fx,fx\n0,1,1\n", "is repeated"},
           std::pair{"t,px,nx\n0,1,1\n", "has a point without a force"},
           std::pair{"t,px_foot,fx\n0,1,1\n", "has a point of \"foot\" without a force"},
           std::pair{"t,ground_force_vx\n0,1\n", "without its point"},
           std::pair{"t,ground_torque_x,ground_moment_x\n0,1,1\n",
                     "has the columns ground_torque_x and ground_moment_x: expected one of them"},
           std::pair{"t,wrench_fx_foot@world,wrench_fy_foot@link\n0,1,1\n",
                     "has the columns wrench_fx_foot@world and wrench_fy_foot@link"},
       })
    EXPECT_THAT(complaint(text), HasSubstr(fault)) << text;
  EXPECT_THAT(complaint("t,fx\n0,nan\n"), testing::EndsWith("expected a finite number"));
}

TEST_F(WrenchFiles, AreRefusedBeforeMemoryIsFull) {
  std::string text = "t,fx_foot,fx_l_foot\n";
  for (int k = 0; k <= 500'000; ++k) text += std::to_string(k) + ",1,2\n";
  EXPECT_THAT(complaint(text), HasSubstr("holds more than 500000 rows of 2 wrenches"));
}

}  // namespace
}  // namespace invdyn::test
