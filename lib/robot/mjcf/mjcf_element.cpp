#include "mjcf_element.h"

#include <algorithm>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

constexpr std::size_t max_classes = 10'000;
constexpr int max_depth_of_classes = 50;

}  // namespace

std::optional<XmlNode> MjcfElement::holder(const char* attribute) const {
  if (own_.has(attribute)) return own_;
  for (const XmlNode& node : defaults_)
    if (node.has(attribute)) return node;
  return std::nullopt;
}

void MjcfElement::leave(std::initializer_list<const char*> attributes, const std::string& reason) const {
  own_.leave(attributes, reason);
  for (const XmlNode& node : defaults_) node.leave(attributes, reason);
}

std::string MjcfElement::place(const char* attribute) const {
  const std::optional<XmlNode> node = holder(attribute);
  return node ? node->place(attribute) : own_.place();
}

void MjcfElement::fail(const char* attribute, const std::string& expected) const {
  holder(attribute).value_or(own_).fail(attribute, expected);
}

std::string MjcfElement::text_or(const char* attribute, const std::string& otherwise) const {
  const std::optional<XmlNode> node = holder(attribute);
  return node ? node->text(attribute) : otherwise;
}

double MjcfElement::number_or(const char* attribute, const std::string& unit, double otherwise) const {
  const std::optional<XmlNode> node = holder(attribute);
  return node ? node->number(attribute, unit) : otherwise;
}

Eigen::VectorXd MjcfElement::numbers_or(const char* attribute, const std::string& unit,
                                        const Eigen::VectorXd& otherwise) const {
  const std::optional<XmlNode> node = holder(attribute);
  return node ? node->numbers_or(attribute, unit, otherwise) : otherwise;
}

Eigen::VectorXd MjcfElement::layered(const char* attribute, const std::string& unit,
                                     Eigen::VectorXd start) const {
  const auto lay = [&](const XmlNode& node) {
    const std::vector<double> values = node.numbers(attribute, unit);
    if (values.size() > static_cast<std::size_t>(start.size()))
      node.fail(attribute, "at most " + std::to_string(start.size()) + " numbers (" + unit + ")");
    std::copy(values.begin(), values.end(), start.begin());
  };
  for (auto node = defaults_.rbegin(); node != defaults_.rend(); ++node) lay(*node);
  lay(own_);
  return start;
}

std::size_t MjcfElement::choice(const char* attribute, const std::vector<std::string>& words,
                                std::size_t otherwise) const {
  const std::optional<XmlNode> node = holder(attribute);
  if (!node) return otherwise;
  const std::string word = node->text(attribute);
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) node->fail(attribute, "one of " + joined(words) + did_you_mean(word, words));
  return static_cast<std::size_t>(found - words.begin());
}

bool MjcfElement::flag(const char* attribute, bool otherwise) const {
  return choice(attribute, {"false", "true"}, otherwise) == 1;
}

MjcfDefaults::MjcfDefaults(MjcfFiles& files) : classes_{{main, {}}}, index_{{"main", main}} {
  for (const XmlNode& section : files.elements(files.root(), "default")) {
    if (section.has("class")) index_.insert_or_assign(section.text("class"), main);
    read(files, section, main, 0);
  }
}

// What a class says itself counts for the classes inside it, wherever it stands.
void MjcfDefaults::read(MjcfFiles& files, const XmlNode& node, std::size_t into, int depth) {
  if (depth > max_depth_of_classes)
    node.fail("class", "classes that are nested at most " + std::to_string(max_depth_of_classes) + " deep");
  for (const XmlNode& element : files.elements(node)) {
    if (element.tag() == "default") {
      element.use();
      const std::string name = element.text("class");
      if (name.empty()) element.fail("class", "a text that is not empty");
      if (!index_.emplace(name, classes_.size()).second)
        element.fail("class", "a unique name; another class already has this name");
      if (classes_.size() == max_classes)
        element.fail("class", "at most " + std::to_string(max_classes) + " classes");
      classes_.push_back({into, {}});
      read(files, element, classes_.size() - 1, depth + 1);
    } else {
      classes_[into].elements.push_back(element);
    }
  }
}

std::size_t MjcfDefaults::named_by(const XmlNode& node, const char* attribute, std::size_t otherwise) const {
  if (!node.has(attribute)) return otherwise;
  const std::string name = node.text(attribute);
  if (const auto found = index_.find(name); found != index_.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [each, index] : index_) names.push_back(each);
  node.fail(attribute, "the name of a default class" + did_you_mean(name, names));
}

std::vector<XmlNode> MjcfDefaults::defaults_of(const std::vector<std::string>& tags,
                                               std::size_t of_class) const {
  std::vector<XmlNode> defaults;
  for (std::size_t at = of_class;; at = classes_[at].parent) {
    const std::vector<XmlNode>& elements = classes_[at].elements;
    for (auto element = elements.rbegin(); element != elements.rend(); ++element) {
      if (std::find(tags.begin(), tags.end(), element->tag()) == tags.end()) continue;
      element->use();
      defaults.push_back(*element);
    }
    if (at == main) return defaults;
  }
}

std::optional<double> MjcfDefaults::number_of(std::size_t of_class, const std::string& tag,
                                              const char* attribute, const std::string& unit) const {
  for (const XmlNode& node : defaults_of({tag}, of_class))
    if (node.has(attribute)) return node.number(attribute, unit);
  return std::nullopt;
}

MjcfElement MjcfDefaults::element(const XmlNode& node, std::size_t otherwise,
                                  const std::vector<std::string>& tags) const {
  node.use();
  std::vector<std::string> all = tags;
  all.push_back(node.tag());
  return MjcfElement(node, defaults_of(all, named_by(node, "class", otherwise)));
}

}  // namespace invdyn
