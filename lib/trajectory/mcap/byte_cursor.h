#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace invdyn {

/// Loads a number from bytes of this order.
template <class Number>
Number load_bytes(const char* at, std::endian order) {
  char bytes[sizeof(Number)];
  std::memcpy(bytes, at, sizeof bytes);
  if (order != std::endian::native) std::reverse(bytes, bytes + sizeof bytes);
  return std::bit_cast<Number>(bytes);
}

/// Takes numbers and texts from the front of bytes. One that is not there is zero or empty, and so are all
/// later ones: the cursor has failed.
class ByteCursor {
 public:
  /// `aligned`: a number begins at a multiple of its size, counted from this byte.
  explicit ByteCursor(std::string_view bytes, std::endian order = std::endian::little,
                      std::optional<std::size_t> aligned = {})
      : bytes_(bytes), order_(order), aligned_(aligned) {}

  bool has_failed() const { return failed_; }
  std::size_t at() const { return at_; }
  std::string_view rest() const { return bytes_.substr(at_); }

  void align(std::size_t size) {
    if (aligned_) take_bytes((*aligned_ - at_) % size);  // size is a power of 2
  }
  template <class Number>
  Number take() {
    align(sizeof(Number));
    const std::string_view bytes = take_bytes(sizeof(Number));
    return failed_ ? Number{} : load_bytes<Number>(bytes.data(), order_);
  }
  std::string_view take_bytes(std::uint64_t size) {
    failed_ = failed_ || size > bytes_.size() - at_;
    if (failed_) return {};
    const std::string_view taken = bytes_.substr(at_, size);
    at_ += taken.size();
    return taken;
  }
  /// Its length comes before it, in 4 bytes.
  std::string_view take_text() { return take_bytes(take<std::uint32_t>()); }

 private:
  std::string_view bytes_;
  std::endian order_;
  std::optional<std::size_t> aligned_;
  bool failed_ = false;
  std::size_t at_ = 0;
};

}  // namespace invdyn
