#pragma once

// The recursion over rows of a trajectory, a batch of rows at a time. Included by the unit of each
// instruction set: templates alone, which that set's Lanes make distinct.

#include "../scalar/batch_sin_cos.h"
#include "kernel.h"
#include "recursion.h"

namespace invdyn::row_kernel {

/// A batch of rows as the recursion reads and writes it, with the torques of the drives.
template <class Lanes>
struct RowBatch {
  using T = Batch<Lanes>;
  const MotionRows& rows;
  const DriveTerms* drives;
  std::size_t first;
  bool any_large;  ///< whether sin_cos_below() may not do

  // Every joint's rows are a stream of their own, more streams than a processor follows by itself: what a
  // later batch will need is fetched here. Behind the last rows that fetches something else, and never
  // faults.
  static constexpr std::size_t rows_ahead = 24;

  std::size_t at(int dof) const { return static_cast<std::size_t>(dof) * rows.stride + first; }
  T fetch(const double* from) const {
    __builtin_prefetch(from + rows_ahead);
    return T::load(from);
  }
  T q(int dof) const { return fetch(rows.q + at(dof)); }
  T dq(int dof) const { return fetch(rows.dq + at(dof)); }
  T ddq(int dof) const { return fetch(rows.ddq + at(dof)); }
  SinCos<T> sin_cos_q(int dof) const {
    const T angle = q(dof);
    SinCos<T> result = sin_cos_below(angle);
    if (any_large) redo_large(angle, result);
    return result;
  }

  void set_tau(int dof, const T& of_links) const {
    const T speed = T::load(rows.dq + at(dof)), acceleration = T::load(rows.ddq + at(dof));
    const T tau = of_links + drive_torque(drives[dof], speed, acceleration);
    double* to = rows.tau + at(dof);
    __builtin_prefetch(to + rows_ahead, 1);
    tau.store(to);
  }
};

/// Whether an angle of these whole batches of rows is too large for sin_cos_below().
template <class Lanes>
bool has_large(const MotionRows& rows, int dofs) {
  typename Lanes::Bits seen{};
  for (int dof = 0; dof < dofs; ++dof)
    for (std::size_t k = 0; k < rows.count; k += Lanes::count)
      seen |= is_large(Batch<Lanes>::load(rows.q + static_cast<std::size_t>(dof) * rows.stride + k));
  return any<Lanes>(seen);
}

/// Temporaries: those of the recursion, and a batch for the rows that do not fill one.
template <class Lanes>
struct Memory {
  using T = Batch<Lanes>;
  recursion::BodyForces<T>* forces;
  recursion::BodyMotion<T>* branches;
  T* last;  // q, dq, ddq, tau

  static std::size_t bytes(int bodies) {
    return static_cast<std::size_t>(bodies) *
           (sizeof(recursion::BodyForces<T>) + sizeof(recursion::BodyMotion<T>) + 4 * sizeof(T));
  }
  Memory(void* memory, int bodies)
      : forces(static_cast<recursion::BodyForces<T>*>(memory)),
        branches(reinterpret_cast<recursion::BodyMotion<T>*>(forces + bodies)),
        last(reinterpret_cast<T*>(branches + bodies)) {}
};

/// Rows that fill whole batches.
template <class Lanes>
void whole_batches(const KernelModel& model, const MotionRows& rows, const Memory<Lanes>& memory) {
  const bool any_large = has_large<Lanes>(rows, model.count);
  for (std::size_t k = 0; k < rows.count; k += Lanes::count)
    recursion::torques(model.bodies, model.count, model.wrench,
                       RowBatch<Lanes>{rows, model.drives, k, any_large},
                       recursion::Workspace<Batch<Lanes>>{memory.forces, memory.branches});
}

template <class Lanes>
void torques(const KernelModel& model, const MotionRows& rows, void* where) {
  const Memory<Lanes> memory(where, model.count);
  const std::size_t dofs = static_cast<std::size_t>(model.count);
  MotionRows whole = rows;
  whole.count = rows.count - rows.count % Lanes::count;
  whole_batches(model, whole, memory);
  if (whole.count == rows.count) return;

  // The rest, filled up with copies of the last row.
  double* last = reinterpret_cast<double*>(memory.last);
  const std::size_t size = dofs * Lanes::count;
  const double* const from[] = {rows.q, rows.dq, rows.ddq};
  for (std::size_t part = 0; part < 3; ++part)
    for (std::size_t j = 0; j < dofs; ++j)
      for (std::size_t lane = 0; lane < Lanes::count; ++lane) {
        const std::size_t row = whole.count + lane < rows.count ? whole.count + lane : rows.count - 1;
        last[part * size + j * Lanes::count + lane] = from[part][j * rows.stride + row];
      }
  double* tau = last + 3 * size;
  whole_batches(model, {last, last + size, last + 2 * size, tau, Lanes::count, Lanes::count}, memory);
  for (std::size_t j = 0; j < dofs; ++j)
    for (std::size_t lane = 0; whole.count + lane < rows.count; ++lane)
      rows.tau[j * rows.stride + whole.count + lane] = tau[j * Lanes::count + lane];
}

template <class Lanes>
void differences(const double* x, const double* h, double* y, std::size_t begin, std::size_t end) {
  using T = Batch<Lanes>;
  std::size_t k = begin;
  for (; k + Lanes::count <= end; k += Lanes::count)
    ((T::load(x + k) - T::load(x + k - 1)) / T::load(h + k)).store(y + k);
  for (; k < end; ++k) y[k] = (x[k] - x[k - 1]) / h[k];
}

/// Without a branch for each: times 0, finite numbers are 0 but for their sign, and all others are none.
template <class Lanes>
bool all_finite(const double* numbers, std::size_t count) {
  using T = Batch<Lanes>;
  typename Lanes::Bits seen{};
  std::size_t k = 0;
  for (; k + Lanes::count <= count; k += Lanes::count) seen |= bits_of(T::load(numbers + k) * T(0));
  std::uint64_t all = 0;
  for (std::size_t lane = 0; lane < Lanes::count; ++lane) all |= seen[lane];
  for (; k < count; ++k) all |= bits_of(numbers[k] * 0);
  return all << 1 == 0;
}

template <class Lanes>
Range range(const double* numbers, std::size_t count) {
  using T = Batch<Lanes>;
  Range result{numbers[0], numbers[0]};
  T least(result.least), most(result.most);
  std::size_t k = 0;
  for (; k + Lanes::count <= count; k += Lanes::count) {
    const T x = T::load(numbers + k);
    least = min(x, least);
    most = max(x, most);
  }
  const auto include = [&](double low, double high) {
    if (low < result.least) result.least = low;
    if (high > result.most) result.most = high;
  };
  for (std::size_t lane = 0; lane < Lanes::count; ++lane) include(least[lane], most[lane]);
  for (; k < count; ++k) include(numbers[k], numbers[k]);
  return result;
}

template <class Lanes>
Kernel kernel() {
  return {&Memory<Lanes>::bytes, &torques<Lanes>, &differences<Lanes>, &all_finite<Lanes>, &range<Lanes>};
}

}  // namespace invdyn::row_kernel
