#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../trajectory/block.h"
#include "../trajectory/quantity.h"

namespace invdyn {

/// Bytes that are made anew for each block, in memory that is kept.
class RowBytes {
 public:
  void clear() { size_ = 0; }
  std::string_view view() const { return {memory_.data(), size_}; }
  /// Memory for the bytes of a block, to begin with, and then how many there are.
  char* room(std::size_t bytes) {
    if (memory_.size() < bytes) memory_.resize(bytes);
    return memory_.data();
  }
  void set_end(const char* end) { size_ = static_cast<std::size_t>(end - memory_.data()); }

 private:
  std::vector<char> memory_;
  std::size_t size_ = 0;
};

/// The format of the finished rows of a trajectory in a file. Threads make the bytes of different blocks at
/// the same time; one after the other they are the file.
class RowFormat {
 public:
  virtual ~RowFormat() = default;
  /// The bytes before the rows.
  virtual std::string header() const = 0;
  /// The bytes of the block's own rows; they replace the former content.
  virtual void put(const Block& block, RowBytes& bytes) const = 0;
};

/// The columns of such files: t, then quantity by quantity, joint by joint, then the derived quantities.
class OutputColumns {
 public:
  OutputColumns() = default;  ///< t alone
  OutputColumns(const std::vector<std::string>& joints, const std::vector<Quantity>& quantities);
  void add(const std::vector<std::string>& joints, Quantity quantity);
  /// The next of the block's derived columns.
  void add_derived(const std::string& name);

  const std::vector<std::string>& names() const { return names_; }
  std::size_t derived() const { return derived_; }
  /// Where the block has the values of its row 0.
  std::vector<const double*> in(const Block& block) const;

 private:
  struct Source {
    std::optional<Quantity> quantity;  // none: derived
    std::size_t column;
  };
  std::vector<std::string> names_{"t"};
  std::vector<Source> sources_;
  std::size_t derived_ = 0;
};

}  // namespace invdyn
