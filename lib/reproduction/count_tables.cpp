#include "count_tables.h"

#include "../dynamics/formulation.h"

namespace invdyn {
namespace {

Table::Cell cell(const std::optional<CountPolynomial>& polynomial) {
  return polynomial ? Table::Cell(polynomial->text()) : Table::Cell();
}

}  // namespace

Table table_of(const CountComparison& comparison) {
  Table table({{"item"},
               {"multiplications, printed"},
               {"multiplications, here"},
               {"additions, printed"},
               {"additions, here"},
               {"what makes the difference"}});
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
