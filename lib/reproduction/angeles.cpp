// J. Angeles, Fundamentals of Robotic Mechanical Systems, chapter 7: Tables 7.1 to 7.4.

#include "count_tables.h"
#include "reproduction.h"

namespace invdyn {

void write_angeles(Chapter& chapter) {
  chapter.page().paragraph(
      "J. Angeles, Fundamentals of Robotic Mechanical Systems, chapter 7. Algorithms 7.4.1 and 7.4.2 run "
      "here as `--method angeles`; what they cost is counted on that code, not estimated: every product of "
      "two numbers is a multiplication, every sum or difference an addition, whatever their values, for n "
      "revolute joints, with gravity and without a load. What the structure of the method makes zero or one "
      "is not in the code and does not count. `invdyn count` counts any formulation; `invdyn count "
      "--published` prints these tables.");
  for (const PublishedTable& table : published_tables()) {
    const CountComparison comparison = compared(table);
    if (table.formulation != "angeles") continue;
    const std::string number = table.name.substr(table.name.find("Table"));
    const bool outward = number == "Table 7.1";
    chapter.table(number, outward ? "table-7-1" : "table-7-2", table_of(comparison),
                  outward ? "Cost of the outward recursion, algorithm 7.4.1. The print leaves out the row "
                            "for c_i, without which its rows do not add up to its total."
                          : "Cost of the inward recursion, algorithm 7.4.2.");
  }
  chapter.table(
      "Table 7.3", "table-7-3", costs_by_method(),
      "Cost of inverse dynamics by author for n revolute joints, with the formulations here below. (7.43) is "
      "the book's own total in the text, not a row of its table. Orders of kinds: NE Newton-Euler, E-L "
      "Euler-Lagrange.");
  chapter.table("Table 7.4", "table-7-4", costs_by_method_for_six(),
                "The same for six joints. Table 7.3 gives Balafoutis and Patel 81n - 65 = 421 additions "
                "where Table 7.4 prints 420.");
  chapter.page().paragraph(
      "Assumptions: the tables do not say what of a link's frame counts as known; here sines and cosines are "
      "given, rotations are applied one angle after the other at 8 multiplications and 4 additions as in the "
      "book, the base is a link like any other, and its acceleration carries gravity. `lib/THEORY.md` has "
      "the rules of counting; no assumption beyond them is needed, and each row says what makes it differ.");
}

}  // namespace invdyn
