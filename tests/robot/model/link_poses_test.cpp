// Link poses compared with published formulas and figures.

#include "robot/model/link_poses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "robot/files/documents.h"
#include "robot/files/read.h"

namespace invdyn {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;
using nlohmann::json;

// For sums of a few products of numbers below 2.
constexpr double rounding = 2e-15;

struct Row {
  double a, alpha, d, theta;
};

// Lee et al. 1982, (2.1).
Matrix4d printed_standard_form(const Row& row) {
  const double c = std::cos(row.theta), s = std::sin(row.theta);
  const double ca = std::cos(row.alpha), sa = std::sin(row.alpha);
  Matrix4d A;
  A << c, -ca * s, sa * s, row.a * c,  //
      s, ca * c, -sa * c, row.a * s,   //
      0, sa, ca, row.d,                //
      0, 0, 0, 1;
  return A;
}

// J. J. Craig, Introduction to Robotics, (3.6).
Matrix4d printed_modified_form(const Row& row) {
  const double c = std::cos(row.theta), s = std::sin(row.theta);
  const double ca = std::cos(row.alpha), sa = std::sin(row.alpha);
  Matrix4d T;
  T << c, -s, 0, row.a,                  //
      s * ca, c * ca, -sa, -sa * row.d,  //
      s * sa, c * sa, ca, ca * row.d,    //
      0, 0, 0, 1;
  return T;
}

struct Form {
  const char* convention;
  Matrix4d (*printed)(const Row&);
};
const Form forms[]{{"dh", printed_standard_form}, {"mdh", printed_modified_form}};

constexpr double pi = std::numbers::pi;
const double angles[]{0, 0.3, pi / 2, 2.5, pi, -1.1, -pi / 2};

void expect_poses(const json& document, const std::vector<double>& q, const std::vector<Matrix4d>& expected) {
  const auto poses = link_poses(read_silently(document), q);
  ASSERT_EQ(poses.size(), expected.size());
  for (std::size_t i = 0; i < poses.size(); ++i)
    EXPECT_LE((poses[i].matrix() - expected[i]).cwiseAbs().maxCoeff(), rounding)
        << "link " << i << "\n"
        << poses[i].matrix() << "\nexpected\n"
        << expected[i];
}

json one_joint(const std::string& convention, const std::string& type, const json& row) {
  return {{"name", "one joint"},
          {"convention", convention},
          {"joints", json::array({{{"name", "joint"},
                                   {"type", type},
                                   {convention, row},
                                   {"link", {{"name", "link"}, {"mass", 0}}}}})}};
}

TEST(DenavitHartenberg, RevoluteJointEqualsThePrintedMatrix) {
  for (const Form& form : forms)
    for (const double alpha : angles)
      for (const double q : angles) {
        const json row{{"a", 0.4}, {"alpha", alpha}, {"d", -0.7}, {"offset", 0.25}};
        expect_poses(one_joint(form.convention, "revolute", row), {q},
                     {Matrix4d::Identity(), form.printed({0.4, alpha, -0.7, q + 0.25})});
      }
}

TEST(DenavitHartenberg, PrismaticJointEqualsThePrintedMatrix) {
  for (const Form& form : forms)
    for (const double alpha : angles)
      for (const double theta : angles)
        for (const double q : {0.0, 0.9, -1.3}) {
          const json row{{"a", 0.4}, {"alpha", alpha}, {"theta", theta}, {"offset", 0.25}};
          expect_poses(one_joint(form.convention, "prismatic", row), {q},
                       {Matrix4d::Identity(), form.printed({0.4, alpha, q + 0.25, theta})});
        }
}

TEST(DenavitHartenberg, OffsetIsZeroByDefault) {
  for (const Form& form : forms) {
    expect_poses(one_joint(form.convention, "continuous", {{"a", 0.4}, {"alpha", 0.5}, {"d", 0.6}}), {0.7},
                 {Matrix4d::Identity(), form.printed({0.4, 0.5, 0.6, 0.7})});
    expect_poses(one_joint(form.convention, "prismatic", {{"a", 0.4}, {"alpha", 0.5}, {"theta", 0.6}}), {0.7},
                 {Matrix4d::Identity(), form.printed({0.4, 0.5, 0.7, 0.6})});
  }
}

TEST(DenavitHartenberg, ChainIsTheProductOfThePrintedMatrices) {
  for (const Form& form : forms) {
    const Matrix4d first = form.printed({0.1, 0.2, 0.3, 0.4 - 0.9});
    const Matrix4d second = form.printed({0.5, 0.6, 0.8 + 0.7, 0.7});
    const Matrix4d third = form.printed({0.9, 1, 1.1, 1.2});
    expect_poses(chain_document(form.convention), {-0.9, 0.7},
                 {Matrix4d::Identity(), first, first * second, first * second * third});
  }
}

TEST(Tree, PosesFollowFromOriginsAndAxes) {
  json document = with(tree_document(), "/angles", "\"degrees\"");
  document = with(document, "/base", R"({"xyz": [0, 0, 10], "rpy": [0, 0, 90]})");
  document = with(document, "/joints/0/axis", "[0, 0, 2]");
  document = with(document, "/joints/1/type", "\"prismatic\"");
  document = with(document, "/joints/1/origin", R"({"xyz": [1, 0, 0], "rpy": [90, 0, 0]})");
  document = with(document, "/joints/1/axis", "[0, 0, -3]");
  // The base is rotated by 90 degrees about z, the shoulder by 90 more: x now points along -x, y along -y.
  // After the roll, the prismatic joint's z is its parent's -y, which is the world's +y; it moves by 5
  // against it.
  Matrix4d base, upper, lower;
  base << 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 10, 0, 0, 0, 1;
  upper << -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 10, 0, 0, 0, 1;
  lower << -1, 0, 0, -1, 0, 0, 1, -5, 0, 1, 0, 10, 0, 0, 0, 1;
  expect_poses(document, {pi / 2, 5}, {base, upper, lower});
}

TEST(Tree, PosesDoNotDependOnTheOrderOfTheFile) {
  json document = with(tree_document(), "/joints/1/origin/xyz", "[1, 2, 3]");
  const auto poses = link_poses(read_silently(document), std::vector{0.3, -0.8});
  std::swap(document["joints"][0], document["joints"][1]);
  const auto swapped = link_poses(read_silently(document), std::vector{-0.8, 0.3});
  EXPECT_EQ(swapped[1].matrix(), poses[2].matrix());
  EXPECT_EQ(swapped[2].matrix(), poses[1].matrix());
}

// S. Sasaki, JAERI-M 90-147 (1990), section 4: two postures with their printed hand position in m.
TEST(Sasaki, HandIsAtThePrintedPosition) {
  struct Posture {
    const char* name;
    std::vector<double> degrees;
    Vector3d position;
  };
  for (const Posture& posture :
       {Posture{"A", {2.7533, 0.1502, 85.7259, -33.7722, -85.0428, 33.6731}, {-0.10000, 0.35000, 1.63000}},
        Posture{
            "B", {10.4705, 8.7346, 44.3932, -17.1186, -51.8741, 13.6195}, {-0.10000, 0.34999, 1.82999}}}) {
    SCOPED_TRACE(posture.name);
    std::vector<double> q;
    for (const double angle : posture.degrees) q.push_back(angle * pi / 180);
    const Robot robot = read_robot(shipped_robot("sasaki1990"), [](const std::string&) {});
    const Eigen::Isometry3d hand = link_poses(robot, q).back();
    // Half of the last printed digit.
    EXPECT_LE((hand.translation() - posture.position).cwiseAbs().maxCoeff(), 5.1e-6) << hand.matrix();
    EXPECT_LE((hand.linear().col(0) - Vector3d(0, 0, 1)).cwiseAbs().maxCoeff(), 1e-5) << hand.matrix();
    EXPECT_LE((hand.linear().col(1) - Vector3d(1, 0, 0)).cwiseAbs().maxCoeff(), 1e-5) << hand.matrix();
  }
}

}  // namespace
}  // namespace invdyn
