// Compressed files: whatever the pieces in which their bytes come, the text is the same, and it ends in the
// same way. And any text can be packed and unpacked.
#include <algorithm>

#include "ground/compression/packer.h"
#include "ground/compression/unpacker.h"
#include "target.h"

namespace invdyn::fuzz {
namespace {

constexpr std::size_t max_text = std::size_t{1} << 20;  // an input of 4 KiB may hold megabytes

struct Unpacked {
  std::string text;
  bool is_whole = false;
  bool is_refused = false;  // as packed twice, which small first pieces of text do not tell
};

bool is_packed(std::string_view text) {
  return compression_of(text).value_or(Compression::none) != Compression::none || unread_compression_of(text);
}

Unpacked unpacked(Compression compression, std::string_view data, std::size_t piece) {
  Unpacked result;
  try {
    Unpacker unpacker(compression, "file");
    std::string part(777, '\0');
    for (; !data.empty(); data.remove_prefix(std::min(piece, data.size()))) {
      const std::string given(data.substr(0, piece));  // so that reading beyond it is found
      unpacker.give(given);
      while (unpacker.has_text()) {
        result.text.append(part, 0, unpacker.take(part.data(), part.size()));
        if (result.text.size() > max_text) return result;
      }
    }
    unpacker.expect_end();
    result.is_whole = true;
  } catch (const Error& error) {
    // The data end too early, are damaged, or packed twice.
    result.is_refused = std::string_view(error.what()).find("is compressed twice") != std::string_view::npos;
  }
  return result;
}

void expect_packed_and_unpacked(Compression compression, std::string_view text, std::size_t piece) {
  std::string data;
  Packer packer(compression, [&](std::string_view more) { data += more; });
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(std::min(piece, rest.size())))
    packer.write(rest.substr(0, piece));
  packer.finish();
  const Unpacked result = unpacked(compression, data, piece);
  expect_same(result.text, std::string(text), "packed and unpacked");
  expect_same(result.is_whole ? "whole" : "cut", "whole", "packed and unpacked");
}

}  // namespace

// The last byte is the size of the pieces.
void take(std::string_view input) {
  if (input.empty()) return;
  const std::size_t piece = std::max<std::size_t>(1, static_cast<unsigned char>(input.back()));
  input.remove_suffix(1);
  for (const Compression compression : {Compression::gzip, Compression::zstd}) {
    const Unpacked whole = unpacked(compression, input, input.size() + 1);
    const Unpacked cut = unpacked(compression, input, piece);
    if (!is_packed(input)) expect_packed_and_unpacked(compression, input, piece);
    if (whole.is_refused || cut.is_refused) continue;
    const std::size_t common = std::min(whole.text.size(), cut.text.size());
    expect_same(cut.text.substr(0, common), whole.text.substr(0, common), "text");
    // Where zstd meets a fault, it loses the text of the step. Of a frame that comes in pieces it does not
    // compare the text with the size in the header, if the last block is empty.
    const bool both_end = whole.is_whole && cut.is_whole;
    if (both_end || compression == Compression::gzip) expect_same(cut.text, whole.text, "whole text");
    if (compression == Compression::gzip)
      expect_same(cut.is_whole ? "whole" : "cut", whole.is_whole ? "whole" : "cut", "end");
  }
}

}  // namespace invdyn::fuzz
