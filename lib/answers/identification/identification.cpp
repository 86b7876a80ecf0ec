#include "identification.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/matrix/decompositions.h"
#include "climb.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Joints = std::vector<JointEquations>;

void expect_enough(const Joints& joints, std::size_t unknowns, const std::string& place) {
  std::size_t rows = 0;
  for (const JointEquations& joint : joints) rows += static_cast<std::size_t>(joint.rows);
  if (rows < 2 * unknowns)
    throw Error(place, "gives " + counted(rows, "equation") + " for " + counted(unknowns, "unknown") +
                           ": expected at least " + counted(2 * unknowns, "equation") +
                           "; use longer logs, a shorter `average` or fewer parts in `fit`");
  if (std::all_of(joints.begin(), joints.end(),
                  [](const JointEquations& joint) { return variance_of(joint) <= 1e-18 * joint.squares; }))
    throw Error(place, "has measured torques that never change: expected a log of a robot in motion");
}

// A part of the model of one joint.
using Own = std::pair<FitPart, std::size_t>;

// What links may stand in for.
bool is_prunable(FitPart part) {
  return part == FitPart::curve || part == FitPart::load || part == FitPart::delay;
}

// The model without those of its unknowns that belong to one joint and are not taken.
Model only(const Model& model, const std::vector<Own>& taken) {
  Model result;
  result.dof = model.dof;
  result.basis.resize(model.basis.rows(), 0);
  for (std::size_t k = 0; k < model.values.size(); ++k) {
    const FitColumn& value = model.values[k];
    const bool is_shared = value.part == FitPart::links || value.part == FitPart::payload;
    if (!is_shared && std::find(taken.begin(), taken.end(), Own(value.part, value.joint())) == taken.end())
      continue;
    result.values.push_back(value);
    result.basis.conservativeResize(model.basis.rows(), result.basis.cols() + 1);
    result.basis.rightCols(1) = model.basis.col(static_cast<Index>(k));
  }
  for (const FitPart part : model.parts)
    if (std::any_of(result.values.begin(), result.values.end(),
                    [&](const FitColumn& value) { return value.part == part; }))
      result.parts.push_back(part);
  return result;
}

Model without_payload(Model model) {
  std::vector<Index> kept;
  std::vector<FitColumn> values;
  for (std::size_t k = 0; k < model.values.size(); ++k) {
    if (model.values[k].part == FitPart::payload) continue;
    kept.push_back(static_cast<Index>(k));
    values.push_back(model.values[k]);
  }
  model.basis = MatrixXd(model.basis(Eigen::all, kept));
  model.values = std::move(values);
  std::erase(model.parts, FitPart::payload);
  return model;
}

// The step's last part, of the joints that it makes better.
void take_by_joint(const Climb& climb, const Model& model, std::vector<Own>& taken, Identification& result) {
  const FitPart part = model.parts.back();
  std::vector<Own> tried = taken, better = taken;
  for (std::size_t j = 0; j < model.dof; ++j) tried.emplace_back(part, j);
  Rung rung = climb.rung(only(model, tried));
  for (std::size_t j = 0; j < model.dof; ++j)
    if (climb.is_taken(part, rung.squares, result.best().squares, j)) better.emplace_back(part, j);
  const bool is_any = better.size() > taken.size();
  if (is_any && better.size() < tried.size()) rung = climb.rung(only(model, better));
  if (is_any) rung.refused = climb.loss_of(rung, result.ladder.front());
  const bool is_taken = is_any && rung.refused.empty();
  result.ladder.push_back(std::move(rung));
  if (!is_taken) return;
  result.chosen = result.ladder.size() - 1;
  taken = better;
}

// The model with all parts of all joints, without curves, friction of the load and delays of joints that they
// do not make better.
Model pruned(const Climb& climb, const Rung& rung) {
  const Model& all = rung.model;
  const VectorXd& noise = rung.fit.noise;
  const MatrixXd with_all = climb.squares_of_fits(all, noise);
  std::vector<Own> kept;
  for (const FitPart part : all.parts) {
    std::vector<Own> others;
    for (const FitPart other : all.parts)
      for (std::size_t j = 0; j < all.dof && other != part; ++j) others.emplace_back(other, j);
    const MatrixXd without = is_prunable(part) ? climb.squares_of_fits(only(all, others), noise) : MatrixXd();
    for (std::size_t j = 0; j < all.dof; ++j)
      if (!is_prunable(part) || climb.is_taken(part, with_all, without, j)) kept.emplace_back(part, j);
  }
  return only(all, kept);
}

