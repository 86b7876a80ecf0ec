#pragma once

#include <optional>
#include <string>

#include "identification.h"
#include "link_errors.h"

namespace invdyn {

/// The text of a robot in our JSON with the parameters of links that a fit found and their covariance, in
/// `fit`. Of a fit without links: with the record of the text `file`, if the fit changed none of its numbers.
std::string with_fit_record(const std::string& json, const Identification& result, const std::string& file);
/// The text of a robot in our JSON with the record of another text of it.
std::string with_record_of(const std::string& file, const std::string& json);
/// Whether the text of a robot has a record.
bool has_fit_record(const std::string& text);

/// The errors of links that the text of a robot records. None: it records none, or is no JSON. Throws Error,
/// with `file` in its place, for a record that is not of this robot and its numbers.
std::optional<LinkErrors> recorded_errors(const std::string& text, const std::string& file,
                                          const Robot& robot, const Regressor& regressor);

}  // namespace invdyn
