#pragma once

#include <string>
#include <string_view>

namespace invdyn {

/// The bytes as text in base 64 (RFC 4648), for pages that hold data.
std::string base64(std::string_view bytes);

}  // namespace invdyn
