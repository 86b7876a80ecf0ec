#include "command_line/flag_names.h"

#include <gtest/gtest.h>

namespace invdyn {
namespace {

TEST(FlagNames, ReplaceSettingsInBackquotes) {
  EXPECT_EQ(with_flags("`lowpass`: is 50 Hz"), "--lowpass: is 50 Hz");
  EXPECT_EQ(with_flags("no time column (or give `dt` or `rate`)"), "no time column (or give --dt or --rate)");
  EXPECT_EQ(with_flags("(`control-period`)"), "(--control-period)");
}

TEST(FlagNames, LeaveOtherText) {
  for (const char* const text : {"", "`", "``", "a`b", "`a b`", "`A`", "`a", "log`.csv: no column"})
    EXPECT_EQ(with_flags(text), text);
}

}  // namespace
}  // namespace invdyn
