#include <algorithm>
#include <cstdint>
#include <memory>

#include "command_line/command_line.h"
#include "command_line/help.h"
#include "dynamics/comparison/published_counts.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/output_files/output_file.h"
#include "options/arguments.h"

namespace invdyn {
namespace {

struct CountOptions {
  std::string methods, joints, format = "table";
  bool items = false, published = false;
};

constexpr std::size_t max_counted_joints = 40;

// `6` or `1..12`.
std::pair<std::size_t, std::size_t> range_argument(const std::string& option, const std::string& text) {
  const std::size_t dots = text.find("..");
  if (dots != std::string::npos && (dots == 0 || dots + 2 == text.size()))
    throw UsageError(option, "is \"" + text + "\": expected a number or a range, such as 6 or 1..12");
  const std::size_t first = count_argument(option, text.substr(0, dots), 1, max_counted_joints);
  if (dots == std::string::npos) return {first, first};
  const std::size_t last = count_argument(option, text.substr(dots + 2), 1, max_counted_joints);
  if (last < first)
    throw UsageError(option, "is " + text + ": expected the smaller number first, such as 1..12");
  return {first, last};
}

std::vector<Formulation> chosen_formulations(const std::string& names) {
  if (names.empty()) return formulations();
  std::vector<Formulation> result;
  for (const std::string& name : words_argument(names)) {
    const Formulation& named = formulation("--method", name);
    if (std::any_of(result.begin(), result.end(),
                    [&](const auto& other) { return other.name == named.name; }))
      throw UsageError("--method", "has " + name + " twice: expected each method once");
    result.push_back(named);
  }
  return result;
}

// Costs as functions of n.
Table polynomials(const std::vector<Formulation>& methods, bool by_item) {
  std::vector<Table::Column> columns{{"method"}};
  if (by_item) columns.push_back({"item"});
  for (const char* name : {"multiplications", "additions", "trigonometric"}) columns.push_back({name});
  if (!by_item) columns.insert(columns.end(), {{"multiplications_6"}, {"additions_6"}});
  Table table(columns);
  for (const Formulation& method : methods) {
    std::vector<ItemPolynomials> items = item_polynomials(method);
    const ItemPolynomials sum = total(items);
    const std::string name(method.name);
    if (!by_item) {
      table.add_row({name, sum.multiplications.text(), sum.additions.text(), sum.trigonometric.text(),
                     sum.multiplications.at(6), sum.additions.at(6)});
      continue;
    }
    items.push_back(sum);
    for (const ItemPolynomials& item : items)
      table.add_row(
          {name, item.item, item.multiplications.text(), item.additions.text(), item.trigonometric.text()});
  }
  return table;
}

// The same as two tables, because one is too wide for a terminal.
std::string polynomials_text(const std::vector<Formulation>& methods) {
  Table multiplications({{"method"}, {"multiplications"}, {"for n = 6"}}),
      additions({{"method"}, {"additions"}, {"for n = 6"}, {"trigonometric"}});
  for (const Formulation& method : methods) {
    const ItemPolynomials sum = total(item_polynomials(method));
    const std::string name(method.name);
    multiplications.add_row({name, sum.multiplications.text(), sum.multiplications.at(6)});
    additions.add_row({name, sum.additions.text(), sum.additions.at(6), sum.trigonometric.text()});
  }
  return multiplications.text(TableFormat::table) + "\n" + additions.text(TableFormat::table);
}

// Costs counted for each n, without polynomials.
Table numbers(const std::vector<Formulation>& methods, bool by_item, std::size_t first, std::size_t last) {
  std::vector<Table::Column> columns{{"method"}, {"joints"}};
  if (by_item) columns.push_back({"item"});
  for (const char* name : {"multiplications", "additions", "trigonometric"}) columns.push_back({name});
  Table table(columns);
  for (const Formulation& method : methods)
    for (std::size_t n = first; n <= last; ++n) {
      const Robot arm = counting_arm(n);
      std::vector<OperationLedger::Item> items =
          count_operations(*method.prepare(arm, Loads{arm.gravity()}), n);
      Operations sum;
      for (const auto& item : items) sum += item.operations;
      if (!by_item) items.clear();
      items.push_back({"total", sum});
      for (const auto& [item, cost] : items) {
        std::vector<Table::Cell> row{std::string(method.name), static_cast<std::int64_t>(n)};
        if (by_item) row.emplace_back(item);
        row.insert(row.end(), {cost.multiplications, cost.additions, cost.trigonometric});
        table.add_row(row);
      }
    }
  return table;
}

Table::Cell cell(const std::optional<CountPolynomial>& polynomial) {
  return polynomial ? Table::Cell(polynomial->text()) : Table::Cell();
}

// A published breakdown next to ours. In the table for people, differences follow as numbered notes.
std::string published_text(const CountComparison& comparison) {
  Table table({{"item"}, {"mult., printed"}, {"here"}, {"add., printed"}, {"here "}, {"note"}});
  std::vector<std::string> notes;
  for (const auto& row : comparison.rows) {
    Table::Cell note;
    if (!row.difference.empty()) {
      auto found = std::find(notes.begin(), notes.end(), row.difference);
      if (found == notes.end()) found = notes.insert(notes.end(), row.difference);
      note = static_cast<std::int64_t>(found - notes.begin() + 1);
    }
    table.add_row({row.item, cell(row.published_multiplications), row.multiplications.text(),
                   cell(row.published_additions), row.additions.text(), note});
  }
  std::string result =
      comparison.table + ", compared with " + comparison.formulation + "\n" + table.text(TableFormat::table);
  for (std::size_t i = 0; i < notes.size(); ++i)
    result += wrapped(std::to_string(i + 1) + "  " + notes[i], "", 100);
  return result + "\n";
}

Table published_table() {
  Table table({{"table"},
               {"item"},
               {"printed_multiplications"},
               {"multiplications"},
               {"printed_additions"},
               {"additions"},
               {"difference"}});
  for (const PublishedTable& published : published_tables())
    for (const auto& row : compared(published).rows)
      table.add_row({published.name, row.item, cell(row.published_multiplications),
                     row.multiplications.text(), cell(row.published_additions), row.additions.text(),
                     row.difference});
  return table;
}

// Angeles' Tables 7.3 and 7.4 with our rows.
Table methods_table() {
  Table table({{"author or method"},
               {"kind"},
               {"multiplications"},
               {"additions"},
               {"multiplications_6"},
               {"additions_6"}});
  for (const PublishedMethod& method : published_methods())
    table.add_row({method.author, method.kind, cell(method.multiplications), cell(method.additions),
                   method.multiplications_6, method.additions_6});
  for (const Formulation& method : formulations()) {
    const ItemPolynomials sum = total(item_polynomials(method));
    table.add_row({std::string(method.name), std::string("here"), sum.multiplications.text(),
                   sum.additions.text(), sum.multiplications.at(6), sum.additions.at(6)});
  }
  return table;
}

std::string published(TableFormat format) {
  if (format != TableFormat::table) return published_table().text(format);
  std::string result;
  for (const PublishedTable& table : published_tables()) result += published_text(compared(table));
  return result + "Angeles, Tables 7.3 and 7.4, and the methods here\n" +
         methods_table().text(TableFormat::table) +
         "The row (7.43) is the total that Angeles states for his own method. It is not in "
         "his tables. For the method of\n"
         "Balafoutis & Patel, the formula 81n - 65 gives 421 additions for n = 6, but Table "
         "7.4 has 420.\n";
}

int count(const CountOptions& options) {
  const TableFormat format = table_format_argument(options.format);
  const std::vector<Formulation> methods = chosen_formulations(options.methods);
  std::optional<std::pair<std::size_t, std::size_t>> range;
  if (!options.joints.empty()) range = range_argument("--joints", options.joints);
  if (options.published && (range || options.items || !options.methods.empty()))
    throw UsageError("--published", "prints whole tables: leave out --joints, --items and --method");
  OutputFile out("-");
  if (options.published)
    out.write(published(format));
  else if (range)
    out.write(numbers(methods, options.items, range->first, range->second).text(format));
  else if (format == TableFormat::table && !options.items)
    out.write(polynomials_text(methods));
  else
    out.write(polynomials(methods, options.items).text(format));
  out.commit();
  return done;
}

}  // namespace

Command add_count_command(CLI::App& program) {
  auto options = std::make_shared<CountOptions>();
  CLI::App* command = program.add_subcommand(
      "count",
      "Count multiplications and additions of each formulation. They are counted in the "
      "program's own code");
  offer_words(command->add_option("--method", options->methods,
                                  "Formulations to count, separated by commas. Possible: " +
                                      joined(formulation_names()) + ". Default: all"),
              formulation_names())
      ->type_name("LIST")
      ->group(group::counting);
  command
      ->add_option("--joints", options->joints,
                   "Count for arms of A to B revolute joints. Examples: 6, 1..12. Default: polynomials in "
                   "the number n of joints")
      ->type_name("A..B")
      ->group(group::counting);
  command->add_flag("--items", options->items, "Count each step separately, as in the papers' tables")
      ->group(group::counting);
  command
      ->add_flag("--published", options->published,
                 "Compare the counts with published tables. The tables are those of Lee et al. and of "
                 "Angeles. If two counts differ, the reason is printed")
      ->group(group::counting);
  add_format_option(*command, options->format);
  command->footer(
      "A product of two numbers is one multiplication. A sum or difference is one addition. The values of "
      "the numbers do not matter. Changes of sign are free. A sine and a cosine are two trigonometric "
      "evaluations.\n"
      "Multiplications by factors that are always zero or one are left out, so they are not counted. The "
      "velocity of the base is zero. Operations with this zero are counted. Exception: the code of khalil and "
      "newton-euler leaves these operations out.\n"
      "Counts are for one sample. They include the links and gravity, but no rotors, friction or loads. The last "
      "two columns of the totals are for six joints.\n"
      "Examples:\n"
      "  invdyn count --items --method luh,angeles\n"
      "  invdyn count --joints 1..12 --format csv");
  return {command, [options](Terminal&) { return count(*options); }};
}

}  // namespace invdyn
