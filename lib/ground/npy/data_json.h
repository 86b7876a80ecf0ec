#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "data_identity.h"

namespace invdyn {

/// The value of `data` in a file that describes data.
nlohmann::ordered_json data_json(const DescribedData& data);
/// The identity in such a value; none for other values.
std::optional<DataIdentity> identity_in(const nlohmann::json& data);

}  // namespace invdyn
