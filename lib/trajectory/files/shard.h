#pragma once

#include <cstddef>

namespace invdyn {

/// A part of a file, number `index` of `count`, from 1. It has the rows whose first byte is in its range of
/// bytes. So each row is in exactly one shard of the file.
struct Shard {
  std::size_t index = 1, count = 1;

  std::size_t begin(std::size_t file_size) const { return cut(file_size, index - 1); }
  std::size_t end(std::size_t file_size) const { return cut(file_size, index); }

 private:
  // file_size * part / count, without overflow.
  std::size_t cut(std::size_t file_size, std::size_t part) const {
    return file_size / count * part + file_size % count * part / count;
  }
};

}  // namespace invdyn
