#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "../../ground/base/raw_bytes.h"
#include "../../ground/compression/codec.h"
#include "../../ground/document/input_file.h"

namespace invdyn {

/// The first and last bytes of an MCAP file of version 0.
inline constexpr std::string_view mcap_magic = "\x89MCAP0\r\n";

/// A record of an MCAP file. Its content lasts until the next one is read.
struct McapRecord {
  enum class Type : std::uint8_t {
    none = 0,
    footer = 2,
    schema = 3,
    channel = 4,
    message = 5,
    chunk = 6,
    data_end = 15
  };
  Type type = Type::none;
  std::string_view content;
  bool is_cut = false;  ///< of a message longer than McapRecords::max_size, the content is only the head
};

/// The schemas, channels and messages of an MCAP file in the order of the file, those in chunks too; records
/// of other types are passed over. The index at the end of the file is not used, so a pipe will do.
/// mcap.dev/spec describes the format. Throws Error with file, chunk and the number of messages before the
/// fault.
class McapRecords {
 public:
  /// Of a record, and of the text of a chunk.
  static constexpr std::size_t max_size = std::size_t{64} << 20;
  static constexpr std::size_t message_head = 22;  ///< bytes

  /// `first_bytes`: that were already read from the file. `max_read`: the most bytes of one read.
  McapRecords(InputFile& file, std::string_view first_bytes, std::size_t max_read);

  /// The next record; none at the end of a whole file.
  std::optional<McapRecord> next();
  /// Whether next() would probably not have to wait.
  bool is_ready() { return !chunk_.empty() || holds_record() || file_.is_ready(); }
  /// Where the last record was: `run.mcap: chunk 3, after 12 messages`. Without a chunk if it was in none.
  std::string place() const;
  /// `"mcap filter run.mcap -o small.mcap -y /joint_states"`: of the tool for MCAP files, to be pasted.
  std::string command(const std::string& verb, const std::string& options) const;

 private:
  using Type = McapRecord::Type;
  [[noreturn]] void fail(const std::string& what) const;
  [[noreturn]] void fail_as_cut() const;
  std::string intact_data() const;
  std::string small_records() const;
  std::size_t available() const { return end_ - begin_; }
  bool holds_record() const;
  void need(std::size_t size);
  void read_more(std::size_t room);
  std::string_view consume(std::size_t size);
  void skip(std::uint64_t size);
  McapRecord next_head(std::uint64_t& size);
  std::optional<McapRecord> next_in_chunk();
  void open_chunk(std::size_t size);
  std::string_view unpacked(std::string_view compression, std::string_view data, std::size_t size);
  void end_data();
  bool may_state_crc() const;

  InputFile& file_;
  std::size_t max_read_;
  RawBytes buffer_;  // the bytes of the file from begin_ to end_ are not consumed
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t passed_over_ = 0;  // bytes to skip before the next record
  bool needs_crc_;
  std::uint32_t data_crc_ = 0;  // of the bytes consumed
  std::string_view chunk_;      // its records to come
  RawBytes text_;               // of a compressed chunk
  std::unique_ptr<StreamDecoder> zstd_;
  std::size_t chunks_ = 0, messages_ = 0;
  bool in_chunk_ = false, ended_ = false;
};

}  // namespace invdyn
