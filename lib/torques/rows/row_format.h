#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../trajectory/data/block.h"
#include "../../trajectory/data/quantity.h"

namespace invdyn {

/// The bytes of one block. The memory is reused for the next block.
class RowBytes {
 public:
  void clear() { size_ = 0; }
  std::string_view view() const { return {memory_.data(), size_}; }
  /// Memory for at least this number of bytes. Write them, then call set_end().
  char* room(std::size_t bytes) {
    if (memory_.size() < bytes) memory_.resize(bytes);
    return memory_.data();
  }
  void set_end(const char* end) { size_ = static_cast<std::size_t>(end - memory_.data()); }

 private:
  std::vector<char> memory_;
  std::size_t size_ = 0;
};

/// The file format of a trajectory's finished rows. Threads make the bytes of different blocks at the same
/// time. The file consists of these bytes in the order of the blocks.
class RowFormat {
 public:
  virtual ~RowFormat() = default;
  /// The bytes before the rows.
  virtual std::string header() const = 0;
  /// The bytes of the block's own rows; they replace the former content.
  virtual void put(const Block& block, RowBytes& bytes) const = 0;
};

/// The columns of such files: t if there is a time, then the joints of each quantity, then the derived
/// quantities.
class OutputColumns {
 public:
  OutputColumns() = default;  ///< only t
  OutputColumns(const std::vector<std::string>& joints, const std::vector<Quantity>& quantities);
  void add(const std::vector<std::string>& joints, Quantity quantity);
  /// The next of the block's derived columns. `may_lack`: it has NaN where there is no value.
  void add_derived(const std::string& name, bool may_lack = false);
  /// Of rows without a time. Call it before add_stamp().
  void leave_out_time();
  /// The text of the time stamp; once.
  void add_stamp();

  const std::vector<std::string>& names() const { return names_; }
  std::size_t derived() const { return derived_; }
  /// Whether values may be NaN.
  bool may_lack() const { return may_lack_; }
  /// The number of columns before the time stamp, including t; none: there is no stamp.
  std::optional<std::size_t> before_stamp() const { return before_stamp_; }
  /// The addresses of the values of the block's row 0, without the stamp.
  std::vector<const double*> in(const Block& block) const;

 private:
  struct Source {
    std::optional<Quantity> quantity;  // none: derived
    std::size_t column;
  };
  std::vector<std::string> names_{"t"};
  bool has_time_ = true, may_lack_ = false;
  std::vector<Source> sources_;
  std::size_t derived_ = 0;
  std::optional<std::size_t> before_stamp_;
};

}  // namespace invdyn
