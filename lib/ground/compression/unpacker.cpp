#include "unpacker.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "../base/wording.h"

namespace invdyn {

Unpacker::Unpacker(Compression compression, std::string file)
    : compression_(compression),
      file_(std::move(file)),
      decoder_(compression == Compression::gzip ? gzip_decoder() : zstd_decoder()) {}

bool Unpacker::has_text() {
  if (begin_ < end_) return true;
  if (fault_) fail(*fault_);
  char* end = text_.data();
  fault_ = decoder_->decode(bytes_, end, text_.data() + text_.size());
  begin_ = 0;
  end_ = static_cast<std::size_t>(end - text_.data());
  if (unpacked_ == 0 && end_ > 0) refuse_compressed_text();
  unpacked_ += end_;
  if (fault_ && end_ == 0) fail(*fault_);
  return end_ > 0;
}

std::size_t Unpacker::take(char* into, std::size_t maximum) {
  const std::size_t count = std::min(maximum, end_ - begin_);
  std::memcpy(into, text_.data() + begin_, count);
  begin_ += count;
  return count;
}

void Unpacker::expect_end() const {
  if (decoder_->may_end()) return;
  fail({"stops in the middle of its " + std::string(name_of(compression_)) + " data",
        "the whole file (perhaps the copy is incomplete, or a program still writes the file)"});
}

void Unpacker::refuse_compressed_text() const {
  const std::string_view text(text_.data(), end_);
  const Compression inner = compression_of(text).value_or(Compression::none);
  const auto unread = unread_compression_of(text);
  if (inner == Compression::none && !unread) return;
  throw DamagedData(file_, "is compressed twice, " + std::string(unread ? unread->name : name_of(inner)) +
                               " within " + std::string(name_of(compression_)) +
                               ": expected a file that is compressed once. Unpack it once: " +
                               std::string(unpacking_command(compression_)) + " " + file_);
}

void Unpacker::fail(const DataFault& fault) const {
  throw DamagedData(
      file_, fault.what + ", after " + counted(unpacked_, "byte") + " of text: expected " + fault.expected);
}

}  // namespace invdyn
