#pragma once

// The recursion over rows of a trajectory, several batches of rows at a time. Each instruction set's unit
// includes this file. It has only templates; the set's Lanes make them distinct.

#include "../scalar/batch_sin_cos.h"
#include "kernel.h"
#include "recursion.h"
#include "regressor_rows.h"
#include "transpose.h"

namespace invdyn::row_kernel {

// Batches of rows for which a joint's sines and drive torques are computed together: constants are loaded
// once, and a processor computes one batch while another waits for its results.
constexpr int max_batches = 4;

// Each joint's rows are a separate stream, and there are more streams than a processor follows by itself. So
// later rows are prefetched: far ahead where several batches of a joint are read, less where one batch of all
// joints is read, because more might not fit the nearest cache. After the last rows a prefetch reads other
// memory, but never faults.
constexpr std::size_t far_ahead = 32, near_ahead = 16;

template <class Lanes>
Batch<Lanes> fetch(const double* from, std::size_t rows_ahead) {
  __builtin_prefetch(from + rows_ahead);
  return Batch<Lanes>::load(from);
}

/// Batches of rows for the recursion to read and write.
template <class Lanes>
struct RowBatches {
  using T = Batch<Lanes>;
  static constexpr bool base_moves = false;
  const MotionRows& rows;
  std::size_t first;  ///< row of the first batch

  std::size_t at(int dof, int batch) const {
    return static_cast<std::size_t>(dof) * rows.stride + first +
           static_cast<std::size_t>(batch) * Lanes::count;
  }
  T q(int dof, int batch) const { return fetch<Lanes>(rows.q + at(dof, batch), near_ahead); }
  T dq(int dof, int batch) const { return fetch<Lanes>(rows.dq + at(dof, batch), near_ahead); }
  T ddq(int dof, int batch) const { return fetch<Lanes>(rows.ddq + at(dof, batch), near_ahead); }

  /// Adds the torque of the links to the drive's torque.
  void set_tau(int dof, int batch, const T& of_links) const {
    double* const tau = rows.tau + at(dof, batch);
    (of_links + T::load(tau)).store(tau);
  }
};

/// The same on a base that moves.
template <class Lanes>
struct RowBatchesOnMovingBase : RowBatches<Lanes> {
  using T = Batch<Lanes>;
  static constexpr bool base_moves = true;

  std::size_t at_base(int component, int batch) const {
    return static_cast<std::size_t>(component) * this->rows.base.stride + this->first +
           static_cast<std::size_t>(batch) * Lanes::count;
  }
  T base(int component, int batch) const {
    return fetch<Lanes>(this->rows.base.motion + at_base(component, batch), near_ahead);
  }
  void set_wrench(int batch, const recursion::Triple<T>& force, const recursion::Triple<T>& moment) const {
    const T components[] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
    for (int i = 0; i < 6; ++i) components[i].store(this->rows.base.wrench + at_base(i, batch));
  }
};

/// Whether the drive adds anything to its joint's torque.
template <class T>
bool has_drive_torque(const DriveTerms& terms) {
  return terms.inertia != 0 || terms.damping != 0 || terms.while_positive != 0 || terms.while_negative != 0 ||
         terms.at_rest != 0 || terms.stiffness != 0;
}

/// Sets tau to the torques of a joint's drive. `drive` is a copy, so that the compiler knows that no store to
/// tau changes it.
template <class Lanes>
void set_drive_torques(const DriveTerms drive, int dof, const RowBatches<Lanes>& motion, int batches) {
  using T = Batch<Lanes>;
  const MotionRows& rows = motion.rows;
  const bool has_any = has_drive_torque<T>(drive);
  for (int b = 0; b < batches; ++b) {
    const std::size_t k = motion.at(dof, b);
    __builtin_prefetch(rows.tau + k + far_ahead, 1);
    T tau(0);
    if (has_any)
      tau = drive_torque(drive, T::load(rows.q + k), fetch<Lanes>(rows.dq + k, far_ahead),
                         fetch<Lanes>(rows.ddq + k, far_ahead));
    tau.store(rows.tau + k);
  }
}

/// Temporaries of the recursion, and a batch for the rows that do not fill one. Forces are kept for one batch
/// only, so that those of long robots, too, stay in the nearest cache between the passes.
template <class Lanes>
struct Memory {
  using T = Batch<Lanes>;
  SinCos<T>* theta;
  recursion::BodyForces<T>* forces;
  recursion::BodyMotion<T>* branches;
  T* last;  // q, dq, ddq, tau; motion of the base, wrench

