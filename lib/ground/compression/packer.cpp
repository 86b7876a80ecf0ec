#include "packer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace invdyn {

Packer::Packer(Compression compression, Write write)
    : encoder_(compression == Compression::gzip ? gzip_encoder() : zstd_encoder()),
      write_(std::move(write)) {}

void Packer::write(std::string_view text) {
  while (!text.empty()) {
    const std::size_t count = std::min(text.size(), text_.size() - text_size_);
    std::memcpy(text_.data() + text_size_, text.data(), count);
    text_size_ += count;
    text.remove_prefix(count);
    if (text_size_ == text_.size()) encode(false);
  }
}

void Packer::finish() {
  encode(true);
}

void Packer::encode(bool ends) {
  std::string_view text(text_.data(), std::exchange(text_size_, 0));
  for (bool is_done = false; !is_done;) {
    char* end = bytes_.data();
    is_done = encoder_->encode(text, end, bytes_.data() + bytes_.size(), ends);
    if (end != bytes_.data()) write_({bytes_.data(), static_cast<std::size_t>(end - bytes_.data())});
  }
}

}  // namespace invdyn
