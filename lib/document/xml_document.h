#pragma once

#include <Eigen/Core>
#include <initializer_list>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <unordered_set>
#include <vector>

namespace invdyn {

class XmlNode;

/// An XML file that remembers which of its elements and attributes were asked for, so that what nobody used
/// can be told at the end. Elements keep their lines.
class XmlDocument {
 public:
  /// Parses the text. Throws Error, with file and line, where it is no well-formed XML with one root element,
  /// or where an attribute stands twice in its element.
  XmlDocument(const std::string& text, const std::string& file);
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  /// The root element; it counts as used, with its version and declarations of namespaces.
  XmlNode root() const;

  /// The elements whose names begin so, without those inside of them, in the order of the file.
  std::vector<XmlNode> outermost_elements(const std::string& prefix) const;
  /// The first attribute that holds this text, with its element.
  std::optional<std::pair<XmlNode, std::string>> first_attribute_with(const std::string& text) const;

  /// What was not asked for, in the order of the file; things of one kind are one entry, of the first of
  /// them: `arm.urdf:12: <visual> of link "base" (and 7 more): not used`.
  std::vector<std::string> unused() const;

  /// Elements that were asked for as the only ones and stand there again, the same: the first one's place,
  /// and how many there are.
  const std::string& first_repeated() const { return first_repeated_; }
  std::size_t repeated() const { return repeated_.size(); }

 private:
  friend class XmlNode;
  void check_elements();
  std::size_t line_of(const char* name) const;

  const std::string text_;
  const std::string file_;
  std::vector<std::size_t> newlines_;  // indices into the text
  std::vector<char> buffer_;           // the parsed copy of the text, which names point into
  pugi::xml_document document_;
  mutable std::unordered_set<const void*> used_;
  mutable std::unordered_set<const void*> repeated_;
  mutable std::string first_repeated_;
  mutable std::map<const void*, std::string> reasons_;  // for not using an element or attribute
};

/// An element that knows its place: file, line, name, and the named element around it. Every access throws
/// Error where what stands there does not fit, and counts as use. Refers to its document, which must outlive
/// it.
class XmlNode {
 public:
  std::string tag() const { return node_.name(); }
  std::size_t line() const { return document_->line_of(node_.name()); }
  /// `arm.urdf:42: <inertia> of link "forearm"`.
  std::string place() const;
  /// `arm.urdf:42: <inertia ixx> of link "forearm"`.
  std::string place(const char* attribute) const;
  /// Its attributes as they stand in the file: `lower="2" upper="1"`.
  std::string attributes() const;
  /// The name of the element around it; of the root: empty.
  std::string parent_tag() const { return node_.parent().name(); }
  bool has_elements() const;
  /// Throws Error: what the attribute is, and what was expected instead.
  [[noreturn]] void fail(const char* attribute, const std::string& expected) const;

  /// The only element of this name. Throws Error where there are two, unless they say the same.
  std::optional<XmlNode> child(const char* tag) const;
  /// One that must be there; `why` ends the error's text where that is not plain.
  XmlNode at(const char* tag, const std::string& why = "") const;
  /// All elements of this name.
  std::vector<XmlNode> children(const char* tag) const;

  bool has(const char* attribute) const { return !node_.attribute(attribute).empty(); }
  std::string text(const char* attribute) const;  ///< which must be there
  /// Without counting as use.
  std::string value(const char* attribute) const { return node_.attribute(attribute).value(); }
  /// A number, or std::nullopt where there is none, or none that is finite.
  std::optional<double> number_if(const char* attribute) const;
  double number(const char* attribute, const std::string& unit) const;
  double number_or(const char* attribute, const std::string& unit, double otherwise) const;
  /// As many numbers, between blanks, as `otherwise` has.
  Eigen::VectorXd numbers_or(const char* attribute, const std::string& unit,
                             const Eigen::VectorXd& otherwise) const;
  /// The text inside the element, trimmed.
  std::string content() const;

  /// Elements or attributes of these names, if there are any, are not used, for this reason.
  void leave(std::initializer_list<const char*> names, const std::string& reason) const;
  /// The element is not used after all, nor what is in it; `reason` may be empty.
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
