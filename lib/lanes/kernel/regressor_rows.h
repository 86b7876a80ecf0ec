#pragma once

// The regressor: the coefficients of torque, which is linear in the inertial parameters of the bodies. It is
// computed for several rows at a time. Each instruction set's unit includes this file; it has only templates.
//
// The torque of joint j because of body b is the power of the body's force and moment at unit speed of j:
//   v . (m a + U h) + w . (I omega_dot + omega x I omega + h x a)
// where w and v are the angular velocity of the body and the velocity of its origin while joint j alone moves
// at unit speed. The coefficient of each parameter follows from it. All vectors are in the axes of the body;
// a, U, h, I are as in recursion.h.
//
// Source: the linear form is in Khalil & Dombre, Modeling, Identification and Control of Robots (2002), 12.3.

#include "recursion.h"
#include "regressor_model.h"
#include "rows.h"

namespace invdyn::row_kernel {

template <class Lanes>
void set_sin_cos(const double* angles, int batches, SinCos<Batch<Lanes>>* result);  // in row_kernel.h

/// The motion of a body, and the unit velocities of the joints on its path from the base.
template <class T>
struct RegressorBatch {
  recursion::BodyMotion<T>* motions;  // by body
  recursion::Triple<T>* angular;      // by step of the paths
  recursion::Triple<T>* linear;

