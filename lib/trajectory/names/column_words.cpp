#include "column_words.h"

#include <algorithm>
#include <unordered_map>

#include "../../ground/base/lower_case.h"

namespace invdyn {
namespace {

enum class Word {
  position,
  velocity,
  acceleration,
  torque,
  current,
  dot,
  measured,
  commanded,
  motor,
  neutral,
  side,
  part,
  counts,
  of_no_joint
};

// Greek letters: theta and tau.
constexpr std::pair<Word, std::string_view> vocabulary[] = {
    {Word::position,
     "q qs qpos pos posn position positions angle angles ang jpos value values val th "
     "winkel lage stellung positionen \xCE\xB8"},
    {Word::velocity,
     "dq qd qdot qv qvel jvel vel vels velo velocity velocities speed speeds v omega thd "
     "geschwindigkeit geschwindigkeiten winkelgeschwindigkeit winkelgeschwindigkeiten geschw drehzahl vitesse "
     "vitesses"},
    {Word::acceleration,
     "ddq qdd qddot qacc acc accs accel accels acceleration accelerations thdd "
     "beschleunigung beschleunigungen winkelbeschleunigung winkelbeschleunigungen beschl acc\xC3\xA9l\xC3\xA9ration"},
    {Word::torque,
     "tau taus torque torques effort efforts eff trq tq tor qfrc moment moments jtorque "
     "momente drehmoment drehmomente couple couples \xCF\x84"},
    {Word::current,
     "current currents cur curr iq amp amps ampere amperes strom str\xC3\xB6me courant courants"},
    {Word::dot, "dot ddot"},
    {Word::measured,
     "actual act measured measure meas msr real fb feedback fdb present sensed ai ist istwert mesure"},
    {Word::commanded,
     "target targets desired des d cmd cmds command commands commanded ref reference goal setpoint sp ipo "
     "planned plan planner traj trajectory nominal action actions requested soll sollwert sollwerte consigne consignes"},
    {Word::motor, "motor motors theta thetas dtheta ddtheta"},
    {Word::neutral,
     "joint joints jnt jnts j axis axes a ax rax servo dxl actuator state states "
     "js observation obs field data msg dof angular est as gelenk gelenke "
     "achse achsen achs axe articulation articulations"},
    {Word::side, "arm robot left right l r follower leader"},
    {Word::part, "base body gripper hand"},
    {Word::counts, "raw count counts tick ticks pulse pulses increments encoder encoders enc"},
    {Word::of_no_joint,
     "error err tcp tool ee eef endeffector effector flange cart cartesian pose quat quaternion wrench ft "
     "foot feet contact contacts collision com ball object imu gyro camera image temp temps temperature "
     "temperatures voltage volt volts power pwm load status mode fault flag enabled limit limits lower upper "
     "min max std var variance cov covariance offset bias init initial home start end diff delta residual "
     "tracking pred predicted ext external disturbance gravity grav coriolis friction gain kp kd stiffness damping name "
     "names time stamp secs nsecs seq jerk dtau reward cost rate constant percent pct ff feedforward g "
     "norm normalized temperatur spannung fehler erreur kraft leistung"}};

const std::unordered_map<std::string_view, Word>& known_words() {
  static const std::unordered_map<std::string_view, Word> words = [] {
    std::unordered_map<std::string_view, Word> all;
    for (auto [word, list] : vocabulary)
      while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        all.emplace(list.substr(0, end), word);
        list.remove_prefix(std::min(end + 1, list.size()));
      }
    return all;
  }();
  return words;
}

std::optional<Word> known(std::string_view word) {
  const auto found = known_words().find(word);
  if (found == known_words().end()) return std::nullopt;
  return found->second;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
// Bytes of other alphabets count as small letters.
bool is_small(char c) {
  return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

// `jointpos`, `Istwinkel`: a quantity after a word that tells more of it.
void add_word(const std::string& word, std::vector<std::string>& words) {
  constexpr std::size_t shortest = 3;
  for (std::size_t end = shortest; !known(word) && end + shortest <= word.size(); ++end) {
    const std::optional<Word> first = known(word.substr(0, end)), second = known(word.substr(end));
    if (!first || !second || *first < Word::measured || *first > Word::neutral || *second > Word::current)
      continue;
    words.push_back(word.substr(0, end));
    words.push_back(word.substr(end));
    return;
  }
  words.push_back(word);
}

// Letters alone: `axisQMsr`, `dQ`. Capital letters begin words, unless all is one known word.
void add_letters(std::string_view letters, std::vector<std::string>& words) {
  const std::string whole = lower_case(letters);
  if (known(whole)) {
    words.push_back(whole);
    return;
  }
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= letters.size(); ++i) {
    const bool ends = i == letters.size() || (is_upper(letters[i]) && is_small(letters[i - 1])) ||
                      (is_upper(letters[i]) && i + 1 < letters.size() && is_small(letters[i + 1]));
    if (!ends) continue;
    add_word(whole.substr(begin, i - begin), words);
    begin = i;
  }
}

// q2d: the second derivative.
bool is_derivative(const std::vector<std::string>& words, std::size_t i) {
  return i >= 1 && i + 1 < words.size() && words[i - 1] == "q" && words[i + 1] == "d" &&
         (words[i] == "1" || words[i] == "2");
}

// The unit that this word names: deg of `q_deg_1`.
const ColumnUnit* unit_in(const std::string& word) {
  const std::optional<StatedUnit> stated = stated_unit("x_" + word);
  return stated ? stated->unit : nullptr;
}

// The words that name a quantity.
struct Count {
  int derivative = -1;  // of the position; -1: no word
  int dots = 0;
  bool torque = false, current = false;

  void add_derivative(int order) { derivative = std::max(derivative, order); }

  void add(std::optional<Word> what, const std::string& word) {
    if (what && *what <= Word::acceleration) add_derivative(static_cast<int>(*what));
    if (what == Word::motor && word.find("theta") != std::string::npos)
      add_derivative(word.starts_with("dd") ? 2 : word.starts_with('d') ? 1 : 0);
    if (what == Word::dot) dots += word == "ddot" ? 2 : 1;
    torque = torque || what == Word::torque;
    current = current || what == Word::current;
  }

  void decide(WordsMeaning& meaning) const {
    constexpr Quantity derivatives[] = {Quantity::q, Quantity::dq, Quantity::ddq};
    meaning.names_quantity = torque || current || derivative >= 0;
    meaning.is_current = current && !torque && derivative < 0;
    meaning.quantity = torque || meaning.is_current
                           ? Quantity::tau
                           : derivatives[std::min(std::max(derivative, 0) + dots, 2)];
    // present_position is current_position too
    if (current && !meaning.is_current && meaning.values == ValuesOf::unknown)
      meaning.values = ValuesOf::measurement;
  }
};

// KUKA's `$VEL_AXIS_ACT` and `$CURR_ACT`: in per cent of the motor's or its drive's greatest value.
bool is_share_of_motor(const std::vector<std::string>& words) {
  const auto begins = [&](const std::vector<std::string>& other) {
    return words.size() >= other.size() && std::equal(other.begin(), other.end(), words.begin());
  };
  return begins({"vel", "axis", "act"}) || begins({"curr", "act"});
}

// False: a unit is none of the quantity.
bool take_units(const std::vector<std::string>& words, WordsMeaning& meaning) {
  for (const std::string& word : words)
    if (const ColumnUnit* const unit = unit_in(word)) {
      if (!meaning.names_quantity) meaning.quantity = unit->quantity;
      meaning.unit = unit_of(*unit, meaning.quantity);
      if (!meaning.unit) return false;
    }
  return true;
}

}  // namespace

std::vector<std::string> words_in(std::string_view name) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t end = i;
    if (name[i] == '%') {
      words.emplace_back("percent");
    } else if (is_digit(name[i])) {
      while (end < name.size() && is_digit(name[end])) ++end;
      words.emplace_back(name.substr(i, end - i));
    } else if (is_upper(name[i]) || is_small(name[i])) {
      while (end < name.size() && (is_upper(name[end]) || is_small(name[end]))) ++end;
      add_letters(name.substr(i, end - i), words);
    }
    i = std::max(end, i + 1);
  }
  return words;
}

