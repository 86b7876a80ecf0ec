// The header of .npy files: numpy's output, refused headers, our output.

#include "ground/npy/npy_header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "ground/base/error.h"

namespace invdyn {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// numpy 1.24.2: numpy.save(f, numpy.array([[0, 0.5, -1.25], [0.001, 1e300, -0.0]])), the file's bytes.
constexpr std::string_view file_of_numpy =
    "934e554d5059010076007b276465736372273a20273c6638272c2027666f727472616e5f6f72646572273a2046616c73652c"
    "20277368617065273a2028322c2033292c207d20202020202020202020202020202020202020202020202020202020202020"
    "2020202020202020202020202020202020202020202020202020200a"
    "0000000000000000000000000000e03f000000000000f4bffca9f1d24d62503f9c7500883ce4377e0000000000000080";

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return bytes;
}

// As numpy writes it: the preamble, the description, blanks up to a multiple of 64 bytes, a newline.
std::string header(const std::string& description, int version = 1) {
  std::string text = "\x93NUMPY";
  text += static_cast<char>(version);
  const std::size_t begin = version == 1 ? 10 : 12;
  const std::size_t size = (begin + description.size() + 64) / 64 * 64 - begin;
  text += '\0';
  for (std::size_t i = 8; i < begin; ++i) text += static_cast<char>(i < 10 ? size >> 8 * (i - 8) : 0);
  text += description;
  text.resize(begin + size - 1, ' ');
  return text + '\n';
}

std::string of_shape(const std::string& shape) {
  return header("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }");
}

NpyArray read(const std::string& text, std::optional<std::size_t> size = {}) {
  const std::size_t offset = npy_data_offset(std::string_view(text).substr(0, npy_preamble_size), "m.npy");
  return read_npy_header(std::string_view(text).substr(0, offset), size, "m.npy");
}

