#include "published_counts.h"

#include <algorithm>
#include <array>

#include "../../ground/base/error.h"
#include "../core/computed_torque.h"

namespace invdyn {
namespace {

// c0 + c1 n + c2 n^2 + c3 n^3 + c4 n^4, where each numerator is divided by the denominator.
CountPolynomial polynomial(std::array<long long, 5> numerators, long long denominator = 1) {
  for (long long& numerator : numerators) numerator *= 24 / denominator;
  return CountPolynomial(numerators);
}

CountPolynomial linear(long long slope, long long constant = 0) {
  return polynomial({constant, slope, 0, 0, 0});
}

const CountPolynomial none = linear(0);
constexpr const char* control_law = "ddq_d + Kv de + Kp e";
const PublishedTable::Extra offsets{"theta_i, d_i",
                                    "Offset of each joint's variable. The papers take theta_i as given"};

PublishedTable lee_table_1() {
  return {
      "Lee et al. 1982, Table 1",
      "lagrange",
      {{"T_i^j",
        polynomial({0, -32, 32, 0, 0}),
        polynomial({0, -24, 24, 0, 0}),
        {"T_{j-1}^j", "T_i^j"},
        "M: multiplications, A: additions. The paper takes 64 M and 48 A for each of the n(n-1)/2 full 4x4 "
        "products. Here, each product takes 33 M and 24 A, because the last rows (0,0,0,1) and the zero "
        "element of A_j are left out. If both factors have the form T_{j-1}^j (n-1 products), the product "
        "takes 4 M and 4 A less. Two items are counted only here. The base can have any pose, which takes "
        "n-1 more products. The entries of each T_{j-1}^j take 6 M"},
       {"-m_j g dT_0^j/dq_i r_j",
        polynomial({0, -28, 36, 0, 0}),
        polynomial({0, -45, 51, 0, 0}, 2),
        {"dT_0^m/dq_j", "-m_j g dT_0^j/dq_i r_j"},
        "Derivatives dT: the paper takes 64 M and 48 A for each of the n(n-1)/2 derivatives with i > 1. "
        "Here, each of the n(n+1)/2 derivatives takes 24 M and 12 A, because the zero rows of Q_i and the "
        "last row of zeros are left out. Gravity terms: the paper takes 8 M and 3 A for each of n(n+1)/2 "
        "terms. Here, each term takes 3 M and 2 A, because the product dT m r is a column of dT J. The "
        "product dT J is counted in the row Tr{dT J dT'}"},
       {"sum over j", none, polynomial({0, -1, 1, 0, 0}, 2), {"sum over j"}, ""},
       {"Tr{dT J dT'}",
        polynomial({0, 256, 384, 128, 0}, 3),
        polynomial({0, 130, 195, 65, 0}, 2),
        {"Tr{dT J dT'}"},
        "M: multiplications, A: additions. The paper takes 256 M and 195 A for each i <= j <= k. These are four "
        "full 4x4 products and a trace. Two of the products compute the derivatives dT again. Here, the "
        "derivatives dT "
        "are known. The product dT J takes 48 M and 36 A for each j <= k. The trace takes 12 M and 11 A for "
        "each i <= j <= k"},
       {"sum over k of Tr{dT J dT'}",
        none,
        polynomial({0, -1, 0, 1, 0}, 6),
        {"sum over k of Tr{dT J dT'}"},
        ""},
       {"Tr{d2T J dT'}",
        polynomial({0, 0, 256, 384, 128}, 3),
        polynomial({0, 0, 130, 195, 65}, 2),
        {"Tr{d2T J dT'}"},
        "M: multiplications, A: additions. The paper takes 256 M and 195 A for each j <= k <= m and all n "
        "values of i, although the terms with i > m are zero. Here, only terms with i <= m are computed. The "
        "second derivative d2T takes 40 M and 20 A for each j < k <= m, and 24 M and 12 A for each "
        "j = k <= m. The product d2T J takes 48 M and 36 A for each j <= k <= m. The trace of each term "
        "takes 12 M and 11 A"},
       {"sum over m of Tr{d2T J dT'}",
        none,
        polynomial({0, 0, -1, 0, 1}, 6),
        {"sum over m of Tr{d2T J dT'}"},
        "The paper also adds the terms with i > m, although these terms are zero"},
       {control_law, linear(2), linear(4), {control_law}, ""},
       {"tau = D ddq + H + G",
        polynomial({0, 0, 2, 1, 0}),
        polynomial({0, 0, 1, 1, 0}),
        {"tau = D ddq + H + G"},
        ""}},
      {offsets}};
}

PublishedTable lee_table_2() {
  const std::string zero =
      "The paper also counts products with the zero element of A_i (2.1): 1 multiplication and 1 addition for "
      "each rotation";
  return {
      "Lee et al. 1982, Table 2",
      "luh",
      {{"omega_i", linear(9), linear(7), {"omega_i"}, zero},
       {"alpha_i",
        linear(9),
        linear(9),
        {"alpha_i"},
        zero + ". Only our count has the two multiplications of the cross product of omega and "
               "z dtheta (3.22)"},
       {"a_i", linear(27), linear(22), {"a_i"}, zero},
       {"abar_i", linear(15), linear(14), {"abar_i"}, ""},
       {"F_i", linear(3), none, {"F_i"}, ""},
       {"f_i",
        linear(9, -9),
        linear(9, -6),
        {"f_i"},
        zero + ". The paper also counts 3 additions for the load f_{n+1}"},
       {"N_i", linear(24), linear(18), {"N_i"}, ""},
       {"n_i", linear(21, -15), linear(24, -15), {"n_i"}, zero},
       {control_law, linear(2), linear(4), {control_law}, ""}},
      {offsets,
       {"A_i", "Entries of A_i (2.1). The paper's table has no row for these entries"},
       {"tau_i",
        "Scalar product of n_i and z_{i-1}, in frame i (3.27). The paper's table has no row for this product"}}};
}

PublishedTable angeles_table_1() {
  return {
      "Angeles, Table 7.1",
      "angeles",
      {{"Q_i",
        linear(4),
        none,
        {"Q_i"},
        "The book counts the products in the entries of Q_i. The book's rotations (7.23) and (7.24) do not "
        "need these products"},
       {"omega_i", linear(8), linear(5), {"omega_i"}, ""},
       {"c'_i", linear(20), linear(16), {"c'_i"}, ""},
       {"omega'_i", linear(10), linear(7), {"omega'_i"}, ""},
       {"c''_i", linear(32), linear(28), {"c''_i"}, ""},
       {"c_i (no row in the table, but part of its total)", linear(8), linear(10), {"c_i"}, ""}},
      {offsets}};
}

PublishedTable angeles_table_2() {
  return {
      "Angeles, Table 7.2",
      "angeles",
      {{"1: f_n",
        linear(0, 3),
        linear(0, 3),
        {"f_n"},
        "The book also subtracts the force of the load, which counts as 3 additions"},
       {"2: n_n",
        linear(0, 30),
        linear(0, 27),
        {"n_n"},
        "The book also subtracts the moment of the load, which counts as 3 additions"},
       {"5: phi_{i+1}", linear(8, -8), linear(4, -4), {"phi_i"}, ""},
       {"6: f_i", linear(3, -3), linear(3, -3), {"f_i"}, ""},
       {"7: n_i", linear(44, -44), linear(37, -37), {"n_i"}, ""}},
      {{"tau_1",
        "z component of Q_1 n_1. Algorithm 7.4.2 takes the z component of n_1, without the rotation Q_1"}}};
}

ItemPolynomials control_law_cost() {
  OperationLedger ledger;
  commanded_acceleration<Counted>(Counted(), Counted(), Counted(), Counted(), Counted(), Counted(),
                                  Counted());
  const Operations one = ledger.total();
  return {control_law, linear(one.multiplications), linear(one.additions), none};
}

}  // namespace

const std::vector<PublishedTable>& published_tables() {
  static const std::vector<PublishedTable> tables{lee_table_1(), lee_table_2(), angeles_table_1(),
                                                  angeles_table_2()};
  return tables;
}

const std::vector<PublishedMethod>& published_methods() {
  static const std::vector<PublishedMethod> methods{
      {"Hollerbach (1980)", "E-L", linear(412, -277), linear(320, -201), 2195, 1719},
      {"Luh et al. (1980)", "N-E", linear(150, -48), linear(131, -48), 852, 738},
      {"Walker & Orin (1982)", "N-E", linear(137, -22), linear(101, -11), 800, 595},
      {"Hollerbach & Sahar (1983)", "N-E", std::nullopt, std::nullopt, 688, 558},
      {"Kane & Levinson (1983)", "Kane", std::nullopt, std::nullopt, 646, 394},
      {"Khalil et al. (1986)", "N-E", linear(105, -92), linear(94, -86), 538, 478},
      {"Angeles, (7.43)", "N-E", linear(137, -22), linear(110, -14), 800, 646},
      {"Angeles et al. (1989)", "Kane", linear(105, -109), linear(90, -105), 521, 435},
      {"Balafoutis & Patel (1991)", "tensor", linear(93, -69), linear(81, -65), 489, 420},
      {"Li & Sankar (1992)", "E-L", linear(88, -69), linear(76, -66), 459, 390}};
  return methods;
}

CountComparison compared(const PublishedTable& table) {
  std::vector<ItemPolynomials> ours = item_polynomials(formulation("", table.formulation));
  ours.push_back(control_law_cost());
  const auto cost_of = [&](const std::string& name) {
    const auto found =
        std::find_if(ours.begin(), ours.end(), [&](const auto& item) { return item.item == name; });
    if (found == ours.end())
      throw Error(table.name,
                  "has \"" + name + "\", which the formulation " + table.formulation + " does not compute");
    return *found;
  };
  CountComparison result{table.name, table.formulation, {}};
  CountComparison::Row sum{"total", none, none, none, none, ""};
  for (const PublishedRow& published : table.rows) {
    CountComparison::Row row{published.item, published.multiplications, published.additions, none,
                             none,           published.difference};
    for (const std::string& name : published.our_items) {
      const ItemPolynomials cost = cost_of(name);
      row.multiplications = row.multiplications + cost.multiplications;
      row.additions = row.additions + cost.additions;
    }
    sum.published_multiplications = *sum.published_multiplications + *row.published_multiplications;
    sum.published_additions = *sum.published_additions + *row.published_additions;
    result.rows.push_back(row);
  }
  for (const PublishedTable::Extra& extra : table.extras) {
    const ItemPolynomials cost = cost_of(extra.item);
    result.rows.push_back(
        {extra.item, std::nullopt, std::nullopt, cost.multiplications, cost.additions, extra.reason});
  }
  for (const CountComparison::Row& row : result.rows) {
    sum.multiplications = sum.multiplications + row.multiplications;
    sum.additions = sum.additions + row.additions;
  }
  result.rows.push_back(sum);
  return result;
}

}  // namespace invdyn
