#pragma once

#include <Eigen/Core>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace invdyn {

class XmlNode;

/// Throws Error, with `place`, for a name that no attribute can hold: with control characters, U+FFFE or
/// U+FFFF, or not UTF-8.
void expect_held_by_xml(const std::string& name, const std::string& place);

/// An XML file that records which elements and attributes were used, to report the unused ones at the end.
/// Elements keep their lines.
class XmlDocument {
 public:
  /// Parses the text. Throws Error, with file and line, if it is not well-formed XML with one root element,
  /// for a duplicate attribute in an element, or for elements that are nested deeper than `deepest`.
  XmlDocument(const std::string& text, const std::string& file, int deepest = 100);
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  /// The root element; it counts as used, with its version and namespace declarations.
  XmlNode root() const;

  /// The elements whose names begin with `prefix`, without those inside them, in the order of the file.
  std::vector<XmlNode> outermost_elements(const std::string& prefix) const;
  /// The first attribute that contains this text, with its element.
  std::optional<std::pair<XmlNode, std::string>> first_attribute_with(const std::string& text) const;

  /// The unused parts, in the order of the file. Parts of one kind make one entry, with the place of the
  /// first: `arm.urdf:12: <visual> of link "base" (and 7 more): not used`.
  std::vector<std::string> unused() const;

  /// Of repeated elements with different content, the first counts. left_out() has the places and values of
  /// the others.
  void take_first() { takes_first_ = true; }
  const std::vector<std::string>& left_out() const { return left_out_; }
  /// What ends the text of the error about them otherwise.
  void advise_on_repeated(const std::string& advice) { advice_ = advice; }

  /// Repeated identical elements where only one was expected: the place of the first, and their number.
  const std::string& first_repeated() const { return first_repeated_; }
  std::size_t repeated() const { return repeated_.size(); }

 private:
  friend class XmlNode;
  void check_elements(int deepest);
  std::size_t line_of(const char* name) const;

  const std::string file_;
  std::vector<std::size_t> newlines_;  // indices into the text
  std::vector<char> buffer_;           // the parsed copy of the text; names point into it
  pugi::xml_document document_;
  mutable std::unordered_set<const void*> used_;
  bool takes_first_ = false;
  std::string advice_;
  mutable std::vector<std::string> left_out_;
  mutable std::unordered_set<const void*> repeated_, different_;
  mutable std::string first_repeated_;
  mutable std::map<const void*, std::string> reasons_;  // for not using an element or attribute
};

/// An element with its place: file, line, name, and the enclosing named element. Every access counts as use,
/// and throws Error if the value does not fit. Refers to its document, which must outlive it.
class XmlNode {
 public:
  std::string tag() const { return node_.name(); }
  const std::string& file() const { return document_->file_; }
  std::size_t line() const { return document_->line_of(node_.name()); }
  /// `arm.urdf:42: <inertia> of link "forearm"`.
  std::string place() const;
  /// `arm.urdf:42: <inertia ixx> of link "forearm"`.
  std::string place(const char* attribute) const;
  /// Its attributes as in the file: `lower="2" upper="1"`.
  std::string attributes() const;
  /// The name of the enclosing element; empty for the root.
  std::string parent_tag() const { return node_.parent().name(); }
  bool has_elements() const;
  /// Throws Error with the attribute's value and `expected`.
  [[noreturn]] void fail(const char* attribute, const std::string& expected) const;

  /// The only element of this name. Throws Error if there are two with different content, unless the document
  /// takes the first.
  std::optional<XmlNode> child(const char* tag) const;
  /// The first element of this name. Calls `differs` for each other one with different content.
  std::optional<XmlNode> first_child(
      const char* tag,
      const std::function<void(const XmlNode& other, const std::string& text)>& differs) const;
  /// A required element; `why` ends the error's text if the reason is not obvious.
  XmlNode at(const char* tag, const std::string& why = "") const;
  /// All elements of this name.
  std::vector<XmlNode> children(const char* tag) const;
  /// All elements inside; this does not count as use.
  std::vector<XmlNode> elements() const;
  void use() const { use(node_); }
  /// The same for copies of this node, different for all others.
  const void* identity() const { return node_.internal_object(); }

  bool has(const char* attribute) const { return !node_.attribute(attribute).empty(); }
  std::string text(const char* attribute) const;  ///< required
  /// The same, but it does not count as use.
  std::string value(const char* attribute) const { return node_.attribute(attribute).value(); }
  /// A number; std::nullopt if it is missing or not finite.
  std::optional<double> number_if(const char* attribute) const;
  double number(const char* attribute, const std::string& unit) const;
  double number_or(const char* attribute, const std::string& unit, double otherwise) const;
  /// Numbers separated by blanks, as many as `otherwise` has; `otherwise` if the attribute is missing.
  Eigen::VectorXd numbers_or(const char* attribute, const std::string& unit,
                             const Eigen::VectorXd& otherwise) const;
  /// Any number of numbers; none if the attribute is missing.
  std::vector<double> numbers(const char* attribute, const std::string& unit) const;
  /// The text inside the element, trimmed.
  std::string content() const;

  /// Marks elements and attributes of these names as unused, for this reason.
  void leave(std::initializer_list<const char*> names, const std::string& reason) const;
  /// Marks the element and its content as unused after all; `reason` may be empty.
  void leave_whole(const std::string& reason) const;

 private:
  friend class XmlDocument;
  [[noreturn]] void fail_as_number(const char* attribute, const std::string& expected) const;
  XmlNode(pugi::xml_node node, const XmlDocument& document) : node_(node), document_(&document) {}
  void use(pugi::xml_node node) const { document_->used_.insert(node.internal_object()); }
  void use(pugi::xml_attribute attribute) const { document_->used_.insert(attribute.internal_object()); }

  pugi::xml_node node_;
  const XmlDocument* document_;
};

}  // namespace invdyn
