// The cost of the formulations: the counting scalar compared with the costs of a textbook, the line items
// with the tables printed by Lee et al. and Angeles, and the totals of those tables.

#include "dynamics/comparison/operation_count.h"

#include <gtest/gtest.h>

#include "dynamics/comparison/published_counts.h"
#include "lanes/scalar/vectors.h"
#include "support/chains.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

template <class Work>
Operations cost_of(Work work) {
  OperationLedger ledger;
  work();
  return ledger.total();
}

Operations operations(long long multiplications, long long additions, long long trigonometric = 0) {
  return {multiplications, additions, 0, trigonometric};
}

TEST(Counted, CountsLikeATextbook) {
  Vector3<Counted> a = Vector3<Counted>::Zero(), b = a, c;
  Matrix3<Counted> A = Matrix3<Counted>::Zero(), B = A, C;
  Eigen::Matrix<Counted, 3, 4> U = Eigen::Matrix<Counted, 3, 4>::Zero(), V;
  Eigen::Matrix<Counted, 4, 4> J = Eigen::Matrix<Counted, 4, 4>::Zero();
  Counted s(2);
  EXPECT_EQ(cost_of([&] { c = a + b; }), operations(0, 3));
  EXPECT_EQ(cost_of([&] { c = a - b; }), operations(0, 3));
  EXPECT_EQ(cost_of([&] { c = -a; }), operations(0, 0));
  EXPECT_EQ(cost_of([&] { c = a * s; }), operations(3, 0));
  EXPECT_EQ(cost_of([&] { s = a.dot(b); }), operations(3, 2));
  EXPECT_EQ(cost_of([&] { c = a.cross(b); }), operations(6, 3));
  EXPECT_EQ(cost_of([&] { c = A * b; }), operations(9, 6));
  EXPECT_EQ(cost_of([&] { c = A.transpose() * b; }), operations(9, 6));
  EXPECT_EQ(cost_of([&] { c = A * b + a; }), operations(9, 9));
  EXPECT_EQ(cost_of([&] { C = A * B; }), operations(27, 18));
  EXPECT_EQ(cost_of([&] { C = A * B.transpose(); }), operations(27, 18));
  EXPECT_EQ(cost_of([&] { V = U * J; }), operations(48, 36));
  EXPECT_EQ(cost_of([&] { s = U.cwiseProduct(V).sum(); }), operations(12, 11));
  EXPECT_EQ(cost_of([&] { s = sin_cos(s).sin; }), operations(0, 0, 2));
  EXPECT_EQ(cost_of([&] { s = s / s; }).divisions, 1);
}

TEST(Counted, CountsForTheOpenLineItem) {
  OperationLedger ledger;
  Counted s(1);
  line_item<Counted>("first");
  s = s * s;
  line_item<Counted>("second");
  s = s + s;
  line_item<double>("not counted, so not opened");
  s = s + s;
  line_item<Counted>("first");
  s = s * s;
  ASSERT_EQ(ledger.items().size(), 2u);
  EXPECT_EQ(ledger.items()[0].name, "first");
  EXPECT_EQ(ledger.items()[0].operations, operations(2, 0));
  EXPECT_EQ(ledger.items()[1].operations, operations(0, 2));
}

TEST(CountPolynomial, IsAnExactFitOrNone) {
  const auto values = [](auto f) {
    std::vector<long long> result;
    for (long long n = 1; n <= 8; ++n) result.push_back(f(n));
    return result;
  };
  const auto text = [&](auto f) {
    const auto fitted = CountPolynomial::through(values(f));
    return fitted ? fitted->text() : "none";
  };
  EXPECT_EQ(text([](long long) { return 0LL; }), "0");
  EXPECT_EQ(text([](long long) { return 7LL; }), "7");
  EXPECT_EQ(text([](long long n) { return n; }), "n");
  EXPECT_EQ(text([](long long n) { return 137 * n - 22; }), "137n - 22");
  EXPECT_EQ(text([](long long n) { return 3 - n; }), "-n + 3");
  EXPECT_EQ(text([](long long n) { return n * (n - 1) / 2; }), "1/2 n^2 - 1/2 n");
  EXPECT_EQ(text([](long long n) { return n * (n + 1) * (n + 2) * (3 * n + 1) / 24; }),
            "1/8 n^4 + 5/12 n^3 + 3/8 n^2 + 1/12 n");
  EXPECT_EQ(text([](long long n) { return n * n * n * n * n; }), "none");
  EXPECT_EQ(text([](long long n) { return n == 5 ? 1 : 0LL; }), "none");
  EXPECT_FALSE(CountPolynomial::through({1, 2, 3, 4, 5}));
  const auto cubic = CountPolynomial::through(values([](long long n) { return n * (n * n - 1) / 6; }));
  ASSERT_TRUE(cubic);
  EXPECT_EQ(cubic->at(20), 1330);  // 20 * 399 / 6
}

