#include "batch_messages.h"

#include <cctype>

#include "ground/base/wording.h"

namespace invdyn {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// With # in place of each number. Digits of names, as in joint1, stay.
std::string without_numbers(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_in_name =
        i > 0 && (std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0 || text[i - 1] == '_');
    result += text[i];
    if (!is_digit(text[i]) || is_in_name) continue;
    result.back() = '#';
    while (i + 1 < text.size() && (is_digit(text[i + 1]) || text[i + 1] == '.')) ++i;
  }
  return result;
}

// Where `logs/a.csv` or `logs/a.csv:2` ends at the beginning of the message; 0 if it does not begin so.
std::size_t end_of_place(const std::string& message, const std::string& file) {
  if (!message.starts_with(file)) return 0;
  std::size_t end = file.size();
  if (end + 1 < message.size() && message[end] == ':' && is_digit(message[end + 1]))
    for (++end; end < message.size() && is_digit(message[end]);) ++end;
  return end;
}

}  // namespace

BatchMessages::Message BatchMessages::message_of(const BatchFile& file, const std::string& text,
                                                 bool is_warning) {
  const std::size_t end = end_of_place(text, file.input);
  Message taken{text.substr(0, end), text.substr(end), text, is_warning};
  replace_all(taken.exact, file.output, "\1");
  replace_all(taken.exact, file.input, "\2");
  return taken;
}

bool BatchMessages::is_new_error(const BatchFile& file, const std::string& error) {
  constexpr std::size_t most = 5;
  const std::string exact = message_of(file, error, false).exact;
  Errors& errors = errors_[without_numbers(exact)];
  if (errors.first.empty()) errors.first = file.input;
  if (errors.exact.size() < most && errors.exact.insert(exact).second) return true;
  ++errors.others;
  return false;
}

void BatchMessages::print_other_errors(Terminal& terminal) const {
  for (const auto& [key, errors] : errors_)
    if (errors.others > 0)
      terminal.error(counted(errors.others, "more file") + " failed with the same error as " + errors.first +
                     (errors.exact.size() > 1 ? "; only the numbers in the error differ" : ""));
}

void BatchMessages::take(const BatchFile& file, const std::string& message, bool is_warning) {
  Message taken = message_of(file, message, is_warning);
  const std::string key = without_numbers(taken.exact) + (is_warning ? "w" : "n");
  const auto [found, is_new] = indices_.try_emplace(key, messages_.size());
  if (is_new) {
    messages_.push_back(std::move(taken));
    return;
  }
  Message& known = messages_[found->second];
  ++known.files;
  known.differs |= known.exact != taken.exact;
}

void BatchMessages::add(const BatchFile& file, const Terminal& said) {
  for (const std::string& note : said.notes()) take(file, note, false);
  for (const std::string& warning : said.warnings()) take(file, warning, true);
}

void BatchMessages::print(Terminal& terminal) const {
  for (const Message& each : messages_) {
    std::string more;
    if (each.files > 1)
      more = " and " + counted(each.files - 1, "more file") +
             (each.differs ? ", where only the numbers differ" : "");
    const std::string text = each.place.empty() ? each.text + (more.empty() ? "" : " (this file" + more + ")")
                                                : each.place + more + each.text;
    if (each.is_warning)
      terminal.warning(text);
    else
      terminal.note(text);
  }
}

}  // namespace invdyn