// Links with the parts that were taken, then with all parts of all joints: links may have hidden them.
void take_links(const Climb& climb, const Model& all, const std::vector<Own>& taken, Identification& result) {
  const Model models[] = {only(all, taken), all};
  for (const Model& model : models) {
    if (result.ladder.back().model.basis.cols() == model.basis.cols()) continue;
    Rung rung = climb.rung(model);
    if (&model == &models[1])
      if (const Model fewer = pruned(climb, rung); fewer.basis.cols() < all.basis.cols())
        rung = climb.rung(fewer);
    const bool is_better = climb.is_better(rung, result.best());
    if (is_better) rung.refused = climb.excess_of(rung);
    if (is_better && rung.refused.empty()) rung.refused = climb.loss_of(rung, result.ladder.front());
    const bool is_taken = is_better && rung.refused.empty();
    result.ladder.push_back(std::move(rung));
    if (is_taken) result.chosen = result.ladder.size() - 1;
  }
}

// Of each joint that has some: the unknown by itself, not combined with those of links, that the logs leave
// most open, or an offset that may be none. A friction curve goes before the friction that it hides, and dry
// friction stays beside one: it alone holds the joint at rest.
std::vector<Index> most_open(const Climb& climb, const LogEquations& equations, const Model& model,
                             const ModelFit& fit, const Uncertainty& errors,
                             const std::vector<std::string>& kept) {
  const std::vector<bool> is_determined = determined(equations, model, fit, errors);
  const MatrixXd effect = effects(climb.all(), equations, model);
  std::vector<Index> result(model.dof, -1), curves(model.dof, -1);
  std::vector<double> largest(model.dof, 0);
  for (std::size_t k = 0; k < model.values.size(); ++k)
    if (const FitColumn& value = model.values[k]; value.part == FitPart::curve)
      curves[value.joint()] = static_cast<Index>(k);
  const auto is_kept = [&](Index k) {
    return std::find(kept.begin(), kept.end(), model.values[static_cast<std::size_t>(k)].name) != kept.end();
  };
  for (std::size_t k = 0; k < model.values.size(); ++k) {
    const FitColumn& value = model.values[k];
    const auto at = static_cast<Index>(k);
    const std::size_t j = value.joint();
    const bool is_shared = value.part == FitPart::links || value.part == FitPart::payload ||
                           (value.part != FitPart::friction && value.combination.size() > 1),
               may_be_none =
                   value.part == FitPart::offset && std::abs(fit.unknowns[at]) < errors.half_width[at],
               is_beside_curve = curves[j] >= 0 && value.name.starts_with("coulomb");
    const double width = errors.half_width[at] * effect(static_cast<Index>(j), at);
    if (is_shared || fit.is_weak(at) || (is_determined[k] && !may_be_none) || width < largest[j]) continue;
    const bool hides = value.part == FitPart::friction && curves[j] >= 0 && !is_kept(curves[j]);
    if (!hides && (is_kept(at) || is_beside_curve)) continue;
    result[j] = hides ? curves[j] : at, largest[j] = width;
  }
  std::erase(result, -1);
  return result;
}

std::vector<Index> others(const Model& model, const std::vector<Index>& unknowns) {
  std::vector<Index> rest;
  for (Index k = 0; k < model.basis.cols(); ++k)
    if (std::find(unknowns.begin(), unknowns.end(), k) == unknowns.end()) rest.push_back(k);
  return rest;
}

Model without(const Model& model, const std::vector<Index>& unknowns) {
  Model result = model;
  const std::vector<Index> rest = others(model, unknowns);
  result.values.clear();
  for (const Index k : rest) result.values.push_back(model.values[static_cast<std::size_t>(k)]);
  result.basis = MatrixXd(model.basis(Eigen::all, rest));
  std::erase_if(result.parts, [&](FitPart part) {
    return std::none_of(result.values.begin(), result.values.end(),
                        [&](const FitColumn& value) { return value.part == part; });
  });
  return result;
}

bool has(const Model& model, const FitColumn& value) {
  return std::any_of(model.values.begin(), model.values.end(),
                     [&](const FitColumn& each) { return each.name == value.name; });
}

// Of each unknown, for residuals that are independent of each other: it takes no time.
VectorXd plain_errors(const Model& model, const ModelFit& fit) {
  const MatrixXd A = fit.weighted.leftCols(model.basis.rows()) * model.basis;
  const VectorXd scale = A.colwise().norm().cwiseMax(1e-300).cwiseInverse().transpose();
  const SingularValues svd = singular_value_decomposition(A * scale.asDiagonal(), SideV::thin);
  const MatrixXd L = svd.V.leftCols(fit.rank) * svd.values.head(fit.rank).cwiseInverse().asDiagonal();
  return scale.cwiseProduct(L.rowwise().norm()).cwiseMax(1e-300);
}

// Growth of the squared RMS of a joint that is no chance, and any growth.
constexpr double usual = 1.05 * 1.05, large = 1.2 * 1.2;