class EachFormulation : public testing::TestWithParam<Formulation> {};

std::string test_name(const testing::TestParamInfo<Formulation>& info) {
  std::string name(info.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

TEST_P(EachFormulation, CostsAPolynomialBeyondTheFittedNumbersOfJoints) {
  const std::vector<ItemPolynomials> items = item_polynomials(GetParam());
  const ItemPolynomials sum = total(items);
  for (const std::size_t n : {9u, 10u, 12u, 17u}) {
    const Robot arm = counting_arm(n);
    Operations counted;
    for (const auto& item : count_operations(*GetParam().prepare(arm, Loads{arm.gravity()}), n))
      counted += item.operations;
    EXPECT_EQ(sum.multiplications.at(n), counted.multiplications) << "n = " << n;
    EXPECT_EQ(sum.additions.at(n), counted.additions) << "n = " << n;
    EXPECT_EQ(sum.trigonometric.at(n), counted.trigonometric) << "n = " << n;
  }
}

TEST_P(EachFormulation, CostsOneSineAndOneCosineAJointAndNoDivision) {
  const Robot arm = counting_arm(5);
  Operations counted;
  for (const auto& item : count_operations(*GetParam().prepare(arm, Loads{arm.gravity()}), 5))
    counted += item.operations;
  EXPECT_EQ(counted.trigonometric, 10);
  EXPECT_EQ(counted.divisions, 0);
}

// Other lengths, angles and masses cost the same, unless axes are parallel, at right angles or meet.
TEST_P(EachFormulation, CostsTheSameForOtherNumbers) {
  Robot robot = random_robot(3, {.joints = 6, .prismatic = 0, .fixed = 0, .branching = 0});
  const Robot arm = counting_arm(6);
  std::unique_ptr<const LinkTorques> links;
  try {
    links = GetParam().prepare(robot, Loads{robot.gravity()});
  } catch (const NotRepresentable&) {  // a formulation with further restrictions
    Random random(3);
    robot = Robot(half_way_chain(random, 6), [](const std::string&) {});
    links = GetParam().prepare(robot, Loads{robot.gravity()});
  }
  const auto of_robot = count_operations(*links, 6);
  const auto of_arm = count_operations(*GetParam().prepare(arm, Loads{arm.gravity()}), 6);
  ASSERT_EQ(of_robot.size(), of_arm.size());
  for (std::size_t i = 0; i < of_arm.size(); ++i) EXPECT_EQ(of_robot[i].operations, of_arm[i].operations);
}

INSTANTIATE_TEST_SUITE_P(All, EachFormulation, testing::ValuesIn(formulations()), test_name);

CountComparison table_named(const std::string& name) {
  for (const PublishedTable& table : published_tables())
    if (table.name == name) return compared(table);
  throw std::logic_error(name);
}

const CountComparison::Row& row_named(const CountComparison& table, const std::string& item) {
  for (const auto& row : table.rows)
    if (row.item == item) return row;
  throw std::logic_error(item);
}

// The totals printed below the rows in the papers.
TEST(PublishedTables, AddUpToTheirPrintedTotals) {
  struct Total {
    std::string table, multiplications, additions;
    long long multiplications_6, additions_6;  // for six joints
  };
  for (const Total& total : {Total{"Lee et al. 1982, Table 1", "128/3 n^4 + 515/3 n^3 + 850/3 n^2 + 82/3 n",
                                   "98/3 n^4 + 787/6 n^3 + 640/3 n^2 + 131/6 n", 102740, 78479},
                             Total{"Lee et al. 1982, Table 2", "119n - 24", "107n - 21", 690, 621},
                             Total{"Angeles, Table 7.1", "82n", "66n", 492, 396},
                             Total{"Angeles, Table 7.2", "55n - 22", "44n - 14", 308, 250}}) {
    const CountComparison table = table_named(total.table);
    const auto& row = row_named(table, "total");
    EXPECT_EQ(row.published_multiplications->text(), total.multiplications) << total.table;
    EXPECT_EQ(row.published_additions->text(), total.additions) << total.table;
    EXPECT_EQ(row.published_multiplications->at(6), total.multiplications_6) << total.table;
    EXPECT_EQ(row.published_additions->at(6), total.additions_6) << total.table;
  }
}

TEST(PublishedTables, DifferFromOursOnlyForAStatedReason) {
  for (const PublishedTable& published : published_tables())
    for (const auto& row : compared(published).rows) {
      if (row.item == "total") continue;
      const bool equal = row.published_multiplications &&
                         *row.published_multiplications == row.multiplications &&
                         *row.published_additions == row.additions;
      EXPECT_EQ(equal, row.difference.empty()) << published.name << ", " << row.item;
    }
}

// All costs of our code are in some row.
TEST(PublishedTables, ContainEachOfOurItemsOnce) {
  const auto sum_of = [](const std::vector<std::string>& tables) {
    long long multiplications = 0, additions = 0;
    for (const std::string& name : tables) {
      const CountComparison table = table_named(name);
      multiplications += row_named(table, "total").multiplications.at(7);
      additions += row_named(table, "total").additions.at(7);
    }
    return std::pair(multiplications, additions);
  };
  const auto ours = [](const char* name) {
    const ItemPolynomials sum = total(item_polynomials(formulation("test", name)));
    return std::pair(sum.multiplications.at(7), sum.additions.at(7));
  };
  const auto with_control_law = [](std::pair<long long, long long> cost) {
    return std::pair(cost.first + 2 * 7, cost.second + 4 * 7);
  };
  EXPECT_EQ(sum_of({"Lee et al. 1982, Table 1"}), with_control_law(ours("lagrange")));
  EXPECT_EQ(sum_of({"Lee et al. 1982, Table 2"}), with_control_law(ours("luh")));
  EXPECT_EQ(sum_of({"Angeles, Table 7.1", "Angeles, Table 7.2"}), ours("angeles"));
}

// The effect of each reason for a difference, computed by hand from the equations as the reason states: our
// cost of the row for n joints.
struct HandCount {
  std::string table, item;
  long long (*multiplications)(long long n);
  long long (*additions)(long long n);
};

long long pairs(long long n) {  // j <= k
  return n * (n + 1) / 2;
}
long long triples(long long n) {  // j <= k <= m
  return n * (n + 1) * (n + 2) / 6;
}
long long terms_of_H(long long n) {  // j <= k <= m, i <= m
  return n * (n + 1) * (n + 2) * (3 * n + 1) / 24;
}

TEST(PublishedTables, DifferFromOursByTheStatedReasons) {
  const std::vector<HandCount> hand_counts{
      {"Lee et al. 1982, Table 1", "T_i^j",
       [](long long n) { return 33 * n * (n - 1) / 2 - 4 * (n - 1) + 33 * (n - 1) + 6 * n; },
       [](long long n) { return 24 * n * (n - 1) / 2 - 4 * (n - 1) + 24 * (n - 1); }},
      {"Lee et al. 1982, Table 1", "-m_j g dT_0^j/dq_i r_j", [](long long n) { return (24 + 3) * pairs(n); },
       [](long long n) { return (12 + 2) * pairs(n); }},
      {"Lee et al. 1982, Table 1", "Tr{dT J dT'}",
       [](long long n) { return 48 * pairs(n) + 12 * triples(n); },
       [](long long n) { return 36 * pairs(n) + 11 * triples(n); }},
      {"Lee et al. 1982, Table 1", "Tr{d2T J dT'}",
       [](long long n) {
         return 40 * (triples(n) - pairs(n)) + 24 * pairs(n) + 48 * triples(n) + 12 * terms_of_H(n);
       },
       [](long long n) {
         return 20 * (triples(n) - pairs(n)) + 12 * pairs(n) + 36 * triples(n) + 11 * terms_of_H(n);
       }},
      {"Lee et al. 1982, Table 1", "sum over m of Tr{d2T J dT'}", [](long long) { return 0LL; },
       [](long long n) { return terms_of_H(n) - n * pairs(n); }},
      // Each rotation costs 8 and 5; the paper prints 9 and 6.
      {"Lee et al. 1982, Table 2", "omega_i", [](long long n) { return 8 * n; },
       [](long long n) { return (5 + 1) * n; }},
      {"Lee et al. 1982, Table 2", "alpha_i", [](long long n) { return (8 + 2) * n; },
       [](long long n) { return (5 + 3) * n; }},
      {"Lee et al. 1982, Table 2", "a_i", [](long long n) { return (27 - 1) * n; },
       [](long long n) { return (22 - 1) * n; }},
      {"Lee et al. 1982, Table 2", "f_i", [](long long n) { return 8 * (n - 1); },
       [](long long n) { return (5 + 3) * (n - 1); }},
      {"Lee et al. 1982, Table 2", "n_i", [](long long n) { return 21 * n - 15 - (n - 1); },
       [](long long n) { return 24 * n - 15 - (n - 1); }},
      {"Lee et al. 1982, Table 2", "A_i", [](long long n) { return 4 * n; }, [](long long) { return 0LL; }},
      {"Lee et al. 1982, Table 2", "tau_i", [](long long n) { return 2 * n; }, [](long long n) { return n; }},
      {"Angeles, Table 7.1", "Q_i", [](long long) { return 0LL; }, [](long long) { return 0LL; }},
      {"Angeles, Table 7.2", "1: f_n", [](long long) { return 3LL; }, [](long long) { return 3LL - 3; }},
      {"Angeles, Table 7.2", "2: n_n", [](long long) { return 30LL; }, [](long long) { return 27LL - 3; }},
      {"Angeles, Table 7.2", "tau_1", [](long long) { return 2LL; }, [](long long) { return 1LL; }}};
  std::size_t pinned = 0;
  for (const PublishedTable& published : published_tables())
    for (const auto& row : compared(published).rows) {
      if (row.difference.empty()) continue;
      if (row.item == "theta_i, d_i") {  // an offset for each joint
        EXPECT_EQ(row.additions.text(), "n");
        continue;
      }
      const auto by_hand = std::find_if(hand_counts.begin(), hand_counts.end(), [&](const HandCount& count) {
        return count.table == published.name && count.item == row.item;
      });
      ASSERT_NE(by_hand, hand_counts.end()) << published.name << ", " << row.item;
      ++pinned;
      for (const long long n : {1, 2, 3, 6, 11}) {
        const auto joints = static_cast<std::size_t>(n);
        EXPECT_EQ(row.multiplications.at(joints), by_hand->multiplications(n)) << row.item << ", n = " << n;
        EXPECT_EQ(row.additions.at(joints), by_hand->additions(n)) << row.item << ", n = " << n;
      }
    }
  EXPECT_EQ(pinned, hand_counts.size());
}

// Angeles, Table 7.4 compared with 7.3 at n = 6: all agree except the additions of Balafoutis & Patel.
TEST(PublishedMethods, AgreeBetweenTables) {
  for (const PublishedMethod& method : published_methods()) {
    if (!method.multiplications) continue;
    EXPECT_EQ(method.multiplications->at(6), method.multiplications_6) << method.author;
    const long long slip = method.author == "Balafoutis & Patel (1991)" ? 1 : 0;
    EXPECT_EQ(method.additions->at(6), method.additions_6 + slip) << method.author;
  }
}

}  // namespace
}  // namespace invdyn::test