  static std::size_t bytes(int bodies) {
    return static_cast<std::size_t>(bodies) * (max_batches * sizeof(SinCos<T>) + 4 * sizeof(T)) +
           static_cast<std::size_t>(1 + bodies) *
               (sizeof(recursion::BodyForces<T>) + sizeof(recursion::BodyMotion<T>)) +
           15 * sizeof(T);
  }
  Memory(void* memory, int bodies)
      : theta(static_cast<SinCos<T>*>(memory)),
        forces(reinterpret_cast<recursion::BodyForces<T>*>(theta + bodies * max_batches) + 1),
        branches(reinterpret_cast<recursion::BodyMotion<T>*>(forces + bodies) + 1),
        last(reinterpret_cast<T*>(branches + bodies)) {}
};

/// Sine and cosine of several batches of angles.
template <class Lanes>
void set_sin_cos(const double* angles, int batches, SinCos<Batch<Lanes>>* result) {
  using T = Batch<Lanes>;
  const auto at = [angles](int b) { return angles + static_cast<std::size_t>(b) * Lanes::count; };
  T minimum(0), maximum(0);
  for (int b = 0; b < batches; ++b) {
    const T angle = fetch<Lanes>(at(b), far_ahead);
    minimum = min(angle, minimum), maximum = max(angle, maximum);
    result[b] = sin_cos_below(angle);
  }
  if (!any<Lanes>(is_large(minimum) | is_large(maximum))) return;
  for (int b = 0; b < batches; ++b) redo_large(T::load(at(b)), result[b]);
}

/// Sine and cosine of theta of a body.
template <class Lanes>
void set_theta(const TreeBody& body, const RowBatches<Lanes>& motion, int batches,
               SinCos<Batch<Lanes>>* theta) {
  if (body.is_revolute) set_sin_cos<Lanes>(motion.rows.q + motion.at(body.dof, 0), batches, theta);
  if (body.is_revolute && !body.has_theta_0) return;
  for (int b = 0; b < batches; ++b)
    theta[b] = body.is_revolute ? recursion::theta_of(body, theta[b])
                                : recursion::constant_theta<Batch<Lanes>>(body);
}

/// Torques of rows that fill whole batches.
template <class Lanes, class Motion>
void whole_batches(const KernelModel& model, const MotionRows& rows, const Memory<Lanes>& memory) {
  using T = Batch<Lanes>;
  constexpr std::size_t step = max_batches * Lanes::count;
  for (std::size_t k = 0; k < rows.count; k += step) {
    const int batches =
        rows.count - k < step ? static_cast<int>((rows.count - k) / Lanes::count) : max_batches;
    const Motion motion{rows, k};
    for (int i = 0; i < model.count; ++i) {
      const TreeBody& body = model.bodies[i];
      set_theta(body, motion, batches, memory.theta + i * batches);
      set_drive_torques(model.drives[body.dof], body.dof, motion, batches);
    }
    recursion::batch_torques(model.bodies, model.count, model.base, model.wrench, motion, batches,
                             recursion::Workspace<T>{memory.theta, memory.forces, memory.branches});
  }
}

/// A batch of the rows from `first` on, filled up with copies of the last one.
template <class Lanes>
void take_last(const double* from, std::size_t stride, std::size_t columns, std::size_t first,
               std::size_t count, double* to) {
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
      const std::size_t row = first + lane < count ? first + lane : count - 1;
      to[j * Lanes::count + lane] = from[j * stride + row];
    }
}

/// Puts back the rows that are no copies.
template <class Lanes>
void put_last(const double* from, std::size_t columns, double* to, std::size_t stride, std::size_t first,
              std::size_t count) {
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t lane = 0; first + lane < count; ++lane)
      to[j * stride + first + lane] = from[j * Lanes::count + lane];
}

template <class Lanes, class Motion>
void torques_of_rows(const KernelModel& model, const MotionRows& rows, const Memory<Lanes>& memory) {
  const std::size_t dofs = static_cast<std::size_t>(model.count);
  MotionRows whole = rows;
  whole.count = rows.count - rows.count % Lanes::count;
  whole_batches<Lanes, Motion>(model, whole, memory);
  if (whole.count == rows.count) return;

  double* const q = reinterpret_cast<double*>(memory.last);
  const std::size_t size = dofs * Lanes::count;
  double *const dq = q + size, *const ddq = dq + size, *const tau = ddq + size, *const base = tau + size,
                *const wrench = base + 9 * Lanes::count;
  const auto take = [&](const double* from, double* to) {
    take_last<Lanes>(from, rows.stride, dofs, whole.count, rows.count, to);
  };
  take(rows.q, q);
  take(rows.dq, dq);
  take(rows.ddq, ddq);
  MotionRows last{q, dq, ddq, tau, Lanes::count, Lanes::count};
  if (Motion::base_moves) {
    take_last<Lanes>(rows.base.motion, rows.base.stride, 9, whole.count, rows.count, base);
    last.base.motion = base, last.base.wrench = wrench, last.base.stride = Lanes::count;
  }
  whole_batches<Lanes, Motion>(model, last, memory);
  put_last<Lanes>(tau, dofs, rows.tau, rows.stride, whole.count, rows.count);
  if (Motion::base_moves)
    put_last<Lanes>(wrench, 6, rows.base.wrench, rows.base.stride, whole.count, rows.count);
}

