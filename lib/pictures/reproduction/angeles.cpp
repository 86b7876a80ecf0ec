// J. Angeles, Fundamentals of Robotic Mechanical Systems, chapter 7: Tables 7.1 to 7.4.

#include "count_tables.h"
#include "reproduction.h"

namespace invdyn {

void write_angeles(Chapter& chapter) {
  Page& page = chapter.page();
  page.paragraph(
      "Source: J. Angeles, Fundamentals of Robotic Mechanical Systems, chapter 7 " + page.cite("angeles") +
      ". Algorithms 7.4.1 and 7.4.2 are `--method angeles` of invdyn. The code itself is counted: every "
      "product of two numbers is a multiplication, every sum or difference an addition. The values of the "
      "numbers do not matter. Some factors of the method are always zero or one. The code leaves out "
      "multiplications by these factors, so they are not counted. The robot has n revolute joints and no "
      "load; gravity acts.");
  page.paragraph(
      "`invdyn count` counts any formulation, and `invdyn count --published` prints these tables.");
  page.section("Costs of the book's algorithms");
  for (const PublishedTable& table : published_tables()) {
    if (table.formulation != "angeles") continue;
    const std::string number = table.name.substr(table.name.find("Table"));
    const bool outward = number == "Table 7.1";
    const CountComparison comparison = compared(table);
    page.claim(cost_claim("For six joints, the " + std::string(outward ? "outward" : "inward") +
                              " recursion needs the number of operations given in " + number,
                          our_costs(comparison), published_costs(comparison)));
    chapter.table(number, outward ? "table-7-1" : "table-7-2", table_of(comparison),
                  outward
                      ? "Cost of the outward recursion, algorithm 7.4.1. The printed table has no row for "
                        "c_i, so its rows do not add up to its total."
                      : "Cost of the inward recursion, algorithm 7.4.2.");
  }
  page.section("Costs of other methods");
  page.claim(six_joints_claim());
  chapter.table(
      "Table 7.3", "table-7-3", costs_by_method(),
      "Cost of inverse dynamics for n revolute joints. The first rows have the printed costs, by author. The "
      "other rows have the costs of the formulations of invdyn, as counted here. The row (7.43) is the "
      "book's own total, from its text. N-E is Newton-Euler, E-L is Euler-Lagrange.");
  chapter.table(
      "Table 7.4", "table-7-4", costs_by_method_for_six(),
      "The same for six joints. The row (7.43) is from the book's text (800 and 646). Table 7.4 has 420 "
      "additions for Balafoutis and Patel; their row in Table 7.3 gives 81n - 65 = 421.");
  page.section("Assumptions about counting");
  Table table({{"assumption"}, {"the book"}, {"here"}, {"instead"}, {"multiplications"}, {"additions"}});
  const auto add = [&](const std::string& item, const std::string& book, const std::string& here,
                       const std::string& instead, const std::string& multiplications,
                       const std::string& additions) {
    table.add_row({item, book, here, instead, multiplications, additions});
  };
  add("offset of a joint's variable", "theta_i given", "added to q_i, as in robot files", "theta_i given",
      "0", "-n");
  add("products in the entries of Q_i", "Table 7.1 counts 4n products",
      "none: the rotations (7.23) and (7.24) do not use these products", "computes 4n products", "+4n", "0");
  add("sines and cosines", "not counted", "not counted: 2n evaluations", "a multiplication each", "+2n", "0");
  add("force and moment of a load at the end-effector", "Table 7.2 counts their subtraction", "no load",
      "force and moment are subtracted", "0", "+6");
  add("torque of joint 1", "z component of n_1 (in the wrong frame)", "z component of Q_1 n_1",
      "z component of n_1", "-2", "-1");
  chapter.table(
      "Assumptions", "assumptions", table,
      "The table lists what the book does not state about counting, and what we chose. The last columns "
      "show how the other choice changes the total of `--method angeles`. The base counts as a link like "
      "the others, and its acceleration contains gravity.");
}

}  // namespace invdyn
