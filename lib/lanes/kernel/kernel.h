#pragma once

#include <cstddef>

#include "drive_terms.h"
#include "regressor_model.h"
#include "rows.h"
#include "tree_body.h"

namespace invdyn {

/// The kernel's data: plain data, shared with units compiled for other instruction sets.
struct KernelModel {
  const TreeBody* bodies = nullptr;
  int count = 0;
  TreeWrench wrench;
  const DriveTerms* drives = nullptr;  ///< by dof
  const BaseBody* base = nullptr;      ///< null: it is at rest, and gravity is in the bodies. Else no wrench
};

struct Range {
  double minimum, maximum;
};

/// The recursion and the other operations on every number of a trajectory, compiled for one instruction set.
struct Kernel {
  /// Bytes of temporaries, aligned to 64, that row_torques() needs.
  std::size_t (*memory)(int bodies);
  void (*row_torques)(const KernelModel& model, const MotionRows& rows, void* memory);
  /// y[k] = (x[k] - x[k - 1]) / h[k] for k from `begin` to `end` - 1. y must not overlap x or h.
  void (*differences)(const double* x, const double* h, double* y, std::size_t begin, std::size_t end);
  /// Bytes of temporaries, aligned to 64, that the regressor needs.
  std::size_t (*regressor_memory)(const RegressorModel& model);
  /// Coefficient i of row k at out[i * out_stride + k].
  void (*regressor)(const RegressorModel& model, const MotionRows& rows, double* out, std::size_t out_stride,
                    void* memory);
  bool (*all_finite)(const double* numbers, std::size_t count);
  Range (*range)(const double* numbers, std::size_t count);  ///< count must be at least 1
  /// Turns rows of `columns` numbers into columns: to[i][k] is number i of row k, times scale[i]. A column
  /// with `to` null is left out. `rows` need not be aligned.
  void (*take_rows)(const char* rows, std::size_t columns, std::size_t count, double* const* to,
                    const double* scale);
  /// The reverse: number i of row k is from[i][k].
  void (*put_rows)(const double* const* from, std::size_t columns, std::size_t count, char* rows);
};

// One kernel for each unit of this folder.
Kernel plain_kernel();
Kernel sse2_kernel();
Kernel avx2_kernel();
Kernel avx512_kernel();

}  // namespace invdyn