/// The same lanes as another type: nothing of the recursion is shared. A function with two callers would not
/// be inlined in them, and robots on a base at rest would take half as many instructions more.
template <class Lanes>
struct LanesOnMovingBase : Lanes {};

template <class Lanes>
void row_torques(const KernelModel& model, const MotionRows& rows, void* where) {
  using Moving = LanesOnMovingBase<Lanes>;
  if (model.base)
    torques_of_rows<Moving, RowBatchesOnMovingBase<Moving>>(model, rows, Memory<Moving>(where, model.count));
  else
    torques_of_rows<Lanes, RowBatches<Lanes>>(model, rows, Memory<Lanes>(where, model.count));
}

template <class Lanes>
void differences(const double* x, const double* h, double* y, std::size_t begin, std::size_t end) {
  using T = Batch<Lanes>;
  std::size_t k = begin;
  for (; k + Lanes::count <= end; k += Lanes::count)
    ((T::load(x + k) - T::load(x + k - 1)) / T::load(h + k)).store(y + k);
  for (; k < end; ++k) y[k] = (x[k] - x[k - 1]) / h[k];
}

// Vectors that a pass over numbers takes together, so that it does not wait for each result.
constexpr std::size_t together = 4;

/// Avoids a branch for each number: times 0, a finite number gives 0 (of either sign), any other gives NaN.
template <class Lanes>
bool all_finite(const double* numbers, std::size_t count) {
  using T = Batch<Lanes>;
  typename Lanes::Bits seen[together] = {};
  const auto look = [&](std::size_t at, std::size_t i) { seen[i] |= bits_of(T::load(numbers + at) * T(0)); };
  std::size_t k = 0;
  for (; k + together * Lanes::count <= count; k += together * Lanes::count)
    for (std::size_t i = 0; i < together; ++i) look(k + i * Lanes::count, i);
  for (; k + Lanes::count <= count; k += Lanes::count) look(k, 0);
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < together; ++i)
    for (std::size_t lane = 0; lane < Lanes::count; ++lane) all |= seen[i][lane];
  for (; k < count; ++k) all |= bits_of(T(numbers[k]) * T(0))[0];
  return all << 1 == 0;
}

template <class Lanes>
Range range(const double* numbers, std::size_t count) {
  using T = Batch<Lanes>;
  T minimum[together], maximum[together];
  for (std::size_t i = 0; i < together; ++i) minimum[i] = maximum[i] = T(numbers[0]);
  const auto look = [&](std::size_t at, std::size_t i) {
    const T x = T::load(numbers + at);
    minimum[i] = min(x, minimum[i]), maximum[i] = max(x, maximum[i]);
  };
  std::size_t k = 0;
  for (; k + together * Lanes::count <= count; k += together * Lanes::count)
    for (std::size_t i = 0; i < together; ++i) look(k + i * Lanes::count, i);
  for (; k + Lanes::count <= count; k += Lanes::count) look(k, 0);
  Range result{numbers[0], numbers[0]};
  const auto include = [&](double low, double high) {
    if (low < result.minimum) result.minimum = low;
    if (high > result.maximum) result.maximum = high;
  };
  for (std::size_t i = 0; i < together; ++i)
    for (std::size_t lane = 0; lane < Lanes::count; ++lane) include(minimum[i][lane], maximum[i][lane]);
  for (; k < count; ++k) include(numbers[k], numbers[k]);
  return result;
}

template <class Lanes>
Kernel kernel() {
  return {&Memory<Lanes>::bytes,  &row_torques<Lanes>, &differences<Lanes>, &regressor_memory<Lanes>,
          &regressor_rows<Lanes>, &all_finite<Lanes>,  &range<Lanes>,       &take_rows<Lanes>,
          &put_rows<Lanes>};
}

}  // namespace invdyn::row_kernel
