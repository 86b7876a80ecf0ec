#pragma once

#include <string>
#include <vector>

#include "operation_count.h"

namespace invdyn {

/// A row of a published table of costs, with the corresponding line items of our code.
struct PublishedRow {
  std::string item;
  CountPolynomial multiplications, additions;
  std::vector<std::string> our_items;  ///< in the table's formulation
  std::string difference;              ///< why our cost differs; empty if it does not
};

/// A published breakdown of one method's costs by line item.
struct PublishedTable {
  /// A line item of our code without a row in the table, and the reason.
  struct Extra {
    std::string item, reason;
  };
  std::string name;         ///< `Lee et al. 1982, Table 2`
  std::string formulation;  ///< its name in formulations()
  std::vector<PublishedRow> rows;
  std::vector<Extra> extras;
};

/// Lee et al. 1982, Tables 1 and 2; Angeles, Tables 7.1 and 7.2, both for the same formulation.
const std::vector<PublishedTable>& published_tables();

/// A method of another author, in Angeles, Tables 7.3 and 7.4.
struct PublishedMethod {
  std::string author, kind;
  std::optional<CountPolynomial> multiplications, additions;  ///< Table 7.3
  long long multiplications_6 = 0, additions_6 = 0;           ///< Table 7.4: six joints
};

/// The methods of these tables, and Angeles' own (7.43).
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
  std::vector<Row> rows;  ///< the rows of the table, our additional items, the total
};

/// The table with the costs of our code, counted now.
CountComparison compared(const PublishedTable& table);

}  // namespace invdyn
