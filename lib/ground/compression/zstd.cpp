#include <zstd.h>
#include <zstd_errors.h>

#include <new>
#include <stdexcept>

#include "codec.h"

namespace invdyn {
namespace {

// 128 MiB, the limit of the program zstd too. The data choose how much memory they need to be unpacked.
constexpr int max_window_log = 27;
// Level 3, the default, is half as fast and makes rows of 17 digits larger: it looks for longer matches.
constexpr int level = 1;

// Throws if zstd has no memory, or was called wrongly.
ZSTD_ErrorCode error_of(std::size_t result) {
  const ZSTD_ErrorCode error = ZSTD_getErrorCode(result);
  if (error == ZSTD_error_memory_allocation) throw std::bad_alloc();
  return error;
}
void expect_done(std::size_t result) {
  if (error_of(result) != ZSTD_error_no_error) throw std::logic_error(ZSTD_getErrorName(result));
}

// Lets zstd work on the two ranges, and moves their begins.
template <class Step>
std::size_t moved(std::string_view& in, char*& out, const char* end, const Step& step) {
  ZSTD_inBuffer input{in.data(), in.size(), 0};
  ZSTD_outBuffer output{out, static_cast<std::size_t>(end - out), 0};
  const std::size_t result = step(input, output);
  in.remove_prefix(input.pos);
  out += output.pos;
  return result;
}

class ZstdDecoder : public StreamDecoder {
 public:
  ZstdDecoder() : context_(ZSTD_createDCtx()) {
    if (!context_) throw std::bad_alloc();
    expect_done(ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, max_window_log));
  }

  // If it meets a fault, the text of this step is lost.
  std::optional<DataFault> decode(std::string_view& in, char*& out, const char* end) override {
    while (!in.empty() || out_was_full_) {
      if (may_end_ && in.empty()) break;
      const std::size_t result = moved(in, out, end, [&](ZSTD_inBuffer& input, ZSTD_outBuffer& output) {
        return ZSTD_decompressStream(context_.get(), &output, &input);
      });
      const ZSTD_ErrorCode error = error_of(result);
      if (error != ZSTD_error_no_error) return fault(error);
      may_end_ = result == 0;
      is_first_ = is_first_ && !may_end_;
      out_was_full_ = out == end;
      if (out_was_full_) break;
    }
    return std::nullopt;
  }
  bool may_end() const override { return may_end_; }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };

  DataFault fault(ZSTD_ErrorCode error) const {
    if (error == ZSTD_error_frameParameter_windowTooLarge)
      return {"has zstd data that need a window of more than 128 MiB",
              "data that were compressed with at most --long=27. To unpack this file, use unzstd --long=31"};
    if (error == ZSTD_error_prefix_unknown && !is_first_)
      return {"continues with bytes that are not zstd data", "more zstd data, or the end of the file"};
    return {std::string("has damaged zstd data (") + ZSTD_getErrorString(error) + ")",
            "intact data; zstd -t checks a file"};
  }

  std::unique_ptr<ZSTD_DCtx, Free> context_;
  bool may_end_ = false;
  bool out_was_full_ = false;  // so there can be more text without more bytes
  bool is_first_ = true;       // frame
};

// With a checksum, so that damage does not go unnoticed.
class ZstdEncoder : public StreamEncoder {
 public:
  ZstdEncoder() : context_(ZSTD_createCCtx()) {
    if (!context_) throw std::bad_alloc();
    expect_done(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level));
    expect_done(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1));
  }

  bool encode(std::string_view& in, char*& out, const char* end, bool ends) override {
    const std::size_t left = moved(in, out, end, [&](ZSTD_inBuffer& input, ZSTD_outBuffer& output) {
      return ZSTD_compressStream2(context_.get(), &output, &input, ends ? ZSTD_e_end : ZSTD_e_continue);
    });
    expect_done(left);
    return ends ? left == 0 : in.empty();
  }

 private:
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };

  std::unique_ptr<ZSTD_CCtx, Free> context_;
};

}  // namespace

std::unique_ptr<StreamDecoder> zstd_decoder() {
  return std::make_unique<ZstdDecoder>();
}

std::unique_ptr<StreamEncoder> zstd_encoder() {
  return std::make_unique<ZstdEncoder>();
}

}  // namespace invdyn
