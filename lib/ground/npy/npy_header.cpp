#include "npy_header.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <vector>

#include "../base/error.h"
#include "../base/wording.h"

namespace invdyn {
namespace {

constexpr std::string_view number_type = "<f8";
// numpy's own headers of plain arrays have 128 bytes. Headers longer than the maximum of version 1.0 are
// refused.
constexpr std::size_t longest_description = 65535;

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

[[noreturn]] void fail_cut_short(std::string_view bytes, const std::string& file) {
  throw Error(file, "ends within its header, after " + counted(bytes.size(), "byte") +
                        ": expected an array as numpy.save() writes it; the file is cut short");
}

struct Description {
  std::string type;
  bool columns_first = false;
  std::vector<std::size_t> shape;
};

/// Reads the description, a literal of Python such as
/// {'descr': '<f8', 'fortran_order': False, 'shape': (1000, 7), }
class DescriptionReader {
 public:
  DescriptionReader(std::string_view text, const std::string& file) : text_(text), rest_(text), file_(file) {}

  Description read() {
    Description description;
    bool has_type = false, has_order = false, has_shape = false;
    const auto once = [&](bool& has) {
      if (has) fail();
      has = true;
    };
    expect("{");
    while (!take("}")) {
      const std::string key = word();
      expect(":");
      if (key == "descr") {
        once(has_type);
        description.type = type();
      } else if (key == "fortran_order") {
        once(has_order);
        description.columns_first = take("True");
        if (!description.columns_first) expect("False");
      } else if (key == "shape") {
        once(has_shape);
        description.shape = shape();
      } else {
        fail();
      }
      if (take(",")) continue;
      expect("}");
      break;
    }
    take("\n");
    if (!rest_.empty() || !has_type || !has_order || !has_shape) fail();
    return description;
  }

 private:
  [[noreturn]] void fail() const {
    throw Error(file_, "has the header " + in_quotes(text_.substr(0, text_.find_last_not_of(" \n") + 1)) +
                           ": expected {'descr': '<f8', 'fortran_order': False, 'shape': (rows, columns)}");
  }

  bool take(std::string_view token) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) {
    if (!take(token)) fail();
  }

  std::string word() {
    const char quote = take("'") ? '\'' : '"';
    if (quote == '"') expect("\"");
    const std::size_t end = rest_.find(quote);
    if (end == std::string_view::npos) fail();
    const std::string word(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return word;
  }

  std::string type() {
    if (!take("[")) return word();
    throw Error(file_,
                "has records with named fields (a structured array): expected a plain array of numbers, " +
                    in_quotes(number_type) +
                    ". To convert the array, use numpy's structured_to_unstructured()");
  }

  std::vector<std::size_t> shape() {
    std::vector<std::size_t> sizes;
    expect("(");
    while (!take(")")) {
      std::size_t size = 0;
      const auto [stop, fault] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
      if (fault == std::errc::invalid_argument) fail();
      if (fault != std::errc{}) size = std::numeric_limits<std::size_t>::max();
      rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
      sizes.push_back(size);
      if (take(",")) continue;
      expect(")");
      break;
    }
    return sizes;
  }

  std::string_view text_;
  std::string_view rest_;
  const std::string& file_;
};

// In Python's notation: (), (6,), (1000, 7).
std::string shown(const std::vector<std::size_t>& shape) {
  std::string text = "(";
  for (const std::size_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace

std::size_t npy_data_offset(std::string_view preamble, const std::string& file) {
  if (preamble.empty()) throw Error(file, "is empty: expected an array as numpy.save() writes it");
  if (preamble.starts_with("PK\x03\x04"))
    throw Error(file, "is an archive (.npz): expected a single array, as numpy.save() writes it");
  if (preamble.substr(0, npy_magic.size()) != npy_magic.substr(0, preamble.size()))
    throw Error(file, "does not begin as a .npy file does: expected an array as numpy.save() writes it");
  if (preamble.size() < npy_preamble_size) fail_cut_short(preamble, file);

  const int version = static_cast<unsigned char>(preamble[6]);
  const int minor = static_cast<unsigned char>(preamble[7]);
  if (version < 1 || version > 3 || minor != 0)
    throw Error(file, "is of .npy version " + std::to_string(version) + "." + std::to_string(minor) +
                          ": expected 1.0, 2.0 or 3.0");
  const std::size_t begin = version == 1 ? 10 : 12;
  const std::size_t size = little_endian(preamble.substr(8, begin - 8));
  if (size > longest_description)
    throw Error(file, "has a header of " + std::to_string(size) +
                          " bytes: expected about 100 bytes, as numpy.save() writes for an array of numbers");
  return begin + size;
}

NpyArray read_npy_header(std::string_view header, std::optional<std::size_t> file_size,
                         const std::string& file) {
  const std::size_t data_offset = npy_data_offset(header.substr(0, npy_preamble_size), file);
  if (header.size() < data_offset) fail_cut_short(header, file);
  const std::size_t begin = header[6] == 1 ? 10 : 12;
  const Description description = DescriptionReader(header.substr(begin, data_offset - begin), file).read();

  if (description.type != number_type)
    throw Error(file, "holds elements of type " + in_quotes(description.type) + ": expected " +
                          in_quotes(number_type) +
                          ", 64-bit numbers, little-endian; numpy's a.astype(\"<f8\") makes them");
  const auto& shape = description.shape;
  const std::string of_shape = "has the shape " + shown(shape);
  if (shape.size() != 2) throw Error(file, of_shape + ": expected two sizes, (rows, columns)");
  const NpyArray array{shape[0], shape[1], data_offset};
  if (array.rows == 0 || array.columns == 0)
    throw Error(file, of_shape + ": expected at least one row and one column");
  constexpr std::size_t largest_file = std::numeric_limits<std::int64_t>::max();
  if (array.rows > (largest_file - data_offset) / sizeof(double) / array.columns)
    throw Error(file, of_shape + ", more than a file can hold: expected (rows, columns)");
  // A single row or column is the same in both orders.
  if (description.columns_first && array.rows > 1 && array.columns > 1)
    throw Error(file,
                "is stored column by column (fortran_order): expected an array stored row by row, as "
                "numpy.ascontiguousarray(a) makes it");
  const std::size_t expected = data_offset + array.rows * array.columns * sizeof(double);
  if (file_size && *file_size != expected)
    throw Error(
        file,
        of_shape + " and " + counted(*file_size, "byte") + ": expected " + std::to_string(expected) +
            (*file_size < expected ? "; the file is cut short" : "; there is more data after the array"));
  return array;
}

std::string npy_header(std::size_t rows, std::size_t columns) {
  std::string header(npy_magic);
  header += {1, 0, static_cast<char>(npy_header_size - 10), 0};
  header += "{'descr': '<f8', 'fortran_order': False, 'shape': " + shown({rows, columns}) + ", }";
  header.resize(npy_header_size - 1, ' ');
  header += '\n';
  return header;
}

}  // namespace invdyn
