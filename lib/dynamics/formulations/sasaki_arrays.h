#pragma once

// Sasaki's scalar arrays: his link-frame recursion unrolled component by component, for the kind of arm that
// his report treats.
//
// Source: S. Sasaki, JAERI-M 90-147 (1990), section 3, (3.1)-(3.48). The arrays have the report's names and
// indices: X(k, i) is component k of the vector X of link i; B, CX and H are shifted by one, so that X(k, 1)
// belongs to the base.
//
// Restrictions of the source: all joints are revolute; the axes of each link's frame are principal axes of
// its inertia; the centre of mass lies half-way back along the link's vector; gravity points along -z_0.
//
// Departures from the print:
// - (3.26) holds the link's vector in frame i - 1 where frame i is meant: it is taken from (3.18). The
//   parameter of the class brings the printed form back, for lib/ERRATA.md and the figures.
// - (3.41): the second entry of the vector is d_i sin(alpha_i). (3.44): A has the index i + 1. Dots on omega
//   and v as in section 2 (lib/ERRATA.md).
// - A(3,1,i) is zero for any angle: the products with it, (3.5)-(3.7), (3.12)-(3.14), (3.23)-(3.25),
//   (3.40), (3.41), (3.44), (3.48), are left out.
// - The friction b_i dtheta_i of (3.48) reaches every method alike and is not added here (DriveTorques).
// - The load RF(., n+1), U(., n+1) of (3.38), (3.39) is given in frame n about its origin.

#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../ground/base/wording.h"
#include "../core/body_wrench.h"
#include "../core/dh_motion.h"
#include "../core/loads.h"

namespace invdyn {

/// The centre of mass in (3.26): back along the link's vector, as in (3.18), or as printed.
enum class SasakiCentre { corrected, printed };

template <SasakiCentre centre>
class SasakiArraysWith {
 public:
  static constexpr const char* name = "sasaki-arrays";
  static constexpr const char* source = "Sasaki 1990, (3.1)-(3.48)";

  /// Three numbers for each link, with the report's indices, which begin with 1.
  template <class T>
  class Array3 {
   public:
    explicit Array3(std::size_t links) : columns_(links) {}
    T& operator()(std::size_t k, std::size_t i) { return columns_[i - 1][k - 1]; }
    const T& operator()(std::size_t k, std::size_t i) const { return columns_[i - 1][k - 1]; }

   private:
    std::vector<std::array<T, 3>> columns_;
  };

  /// Temporaries, owned by the caller.
  template <class T>
  struct Workspace {
    explicit Workspace(const SasakiArraysWith& method) : Workspace(method.chain_.rows.size()) {}
    explicit Workspace(std::size_t n)
        : A(n + 1), AR(n), F(n), AN(n), B(n + 1), CX(n + 1), H(n + 1), RF(n), U(n) {}
    std::vector<DhRotation<T>> A;  // A(j, k, i); index 0 is not used
    Array3<T> AR, F, AN, B, CX, H, RF, U;
  };

  /// Throws NotRepresentable for a robot or a load outside the source's restrictions.
  SasakiArraysWith(const Robot& robot, const Loads& loads)
      : chain_(robot), wrench_(tip_wrench(robot, loads.wrench, chain_.T_body_n)) {
    const Eigen::Vector3d up = chain_.T_world_0.linear().transpose() * -loads.gravity;
    g_ = up.z();
    constexpr double same = 1e-12;  // as far as rounding in a robot's description goes
    if (up.head<2>().norm() > same * up.norm())
      throw NotRepresentable(
          robot.name(), "gravity is not along the first joint's axis, as section 3 of the source requires");
    for (const DhRow& row : chain_.rows) {
      const auto refuse = [&](const std::string& what) {
        throw NotRepresentable(robot.name(),
                               "joint " + invdyn::in_quotes(robot.moving_joint(*row.dof).name) + " " + what);
      };
      if (!row.dof)
        throw NotRepresentable(
            robot.name(),
            "has successive axes that are almost parallel: expected parallel axes, or axes "
            "with an angle above 3 deg");
      if (!row.is_revolute) refuse("is prismatic: section 3 of the source is for revolute joints only");
      const MassProperties& link = row.mass_properties;
      const Eigen::Matrix3d& I = link.inertia;
      const double size = I.cwiseAbs().maxCoeff();
      if (std::abs(I(0, 1)) > same * size || std::abs(I(0, 2)) > same * size ||
          std::abs(I(1, 2)) > same * size)
        refuse(
            "moves a link with products of inertia in its Denavit-Hartenberg frame: section 3 of the source "
            "allows none");
      const Eigen::Vector3d half_back = -row.link_vector() / 2;
      if (link.mass > 0 && (link.com - half_back).norm() > same * (1 + half_back.norm()))
        refuse(
            "moves a link whose centre of mass is not half-way back along the link: section 3 of the source "
            "requires this");
    }
  }

