#include "benchmark/times.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace invdyn::bench {

double Times::median() const {
  std::vector<double> sorted = ns;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t n = sorted.size();
  return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

double Times::minimum() const {
  return *std::min_element(ns.begin(), ns.end());
}

double Times::maximum() const {
  return *std::max_element(ns.begin(), ns.end());
}

std::string Times::text() const {
  return rounded(median()) + " (" + rounded(minimum()) + " to " + rounded(maximum()) + ")";
}

std::string fenced(const Table& table) {
  return "```\n" + table.text(TableFormat::table) + "```\n";
}

std::string table_of(const std::vector<Comparison>& comparisons) {
  Table table({{"measured"}, {"invdyn, ns"}, {"rival"}, {"rival, ns"}, {"times as fast"}});
  for (const auto& [what, rival, ours, theirs] : comparisons)
    table.add_row({what, ours.text(), rival, theirs.text(), rounded(theirs.median() / ours.median())});
  return fenced(table);
}

std::string rounded(double value) {
  const int places = std::clamp(2 - static_cast<int>(std::floor(std::log10(std::max(value, 1e-3)))), 0, 3);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*f", places, value);
  return text.data();
}

std::string deviation(double value, double expected) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%+.0f %%", 100 * (value / expected - 1));
  return text.data();
}

}  // namespace invdyn::bench
