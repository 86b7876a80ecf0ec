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
    if (table.formulation != "angeles") continue;
    const std::string number = table.name.substr(table.name.find("Table"));
    const bool outward = number == "Table 7.1";
    chapter.table(number, outward ? "table-7-1" : "table-7-2", table_of(compared(table)),
                  outward ? "Cost of the outward recursion, algorithm 7.4.1. The print leaves out the row "
                            "for c_i, without which its rows do not add up to its total."
                          : "Cost of the inward recursion, algorithm 7.4.2.");
  }
  chapter.table(
      "Table 7.3", "table-7-3", costs_by_method(),
      "Cost of inverse dynamics by author for n revolute joints, with the formulations here below. (7.43) is "
      "the book's own total in the text, not a row of its table. N-E is Newton-Euler, E-L Euler-Lagrange.");
  chapter.table("Table 7.4", "table-7-4", costs_by_method_for_six(),
                "The same for six joints. The row (7.43) is from the text (800 and 646), not from the table. "
                "Table 7.3 gives Balafoutis and Patel 81n - 65 = 421 additions where Table 7.4 prints 420.");
  chapter.page().subsection("Assumptions about counting");
  Table table({{"what"}, {"the book"}, {"here"}, {"instead"}, {"multiplications"}, {"additions"}});
  const auto add = [&](const std::string& what, const std::string& book, const std::string& here,
                       const std::string& instead, const std::string& multiplications,
                       const std::string& additions) {
    table.add_row({what, book, here, instead, multiplications, additions});
  };
  add("offset of a joint's variable", "theta_i given", "added to q_i, as robots have it", "theta_i given",
      "0", "-n");
  add("products in the entries of Q_i", "counted, 4n in Table 7.1", "not formed: (7.23), (7.24) do without",
      "formed", "+4n", "0");
  add("sines and cosines", "not counted", "not counted: 2n evaluations", "a multiplication each", "+2n", "0");
  add("load at the end-effector", "subtracted in Table 7.2", "none", "subtracted", "0", "+6");
  add("torque of joint 1", "z of n_1 in the wrong frame", "z of Q_1 n_1", "as printed", "-2", "-1");
  chapter.table("Assumptions", "assumptions", table,
                "What the book leaves open about counting, and by how much the total of `--method angeles` "
                "would change if it were taken otherwise. The base is a link like any other, whose "
                "acceleration carries gravity; `lib/THEORY.md` has the rules of counting.");
}

}  // namespace invdyn
