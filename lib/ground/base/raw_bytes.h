#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace invdyn {

/// Leaves new elements as they are in memory. So a page of a buffer takes time only if it is used.
template <typename T>
struct UnsetAllocator : std::allocator<T> {
  template <typename Other>
  struct rebind {
    using other = UnsetAllocator<Other>;
  };
  template <typename Element>
  void construct(Element* place) {
    ::new (static_cast<void*>(place)) Element;
  }
  template <typename Element, typename... Arguments>
  void construct(Element* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) Element(std::forward<Arguments>(arguments)...);
  }
};

/// A buffer whose resize() does not set new bytes to zero.
using RawBytes = std::vector<char, UnsetAllocator<char>>;

}  // namespace invdyn