  /// Torques (N m) that move the links so, without friction and rotors.
  template <class T>
  void torques(const JointMotion<T>& motion, Workspace<T>& w, std::span<T> tau) const {
    auto& [A, AR, F, AN, B, CX, H, RF, U] = w;
    const std::size_t n = chain_.rows.size();
    for (std::size_t k = 1; k <= 3; ++k) B(k, 1) = CX(k, 1) = T(0);  // (3.4), (3.10)
    H(1, 1) = H(2, 1) = T(0);                                        // (3.22)
    H(3, 1) = T(g_);

    for (std::size_t i = 1; i <= n; ++i) {
      const DhRow& row = chain_.rows[i - 1];
      const MassProperties& link = row.mass_properties;
      const auto [theta, d_i, dtheta, ddtheta] = dh_motion(row, motion);
      line_item<T>("A");
      const DhRotation<T> a = A[i] = DhRotation<T>(row, theta);  // (3.1)

      line_item<T>("B");
      const T turn = B(3, i) + dtheta;
      B(1, i + 1) = a.a11() * B(1, i) + a.a21() * B(2, i);                   // (3.5)
      B(2, i + 1) = a.a12() * B(1, i) + a.a22() * B(2, i) + a.a32() * turn;  // (3.6)
      B(3, i + 1) = a.a13() * B(1, i) + a.a23() * B(2, i) + a.a33() * turn;  // (3.7)

      line_item<T>("CX");
      const T DD1 = CX(1, i) + B(2, i) * dtheta;  // (3.11)
      const T DD2 = CX(2, i) - B(1, i) * dtheta;
      const T DD3 = CX(3, i) + ddtheta;
      CX(1, i + 1) = a.a11() * DD1 + a.a21() * DD2;                  // (3.12)
      CX(2, i + 1) = a.a12() * DD1 + a.a22() * DD2 + a.a32() * DD3;  // (3.13)
      CX(3, i + 1) = a.a13() * DD1 + a.a23() * DD2 + a.a33() * DD3;  // (3.14)
      const T B1 = B(1, i + 1), B2 = B(2, i + 1), B3 = B(3, i + 1);
      const T CX1 = CX(1, i + 1), CX2 = CX(2, i + 1), CX3 = CX(3, i + 1);

      line_item<T>("H");
      const Eigen::Vector3d vector = row.link_vector();  // (3.18): (a, d sin alpha, d cos alpha)
      const T r1(vector.x()), r2(vector.y()), r3(vector.z());
      const T CC1 = CX2 * r3 - CX3 * r2;  // (3.19)
      const T CC2 = CX3 * r1 - CX1 * r3;
      const T CC3 = CX1 * r2 - CX2 * r1;
      const T BB1 = B2 * r3 - B3 * r2;  // (3.20)
      const T BB2 = B3 * r1 - B1 * r3;
      const T BB3 = B1 * r2 - B2 * r1;
      const T BBB1 = B2 * BB3 - B3 * BB2;  // (3.21)
      const T BBB2 = B3 * BB1 - B1 * BB3;
      const T BBB3 = B1 * BB2 - B2 * BB1;
      H(1, i + 1) = CC1 + BBB1 + a.a11() * H(1, i) + a.a21() * H(2, i);                      // (3.23)
      H(2, i + 1) = CC2 + BBB2 + a.a12() * H(1, i) + a.a22() * H(2, i) + a.a32() * H(3, i);  // (3.24)
      H(3, i + 1) = CC3 + BBB3 + a.a13() * H(1, i) + a.a23() * H(2, i) + a.a33() * H(3, i);  // (3.25)

      line_item<T>("AA");
      set_centre(row, a, i, AR);  // (3.26)
      const T AR1 = AR(1, i), AR2 = AR(2, i), AR3 = AR(3, i);
      const T CAR1 = CX2 * AR3 - CX3 * AR2;  // (3.27)
      const T CAR2 = CX3 * AR1 - CX1 * AR3;
      const T CAR3 = CX1 * AR2 - CX2 * AR1;
      const T BAR1 = B2 * AR3 - B3 * AR2;  // (3.28)
      const T BAR2 = B3 * AR1 - B1 * AR3;
      const T BAR3 = B1 * AR2 - B2 * AR1;
      const T B21 = B2 * BAR3 - B3 * BAR2;  // (3.29)
      const T B22 = B3 * BAR1 - B1 * BAR3;
      const T B23 = B1 * BAR2 - B2 * BAR1;
      const T AA1 = CAR1 + B21 + H(1, i + 1);  // (3.31)
      const T AA2 = CAR2 + B22 + H(2, i + 1);  // (3.32)
      const T AA3 = CAR3 + B23 + H(3, i + 1);  // (3.33)

      line_item<T>("F");
      F(1, i) = T(link.mass) * AA1;  // (3.34)
      F(2, i) = T(link.mass) * AA2;
      F(3, i) = T(link.mass) * AA3;

      line_item<T>("AN");
      const T J1(link.inertia(0, 0)), J2(link.inertia(1, 1)), J3(link.inertia(2, 2));
      const T XJC1 = J1 * CX1, XJC2 = J2 * CX2, XJC3 = J3 * CX3;  // the second (3.34)
      const T XJB1 = J1 * B1, XJB2 = J2 * B2, XJB3 = J3 * B3;     // (3.35)
      const T BIB1 = B2 * XJB3 - B3 * XJB2;                       // (3.36)
      const T BIB2 = B3 * XJB1 - B1 * XJB3;
      const T BIB3 = B1 * XJB2 - B2 * XJB1;
      AN(1, i) = XJC1 + BIB1;  // (3.37)
      AN(2, i) = XJC2 + BIB2;
      AN(3, i) = XJC3 + BIB3;
    }

    for (std::size_t i = n; i >= 1; --i) {
      const DhRow& row = chain_.rows[i - 1];
      line_item<T>("RF");
      for (std::size_t k = 1; k <= 3; ++k) RF(k, i) = F(k, i);
      line_item<T>("U");
      // PF = (R + s) x F with R + s = -AR, the line after (3.44); AN is added here, what comes from link i +
      // 1 below.
      U(1, i) = AR(3, i) * F(2, i) - AR(2, i) * F(3, i) + AN(1, i);  // PF + AN
      U(2, i) = AR(1, i) * F(3, i) - AR(3, i) * F(1, i) + AN(2, i);
      U(3, i) = AR(2, i) * F(1, i) - AR(1, i) * F(2, i) + AN(3, i);
      if (i < n) {
        const DhRotation<T>& a = A[i + 1];
        line_item<T>("RF");
        const T f1 = RF(1, i + 1), f2 = RF(2, i + 1), f3 = RF(3, i + 1);
        RF(1, i) += a.a11() * f1 + a.a12() * f2 + a.a13() * f3;  // (3.40)
        RF(2, i) += a.a21() * f1 + a.a22() * f2 + a.a23() * f3;
        RF(3, i) += a.a32() * f2 + a.a33() * f3;
        line_item<T>("U");
        const Eigen::Vector3d vector = row.link_vector();
        const T r1(vector.x()), r2(vector.y()), r3(vector.z());
        const T YK1 = a.a11() * r1 + a.a21() * r2;  // (3.41)
        const T YK2 = a.a12() * r1 + a.a22() * r2 + a.a32() * r3;
        const T YK3 = a.a13() * r1 + a.a23() * r2 + a.a33() * r3;
        const T U21 = U(1, i + 1) + (YK2 * f3 - YK3 * f2);  // (3.42), (3.43)
        const T U22 = U(2, i + 1) + (YK3 * f1 - YK1 * f3);
        const T U23 = U(3, i + 1) + (YK1 * f2 - YK2 * f1);
        U(1, i) += a.a11() * U21 + a.a12() * U22 + a.a13() * U23;  // (3.44), (3.45)
        U(2, i) += a.a21() * U21 + a.a22() * U22 + a.a23() * U23;  // (3.46)
        U(3, i) += a.a32() * U22 + a.a33() * U23;                  // (3.47)
      } else if (wrench_) {                                        // (3.38), (3.39)
        const Wrench<T> on_link = wrench_->at(motion.q);
        const Vector3<T> vector = row.link_vector().cast<T>();
        const Vector3<T> moment = on_link.moment + vector.cross(on_link.force);
        for (std::size_t k = 1; k <= 3; ++k) {
          RF(k, i) -= on_link.force[static_cast<Eigen::Index>(k - 1)];
          U(k, i) -= moment[static_cast<Eigen::Index>(k - 1)];
        }
      }
      line_item<T>("tau");
      tau[*row.dof] = A[i].a32() * U(2, i) + A[i].a33() * U(3, i);  // (3.48)
    }
  }

 private:
  // A_{i,0} s_i = -1/2 A_{i,0} R_{i-1,i}.
  template <class T>
  static void set_centre(const DhRow& row, [[maybe_unused]] const DhRotation<T>& a, std::size_t i,
                         Array3<T>& AR) {
    Eigen::Vector3d half = row.link_vector() / -2;
    AR(1, i) = T(half.x());
    AR(2, i) = T(half.y());
    AR(3, i) = T(half.z());
    if constexpr (centre == SasakiCentre::printed) {  // (a cos theta, a sin theta, d)
      AR(1, i) = T(row.a / -2) * a.a11();
      AR(2, i) = T(row.a / -2) * a.a21();
      AR(3, i) = T(row.d / -2);
    }
  }

  DhChain chain_;
  double g_;
  std::optional<BodyWrench> wrench_;
};

class SasakiArrays : public SasakiArraysWith<SasakiCentre::corrected> {
 public:
  using SasakiArraysWith::SasakiArraysWith;
};

}  // namespace invdyn
