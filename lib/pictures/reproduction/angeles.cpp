// J. Angeles, Fundamentals of Robotic Mechanical Systems, chapter 7: Tables 7.1 to 7.4.

#include "count_tables.h"
#include "errata.h"
#include "reproduction.h"

namespace invdyn {

void write_angeles(Chapter& chapter) {
  Page& page = chapter.page();
  page.paragraph(
      "Source: J. Angeles, Fundamentals of Robotic Mechanical Systems, chapter 7 " + page.cite("angeles") +
      ", with its [errata](#" + errata_anchor("004") +
      "). `--method angeles` is algorithms 7.4.1 and 7.4.2. "
      "The code itself is counted: every product of two numbers is a multiplication, and every sum or "
      "difference an addition, whatever the values. The counts are for n revolute joints, with gravity and "
      "without a load. Products with a zero or a one that the method always has are not in the code and do "
      "not count. `invdyn count` counts any formulation, and `invdyn count --published` prints these "
      "tables.");
  page.subsection("Costs of the book's algorithms");
  for (const PublishedTable& table : published_tables()) {
    if (table.formulation != "angeles") continue;
    const std::string number = table.name.substr(table.name.find("Table"));
    const bool outward = number == "Table 7.1";
    const CountComparison comparison = compared(table);
    page.claim(cost_claim("The " + std::string(outward ? "outward" : "inward") +
                              " recursion needs the operations of " + number + ", for six joints",
                          our_costs(comparison), published_costs(comparison)));
    chapter.table(number, outward ? "table-7-1" : "table-7-2", table_of(comparison),
                  outward
                      ? "Cost of the outward recursion, algorithm 7.4.1. The print has no row for c_i, so "
                        "its rows do not add up to its total."
                      : "Cost of the inward recursion, algorithm 7.4.2.");
  }
  page.subsection("Costs of other methods");
  page.claim(six_joints_claim());
  chapter.table("Table 7.3", "table-7-3", costs_by_method(),
                "Cost of inverse dynamics by author for n revolute joints, followed by the formulations of "
                "this program. (7.43) is the book's own total. It is in the text, not in the table. N-E is "
                "Newton-Euler, E-L is Euler-Lagrange.");
  chapter.table("Table 7.4", "table-7-4", costs_by_method_for_six(),
                "Cost for six joints. The row (7.43) is from the text (800 and 646), not from the table. By "
                "Table 7.3, Balafoutis and Patel need 81n - 65 = 421 additions. Table 7.4 prints 420.");
  page.subsection("Assumptions about counting");
  Table table({{"assumption"}, {"the book"}, {"here"}, {"instead"}, {"multiplications"}, {"additions"}});
  const auto add = [&](const std::string& item, const std::string& book, const std::string& here,
                       const std::string& instead, const std::string& multiplications,
                       const std::string& additions) {
    table.add_row({item, book, here, instead, multiplications, additions});
  };
  add("offset of a joint's variable", "theta_i given", "added to q_i, as in robot files", "theta_i given",
      "0", "-n");
  add("products in the entries of Q_i", "counted, 4n in Table 7.1", "not formed, as in (7.23), (7.24)",
      "formed", "+4n", "0");
  add("sines and cosines", "not counted", "not counted: 2n evaluations", "a multiplication each", "+2n", "0");
  add("load at the end-effector", "subtracted in Table 7.2", "none", "subtracted", "0", "+6");
  add("torque of joint 1", "z of n_1 in the wrong frame", "z of Q_1 n_1", "as printed", "-2", "-1");
  chapter.table(
      "Assumptions", "assumptions", table,
      "Choices in counting that the book leaves open. The last columns give the change of the total "
      "of `--method angeles` for the other choice. The base is a link like the others. Its "
      "acceleration contains gravity. `lib/THEORY.md` has the rules of counting.");
}

}  // namespace invdyn
