#pragma once

#include <cstddef>
#include <new>

namespace invdyn {

/// Temporaries of a kernel, aligned for the widest vectors.
class KernelMemory {
 public:
  explicit KernelMemory(std::size_t bytes) : memory_(::operator new(bytes, alignment)) {}
  ~KernelMemory() { ::operator delete(memory_, alignment); }
  KernelMemory(const KernelMemory&) = delete;
  KernelMemory& operator=(const KernelMemory&) = delete;
  void* get() const { return memory_; }

 private:
  static constexpr std::align_val_t alignment{64};
  void* memory_;
};

}  // namespace invdyn
