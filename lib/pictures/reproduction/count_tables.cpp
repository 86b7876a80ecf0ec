#include "count_tables.h"

#include <cstdlib>

#include "../../dynamics/core/formulation.h"

namespace invdyn {
namespace {

Table::Cell cell(const std::optional<CountPolynomial>& polynomial) {
  return polynomial ? Table::Cell(polynomial->text()) : Table::Cell();
}

std::string text_of(const Costs& costs) {
  return std::to_string(costs.multiplications) + " multiplications, " + std::to_string(costs.additions) +
         " additions";
}

bool within_ten_percent(long long a, long long b) {
  return 10 * std::llabs(a - b) <= b;
}

}  // namespace

Costs published_costs(const CountComparison& comparison) {
  const CountComparison::Row& total = comparison.rows.back();
  return {total.published_multiplications->at(6), total.published_additions->at(6)};
}

Costs our_costs(const CountComparison& comparison) {
  const CountComparison::Row& total = comparison.rows.back();
  return {total.multiplications.at(6), total.additions.at(6)};
}

Claim cost_claim(const std::string& claim, const Costs& ours, const Costs& published) {
  const bool near = within_ten_percent(ours.multiplications, published.multiplications) &&
                    within_ten_percent(ours.additions, published.additions);
  return {claim,
          ours == published ? Verdict::yes
          : near            ? Verdict::in_part
                            : Verdict::no,
          text_of(ours), text_of(published)};
}

Claim six_joints_claim() {
  std::size_t equal = 0, all = 0;
  std::string different;
  for (const PublishedMethod& method : published_methods()) {
    if (!method.multiplications || !method.additions) continue;
    ++all;
    const Costs by_polynomial{method.multiplications->at(6), method.additions->at(6)},
        printed{method.multiplications_6, method.additions_6};
    if (by_polynomial == printed)
      ++equal;
    else
      different += "; " + method.author + " by 7.3: " + text_of(by_polynomial);
  }
  return {"With n = 6 joints, the formulas of Table 7.3 yield the numbers of Table 7.4",
          verdict_of(equal, all),
          std::to_string(equal) + " of " + std::to_string(all) + " rows agree" + different,
          std::to_string(all) + " rows are in both tables"};
}

Table table_of(const CountComparison& comparison) {
  Table table({{"item"},
               {"multiplications, printed"},
               {"multiplications, here"},
               {"additions, printed"},
               {"additions, here"},
               {"reason of the difference"}});
  for (const auto& row : comparison.rows)
    table.add_row({row.item, cell(row.published_multiplications), row.multiplications.text(),
                   cell(row.published_additions), row.additions.text(), row.difference});
  const CountComparison::Row& total = comparison.rows.back();
  const auto for_six = [](const CountPolynomial& count) { return std::to_string(count.at(6)); };
  table.add_row({std::string("total for n = 6"),
                 for_six(*total.published_multiplications),
                 for_six(total.multiplications),
                 for_six(*total.published_additions),
                 for_six(total.additions),
                 {}});
  return table;
}

Table costs_by_method() {
  Table table({{"author or method"}, {"kind"}, {"multiplications"}, {"additions"}});
  for (const PublishedMethod& method : published_methods())
    if (method.multiplications)
      table.add_row({method.author, method.kind, cell(method.multiplications), cell(method.additions)});
  for (const Formulation& method : formulations()) {
    const ItemPolynomials sum = total(item_polynomials(method));
    table.add_row(
        {std::string(method.name), std::string("here"), sum.multiplications.text(), sum.additions.text()});
  }
  return table;
}

Table costs_by_method_for_six() {
  Table table({{"author or method"}, {"kind"}, {"multiplications"}, {"additions"}});
  for (const PublishedMethod& method : published_methods())
    table.add_row({method.author, method.kind, method.multiplications_6, method.additions_6});
  for (const Formulation& method : formulations()) {
    const ItemPolynomials sum = total(item_polynomials(method));
    table.add_row(
        {std::string(method.name), std::string("here"), sum.multiplications.at(6), sum.additions.at(6)});
  }
  return table;
}

}  // namespace invdyn