  static std::size_t bytes(const RegressorModel& model) {
    return static_cast<std::size_t>(model.count) * sizeof(recursion::BodyMotion<T>) +
           2 * static_cast<std::size_t>(model.steps) * sizeof(recursion::Triple<T>);
  }
  RegressorBatch(void* memory, const RegressorModel& model)
      : motions(static_cast<recursion::BodyMotion<T>*>(memory)),
        angular(reinterpret_cast<recursion::Triple<T>*>(motions + model.count)),
        linear(angular + model.steps) {}
};

/// Coordinates in the body's axes of a vector in its parent's.
template <class T>
recursion::Triple<T> into(const RegressorBody& body, const SinCos<T>& theta, const recursion::Triple<T>& v) {
  const double* R = body.R_parent_body;
  const recursion::Triple<T> at_zero{T(R[0]) * v.x + T(R[3]) * v.y + T(R[6]) * v.z,
                                     T(R[1]) * v.x + T(R[4]) * v.y + T(R[7]) * v.z,
                                     T(R[2]) * v.x + T(R[5]) * v.y + T(R[8]) * v.z};
  return recursion::into_z(at_zero, theta);
}

/// The motion of a body, computed from its parent's.
template <class T>
recursion::BodyMotion<T> moved(const RegressorBody& body, const SinCos<T>& theta,
                               const recursion::Triple<T>& p, const recursion::BodyMotion<T>& parent,
                               const T& dq, const T& ddq) {
  recursion::BodyMotion<T> m;
  m.omega = into(body, theta, parent.omega);
  m.omega_dot = into(body, theta, parent.omega_dot);
  m.a = into(body, theta,
             parent.a + recursion::Triple<T>{parent.U_xx * p.x + parent.U_xy * p.y + parent.U_xz * p.z,
                                             parent.U_yx * p.x + parent.U_yy * p.y + parent.U_yz * p.z,
                                             parent.U_zx * p.x + parent.U_zy * p.y + parent.U_zz * p.z});
  if (body.is_revolute) {
    m.omega_dot = m.omega_dot + recursion::Triple<T>{m.omega.y * dq, -(m.omega.x * dq), ddq};
    m.omega.z += dq;
  } else {
    const T twice_dq = dq + dq;
    m.a = m.a + recursion::Triple<T>{m.omega.y * twice_dq, -(m.omega.x * twice_dq), ddq};
  }
  set_U(m);
  return m;
}

/// The coefficients of a body's parameters in the torque of a joint: out[i * stride] for parameter i.
template <class T>
void put_coefficients(const recursion::BodyMotion<T>& m, const recursion::Triple<T>& w,
                      const recursion::Triple<T>& v, double* out, std::size_t stride) {
  const recursion::Triple<T> c = cross(w, m.omega), a_w = cross(m.a, w);
  const T coefficients[inertial_parameters]{
      v.x * m.a.x + v.y * m.a.y + v.z * m.a.z,
      v.x * m.U_xx + v.y * m.U_yx + v.z * m.U_zx + a_w.x,
      v.x * m.U_xy + v.y * m.U_yy + v.z * m.U_zy + a_w.y,
      v.x * m.U_xz + v.y * m.U_yz + v.z * m.U_zz + a_w.z,
      w.x * m.omega_dot.x + c.x * m.omega.x,
      w.x * m.omega_dot.y + w.y * m.omega_dot.x + (c.x * m.omega.y + c.y * m.omega.x),
      w.x * m.omega_dot.z + w.z * m.omega_dot.x + (c.x * m.omega.z + c.z * m.omega.x),
      w.y * m.omega_dot.y + c.y * m.omega.y,
      w.y * m.omega_dot.z + w.z * m.omega_dot.y + (c.y * m.omega.z + c.z * m.omega.y),
      w.z * m.omega_dot.z + c.z * m.omega.z};
  for (std::size_t i = 0; i < inertial_parameters; ++i) coefficients[i].store(out + i * stride);
}

/// The coefficients of as many rows as a batch has lanes, from this row on. `columns`: as in the model; null:
/// one step after the other.
template <class Lanes>
void regressor_batch(const RegressorModel& model, const MotionRows& rows, std::size_t row, double* out,
                     std::size_t out_stride, const std::size_t* columns,
                     const RegressorBatch<Batch<Lanes>>& batch) {
  using T = Batch<Lanes>;
  using Triple = recursion::Triple<T>;
  const T zero(0), one(1);
  recursion::BodyMotion<T> base{};
  base.omega = base.omega_dot = {zero, zero, zero};
  base.a = {T(model.base_a[0]), T(model.base_a[1]), T(model.base_a[2])};
  set_U(base);
  for (int i = 0; i < model.count; ++i) {
    const RegressorBody& body = model.bodies[i];
    const std::size_t at = static_cast<std::size_t>(body.dof) * rows.stride + row;
    const T q = T::load(rows.q + at);
    SinCos<T> theta{zero, one};
    if (body.is_revolute) set_sin_cos<Lanes>(rows.q + at, 1, &theta);
    Triple p{T(body.p_parent_body[0]), T(body.p_parent_body[1]), T(body.p_parent_body[2])};
    if (!body.is_revolute) {
      const double* R = body.R_parent_body;
      p = p + Triple{T(R[2]) * q, T(R[5]) * q, T(R[8]) * q};
    }
    const bool is_root = body.parent == TreeBody::base;
    recursion::BodyMotion<T>& m = batch.motions[i];
    m = moved(body, theta, p, is_root ? base : batch.motions[body.parent], T::load(rows.dq + at),
              T::load(rows.ddq + at));

    // The body's own joint, then the joints on the path of its parent.
    const Triple along{zero, zero, one}, none{zero, zero, zero};
    batch.angular[body.first_step] = body.is_revolute ? along : none;
    batch.linear[body.first_step] = body.is_revolute ? none : along;
    for (int step = 1; step < body.steps; ++step) {
      const int of_parent = model.bodies[body.parent].first_step + step - 1;
      const Triple &w = batch.angular[of_parent], &v = batch.linear[of_parent];
      batch.angular[body.first_step + step] = into(body, theta, w);
      batch.linear[body.first_step + step] = into(body, theta, v + cross(w, p));
    }
    for (int step = body.first_step; step < body.first_step + body.steps; ++step)
      put_coefficients(
          m, batch.angular[step], batch.linear[step],
          out + (columns ? columns[step] : inertial_parameters * static_cast<std::size_t>(step)) * out_stride,
          out_stride);
  }
}

template <class Lanes>
std::size_t regressor_memory(const RegressorModel& model) {
  // Also q, dq, ddq and the coefficients of rows that do not fill a batch.
  const std::size_t rest =
      3 * static_cast<std::size_t>(model.count) + inertial_parameters * static_cast<std::size_t>(model.steps);
  return RegressorBatch<Batch<Lanes>>::bytes(model) + rest * sizeof(Batch<Lanes>);
}

template <class Lanes>
void regressor_rows(const RegressorModel& model, const MotionRows& rows, double* out, std::size_t out_stride,
                    void* memory) {
  const RegressorBatch<Batch<Lanes>> batch(memory, model);
  const std::size_t whole = rows.count - rows.count % Lanes::count;
  for (std::size_t row = 0; row < whole; row += Lanes::count)
    regressor_batch<Lanes>(model, rows, row, out + row, out_stride, model.columns, batch);
  if (whole == rows.count) return;

  // The remaining rows, filled up with copies of the last row.
  const std::size_t dofs = static_cast<std::size_t>(model.count), size = dofs * Lanes::count;
  double* last = reinterpret_cast<double*>(batch.linear + model.steps);
  double* coefficients = last + 3 * size;
  const double* const from[] = {rows.q, rows.dq, rows.ddq};
  for (std::size_t part = 0; part < 3; ++part)
    for (std::size_t j = 0; j < dofs; ++j)
      for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
        const std::size_t row = whole + lane < rows.count ? whole + lane : rows.count - 1;
        last[part * size + j * Lanes::count + lane] = from[part][j * rows.stride + row];
      }
  const MotionRows one{last, last + size, last + 2 * size, nullptr, Lanes::count, Lanes::count};
  regressor_batch<Lanes>(model, one, 0, coefficients, Lanes::count, nullptr, batch);
  for (int step = 0; step < model.steps; ++step)
    for (std::size_t i = 0; i < inertial_parameters; ++i)
      for (std::size_t lane = 0; whole + lane < rows.count; ++lane)
        out[(model.columns[step] + i) * out_stride + whole + lane] =
            coefficients[(inertial_parameters * static_cast<std::size_t>(step) + i) * Lanes::count + lane];
}

}  // namespace invdyn::row_kernel
