#include <zlib.h>

#include <algorithm>
#include <new>
#include <stdexcept>

#include "codec.h"

namespace invdyn {
namespace {

constexpr int gzip_format = 16, window_bits = 15;
// Level 6, zlib's default, makes torques 4 % of their size smaller and takes five times as long.
constexpr int level = 1;

// Lets zlib work on the two ranges, and moves their begins.
template <class Step>
int moved(z_stream& stream, std::string_view& in, char*& out, const char* end, const Step& step) {
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out);
  stream.avail_out = static_cast<uInt>(end - out);
  const int result = step();
  if (result == Z_MEM_ERROR) throw std::bad_alloc();
  in.remove_prefix(in.size() - stream.avail_in);
  out = reinterpret_cast<char*>(stream.next_out);
  return result;
}

class GzipDecoder : public StreamDecoder {
 public:
  GzipDecoder() {
    if (::inflateInit2(&stream_, gzip_format + window_bits) != Z_OK) throw std::bad_alloc();
  }
  ~GzipDecoder() override { ::inflateEnd(&stream_); }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  std::optional<DataFault> decode(std::string_view& in, char*& out, const char* end) override {
    while (!in.empty() || out_was_full_) {
      if (has_ended_ && in.empty()) break;
      if (has_ended_ && (is_padded_ || in.front() == '\0')) return skip_padding(in);
      if (has_ended_) ::inflateReset(&stream_);
      is_first_ = is_first_ && !has_ended_;
      has_ended_ = false;
      const int result = moved(stream_, in, out, end, [&] { return ::inflate(&stream_, Z_NO_FLUSH); });
      has_ended_ = result == Z_STREAM_END;
      out_was_full_ = out == end;
      if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) return fault();
      if (out_was_full_) break;
    }
    return std::nullopt;
  }
  bool may_end() const override { return has_ended_; }

 private:
  // Tapes and block devices fill their last block with zeros. The program gzip takes them for the end, too.
  std::optional<DataFault> skip_padding(std::string_view& in) {
    is_padded_ = true;
    in.remove_prefix(std::min(in.find_first_not_of('\0'), in.size()));
    return in.empty() ? std::nullopt : std::optional(foreign_bytes());
  }

  static DataFault foreign_bytes() {
    return {"continues with bytes that are not gzip data", "more gzip data, or the end of the file"};
  }

  DataFault fault() const {
    const std::string reason = stream_.msg ? stream_.msg : "inconsistent data";
    if (!is_first_ && reason == "incorrect header check") return foreign_bytes();
    return {"has damaged gzip data (" + reason + ")", "intact data; gzip -t checks a file"};
  }

  z_stream stream_{};
  bool has_ended_ = false;     // the member
  bool out_was_full_ = false;  // so there can be more text without more bytes
  bool is_first_ = true;       // member
  bool is_padded_ = false;     // zeros have come after the last member
};

// Its header has no name and no time.
class GzipEncoder : public StreamEncoder {
 public:
  GzipEncoder() {
    constexpr int usual_memory = 8;
    if (::deflateInit2(&stream_, level, Z_DEFLATED, gzip_format + window_bits, usual_memory,
                       Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~GzipEncoder() override { ::deflateEnd(&stream_); }
  GzipEncoder(const GzipEncoder&) = delete;
  GzipEncoder& operator=(const GzipEncoder&) = delete;

  bool encode(std::string_view& in, char*& out, const char* end, bool ends) override {
    const int result =
        moved(stream_, in, out, end, [&] { return ::deflate(&stream_, ends ? Z_FINISH : Z_NO_FLUSH); });
    if (result == Z_STREAM_ERROR) throw std::logic_error("deflate");
    return ends ? result == Z_STREAM_END : in.empty();
  }

 private:
  z_stream stream_{};
};

}  // namespace

std::unique_ptr<StreamDecoder> gzip_decoder() {
  return std::make_unique<GzipDecoder>();
}

std::unique_ptr<StreamEncoder> gzip_encoder() {
  return std::make_unique<GzipEncoder>();
}

}  // namespace invdyn
