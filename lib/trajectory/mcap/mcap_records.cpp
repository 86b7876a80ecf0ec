#include "mcap_records.h"

#include <zlib.h>

#include <algorithm>
#include <utility>

#include "../../ground/base/error.h"
#include "../../ground/base/shell_word.h"
#include "../../ground/base/wording.h"
#include "byte_cursor.h"
#include "lz4_frame.h"

namespace invdyn {
namespace {

constexpr std::size_t head_size = 9;  // of a record: type, size

std::uint32_t crc_of(std::uint32_t before, std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

McapRecords::McapRecords(InputFile& file, std::string_view first_bytes, std::size_t max_read)
    : file_(file),
      max_read_(max_read),
      buffer_(first_bytes.begin(), first_bytes.end()),
      end_(first_bytes.size()),
      needs_crc_(may_state_crc()) {
  need(mcap_magic.size());
  consume(mcap_magic.size());
}

std::string McapRecords::place() const {
  return file_.name() + ": " + (in_chunk_ ? "chunk " + std::to_string(chunks_) + ", " : "") + "after " +
         counted(messages_, "message");
}

void McapRecords::fail(const std::string& what) const {
  throw Error(place(), what);
}

void McapRecords::fail_as_cut() const {
  fail(
      "the file ends before its end record: expected the whole file. To save the remaining data of a "
      "recording that was cut off, run " +
      command("recover", "-o recovered.mcap"));
}

// The tool reads no compressed file. Of one that is cut off, unpacking gives the begin.
std::string McapRecords::command(const std::string& verb, const std::string& options) const {
  const bool has_name = file_.size() && file_.name() != "standard input";
  std::string path = has_name ? file_.name() : "run.mcap", unpacking;
  if (file_.is_compressed()) {
    unpacking = std::string(name_of(file_.compression())) + " -dc " + shell_word(path) + " > unpacked.mcap; ";
    path = "unpacked.mcap";
  }
  return '"' + unpacking + "mcap " + verb + ' ' + shell_word(path) + ' ' + options + '"';
}

std::string McapRecords::intact_data() const {
  return ": expected intact data (" + command("recover", "-o recovered.mcap") +
         " leaves out what is damaged)";
}

std::string McapRecords::small_records() const {
  return ": expected at most 64 MiB (" + command("filter", "-o small.mcap -y /joint_states") +
         " leaves out other topics)";
}

// Reads at least this many bytes beyond begin_.
void McapRecords::need(std::size_t size) {
  constexpr std::size_t usual = std::size_t{64} << 10;
  if (available() >= size) return;
  std::copy(buffer_.data() + begin_, buffer_.data() + end_, buffer_.data());
  end_ -= begin_;
  begin_ = 0;
  while (end_ < size) read_more(std::clamp(size - end_, usual, std::max(usual, end_)));
}

void McapRecords::read_more(std::size_t room) {
  if (buffer_.size() < end_ + room) buffer_.resize(end_ + room);
  const std::size_t count = file_.read(buffer_.data() + end_, std::min(room, max_read_));
  if (count == 0) fail_as_cut();
  end_ += count;
}

bool McapRecords::holds_record() const {
  return passed_over_ == 0 && available() >= head_size &&
         load_bytes<std::uint64_t>(buffer_.data() + begin_ + 1, std::endian::little) <=
             available() - head_size;
}

std::string_view McapRecords::consume(std::size_t size) {
  const std::string_view bytes(buffer_.data() + begin_, size);
  if (needs_crc_) data_crc_ = crc_of(data_crc_, bytes);
  begin_ += size;
  return bytes;
}

void McapRecords::skip(std::uint64_t size) {
  while (size > 0) {
    need(1);
    size -= consume(static_cast<std::size_t>(std::min<std::uint64_t>(size, available()))).size();
  }
}

// Consumes type and size.
McapRecord McapRecords::next_head(std::uint64_t& size) {
  need(head_size);
  const std::string_view head(buffer_.data() + begin_, head_size);
  const McapRecord record{.type = static_cast<Type>(head.front()), .content = {}};
  size = load_bytes<std::uint64_t>(head.data() + 1, std::endian::little);
  if (record.type == Type::none) fail_as_cut();  // a file system fills a file with zeros
  const bool is_held =
      record.type == Type::schema || record.type == Type::channel || record.type == Type::chunk;
  if (is_held && size > max_size) fail("a record has " + std::to_string(size) + " bytes" + small_records());
  return record;
}

std::optional<McapRecord> McapRecords::next() {
  skip(std::exchange(passed_over_, 0));
  while (!ended_) {
    if (in_chunk_) {
      if (auto record = next_in_chunk()) return record;
      continue;
    }
    std::uint64_t size = 0;
    McapRecord record = next_head(size);
    switch (record.type) {
      case Type::schema:
      case Type::channel:
      case Type::message:
        record.is_cut = size > max_size;
        passed_over_ = record.is_cut ? size - message_head : 0;
        size -= passed_over_;
        need(head_size + size);
        record.content = consume(head_size + size).substr(head_size);
        messages_ += record.type == Type::message;
        return record;
      case Type::chunk:
        open_chunk(size);
        break;
      case Type::data_end:
        end_data();
        break;
      case Type::footer:
        fail("the footer comes before the record that ends the data: expected the footer after this record");
      default:
        consume(head_size), skip(size);
    }
  }
  return std::nullopt;
}

std::optional<McapRecord> McapRecords::next_in_chunk() {
  while (!chunk_.empty()) {
    ByteCursor in(chunk_);
    McapRecord record;
    record.type = static_cast<Type>(in.take<std::uint8_t>());
    const auto size = in.take<std::uint64_t>();
    record.content = in.take_bytes(size);
    if (in.has_failed())
      fail("a record goes beyond the end of the chunk: expected at most " +
           counted(chunk_.size() - std::min(chunk_.size(), head_size), "byte"));
    if (record.type == Type::chunk) fail("the chunk holds a chunk: expected schemas, channels and messages");
    if (record.type == Type::none) fail("a record has the type 0" + intact_data());
    chunk_ = in.rest();
    messages_ += record.type == Type::message;
    if (record.type >= Type::schema && record.type <= Type::message) return record;
  }
  in_chunk_ = false;
  return std::nullopt;
}

void McapRecords::open_chunk(std::size_t size) {
  ++chunks_;
  in_chunk_ = true;
  need(head_size + size);
  ByteCursor in({buffer_.data() + begin_ + head_size, size});
  constexpr std::size_t times = 16;
  in.take_bytes(times);
  const auto text_size = in.take<std::uint64_t>();
  const auto crc = in.take<std::uint32_t>();
  const std::string_view compression = in.take_text();
  const auto data_size = in.take<std::uint64_t>();
  const std::string_view before = {buffer_.data() + begin_, head_size + in.at()};
  const std::string_view data = in.take_bytes(data_size);
  if (in.has_failed()) fail("the chunk's fields go beyond its end: expected a complete chunk");
  if (text_size > max_size)
    fail("the chunk has " + std::to_string(text_size) + " bytes when unpacked" + small_records());
  if (compression.empty() && text_size != data.size())
    fail("the chunk has " + counted(data.size(), "byte") + ": expected " + std::to_string(text_size) +
         ", as its head says");
  chunk_ = compression.empty() ? data : unpacked(compression, data, text_size);
  const std::uint32_t found = crc == 0 ? 0 : crc_of(0, chunk_);
  if (found != crc)
    fail("the chunk's records are damaged: their crc32 is " + std::to_string(found) + ", but its head says " +
         std::to_string(crc) + intact_data());
  if (crc == 0 || !compression.empty() || !needs_crc_) {
    consume(head_size + size);
    return;
  }
  // The records of a plain chunk are read once for both checksums.
  data_crc_ = static_cast<std::uint32_t>(
      ::crc32_combine(crc_of(data_crc_, before), found, static_cast<z_off_t>(data.size())));
  begin_ += before.size() + data.size();
  consume(head_size + size - before.size() - data.size());
}

// Unpacks the records of a chunk.
std::string_view McapRecords::unpacked(std::string_view compression, std::string_view data,
                                       std::size_t size) {
  text_.resize(size + 1);  // one more shows a longer text
  char* out = text_.data();
  char* const end = out + size + 1;
  if (compression == "lz4") {
    const std::optional<char*> stop = unpack_lz4_frame(data, out, end);
    if (!stop) fail("the chunk has damaged lz4 data" + intact_data());
    out = *stop;
  } else if (compression == "zstd") {
    if (!zstd_) zstd_ = zstd_decoder();
    const auto fault = zstd_->decode(data, out, end);
    if (fault) fail("the chunk " + fault->what + intact_data());
    if (out != end && !zstd_->may_end())
      fail("the chunk stops in the middle of its zstd data" + intact_data());
  } else {
    fail("the chunk is compressed by " + in_quotes(compression) + ": expected zstd or lz4 (" +
         command("decompress", "-o unpacked.mcap") + " unpacks the file)");
  }
  const std::string_view text(text_.data(), static_cast<std::size_t>(out - text_.data()));
  if (text.size() != size)
    fail("the chunk's data have " + std::string(text.size() > size ? "more than " : "") +
         counted(std::min(text.size(), size), "byte") + " when unpacked: expected " + std::to_string(size) +
         ", as its head says");
  return text;
}

// Whether the end of the data may have a checksum of them; a whole file can be asked before.
bool McapRecords::may_state_crc() const {
  constexpr std::size_t footer_size = 20, crc_size = 4, data_end_size = head_size + crc_size,
                        last_size = head_size + footer_size + mcap_magic.size();
  if (!file_.size() || file_.is_compressed() || *file_.size() < last_size) return true;
  char bytes[last_size];
  std::size_t footer = *file_.size() - last_size;
  file_.read_at(footer, bytes, last_size);
  ByteCursor in({bytes, last_size});
  if (in.take<std::uint8_t>() != static_cast<std::uint8_t>(Type::footer)) return true;
  in.take<std::uint64_t>();
  if (const auto summary = in.take<std::uint64_t>(); summary != 0) footer = summary;
  if (footer < data_end_size || footer > *file_.size()) return true;
  file_.read_at(footer - data_end_size, bytes, data_end_size);
  return bytes[0] != static_cast<char>(Type::data_end) ||
         load_bytes<std::uint32_t>(bytes + head_size, std::endian::little) != 0;
}

// After the data, only what helps to find them follows, up to the same bytes as at the begin.
void McapRecords::end_data() {
  constexpr std::size_t crc_size = 4;
  const std::uint32_t found = data_crc_;
  std::uint64_t size = 0;
  next_head(size);
  if (size != crc_size) fail("the record that ends the data has " + counted(size, "byte") + ": expected 4");
  need(head_size + size);
  const auto crc =
      load_bytes<std::uint32_t>(consume(head_size + size).data() + head_size, std::endian::little);
  if (needs_crc_ && crc != 0 && crc != found)
    fail("the data are damaged: their crc32 is " + std::to_string(found) + ", but the file says " +
         std::to_string(crc) + intact_data());
  for (Type type = Type::none; type != Type::footer; skip(size)) {
    type = next_head(size).type;
    if (type == Type::message || type == Type::chunk || type == Type::data_end)
      fail("records come after the end of the data: expected a footer");
    consume(head_size);
  }
  need(mcap_magic.size());
  if (consume(mcap_magic.size()) != mcap_magic)
    fail("the file does not end like an MCAP file: expected \"MCAP0\" at its end");
  char more = 0;
  if (available() > 0 || file_.read(&more, 1) > 0)
    fail("the file continues after its end: expected one recording in a file");
  ended_ = true;
}

}  // namespace invdyn
