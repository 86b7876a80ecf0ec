#pragma once

#include <string>

#include "page_data.h"

namespace invdyn {

/// A page, complete in itself, in which the robot moves and the torques run beside it.
std::string view_page(const PageContent& content);

}  // namespace invdyn