// A robot that can exist may lose more than fits do: joints that do in `fewer` get back what the chosen model
// has of them.
void give_back(const Climb& climb, const Rung& chosen, Rung& fewer) {
  std::vector<bool> loses(chosen.model.dof, false);
  const auto is_any_new = [&] {
    bool is_any = false;
    for (std::size_t j = 0; j < loses.size(); ++j) {
      const auto at = static_cast<Index>(j);
      const double limit = large * chosen.squares.row(at).sum() + negligible * climb.all()[j].squares;
      if (loses[j] || !(fewer.squares.row(at).sum() > limit)) continue;
      loses[j] = is_any = true;
    }
    return is_any;
  };
  while (is_any_new()) {
    std::vector<Index> open;
    for (std::size_t k = 0; k < chosen.model.values.size(); ++k) {
      const FitColumn& value = chosen.model.values[k];
      if (!has(fewer.model, value) && !loses[value.joint()]) open.push_back(static_cast<Index>(k));
    }
    fewer = climb.rung(without(chosen.model, open));
  }
}

// A value that a possible robot keeps as in the file is no loss, though a fit would change it.
std::vector<std::string> unchanged_ones(const Rung& rung, const Uncertainty& errors) {
  constexpr double rounding = 1e-9;
  std::vector<std::string> names;
  if (rung.model.basis.cols() == 0) return names;
  const VectorXd written = least_squares(rung.model.basis, rung.possible.change);
  for (std::size_t k = 0; k < rung.model.values.size(); ++k)
    if (const auto at = static_cast<Index>(k); std::abs(written[at]) <= rounding * errors.half_width[at])
      names.push_back(rung.model.values[k].name);
  return names;
}

// Parameters that the logs leave open stay as in the file, unless the RMS of a joint's residuals in rows
// that were held out grows by more than 5 %, which is no chance, or by 20 %; of damping next to a curve,
// which are open only together, by 20 %. One after the other, as without one the next may be determined.
void keep_open_ones(const Climb& climb, const LogEquations& equations, Identification& result) {
  const std::vector<bool> before =
      determined(equations, result.best().model, result.best().fit, result.uncertainty);
  Rung& chosen = result.ladder[result.chosen];
  Model model = chosen.model;
  std::vector<std::string> kept;
  ModelFit fit = chosen.fit;
  Uncertainty errors = result.uncertainty;
  const std::vector<std::string> unchanged = unchanged_ones(chosen, errors);
  const auto squares_of = [&](const Model& each) {  // fits of links mostly give what can be
    return result.has(FitPart::links) ? climb.squares_of_fits(each, chosen.fit.noise)
                                      : climb.rung(each).squares;
  };
  constexpr int max_rounds = 6;
  MatrixXd with;
  VectorXd larger;  // errors are larger by this than if residuals were independent
  for (int round = 0; round < max_rounds; ++round) {
    std::vector<Index> open = most_open(climb, equations, model, fit, errors, kept);
    if (open.empty()) break;
    if (round == 0) {
      with = squares_of(model);
      larger = errors.half_width.cwiseQuotient(plain_errors(model, fit));
    }
    const MatrixXd rest = squares_of(without(model, open));
    const auto has_curve = [&](std::size_t joint) {
      return std::any_of(model.values.begin(), model.values.end(), [&](const FitColumn& each) {
        return each.part == FitPart::curve && each.joint() == joint;
      });
    };
    std::erase_if(open, [&](Index k) {
      const FitColumn& value = model.values[static_cast<std::size_t>(k)];
      const auto joint = static_cast<Index>(value.joint());
      const bool is_damping = value.part == FitPart::friction && has_curve(value.joint());
      const double growth = rest.row(joint).sum() / std::max(1e-300, with.row(joint).sum());
      const bool is_unchanged = std::find(unchanged.begin(), unchanged.end(), value.name) != unchanged.end();
      const bool is_needed =
          !is_unchanged &&
          (growth > large || (growth > usual && !is_damping && climb.is_worse(rest, with, value.joint())));
      if (is_needed) kept.push_back(value.name);
      return is_needed;
    });
    if (open.empty()) continue;
    larger = VectorXd(larger(others(model, open)));
    model = without(model, open);
    fit = climb.fit(model);
    errors.half_width = larger.cwiseProduct(plain_errors(model, fit));
  }
  if (model.basis.cols() == chosen.model.basis.cols()) return;
  Rung fewer = climb.rung(model);
  give_back(climb, chosen, fewer);
  if (fewer.model.basis.cols() == chosen.model.basis.cols()) return;
  if (!climb.worse(fewer, result.ladder.front()).empty()) return;
  for (std::size_t k = 0; k < chosen.model.values.size(); ++k) {
    const FitColumn& value = chosen.model.values[k];
    if (!has(fewer.model, value) && !before[k]) result.open.push_back(value.name);
  }
  if (fewer.model.basis.cols() == 0)
    result.chosen = 0;
  else
    chosen = std::move(fewer);
  result.uncertainty = climb.errors_of(result.best().model, result.best().fit);
}

}  // namespace

