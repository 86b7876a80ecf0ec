#include "trajectory_run.h"

#include <unistd.h>

#include <algorithm>

#include "../../dynamics/core/measured_torques.h"
#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../trajectory/files/formats.h"
#include "../../trajectory/files/prepared_source.h"
#include "../guard/contact_watch.h"
#include "../guard/guard.h"
#include "../rows/row_file.h"
#include "base_twist_watch.h"
#include "coupled_source.h"
#include "lag_watch.h"
#include "noise_report.h"
#include "noise_watch.h"
#include "pipeline.h"
#include "quaternion_order_watch.h"
#include "top_speeds.h"

namespace invdyn {
namespace {

std::unique_ptr<TrajectorySource> opened(const TrajectorySettings& settings, const Robot& robot,
                                         Report& report) {
  if (settings.path == "-" && ::isatty(STDIN_FILENO) == 1)
    report.note("reading the trajectory from the terminal; end it with Ctrl-D");
  const Warn note = [&](const std::string& text) { report.note(text); };
  CsvSettings csv = settings.csv;
  if (settings.preparation.clean && !csv.scheme) csv.scheme = Scheme::backward;  // positions only
  if (csv.coupling.empty()) return open_trajectory(settings.path, robot, csv, note);
  if (settings.unwrap && !settings.preparation.clean)
    throw UsageError("`unwrap`",
                     "give `unwrap` or `coupling`, not both: `unwrap` counts turns of joints, but the file "
                     "has angles of motors");
  MotorCoupling coupling(csv.coupling, robot);
  auto source = open_trajectory(settings.path, coupling.robot_of_motors(robot), csv, note);
  return std::make_unique<CoupledSource>(std::move(source), std::move(coupling));
}

// The constants of coupled motors count before their torques are combined.
void expect_equal_constants(const MeasuredTorques& measured, const std::string& coupling,
                            const Robot& robot) {
  const std::vector<std::size_t> joints = MotorCoupling(coupling, robot).joints();
  const std::vector<double>& constants = measured.torque_constants();
  for (const std::size_t joint : joints)
    if (constants[joint] != constants[joints.front()])
      throw UsageError(
          "`torque-constant`",
          "differs between motors that are coupled by `coupling`: expected equal constants. To scale each "
          "column by its own factor, give `map`");
}

// All is known of a base that does not move.
Known known_base(const TrajectorySource& source) {
  const std::optional<BaseReading> base = source.base();
  return base ? base->known : Known::q_dq_ddq;
}

// Whether a log of positions is cleaned, though nothing says so.
bool is_usually_cleaned(const TrajectorySettings& settings, const TrajectorySource& source) {
  return settings.may_be_cleaned() && source.known() == Known::q &&
         (!source.base() || source.base()->known == Known::q);
}

// Two sinks for the same rows; each may be null.
struct Both : Sink {
  Both(Sink* one, Sink* other) : sinks{one, other} {}
  void take(const Block& block) override {
    for (Sink* sink : sinks)
      if (sink) sink->take(block);
  }
  Sink* sinks[2];
};

}  // namespace

TrajectoryRun::TrajectoryRun(const TrajectorySettings& settings, const Robot& robot, Report& report)
    : settings_(settings),
      robot_(robot),
      report_(report),
      source_(opened(settings, settings.read_robot(robot), report)),
      how_(settings.differentiation(source_->known(), known_base(*source_))) {
  if (is_usually_cleaned(settings, *source_)) {
    if (settings.is_small_file()) {
      settings_.preparation.clean = settings_.unwrap = true;
      settings_.preparation.rest = usual_rest;
    } else {
      report.note(source_->name() +
                  ": is not cleaned, because it is a pipe or has more than 32 MiB. To clean the log, give "
                  "`clean`, which keeps all rows in memory");
    }
  }
  const Preparation& preparation = settings_.preparation;
  if (preparation.changes_anything()) {
    auto prepared = std::make_unique<PreparedSource>(std::move(source_), preparation, settings.csv.grid);
    prepared_ = prepared.get();
    source_ = std::move(prepared);
  }
  if (settings.shard) source_->restrict_to(*settings.shard, how_);
  if (!preparation.smooths())
    report.note(source_->name() + ": " + in_words(preparation) + in_words(how_, settings.read_robot(robot)) +
                (preparation.lowpass || preparation.automatic_lowpass ? on_measured() : ""));
  if (settings.start == Start::extrapolate && how_.scheme != Scheme::backward)
    report.note("`start` extrapolate is for backward differences: it has no effect here");
  watch_base();
  watch_joints();
}

TrajectoryRun::~TrajectoryRun() = default;

void TrajectoryRun::watch_base() {
  const std::optional<BaseReading> base = source_->base();
  if (base && base->order) order_ = std::make_unique<QuaternionOrderWatch>(*base->order);
  if (base && base->known != Known::q && !how_.is_static)
    twist_ = std::make_unique<BaseTwistWatch>(settings_.csv.base_twist.value_or(TwistAxes::world));
  if (settings_.base_motion && has_base_pose(source_->unused()))
    throw Error(name(), "has a pose of the base, and `base-motion` " + settings_.base_motion->file +
                            " has a pose too: expected the pose in only one of the two files");
  if (!base && has_base_pose(source_->unused()))
    report_.warning(
        name() + ": the base's pose in the file is not used, because the base is " +
        (settings_.base_is_free ? "free. If the base moves as in the file" : "fixed. If the base moves") +
        ", give `base` floating");
}

void TrajectoryRun::watch_joints() {
  const TrajectorySettings& settings = settings_;
  const Robot& robot = robot_;
  const bool is_compared = settings.usually_cleans && !how_.is_static;
  if (is_compared) speeds_ = std::make_unique<TopSpeeds>(robot.dof());
  // Noise in torques and velocities that lag are found for fixed bases; cleaning looks at the base too.
  const bool looks_at_noise = !robot.base_floats() || settings.preparation.clean;
  if (looks_at_noise && (how_.known != Known::q_dq_ddq || is_compared) && !how_.is_static &&
      robot.dof() <= TorqueNoise::max_joints)
    noise_ = std::make_unique<NoiseWatch>(robot, how_);
  if (how_.known != Known::q && !how_.is_static && !robot.base_floats() &&
      robot.dof() <= TorqueNoise::max_joints)
    lag_ = std::make_unique<LagWatch>(robot);
  if (robot.dof() <= TorqueNoise::max_joints)
    guard_ = std::make_unique<Guard>(
        robot, Guard::Settings{.how = how_,
                               .known = source_->known(),
                               .is_prepared = prepared_ != nullptr,
                               .is_resampled = settings.preparation.resample.has_value(),
                               .degrees = settings.csv.degrees,
                               .has_stated_clock = source_->states_time_unit(),
                               .has_stated_angles = source_->states_angle_unit(),
                               .places = source_->places()});
}

const std::string& TrajectoryRun::name() const {
  return source_->name();
}

bool TrajectoryRun::has_time() const {
  return source_->has_time();
}

bool TrajectoryRun::has_measured() const {
  return source_->has_measured();
}

std::vector<std::string> TrajectoryRun::unused_columns() const {
  return source_->unused();
}

const std::vector<std::vector<std::size_t>>* TrajectoryRun::unsure_rows() const {
  return prepared_ ? &prepared_->unsure_rows() : nullptr;
}

std::size_t TrajectoryRun::max_kept_numbers() const {
  return source_->max_kept_numbers();
}

// Positions are looked at as they are in the file: a filter would hide the jumps of wrapped angles.
void TrajectoryRun::prepare(const TrajectoryTorques& dynamics, Unwrap& unwrap, const Warn& warn) {
  Differentiation as_read = how_;
  as_read.scheme = Scheme::given;
  TrajectoryWatch watch(robot_, as_read, name(), warn, source_->places(), hold_warnings());
  Both measured{noise_ ? &noise_->measured() : nullptr, guard_ ? &guard_->as_read() : nullptr};
  prepared_->read(
      robot_, watch, how_.rows_needed(), settings_.unwrap ? &unwrap : nullptr, warn,
      [&](std::size_t rows) { report_.progress(rows, std::nullopt); }, &measured);
  codes_ = watch.codes();
  how_.step = prepared_->step();
  differences_ = how_;
  const std::optional<double> rest = settings_.preparation.rest_time();
  if (settings_.preparation.automatic_lowpass && prepared_->lowpass())
    report_.note(name() + ": `lowpass` " + six_digits(*prepared_->lowpass()) + " `rest` " +
                 six_digits(*rest) + " was chosen");
  if (settings_.preparation.may_derive()) derive(dynamics);
  if (!speeds_) return;
  prepared_->sample(1, prepared_->rows(), [&](Block& block) {
    block.last = true;
    differentiate(how_, block, name());
    speeds_->take(block);
  });
  find_sure_speeds();
}

void TrajectoryRun::find_sure_speeds() {
  if (noise_)
    sure_speeds_ = noise_->sure_speeds(prepared_, speeds_->speeds());
  else
    sure_speeds_.assign(robot_.dof(), 0);
}

// What a filter of the motion does to measured torques.
const char* TrajectoryRun::on_measured() const {
  return source_->has_measured()
             ? "; the measured torques are smoothed too, so the residuals compare smoothed torques"
             : "";
}

void TrajectoryRun::derive(const TrajectoryTorques& dynamics) {
  const Preparation& preparation = settings_.preparation;
  Cutoffs cutoffs(prepared_names(robot_).size());
  if (preparation.smooth)
    cutoffs = chosen_cutoffs(*preparation.smooth, robot_, *prepared_);
  else if (preparation.clean && noise_)
    cutoffs = cutoffs_where_noisy(robot_, dynamics, how_, noise_->measured(), *prepared_);
  if (preparation.smooth && !preparation.smooth->automatic)
    if (const auto doubt = cutoff_doubt(cutoffs, *prepared_)) report_.doubt(name(), *doubt);
  const bool smooths =
      std::any_of(cutoffs.begin(), cutoffs.end(), [](const auto& cutoff) { return cutoff.has_value(); });
  // A spline begins in motion, and the differences beside it do too.
  if (smooths && !settings_.start) how_.start = Start::extrapolate;
  // A log with little noise stays as it is.
  prepared_->derive(cutoffs, preparation.clean && !smooths ? preparation.rest : preparation.rest_time(),
                    how_);
  if (preparation.smooths())
    report_.note(name() + ": " + in_words(preparation) + in_words(settings_, cutoffs, robot_, how_) +
                 (smooths ? on_measured() : ""));
  if (prepared_->known() != Known::q_dq_ddq) return;
  if (smooths) {
    if (noise_) noise_->smooth_at(cutoffs);
    cutoffs_ = cutoffs;
  }
  how_.known = how_.base = Known::q_dq_ddq;
  how_.scheme = Scheme::given;
}

// What is known of the file when all of it was read.
void TrajectoryRun::report_file(std::size_t rows) const {
  const FileChange change = source_->change();
  if (change == FileChange::changed) throw Error(name(), changed_file_text);
  if (change == FileChange::grown)
    report_.warning(name() +
                    ": has grown while it was read: the new rows are left out. Run again if earlier rows "
                    "have changed too");
  for (const std::string& text : source_->last_notes()) report_.note(name() + ": " + text);
  for (const std::string& text : source_->warnings()) report_.warning(name() + ": " + text);
  const std::size_t in_file = prepared_ ? prepared_->rows_in_file() : rows;
  if (const auto said = source_->declared_rows(); said && *said != in_file && !settings_.shard)
    report_.warning(name() + ": has " + counted(in_file, "row") + ", but its header states " +
                    std::to_string(*said) + ": is the file complete?");
}

// What is probably wrong with the motion.
double TrajectoryRun::largest_unexplained() const {
  return contacts_ ? contacts_->largest() : 0;
}

void TrajectoryRun::report_findings(const TrajectoryTorques& dynamics) {
  if (contacts_) {
    report_.note(name() + ": " + contacts_->shares());
    for (const std::string& text : {contacts_->depth(), contacts_->warning()})
      if (!text.empty()) report_.warning(name() + ": " + text);
  }
  if (lag_)
    if (const std::string text = lag_->warning(); !text.empty()) {
      report_.warning(name() + ": " + text);
      fault_of_derivatives_ = text.substr(0, text.find(", so the torques"));
    }
  const bool is_noisy = noise_ && !robot_.base_floats() && report_noise(dynamics);
  if (is_noisy || has_doubts_ || !fault_of_derivatives_.empty() || !guard_) return;
  if (const auto text = guard_->doubt_of_peaks()) report_.doubt(name(), *text);
}

// Whether anything was said.
bool TrajectoryRun::report_noise(const TrajectoryTorques& dynamics) {
  const auto noise = noise_->finding(dynamics, prepared_);
  if (noise) {
    report_.warning(name() + ": " + noise->text + (noise->says_what_to_do ? "" : advice_on_noise()));
    noisy_joint_ = noise->joint;
    if (differences_.known != Known::q) fault_of_derivatives_ = noise->text;
  }
  if (prepared_) {  // repeated rows were filled
    const std::string text = noise_->displacement();
    if (!text.empty()) report_.doubt(name(), text);
    return noise || !text.empty();
  }
  const std::string text = noise_->repeats();
  if (!text.empty())
    report_.warning(name() + ": " + text +
                    (settings_.shard ? "" : clean_in_words() + " interpolates the positions there"));
  return noise || !text.empty();
}

// Cleaning takes the positions alone, unless `differentiate` given asks for the other columns.
std::string TrajectoryRun::clean_in_words() const {
  return settings_.csv.scheme == Scheme::given ? "; `differentiate` backward `clean`" : "; `clean`";
}

// What to type against noise; nothing if the best is done.
std::string TrajectoryRun::advice_on_noise() const {
  const Preparation& preparation = settings_.preparation;
  if (preparation.clean || preparation.automatic_lowpass) return "; this noise remains after smoothing";
  if (settings_.shard)
    return differences_.scheme == Scheme::savitzky_golay || differences_.known != Known::q
               ? ""
               : "; to reduce the noise, give `differentiate` savgol:21,3";
  if (preparation.smooth)
    return preparation.smooth->automatic
               ? ""
               : "; to let invdyn choose the cut-offs, give `clean` instead of `smooth`";
  if (preparation.lowpass) return "; to let invdyn choose the cut-off, give `clean` instead of `lowpass`";
  return clean_in_words() + " finds and smooths it";
}

// Of positions: what is doubtful about the whole motion may explain them.
TrajectoryWatch::WarnAt TrajectoryRun::hold_warnings() {
  return [this](const std::string& place, const std::string& text) {
    position_warnings_.emplace_back(place, text);
  };
}

void TrajectoryRun::report_doubts(const TrajectoryTorques& dynamics) {
  const auto of_positions = std::exchange(position_warnings_, {});
  bool are_explained = false;
  DynamicsSettings doubted = dynamics.settings();
  // Measured torques tell whether terms are right.
  if (settings_.usually_cleans) doubted.friction = doubted.rotor = doubted.spring = false;
  if (codes_) report_.doubt(codes_->first, codes_->second);  // which explains all else
  for (const Guard::Doubt& doubt :
       guard_ && !codes_ ? guard_->doubts(doubted) : std::vector<Guard::Doubt>{}) {
    has_doubts_ = true;
    are_explained |= doubt.is_of_positions;
    if (doubt.is_question)
      report_.warning(name() + ": " + doubt.text);
    else
      report_.doubt(name(), doubt.text);
  }
  if (guard_ && has_time())
    for (const TimeSpan& span : dynamics.spans())
      if (const auto text = guard_->doubt(span)) report_.doubt(span.file, *text);
  if (are_explained || codes_) return;
  for (const auto& [place, text] : of_positions) report_.doubt(place, text);
}

std::size_t TrajectoryRun::finish(const TrajectoryTorques& dynamics, const std::vector<Sink*>& sinks,
                                  RowFile* file, const DerivedColumns* derived,
                                  const MeasuredTorques* measured) {
  try {
    return run(dynamics, sinks, file, derived, measured);
  } catch (...) {
    for (const auto& [place, text] : position_warnings_) report_.warning(place + ": " + text);
    throw;
  }
}

std::size_t TrajectoryRun::run(const TrajectoryTorques& dynamics, const std::vector<Sink*>& sinks,
                               RowFile* file, const DerivedColumns* derived,
                               const MeasuredTorques* measured) {
  const Warn warn = report_.warn();
  Unwrap unwrap(robot_);
  differences_ = how_;
  if (measured && measured->are_at_motor() && robot_.has_coupled_drives() && settings_.csv.coupling.empty())
    throw UsageError("`measured-at`", "is motor, but some motors of " + robot_.name() +
                                          " turn with more than one joint: expected `measured-at` joint, "
                                          "or `coupling` with the columns of the motors");
  if (measured && !settings_.csv.coupling.empty())
    expect_equal_constants(*measured, settings_.csv.coupling, robot_);
  if (!has_time() && !dynamics.spans().empty())
    throw Error(name(), "has no time column, but " + dynamics.spans().front().file +
                            " changes over time: expected \"t\" or \"time\" (or give `dt` or `rate`)");
  if (!has_time()) report_.note(name() + ": no time column, so the output has no t");
  if (file && !has_time()) file->leave_out_time();
  if (prepared_) prepare(dynamics, unwrap, warn);
  Differentiation watched = cutoffs_.empty() ? differences_ : how_;
  // Without the first row it is unknown whether times follow the step. Prepared rows were already checked.
  if (settings_.shard || prepared_) watched.step.reset();
  TrajectoryWatch watch(robot_, watched, name(), warn, source_->places(), hold_warnings());
  if (prepared_) watch.has_seen_positions();
  NoiseReport gain(differences_, prepared_ ? prepared_->lowpass() : std::nullopt,
                   prepared_ ? std::span(prepared_->resampled_times()) : std::span<const double>());
  if (const auto links = dynamics.contact_links(); !links.empty())
    contacts_ = std::make_unique<ContactWatch>(robot_, links);
  std::optional<FreeBase> free_base;
  std::optional<FreeFlight> flight;
  if (settings_.base_is_free) {
    const Eigen::Vector3d gravity = dynamics.settings().gravity.value_or(robot_.gravity());
    free_base.emplace(robot_, gravity);
    if (derived && std::any_of(derived->wanted().begin(), derived->wanted().end(), depends_on_place))
      flight.emplace(gravity);
  }
  TorquePipeline pipeline{.source = *source_,
                          .differentiation = how_,
                          .dynamics = dynamics,
                          .watch = watch,
                          .derived = derived,
                          .measured = measured,
                          .free_base = free_base ? &*free_base : nullptr,
                          .base_motion = settings_.base_motion.get(),
                          .flight = flight ? &*flight : nullptr,
                          .threads = settings_.threads,
                          .unwrap = settings_.unwrap && !prepared_ ? &unwrap : nullptr,
                          .format = file ? &file->format() : nullptr,
                          .file = file ? &file->file() : nullptr,
                          .sinks = sinks,
                          .progress = [&](std::size_t rows, std::optional<double> fraction) {
                            report_.progress(rows, fraction);
                          }};
  if (settings_.noise_gain) pipeline.sinks.push_back(&gain);
  if (noise_) pipeline.sinks.push_back(&noise_->rows());
  if (lag_) pipeline.sinks.push_back(lag_.get());
  if (guard_) pipeline.sinks.push_back(guard_.get());
  if (order_) pipeline.sinks.push_back(order_.get());
  if (twist_) pipeline.sinks.push_back(twist_.get());
  if (contacts_) pipeline.sinks.push_back(contacts_.get());
  if (speeds_ && !prepared_) pipeline.sinks.push_back(speeds_.get());
  if (file && (!settings_.shard || settings_.shard->index == 1)) file->file().write(file->format().header());

  const std::size_t rows = pipeline.run();
  report_.end_progress();
  if (speeds_ && !prepared_) find_sure_speeds();
  report_file(rows);
  if (!codes_) codes_ = watch.codes();
  for (const std::string& text :
       {order_ ? order_->warning() : std::string(), twist_ ? twist_->warning() : std::string()})
    if (!text.empty()) report_.doubt(name(), text);
  report_doubts(dynamics);
  if (settings_.noise_gain)
    noise_gain_ = cutoffs_.empty()
                      ? gain.text(name())
                      : noise_gains_of_smoothing(name(), robot_, cutoffs_, prepared_->mean_step());
  report_findings(dynamics);
  return rows;
}

}  // namespace invdyn
