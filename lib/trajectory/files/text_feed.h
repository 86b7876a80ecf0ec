#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../../ground/base/raw_bytes.h"
#include "../../ground/document/input_file.h"
#include "../mcap/joint_state_text.h"

namespace invdyn {

/// Changes a text line by line, so that each line stays a line.
class LineFilter {
 public:
  virtual ~LineFilter() = default;
  /// Takes the next piece of the text, and appends lines that are ready. Throws Error for a line that cannot
  /// be changed, with the lines before it appended.
  virtual void take(std::string_view text, std::string& out) = 0;
  /// The text has ended: appends the rest.
  virtual void end(std::string& out) = 0;
};

/// The bytes of a file in their order, or the text of its joint states. Bytes can be returned, and are then
/// fetched again.
class TextFeed {
 public:
  /// `max_read`: the most bytes that one read asks for.
  TextFeed(const std::string& path, std::string expected, std::size_t max_read);

  InputFile& file() { return file_; }
  const InputFile& file() const { return file_; }

  /// Fetches bytes, at most `most` (> 0): the returned ones if there are any, otherwise from the file.
  /// Returns their number, 0 at the end of the file.
  std::size_t fetch(char* into, std::size_t maximum);
  /// Returns the bytes fetched last: they will be fetched again, before all others.
  void give_back(const char* text, std::size_t size);
  /// Whether fetch() would not have to wait.
  bool is_ready() {
    return rest_begin_ < rest_.size() || (joint_states_ ? joint_states_->is_ready() : file_.is_ready());
  }

  /// The bytes that have been read and not fetched.
  std::string_view rest() const { return {rest_.data() + rest_begin_, rest_.size() - rest_begin_}; }
  /// Reads more of them; false at the end of the file. At most as many as the longest line may have: then it
  /// throws Error with `place`.
  bool read_ahead(const std::string& place);
  void drop(std::size_t size) { rest_begin_ += size; }  ///< from the begin of the rest
  void put_back(std::string_view text);                 ///< before the rest

  /// Takes the rest and the later bytes as an MCAP file: all later bytes are the text of its joint states.
  JointStateText& read_joint_states(const std::string& topic);
  const JointStateText* joint_states() const { return joint_states_.get(); }

  /// Passes all later bytes through this filter.
  void filter_by(LineFilter& filter);
  bool is_filtered() const { return filter_ != nullptr; }
  std::size_t bytes_filtered() const { return bytes_filtered_; }  ///< as the file has them
  /// Continues at byte `begin` of a regular file, and ends at byte `end`.
  void restrict_to(std::size_t begin, std::size_t end);

 private:
  std::size_t read(char* into, std::size_t maximum);
  void filter_more();
  void filter_lines(const std::function<void(std::string& out)>& filter);

  InputFile file_;
  std::size_t max_read_;
  RawBytes rest_;  // from rest_begin_ on
  std::size_t rest_begin_ = 0;
  std::unique_ptr<JointStateText> joint_states_;  // none: the file is text
  LineFilter* filter_ = nullptr;
  bool filter_ended_ = false;
  std::size_t bytes_filtered_ = 0;
  std::exception_ptr filter_fault_;  // after the rest
};

}  // namespace invdyn
