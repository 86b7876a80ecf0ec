// The chunk reader compared with the plain line reader. For every cut of a file, and for any number of bytes
// per read, the rows are the same to the last bit; an error has the same text and the same rows before it.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>

#include "support/csv_reader.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using namespace std::string_literals;

const Robot& arm() {
  static const Robot robot = arm_of({{"shoulder"}, {"slide", JointType::prismatic}});
  return robot;
}

// The rows of a file as bits, and its final error.
struct Contents {
  std::vector<std::vector<std::uint64_t>> rows;  // line, t, q, dq, ddq of both joints
  std::string error;
  bool operator==(const Contents&) const = default;
};

std::vector<std::uint64_t> bits_of(const Block& block, std::size_t row) {
  const auto k = static_cast<Eigen::Index>(row);
  std::vector<std::uint64_t> bits{block.line[row], std::bit_cast<std::uint64_t>(block.t[k])};
  for (const Eigen::ArrayXXd* quantity : {&block.q, &block.dq, &block.ddq})
    for (Eigen::Index j = 0; j < quantity->cols(); ++j)
      bits.push_back(std::bit_cast<std::uint64_t>((*quantity)(k, j)));
  return bits;
}

const Warn silent = [](const std::string&) {};

Contents read_plainly(const std::string& path, const CsvSettings& settings) {
  Contents contents;
  try {
    CsvReader reader(path, arm(), settings, silent);
    for (Block block(2, 1); !block.last;) {
      block.rows = 0;
      reader.fill(block);
      if (block.rows > 0) contents.rows.push_back(bits_of(block, 0));
    }
  } catch (const Error& error) {
    contents.error = error.what();
  }
  return contents;
}

// The same steps as in the pipeline, except for the retained rows, which must be the latest ones.
Contents read_in_chunks(const std::string& path, const CsvSettings& settings, const Differentiation& how,
                        const ChunkSizes& sizes) {
  Contents contents;
  try {
    CsvSource source(path, arm(), settings, silent, sizes);
    Chunk chunk;
    while (source.next(chunk, how)) {
      Block block(2, 0);
      const std::exception_ptr fault = source.parse(chunk, block);
      for (std::size_t row = 0; row < block.rows; ++row) {
        if (row >= chunk.held)
          contents.rows.push_back(bits_of(block, row));
        else if (bits_of(block, row) != contents.rows[contents.rows.size() - chunk.held + row])
          ADD_FAILURE() << "row " << row << " is not the one that was held over";
      }
      EXPECT_EQ(block.first_row == 0, contents.rows.size() == block.rows);
      if (fault) std::rethrow_exception(fault);
      if (chunk.last) break;
    }
  } catch (const Error& error) {
    contents.error = error.what();
  }
  return contents;
}

struct Stencil {
  Differentiation how;
  CsvSettings settings;
};

std::vector<Stencil> stencils() {
  const CsvSettings step{.degrees = true, .grid = TimeGrid::with_step(0.25), .scheme = Scheme::backward};
  return {{{.scheme = Scheme::backward}, {.degrees = false, .grid = {}, .scheme = Scheme::backward}},
          {{.scheme = Scheme::central}, {.degrees = false, .grid = {}, .scheme = Scheme::central}},
          {{.scheme = Scheme::savitzky_golay, .fit = {5, 2}},
           {.degrees = false, .grid = {}, .scheme = Scheme::savitzky_golay}},
          {{.scheme = Scheme::given, .known = Known::q_dq_ddq}, {}},
          {{.scheme = Scheme::backward, .start = Start::extrapolate, .step = 0.25}, step}};
}

// The plain reader does not know some file headers. Such a text is compared with an equivalent text of the
// same number of lines.
struct Beginning {
  std::string plain;  // used instead of the text; empty: the text itself
  std::string name = "motion.csv";
  bool has_header = true;
};

void expect_the_same_for_any_cut(const std::string& text, bool compare_rows_before_error = true,
                                 const Beginning& beginning = {}) {
  const TemporaryFolder folder, plain_folder;
  const std::string path = folder.write(beginning.name, text);
  const std::string plain_path =
      plain_folder.write(beginning.name, beginning.plain.empty() ? text : beginning.plain);
  for (auto [how, settings] : stencils()) {
    Contents plain = read_plainly(plain_path, settings);
    plain.error = without_advice_on_lines(without_folder(plain.error, plain_folder));
    settings.has_header = beginning.has_header;
    const std::string of_header = "as in the header";
    const auto at = plain.error.find(of_header);
    if (at != std::string::npos && !beginning.has_header)
      plain.error.replace(at, of_header.size(), "as in the first row");
    for (const std::size_t read : {1U, 5U, 1U << 20})
      for (std::size_t size = 1; size <= text.size() + 1; ++size) {
        Contents cut = read_in_chunks(path, settings, how, {.text = size, .read = read});
        cut.error = without_advice_on_lines(without_folder(cut.error, folder));
        if (!compare_rows_before_error) cut.rows = plain.rows;
        ASSERT_EQ(cut.error, plain.error) << "in chunks of " << size << " bytes, read by " << read;
        ASSERT_TRUE(cut == plain) << "in chunks of " << size << " bytes, read by " << read << ": "
                                  << cut.rows.size() << " rows in place of " << plain.rows.size();
      }
  }
}

