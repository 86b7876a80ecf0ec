#include "unpacker.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "../base/error.h"
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
  fail({"ends within its " + std::string(name_of(compression_)) + " data",
        "the whole file (was it copied completely, and is it still being written?)"});
}

void Unpacker::fail(const DataFault& fault) const {
  throw Error(file_,
              fault.what + ", after " + counted(unpacked_, "byte") + " of text: expected " + fault.expected);
}

}  // namespace invdyn