VectorXd explained(const Joints& joints, const VectorXd& squares) {
  VectorXd result(squares.size());
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const JointEquations& joint = joints[j];
    const double all = variance_of(joint), rest = squares[static_cast<Index>(j)],
                 rounding = 1e-14 * joint.squares;
    result[static_cast<Index>(j)] = joint.weight == 0 ? NAN
                                    : all > rounding  ? 1 - rest / all
                                    : rest > rounding ? -HUGE_VAL
                                                      : 1;
  }
  return result;
}

double mean_share(const VectorXd& shares) {
  double sum = 0, count = 0;
  for (const double share : shares) {
    if (!std::isfinite(share)) continue;
    sum += share;
    ++count;
  }
  return count > 0 ? sum / count : NAN;
}

Identification identify(const Robot& robot, const Regressor& regressor, const LogEquations& equations,
                        const LogEquations* held_out, const FitChoice& choice, const LinkErrors& errors,
                        const std::string& place, std::size_t threads) {
  const std::vector<Model> models = ladder_of(equations.columns, robot, regressor, choice);
  const Climb climb(robot, regressor, equations, held_out, choice, errors, threads);
  expect_enough(climb.all(), static_cast<std::size_t>(models.back().basis.cols()), place);
  Identification result;
  result.folds = climb.folds();
  result.asked = models.back();
  result.ladder.push_back(climb.rung(models.front()));
  std::vector<Own> taken;
  for (std::size_t i = 1; i < models.size(); ++i) {
    const FitPart part = models[i].parts.back();
    if (part == FitPart::payload) {
      result.ladder.push_back(climb.rung(models[i]));
      result.chosen = i;
    } else if (part == FitPart::links) {
      take_links(climb, models[i], taken, result);
    } else {
      take_by_joint(climb, models[i], taken, result);
    }
  }
  result.uncertainty = climb.errors_of(result.best().model, result.best().fit);
  keep_open_ones(climb, equations, result);
  const Rung& best = result.best();
  if (choice.payload)
    result.payload_is_better = climb.is_better(best, climb.rung(without_payload(best.model)));
  if (choice.payload && result.has(FitPart::links)) {
    result.masses_seen = masses_seen(equations);
    add_gain_errors(result.uncertainty, equations, best.model, best.fit, spread_of(result.masses_seen));
  }
  result.determined = determined(equations, best.model, best.fit, result.uncertainty);
  result.written =
      best.model.basis.cols() == 0 ? VectorXd() : least_squares(best.model.basis, best.possible.change);
  const LeastSquares solver(equations);
  const auto rms = [&](const Rung& rung) {
    VectorXd values = solver.squares(climb.all(), rung.possible.change);
    for (Index j = 0; j < values.size(); ++j)
      values[j] = std::sqrt(values[j] / std::max(1.0, climb.all()[static_cast<std::size_t>(j)].weight));
    return values;
  };
  result.rms_before = rms(result.ladder.front());
  result.rms_after = rms(best);
  return result;
}

MatrixXd effects(const Joints& joints, const LogEquations& equations, const Model& model) {
  MatrixXd result = MatrixXd::Zero(static_cast<Index>(joints.size()), model.basis.cols());
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const JointEquations& joint = joints[j];
    if (joint.rows == 0) continue;
    const MatrixXd& T = joint.triangle;
    result.row(static_cast<Index>(j)) =
        (T.leftCols(T.cols() - 1) * model.basis(equations.columns_of[j], Eigen::all)).colwise().norm() /
        std::sqrt(joint.weight);
  }
  return result;
}

std::vector<bool> determined(const LogEquations& equations, const Model& model, const ModelFit& fit,
                             const Uncertainty& uncertainty) {
  constexpr double small_share = 0.1;
  const Joints joints = joined(equations);
  const MatrixXd effect = effects(joints, equations, model);
  std::vector<bool> result;
  for (Index k = 0; k < model.basis.cols(); ++k) {
    bool is_small = true;
    for (std::size_t j = 0; j < joints.size(); ++j)
      is_small &= uncertainty.half_width[k] * effect(static_cast<Index>(j), k) <=
                  small_share * std::sqrt(joints[j].squares / std::max(1.0, joints[j].weight));
    const bool is_wide = model.values[static_cast<std::size_t>(k)].part == FitPart::load &&
                         uncertainty.half_width[k] > 1;  // any load is in its interval
    result.push_back(!fit.is_weak(k) && !is_wide &&
                     (is_small || std::abs(fit.unknowns[k]) > uncertainty.half_width[k]));
  }
  return result;
}

}  // namespace invdyn