const std::string header = "t,shoulder,slide\n";
const std::string rows = "0,1,-0.5\n0.1,2,0.25\n0.25,1e-3,4\n";

// Long lines exceed the 64 bytes that are processed together. The time grows with the square of the text
// length.
struct Ugly {
  std::string name, text;
};
void PrintTo(const Ugly& ugly, std::ostream* out) {
  *out << ugly.name;
}
class UglyFile : public testing::TestWithParam<Ugly> {};

TEST_P(UglyFile, IsReadTheSameForAnyCut) {
  expect_the_same_for_any_cut(GetParam().text);
}

const auto name_of_case = [](const auto& ugly) { return ugly.param.name; };

INSTANTIATE_TEST_SUITE_P(
    Good, UglyFile,
    testing::Values(
        Ugly{"Plain", header + rows}, Ugly{"NoRows", header},
        Ugly{"NoNewlineAfterTheHeader", "t,shoulder,slide"}, Ugly{"Empty", ""}, Ugly{"Newlines", "\n\n\n"},
        Ugly{"ByteOrderMark", "\xEF\xBB\xBF" + header + rows}, Ugly{"PartOfAByteOrderMark", "\xEF\xBB"},
        Ugly{"OneRow", header + "0,1,2\n"}, Ugly{"TwoRows", header + "0,1,2\n1,1,2"},
        Ugly{"NoNewlineAtTheEnd", header + rows + "1,2,3"}, Ugly{"CommentAtTheEnd", header + rows + "# end"},
        Ugly{"CarriageReturns", "t,shoulder,slide\r\n0,1,2\r\n\r\n \r\n#\r\n"},
        Ugly{"CarriageReturnAtTheEnd", header + "0,1,2\r\n1,1,2\r"},
        Ugly{"CarriageReturnInARow", header + "0,1\r,2\r\n1,1,\r2\r\n"},
        Ugly{"Comments", "# a\n" + header + "# b, \"odd\n0,1,2\n #\n\t# c\n1,1,2\n#d\n#e\n2,1,2\n# f\n"},
        Ugly{"BlankLinesAtTheEnd", header + rows + "\n \t\n\r\n# behind\n\n"},
        Ugly{"BlanksAtTheEndAndNoNewline", header + rows + "\n  "},
        Ugly{"Quotes", "\"t\",\"shoulder\",slide\n\"0\",\"1\" , 2\n \"1\",+2,\" 3 \"\n"},
        Ugly{"Blanks", " t ,\tshoulder, slide \n 0 ,\t1, 2\n1 , 2 , 3 \n"},
        Ugly{"OtherOrder", "slide,t,shoulder\n-1,0,1\n-2,1,2\n-3,2,3\n"},
        Ugly{"ExtraColumns",
             "note,t,shoulder,,slide,more\nx,0,1,\"a, \"\"b\"\"\",2,\n,1,1,#,2,1e999\n,2,1,nan,2,7\n"},
        Ugly{"Derivatives",
             "t,shoulder,slide,dq_shoulder,dq_slide,ddq_shoulder,ddq_slide\n"
             "0,1,2,3,4,5,6\n1,1,2,3,4,5,6\n\"2\",1,2,3,4,5,6\n3,1,2,3,4,5,6\n"},
        Ugly{"NoTimeColumn", "shoulder,slide\n1,2\n# a\n2,3\n3,4\n\"4\",5\n5,6\n\n"},
        Ugly{"OddNumbers", header + "-0,-1e-400,0x\n"},
        Ugly{"Subnormals", header + "0,5e-324,2e-324\n1,.5,5.\n"},
        Ugly{"LongRow",
             header + "0,1," + std::string(100, ' ') + "2\n1,0." + std::string(90, '0') + "1,2\n2,1,2\n"},
        Ugly{"LongComment", header + "0,1,2\n#" + std::string(150, '.') + "\n1,1,2\n2,1,2\n3,1,2\n"}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    OtherSeparators, UglyFile,
    testing::Values(
        Ugly{"Semicolons", "t;shoulder;slide\n0;1;-0.5\n0.1;2;0.25\r\n0.25;1e-3;4"},
        Ugly{"SemicolonsAndBlanks", "t ; shoulder;\tslide\n 0;1 ;-0.5\n\"0.1\";2;\t0.25\n0.25;1e-3;4\n \n"},
        Ugly{"SemicolonsAndQuotedCommas", "note;t;shoulder;slide\n\"a, b\";0;1;2\n\"c;d\";1;1;2\n;2;1;2\n"},
        Ugly{"DecimalComma", "t;shoulder;slide\n0;1;2\n1;1,5;2\n2;1;2\n"},
        Ugly{"Tabs", "t\tshoulder\tslide\n0\t1\t-0.5\n  0.1\t 2\t0.25 \r\n# c\n0.25\t1e-3\t4\n"},
        Ugly{"TabsAndNamesWithBlanks", "t\tshoulder\tslide\ta b\n0\t1\t2\tx y\n1\t1\t2\t\n2\t1\t2\t3\n"},
        Ugly{"EmptyCellBetweenTabs", "t\tshoulder\tslide\n0\t1\t2\n1\t\t2\n2\t1\t2\n"},
        Ugly{"EmptyCellBeforeATab", "note\tt\tshoulder\tslide\n\t0\t1\t2\n\t1\t1\t2\n"},
        Ugly{"TabAtTheEnd", "t\tshoulder\tslide\n0\t1\t2\n1\t1\t2\t\n"},
        Ugly{"SingleBlanks", "t shoulder slide\n0 1 -0.5\n0.1 2 0.25\n0.25 1e-3 4\n"},
        Ugly{"RunsOfBlanks", "  t  shoulder   slide \n 0  1\t -0.5\t\n0.1 2 0.25 \r\n\t0.25\t1e-3 4"},
        Ugly{"BlanksAndQuotes", "t shoulder slide \"a b\"\n0 \"1\" 2 \"x \"\" y\"\n\"1\" 1 2 3\n2 1 2 3 \n"},
        Ugly{"BlanksTooFew", "t shoulder slide\n0 1 2\n1 1\n2 1 2\n"},
        Ugly{"BlanksTooMany", "t shoulder slide\n0 1 2\n1 1 2 3\n2 1 2\n"},
        Ugly{"NumberWithALetter", "t shoulder slide\n0 1 2\n1 1x 2\n2 1 2\n"},
        Ugly{"CommaAmongBlanks", "t shoulder slide\n0 1 2\n1, 1 2\n2 1 2\n"},
        Ugly{"LongRowOfBlanks", "t shoulder slide\n0 1" + std::string(100, ' ') + "2\n1 1 2\n2 1 2\n"}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(Bad, UglyFile,
                         testing::Values(Ugly{"NoNumber", header + rows + "1,x,2\n2,1,2\n"},
                                         Ugly{"EmptyCell", header + rows + "1,,2\n2,1,2\n"},
                                         Ugly{"TooFewFields", header + rows + "1,1\n2,1,2\n"},
                                         Ugly{"TooManyFields", header + rows + "1,1,2,\n2,1,2\n"},
                                         Ugly{"InTheFirstRow", header + "x,0,0\n" + rows},
                                         Ugly{"InTheLastRow", header + rows + "1,2,"},
                                         Ugly{"Infinity", header + rows + "1,inf,2\n"},
                                         Ugly{"TooLarge", header + rows + "1,1e999,2\n"},
                                         Ugly{"TimeStandsStill", header + rows + "0.25,1,2\n1,1,2\n"},
                                         Ugly{"TimeGoesBack", header + rows + "# a\n\"0.1\",1,2\n1,1,2\n"},
                                         Ugly{"TimeGoesBackInTheSecondRow", header + "0,0,0\n-1,0,0\n"},
                                         Ugly{"BlankLine", header + rows + "\n1,1,2\n"},
                                         Ugly{"BlankLines", header + rows + " \n\n# a\n\t\n\n1,1,2\n2,1,2\n"},
                                         Ugly{"BlankLineAfterTheHeader", header + "\n" + rows},
                                         Ugly{"QuoteNotEnded", header + rows + "1,\"1,2\n2,1,2\n"},
                                         Ugly{"TextAfterAQuote", header + rows + "1,\"1\"x,2\n"},
                                         Ugly{"NumbersInTheFirstRow", rows},
                                         Ugly{"JointMissing", "t,shoulder\n0,1\n"},
                                         Ugly{"TwoErrors", header + rows + "1,x,2\n2,y,2\n"}),
                         name_of_case);

// For the plain reader a header replaces the comment.
TEST(FileWithoutAHeader, IsReadTheSameForAnyCut) {
  for (const std::string end : {"0 1 -0.5\n 0.1  2\t0.25\n0.25 1e-3 4 \n", "0 1 2",
                                "0 1 2\n1 1 2\r\n2 1 2\n\n", "0 1 2\n# c\n1 x 2\n", "0 1 2\n1 1\n2 1 2\n",
                                "0 1 2\n0 1 2\n", "0 1 2\n\n1 1 2\n", "0 1 2\n1 1 2\n2 1 2\n3 \"1\" 2\n"})
    expect_the_same_for_any_cut("# a log\n" + end, true,
                                {.plain = "t q_shoulder q_slide\n" + end, .has_header = false});
  for (const std::string end : {"0,1,-0.5\n0.1, 2,0.25\n0.25,1e-3,4\n", "0,1,2\n1,1,\n2,1,2\n"})
    expect_the_same_for_any_cut("#\n" + end, true,
                                {.plain = "t,q_shoulder,q_slide\n" + end, .has_header = false});
}

// The plain reader gets comments instead.
TEST(OpenSimHeader, IsReadTheSameForAnyCut) {
  const std::vector<std::string> head{"Coordinates", "version=1", "nRows=3", "", "nColumns=3", "endheader"};
  for (const std::string names : {"time\tshoulder\tslide", "\n\n time  shoulder slide\t\r"})
    for (const std::string end : {"\n      0.00\t1\t-0.5\n      0.1\t 2\t0.25\t\n0.25 1e-3\t4\n",
                                  "\n0 1 2\n1 1 x\n", "\n0 1 2\n1 1\n", ""}) {
      std::string text, plain;
      for (const std::string& line : head) {
        text += line + '\n';
        plain += (line.empty() ? "" : "#" + line) + '\n';
      }
      const std::string plain_names =
          names.front() == 't' ? "time shoulder slide" : "\n\ntime shoulder slide";
      expect_the_same_for_any_cut(text + names + end, true,
                                  {.plain = plain + plain_names + end, .name = "walk.sto"});
    }
}

// The plain reader searches NUL bytes far ahead, and so gives no rows.
TEST(NulByte, IsFoundForAnyCut) {
  for (const std::string& text : {header + rows + "1,\0,2\n"s, header + "0,1,2\n#\0\n1,1,2\n"s,
                                  header + rows + "\0"s, "t,\0shoulder\n"s, "#\0\n"s + header, "\0"s})
    expect_the_same_for_any_cut(text, false);
}

// Random lines, valid and invalid ones.
TEST(RandomLines, AreReadTheSameForAnyCut) {
  std::mt19937 random(7);
  const std::vector<std::string> odd{"# comment\n",    "#\r\n",       "\n",       " \n",
                                     "\r\n",           "T,x,2\n",     "T,1\n",    "0,1,2\n",
                                     "T, \"1\",2\r\n", "\"T\",1,2\n", "T,1,\"2\n"};
  for (int file = 0; file < 20; ++file) {
    std::string text = header;
    const std::size_t lines = 2 + random() % 8;
    for (std::size_t k = 0; k < lines; ++k) {
      std::string line = random() % 3 ? "T,1.5,-2e-3\n" : odd[random() % odd.size()];
      if (const auto t = line.find('T'); t != std::string::npos) line.replace(t, 1, std::to_string(k + 1));
      text += line;
    }
    if (random() % 2) text.pop_back();
    SCOPED_TRACE(text);
    expect_the_same_for_any_cut(text);
  }
}

// The pipeline's results up to the first error do not depend on cuts and threads either.
TEST(RowsBeforeAnError, AreTheSameForAnyCutAndThreads) {
  const TemporaryFolder folder;
  for (const std::string rest : {"9,x,0\n", "9,1e308,0\n9.5,0,0\n", "\n10,0,0\n"}) {
    std::string text = header;
    for (int k = 0; k < 9; ++k) text += std::to_string(k) + "," + std::to_string(k % 4) + ",0\n";
    const std::string path = folder.write("motion.csv", text + rest);
    for (const Scheme scheme : {Scheme::backward, Scheme::central}) {
      Way way;
      way.csv.scheme = scheme;
      const std::string error = error_of_file(path, arm(), way);
      const std::size_t done = rows_before_error(path, arm(), way);
      EXPECT_GE(done, 6U);
      for (std::size_t size = 1; size < text.size(); size += 3) {
        way.sizes.text = size;
        way.threads = 1 + size % 4;
        EXPECT_EQ(error_of_file(path, arm(), way), error);
        EXPECT_EQ(rows_before_error(path, arm(), way), done);
      }
    }
  }
}

}  // namespace
}  // namespace invdyn::test
