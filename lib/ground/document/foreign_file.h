#pragma once

#include <string>
#include <string_view>

namespace invdyn {

/// What a file of another program is, by its first bytes, and how to get one that is read; empty: it is none
/// that is known. `name` is printed in the line to type.
std::string foreign_file_fault(const std::string& name, std::string_view first_bytes);
/// Whether more bytes are needed to know.
bool may_become_foreign(std::string_view first_bytes);

}  // namespace invdyn
