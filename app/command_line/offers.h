#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace invdyn {

// What a shell offers for the value of an option. Nothing here is checked when the value is read.

/// The names of the robot on the command line.
enum class RobotNames { none, links, joints, fixable_joints };

/// One of the parts that a value is made of: `auto`, `mass=`, `link=` and a link, `JOINT=`.
struct OfferedPart {
  std::string text = {};  ///< `auto`, `mass=`. `=`: any text that ends with =, as in `--map COLUMN=JOINT`
  RobotNames names = RobotNames::none;         ///< after the text
  std::vector<std::string> words = {};         ///< after the text, too
  bool is_file = false;                        ///< a path comes after the text
  std::vector<std::string> before_names = {};  ///< `tau_`: names are offered with it, too
  bool sign_follows = false;                   ///< of names: `elbow=`
};

/// An option that names a robot: the robot whose joints and links other options name, or another one.
enum class RobotRole { none, named, other };

struct Offer {
  std::vector<OfferedPart> parts;
  char separator = ',';  ///< between parts. Where it is a blank, names and paths may have blanks in them
  RobotRole robot = RobotRole::none;
};

/// States what a value may be. Returns the option.
CLI::Option* offer(CLI::Option* option, Offer what);

/// The value, or each part of it between commas, is one of the words.
CLI::Option* offer_words(CLI::Option* option, const std::vector<std::string>& words);

/// The value has fields separated by blanks: `link=tool mass=2`. The fields of the first keys have plain
/// values; `others` have values that are offered.
CLI::Option* offer_fields(CLI::Option* option, const std::vector<std::string>& keys,
                          const std::vector<OfferedPart>& others = {});

/// Without parts: nothing was stated.
const Offer& offer_of(const CLI::Option& option);

}  // namespace invdyn