std::string complaint(const std::string& text, std::optional<std::size_t> size = {}) {
  try {
    read(text, size);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(NpyHeader, OfNumpyIsAccepted) {
  const std::string file = from_hex(file_of_numpy);
  const NpyArray array = read(file, file.size());
  EXPECT_EQ(array.rows, 2u);
  EXPECT_EQ(array.columns, 3u);
  ASSERT_EQ(array.data_offset, 128u);
  // Row by row.
  constexpr double values[]{0, 0.5, -1.25, 0.001, 1e300, -0.0};
  for (std::size_t i = 0; i < 6; ++i) {
    std::uint64_t bits = 0;
    for (std::size_t byte = 8; byte-- > 0;)
      bits = bits << 8 | static_cast<unsigned char>(file[array.data_offset + 8 * i + byte]);
    EXPECT_EQ(bits, std::bit_cast<std::uint64_t>(values[i])) << i;
  }
}

TEST(NpyHeader, IsReadInEveryVersionAndSpelling) {
  // numpy.lib.format.write_array(f, a, version=(2, 0)), and (3, 0), write the same with a longer size.
  for (const int version : {1, 2, 3}) {
    const auto array =
        read(header("{'descr': '<f8', 'fortran_order': False, 'shape': (1000, 7), }", version));
    EXPECT_EQ(array.rows, 1000u);
    EXPECT_EQ(array.columns, 7u);
    EXPECT_EQ(array.data_offset % 64, 0u);
  }
  // Other writers: quotes, order, blanks, commas that Python takes too.
  for (const char* description :
       {"{\"descr\": \"<f8\", \"fortran_order\": False, \"shape\": (4, 2)}",
        "{'shape':(4,2),'fortran_order':False,'descr':'<f8'}",
        "{ 'shape' : ( 4 , 2 , ) , 'descr' : '<f8' , 'fortran_order' : False , }  "}) {
    const auto array = read(header(description), 4 * 2 * 8 + header(description).size());
    EXPECT_EQ(array.rows, 4u) << description;
    EXPECT_EQ(array.columns, 2u) << description;
  }
  // A single row or column has no order.
  EXPECT_EQ(read(header("{'descr': '<f8', 'fortran_order': True, 'shape': (9, 1), }")).rows, 9u);
  EXPECT_EQ(read(header("{'descr': '<f8', 'fortran_order': True, 'shape': (1, 9), }")).columns, 9u);
}

TEST(NpyHeader, IsRefusedIfInvalid) {
  const std::string expected = ": expected an array as numpy.save() writes it";
  EXPECT_EQ(complaint(""), "m.npy: is empty" + expected);
  EXPECT_EQ(complaint("t,q_a\n0,1\n1,2\n"), "m.npy: does not begin as a .npy file does" + expected);
  EXPECT_EQ(complaint("t"), "m.npy: does not begin as a .npy file does" + expected);
  EXPECT_THAT(complaint("PK\x03\x04 and so on"), HasSubstr("an archive (.npz): expected a single array"));
  const std::string whole = of_shape("(2, 3)");
  for (std::size_t size = 1; size < whole.size(); ++size)
    EXPECT_THAT(complaint(whole.substr(0, size)),
                HasSubstr("ends within its header, after " + std::to_string(size)));
  std::string later = whole;
  later[6] = 4;
  EXPECT_EQ(complaint(later), "m.npy: is of .npy version 4.0: expected 1.0, 2.0 or 3.0");
  later[6] = 1;
  later[7] = 1;
  EXPECT_THAT(complaint(later), HasSubstr("is of .npy version 1.1"));
  std::string endless = header("{}", 2);
  endless[11] = '\x7f';
  EXPECT_THAT(complaint(endless), HasSubstr("has a header of 2130706"));
}

TEST(NpyHeader, WithAnotherDescriptionIsRefused) {
  for (const char* description :
       {"", "{", "{}", "x", "{'descr': '<f8'}", "{'descr': '<f8', 'fortran_order': False}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), 'more': 1}",
        "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (2, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': 6}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-2, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2.0, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)",
        "{'descr': '<f8', 'fortran_order': False 'shape': (2, 3)}",
        "{'descr': '<f8, 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)} x"}) {
    const std::string text = complaint(header(description));
    EXPECT_THAT(text, StartsWith("m.npy: has the header \"")) << description;
    EXPECT_THAT(text,
                HasSubstr(": expected {'descr': '<f8', 'fortran_order': False, 'shape': (rows, columns)}"));
  }
}

TEST(NpyHeader, OfAnotherArrayIsRefused) {
  // The descriptions that numpy 1.24.2 gives for a.astype('<f4'), a.astype('>f8'), integers, objects, a
  // structured array.
  for (const char* type : {"<f4", ">f8", "<i8", "|O", "<c16"})
    EXPECT_EQ(
        complaint(
            header("{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (2, 3), }")),
        "m.npy: holds elements of type \"" + std::string(type) +
            "\": expected \"<f8\", 64-bit numbers, little-endian; numpy's a.astype(\"<f8\") makes them");
  EXPECT_THAT(
      complaint(header("{'descr': [('t', '<f8'), ('q', '<f8')], 'fortran_order': False, 'shape': (2,), }")),
      HasSubstr("has records with named fields (a structured array): expected a plain array"));
  EXPECT_THAT(complaint(header("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }")),
              HasSubstr("(fortran_order): expected an array stored row by row, as "
                        "numpy.ascontiguousarray(a) makes it"));
  for (const char* shape : {"()", "(6,)", "(1, 2, 3)"})
    EXPECT_EQ(complaint(of_shape(shape)),
              "m.npy: has the shape " + std::string(shape) + ": expected two sizes, (rows, columns)");
  for (const char* shape : {"(0, 3)", "(2, 0)", "(0, 0)"})
    EXPECT_THAT(complaint(of_shape(shape)), HasSubstr(": expected at least one row and one column"));
  for (const char* shape :
       {"(9223372036854775807, 1)", "(2305843009213693952, 8)", "(4294967296, 4294967296)",
        "(1, 1152921504606846976)", "(99999999999999999999999, 1)", "(1, 99999999999999999999999)",
        "(18446744073709551615, 18446744073709551615)"})
    EXPECT_THAT(complaint(of_shape(shape)), HasSubstr("more than a file can hold")) << shape;
}

TEST(NpyHeader, AgreesWithTheLengthOfItsFile) {
  const std::string text = of_shape("(2, 3)");
  EXPECT_EQ(complaint(text, 128 + 48), "none");
  EXPECT_EQ(complaint(text, 128 + 47),
            "m.npy: has the shape (2, 3) and 175 bytes: expected 176; the file is cut short");
  EXPECT_EQ(complaint(text, 128 + 49),
            "m.npy: has the shape (2, 3) and 177 bytes: expected 176; there is more data after the array");
}

TEST(NpyHeader, IsWrittenAsNumpyWritesIt) {
  EXPECT_EQ(npy_header(2, 3), from_hex(file_of_numpy).substr(0, 128));
}

TEST(NpyHeader, KeepsItsLengthForAnyNumberOfRows) {
  for (const std::size_t rows : {std::size_t{1}, std::size_t{1'000'000}, std::size_t{1} << 50}) {
    const std::string text = npy_header(rows, 1000);
    EXPECT_EQ(text.size(), npy_header_size);
    const NpyArray array = read(text);
    EXPECT_EQ(array.rows, rows);
    EXPECT_EQ(array.columns, 1000u);
    EXPECT_EQ(array.data_offset, npy_header_size);
  }
  const std::size_t maximum = ~std::size_t{0};
  EXPECT_EQ(npy_header(maximum, maximum).size(), npy_header_size);
  EXPECT_THAT(npy_header(maximum, maximum), HasSubstr("(18446744073709551615, 18446744073709551615), }"));
  // A file with an incomplete write is no array.
  EXPECT_THAT(complaint(npy_header(0, 3)), HasSubstr("expected at least one row"));
}

}  // namespace
}  // namespace invdyn
