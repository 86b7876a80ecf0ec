#pragma once

#include <string>
#include <vector>

#include "operation_count.h"

namespace invdyn {

/// A row of a published table of costs, with the line items of our code that do the same.
struct PublishedRow {
  std::string item;
  CountPolynomial multiplications, additions;
  std::vector<std::string> our_items;  ///< of the table's formulation
  std::string difference;              ///< why ours differs; empty if it does not
};

/// A published breakdown of one method's costs by line item.
struct PublishedTable {
  /// A line item of ours that the table has no row for, and why.
  struct Extra {
    std::string item, reason;
  };
  std::string name;         ///< `Lee et al. 1982, Table 2`
  std::string formulation;  ///< of formulations()
  std::vector<PublishedRow> rows;
  std::vector<Extra> extras;
};

/// Lee et al. 1982, Tables 1 and 2; Angeles, Tables 7.1 and 7.2, which share a formulation.
const std::vector<PublishedTable>& published_tables();

/// A method of another author, in Angeles, Tables 7.3 and 7.4.
struct PublishedMethod {
  std::string author, kind;
  std::optional<CountPolynomial> multiplications, additions;  ///< Table 7.3
  long long multiplications_6 = 0, additions_6 = 0;           ///< Table 7.4: six joints
};

/// These tables, and Angeles' own (7.43).
const std::vector<PublishedMethod>& published_methods();

/// Published and measured costs.
struct CountComparison {
  struct Row {
    std::string item;
    std::optional<CountPolynomial> published_multiplications,
        published_additions;                     ///< none: not in the table
    CountPolynomial multiplications, additions;  ///< measured
    std::string difference;
  };
  std::string table, formulation;
  std::vector<Row> rows;  ///< those of the table, what ours has beside them, the total
};

/// The table with the cost of our code, counted now.
CountComparison compared(const PublishedTable& table);

}  // namespace invdyn