std::optional<WordsMeaning> meaning_of(const std::vector<std::string>& words,
                                       const std::vector<std::string>& of_joints) {
  WordsMeaning meaning;
  if (words == words_in("joint_control_output") ||  // of UR's RTDE: currents
      words == std::vector<std::string>{"joint", "control", "output", std::string(joint_word)}) {
    meaning.quantity = Quantity::tau;
    meaning.is_current = meaning.names_quantity = true;
    return meaning;
  }
  if (is_share_of_motor(words)) return std::nullopt;
  Count of_quantity;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::optional<Word> what = known(word);
    if (word == joint_word) continue;
    if (what == Word::of_no_joint) return std::nullopt;
    if (what == Word::counts) meaning.are_counts = meaning.has_unknown_words = true;
    if (word == "t" && i > 0 && (words[i - 1] == "j" || words[i - 1] == "joint")) of_quantity.torque = true;
    if (is_derivative(words, i)) {
      of_quantity.add_derivative(word == "1" ? 1 : 2);
      ++i;
      continue;
    }
    of_quantity.add(what, word);
    if (what == Word::measured) meaning.values = ValuesOf::measurement;
    if (what == Word::commanded && meaning.values == ValuesOf::unknown) meaning.values = ValuesOf::command;
    if (what == Word::motor) meaning.is_of_motor = true;
    if (what == Word::part) meaning.names_part = true;
    const bool is_unknown = !what && !unit_in(word);
    if (is_unknown && !is_digit(word[0]) &&
        std::find(of_joints.begin(), of_joints.end(), word) == of_joints.end())
      meaning.has_unknown_words = true;
    const bool is_side = what == Word::side || what == Word::part;
    if (!what || what == Word::neutral || is_side) meaning.others.push_back(word);
    if (is_unknown || is_side) meaning.sides.push_back(word);
  }
  if (of_quantity.current && of_quantity.torque) {  // of one, or the present torque
    meaning.has_unknown_words = true;
    meaning.sides.emplace_back("current");
  }
  of_quantity.decide(meaning);
  const bool is_of_joint = std::find(words.begin(), words.end(), joint_word) != words.end();
  if (meaning.are_counts && (!is_of_joint || meaning.quantity != Quantity::q)) return std::nullopt;
  return take_units(words, meaning) ? std::optional(meaning) : std::nullopt;
}

}  // namespace invdyn
