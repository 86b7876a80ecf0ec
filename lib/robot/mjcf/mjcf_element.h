#pragma once

#include <Eigen/Core>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mjcf_files.h"

namespace invdyn {

/// An element with the default elements of its class: what it does not say itself, they say.
class MjcfElement {
 public:
  explicit MjcfElement(const XmlNode& own, std::vector<XmlNode> defaults = {})
      : own_(own), defaults_(std::move(defaults)) {}

  const XmlNode& own() const { return own_; }
  bool has(const char* attribute) const { return holder(attribute).has_value(); }
  /// The element that says it, itself or a default.
  std::optional<XmlNode> holder(const char* attribute) const;
  /// For errors: the place of the attribute, or of the element if nothing says it.
  std::string place(const char* attribute) const;
  [[noreturn]] void fail(const char* attribute, const std::string& expected) const;

  std::string text_or(const char* attribute, const std::string& otherwise) const;
  double number_or(const char* attribute, const std::string& unit, double otherwise) const;
  /// As many numbers as `otherwise` has.
  Eigen::VectorXd numbers_or(const char* attribute, const std::string& unit,
                             const Eigen::VectorXd& otherwise) const;
  /// A list may be shorter than `start`: then the last values are those of the default.
  Eigen::VectorXd layered(const char* attribute, const std::string& unit, Eigen::VectorXd start) const;
  /// The word at this index, or `otherwise`.
  std::size_t choice(const char* attribute, const std::vector<std::string>& words,
                     std::size_t otherwise) const;
  bool flag(const char* attribute, bool otherwise) const;

  /// Marks these attributes as unused for this reason, also where defaults say them.
  void leave(std::initializer_list<const char*> attributes, const std::string& reason) const;

 private:
  XmlNode own_;
  std::vector<XmlNode> defaults_;  // the nearest first
};

/// The classes of <default>. A class inside another one begins with all that the other says.
class MjcfDefaults {
 public:
  explicit MjcfDefaults(MjcfFiles& files);

  /// The class of the outermost <default>, for elements without class.
  static constexpr std::size_t main = 0;
  /// The class that the attribute names; `otherwise` if it is missing.
  std::size_t named_by(const XmlNode& node, const char* attribute, std::size_t otherwise) const;
  /// The element with the defaults of its `class`, or of `otherwise`. `tags`: other names of the defaults.
  MjcfElement element(const XmlNode& node, std::size_t otherwise,
                      const std::vector<std::string>& tags = {}) const;
  /// What a class says of a number of elements of this name.
  std::optional<double> number_of(std::size_t of_class, const std::string& tag, const char* attribute,
                                  const std::string& unit) const;

 private:
  std::vector<XmlNode> defaults_of(const std::vector<std::string>& tags, std::size_t of_class) const;
  struct Class {
    std::size_t parent;
    std::vector<XmlNode> elements;
  };
  void read(MjcfFiles& files, const XmlNode& node, std::size_t into, int depth);

  std::vector<Class> classes_;
  std::map<std::string, std::size_t> index_;
};

}  // namespace invdyn
