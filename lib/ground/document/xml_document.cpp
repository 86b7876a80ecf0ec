#include "xml_document.h"

#include <algorithm>
#include <functional>
#include <sstream>
#include <string_view>

#include "../base/error.h"
#include "../base/visible_text.h"
#include "../base/wording.h"
#include "../text/number.h"

namespace invdyn {
namespace {

// Each takes up to 64 bytes in memory, and the record of its use as much again.
constexpr std::ptrdiff_t max_parts = 400'000;

// XML's blanks.
std::string trimmed_text(const std::string& text) {
  constexpr const char* blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::size_t line_at(const std::string& text, std::size_t index) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(index, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

bool is_element(const pugi::xml_node& node) {
  return node.type() == pugi::node_element;
}

bool is_text(const pugi::xml_node& node) {
  return node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata;
}

// The name of the nearest named element.
std::string of_named(const pugi::xml_node& element) {
  for (pugi::xml_node at = element; is_element(at.parent()); at = at.parent())
    if (const auto name = at.attribute("name"))
      return " of " + std::string(at.name()) + " " + in_quotes(name.value());
  return "";
}

// Whether the words are the same, or the same numbers in other spellings.
bool say_the_same(std::string_view a, std::string_view b) {
  constexpr const char* blanks = " \t\r\n";
  const auto next_word = [](std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(word.size());
    return std::string(word);
  };
  while (true) {
    const std::string of_a = next_word(a), of_b = next_word(b);
    if (of_a.empty() || of_b.empty()) return of_a == of_b;
    const std::optional<double> number = parse_finite(of_a);
    if (of_a != of_b && !(number && number == parse_finite(of_b))) return false;
  }
}

// Whether the attributes are the same in any order, and the elements and texts inside too.
bool say_the_same(const pugi::xml_node& a, const pugi::xml_node& b) {
  if (std::string_view(a.name()) != b.name() || !say_the_same(a.value(), b.value())) return false;
  const auto of_a = a.attributes(), of_b = b.attributes();
  if (std::distance(of_a.begin(), of_a.end()) != std::distance(of_b.begin(), of_b.end())) return false;
  for (const pugi::xml_attribute& attribute : of_a) {
    const pugi::xml_attribute other = b.attribute(attribute.name());
    if (!other || !say_the_same(attribute.value(), other.value())) return false;
  }
  const auto in_a = a.children(), in_b = b.children();
  return std::equal(
      in_a.begin(), in_a.end(), in_b.begin(), in_b.end(),
      [](const pugi::xml_node& one, const pugi::xml_node& other) { return say_the_same(one, other); });
}

std::string attributes_of(const pugi::xml_node& node) {
  std::string text;
  for (const pugi::xml_attribute& attribute : node.attributes())
    text += (text.empty() ? "" : " ") + std::string(attribute.name()) + "=" + in_quotes(attribute.value());
  return text;
}

// How two elements that do not say the same begin to differ: `<mass value="2">; here: <mass
// value="3">`.
std::string difference_of(pugi::xml_node a, pugi::xml_node b) {
  while (attributes_of(a) == attributes_of(b)) {
    pugi::xml_node in_a = a.first_child(), in_b = b.first_child();
    while (in_a && in_b && say_the_same(in_a, in_b)) in_a = in_a.next_sibling(), in_b = in_b.next_sibling();
    if (!is_element(in_a) || !is_element(in_b) || std::string_view(in_a.name()) != in_b.name())
      return "other content";
    a = in_a;
    b = in_b;
  }
  const auto tag = [](const pugi::xml_node& node) {
    return "<" + std::string(node.name()) + " " + attributes_of(node) + ">";
  };
  return tag(a) + "; here: " + tag(b);
}

// Visits the elements, each before its content, until `visit` returns true.
bool visit_elements(const pugi::xml_node& node, const std::function<bool(const pugi::xml_node&)>& visit) {
  for (const pugi::xml_node& child : node.children())
    if (is_element(child) && (visit(child) || visit_elements(child, visit))) return true;
  return false;
}

// XML 1.0 (section 2.2) allows no control characters, no U+FFFE and no U+FFFF; its text is UTF-8.
bool is_held_by_xml(std::string_view name) {
  while (!name.empty()) {
    const std::string_view character = name.substr(0, character_size(name));
    const auto first = static_cast<unsigned char>(name[0]);
    if (character.empty() || first < 0x20 || first == 0x7f || character == "\xef\xbf\xbe" ||
        character == "\xef\xbf\xbf")
      return false;
    name.remove_prefix(character.size());
  }
  return true;
}

}  // namespace

void expect_held_by_xml(const std::string& name, const std::string& place) {
  if (!is_held_by_xml(name))
    throw Error(
        place,
        "has the name " + in_quotes(name) +
            ", which XML does not allow (control characters, U+FFFE, U+FFFF, bytes that are not UTF-8): "
            "expected names that are valid in XML");
}

XmlDocument::XmlDocument(const std::string& text, const std::string& file, int deepest)
    : file_(file), buffer_(text.begin(), text.end()) {
  for (std::size_t i = text.find('\n'); i != std::string::npos; i = text.find('\n', i + 1))
    newlines_.push_back(i);
  buffer_.push_back('\n');  // the library overwrites the last byte
  if (const std::size_t zero = text.find('\0'); zero != std::string::npos)
    throw Error(place_in(file, line_at(text, zero)), "a byte is 0: expected text");
  const auto parts = std::count_if(text.begin(), text.end(), [](char c) { return c == '<' || c == '='; });
  if (parts > max_parts)
    throw Error(file, "has more than " + std::to_string(max_parts) +
                          " tags and attributes: expected fewer in a robot");
  // parse_fragment keeps text outside of the root element, which would otherwise be lost silently.
  const pugi::xml_parse_result result = document_.load_buffer_inplace(
      buffer_.data(), buffer_.size(), pugi::parse_default | pugi::parse_fragment, pugi::encoding_utf8);
  if (!result) {
    std::string fault = result.description();
    throw Error(
        place_in(file, line_at(text, static_cast<std::size_t>(result.offset))),
        "not well-formed XML (" + fault + "): expected each element to be closed, and a complete file");
  }
  std::size_t roots = 0;
  for (const pugi::xml_node& node : document_.children()) {
    if (is_text(node)) throw Error(file, "there is text outside of all elements: expected one root element");
    if (is_element(node) && ++roots == 2)
      throw Error(place_in(file, line_of(node.name())),
                  "a second root element, <" + std::string(node.name()) + ">: expected only one");
  }
  if (roots == 0) throw Error(file, "there is no element: expected XML");
  check_elements(deepest);
}

// Checks that the library does not make.
void XmlDocument::check_elements(int deepest) {
  struct Walker : pugi::xml_tree_walker {
    Walker(const XmlDocument& of, int max_depth) : document(of), deepest(max_depth) {}
    bool for_each(pugi::xml_node& node) override {
      if (!is_element(node)) return true;
      if (depth() > deepest)
        throw Error(
            place_in(document.file_, document.line_of(node.name())),
            "elements are nested more than " + std::to_string(deepest) + " levels deep: expected fewer");
      std::map<std::string_view, const char*> seen;
      for (const pugi::xml_attribute& attribute : node.attributes())
        if (const auto [first, is_new] = seen.emplace(attribute.name(), attribute.name()); !is_new)
          throw Error(XmlNode(node, document).place(attribute.name()),
                      "is repeated in its element, in the lines " +
                          std::to_string(document.line_of(first->second)) + " and " +
                          std::to_string(document.line_of(attribute.name())) + ": expected it once");
      return true;
    }
    const XmlDocument& document;
    const int deepest;
  };
  Walker walker(*this, deepest);
  document_.traverse(walker);
}

std::size_t XmlDocument::line_of(const char* name) const {
  const auto index = static_cast<std::size_t>(name - buffer_.data());
  const auto before = std::lower_bound(newlines_.begin(), newlines_.end(), index);
  return 1 + static_cast<std::size_t>(before - newlines_.begin());
}

XmlNode XmlDocument::root() const {
  const XmlNode root(document_.document_element(), *this);
  root.use(root.node_);
  for (const pugi::xml_attribute& attribute : root.node_.attributes()) {
    const std::string_view name = attribute.name();
    if (name == "version" || name == "xmlns" || name.starts_with("xmlns:") || name.starts_with("xsi:"))
      root.use(attribute);
  }
  return root;
}

std::vector<XmlNode> XmlDocument::outermost_elements(const std::string& prefix) const {
  std::vector<XmlNode> found;
  const std::function<void(const pugi::xml_node&)> look_in = [&](const pugi::xml_node& node) {
    for (const pugi::xml_node& child : node.children())
      if (std::string_view(child.name()).starts_with(prefix))
        found.push_back(XmlNode(child, *this));
      else
        look_in(child);
  };
  look_in(document_);
  return found;
}

std::optional<std::pair<XmlNode, std::string>> XmlDocument::first_attribute_with(
    const std::string& text) const {
  std::optional<std::pair<XmlNode, std::string>> found;
  visit_elements(document_, [&](const pugi::xml_node& node) {
    for (const pugi::xml_attribute& attribute : node.attributes())
      if (!found && std::string_view(attribute.value()).find(text) != std::string_view::npos)
        found = {XmlNode(node, *this), attribute.name()};
    return found.has_value();
  });
  return found;
}

std::vector<std::string> XmlDocument::unused() const {
  struct Entry {
    std::string place, reason;
    std::size_t count;
  };
  constexpr std::size_t max_unused_kinds = 1000;
  std::vector<Entry> entries;
  std::size_t left_out = 0;
  std::map<std::string, std::size_t> of_kind;
  const auto add = [&](const std::string& what, const pugi::xml_node& parent, const void* object,
                       const auto& place) {
    const auto reason = reasons_.find(object);
    const std::string why = reason == reasons_.end() || reason->second.empty() ? "" : ": " + reason->second;
    const std::string kind = what + " in " + parent.name() + why;
    if (const auto known = of_kind.find(kind); known != of_kind.end()) {
      ++entries[known->second].count;
    } else if (entries.size() == max_unused_kinds) {
      ++left_out;
    } else {
      of_kind.emplace(kind, entries.size());
      entries.push_back({place(), why, 1});
    }
  };
  const std::function<void(const pugi::xml_node&)> collect = [&](const pugi::xml_node& node) {
    const XmlNode element(node, *this);
    for (const pugi::xml_attribute& attribute : node.attributes())
      if (!used_.count(attribute.internal_object()))
        add(std::string(node.name()) + " " + attribute.name(), node.parent(), attribute.internal_object(),
            [&] { return element.place(attribute.name()); });
    for (const pugi::xml_node& child : node.children()) {
      if (used_.count(child.internal_object())) {
        if (is_element(child)) collect(child);
      } else if (is_element(child)) {
        add(child.name(), node, child.internal_object(), [&] { return XmlNode(child, *this).place(); });
      } else if (is_text(child)) {
        add("text", node, child.internal_object(), [&] { return element.place() + ": the text in it"; });
      }
    }
  };
  collect(document_.document_element());
  std::vector<std::string> result;
  for (const Entry& entry : entries)
    result.push_back(entry.place +
                     (entry.count > 1 ? " (and " + std::to_string(entry.count - 1) + " more)" : "") +
                     ": not used" + entry.reason);
  if (left_out > 0)
    result.push_back(file_ + ": " + std::to_string(left_out) + " more elements and attributes are not used");
  return result;
}

std::string XmlNode::place() const {
  const std::string what = "<" + tag() + ">";
  const std::string where = place_in(document_->file_, line()) + ": " + what;
  // A named element directly below the root: `<link> "base"`.
  const bool is_outer = node_.parent() == node_.root() || node_.parent().parent() == node_.root();
  if (const auto name = node_.attribute("name"); name && is_outer)
    return where + " " + in_quotes(name.value());
  return where + of_named(node_.parent());
}

std::string XmlNode::place(const char* name) const {
  const pugi::xml_attribute attribute = node_.attribute(name);
  const std::size_t at = attribute ? document_->line_of(attribute.name()) : line();
  const bool is_name = std::string_view(name) == "name";
  return place_in(document_->file_, at) + ": <" + tag() + " " + name + ">" +
         of_named(is_name ? node_.parent() : node_);
}

std::string XmlNode::attributes() const {
  return attributes_of(node_);
}

void XmlNode::fail(const char* attribute, const std::string& expected) const {
  throw Error(place(attribute),
              "is " + in_quotes(node_.attribute(attribute).value()) + ": expected " + expected);
}

std::optional<XmlNode> XmlNode::first_child(
    const char* tag,
    const std::function<void(const XmlNode& other, const std::string& text)>& differs) const {
  const std::vector<XmlNode> all = children(tag);
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (say_the_same(all[0].node_, all[i].node_)) {
      if (document_->repeated_.empty()) document_->first_repeated_ = all[i].place();
      document_->repeated_.insert(all[i].identity());
    } else {
      differs(all[i], "is repeated with different content (in line " + std::to_string(all[0].line()) + ": " +
                          difference_of(all[0].node_, all[i].node_) + ")");
    }
  }
  return all.empty() ? std::nullopt : std::optional(all[0]);
}

std::optional<XmlNode> XmlNode::child(const char* tag) const {
  return first_child(tag, [&](const XmlNode& other, const std::string& text) {
    if (!document_->takes_first_)
      throw Error(other.place(), text + ": expected it once, or equal copies" + document_->advice_);
    if (document_->different_.insert(other.identity()).second)
      document_->left_out_.push_back(other.place() + ": " + text + ": the first is taken");
  });
}

XmlNode XmlNode::at(const char* tag, const std::string& why) const {
  if (const std::optional<XmlNode> found = child(tag)) return *found;
  throw Error(place(), "<" + std::string(tag) + "> is missing: expected it here" + why);
}

std::vector<XmlNode> XmlNode::children(const char* tag) const {
  std::vector<XmlNode> result;
  for (const pugi::xml_node& child : node_.children(tag)) {
    use(child);
    result.push_back(XmlNode(child, *document_));
  }
  return result;
}

std::vector<XmlNode> XmlNode::elements() const {
  std::vector<XmlNode> result;
  for (const pugi::xml_node& child : node_.children())
    if (is_element(child)) result.push_back(XmlNode(child, *document_));
  return result;
}

std::string XmlNode::text(const char* name) const {
  const pugi::xml_attribute attribute = node_.attribute(name);
  if (!attribute)
    throw Error(place(), "the attribute \"" + std::string(name) + "\" is missing: expected it here");
  use(attribute);
  return attribute.value();
}

bool XmlNode::has_elements() const {
  return std::any_of(node_.begin(), node_.end(), is_element);
}

void XmlNode::fail_as_number(const char* attribute, const std::string& expected) const {
  if (const std::string found = text(attribute);
      found.find("${") != std::string::npos || found.find("$(") != std::string::npos)
    fail(attribute,
         "a value, not a xacro expression. To make a URDF from a xacro file, run xacro robot.urdf.xacro > "
         "robot.urdf");
  fail(attribute,
       expected + (text(attribute).find(',') == std::string::npos ? "" : ", written without commas"));
}

std::optional<double> XmlNode::number_if(const char* attribute) const {
  return has(attribute) ? parse_finite(trimmed_text(text(attribute))) : std::nullopt;
}

double XmlNode::number(const char* attribute, const std::string& unit) const {
  const std::optional<double> value = parse_finite(trimmed_text(text(attribute)));
  if (!value) fail_as_number(attribute, "a finite number (" + unit + ")");
  return *value;
}

double XmlNode::number_or(const char* attribute, const std::string& unit, double otherwise) const {
  return has(attribute) ? number(attribute, unit) : otherwise;
}

std::vector<double> XmlNode::numbers(const char* attribute, const std::string& unit) const {
  std::vector<double> values;
  if (!has(attribute)) return values;
  std::istringstream words(text(attribute));
  for (std::string word; words >> word;) {
    const std::optional<double> value = parse_finite(word);
    if (!value) fail_as_number(attribute, "finite numbers (" + unit + ")");
    values.push_back(*value);
  }
  return values;
}

Eigen::VectorXd XmlNode::numbers_or(const char* attribute, const std::string& unit,
                                    const Eigen::VectorXd& otherwise) const {
  if (!has(attribute)) return otherwise;
  std::vector<double> values;
  const std::string expected = std::to_string(otherwise.size()) + " finite numbers (" + unit + ")";
  std::istringstream words(text(attribute));
  for (std::string word; words >> word;) {
    const std::optional<double> value = parse_finite(word);
    if (!value || values.size() == static_cast<std::size_t>(otherwise.size()))
      fail_as_number(attribute, expected);
    values.push_back(*value);
  }
  if (values.size() != static_cast<std::size_t>(otherwise.size())) fail_as_number(attribute, expected);
  return Eigen::Map<const Eigen::VectorXd>(values.data(), otherwise.size());
}

std::string XmlNode::content() const {
  std::string text;
  for (const pugi::xml_node& child : node_.children())
    if (is_text(child)) {
      use(child);
      text += child.value();
    }
  return trimmed_text(text);
}

void XmlNode::leave(std::initializer_list<const char*> names, const std::string& reason) const {
  for (const char* name : names) {
    if (const pugi::xml_attribute attribute = node_.attribute(name))
      document_->reasons_[attribute.internal_object()] = reason;
    for (const pugi::xml_node& child : node_.children(name))
      document_->reasons_[child.internal_object()] = reason;
  }
}

void XmlNode::leave_whole(const std::string& reason) const {
  document_->used_.erase(node_.internal_object());
  document_->reasons_[node_.internal_object()] = reason;
}

}  // namespace invdyn
