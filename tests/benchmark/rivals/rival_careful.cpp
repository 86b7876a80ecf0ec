// Computes the torques of a trajectory by KDL, written as well as possible: lines by LineReader, numbers by
// std::from_chars and std::to_chars, output in pieces of 1 MiB, no allocation per row.
//
//   rival_careful ROBOT IN.csv OUT.csv
//
// IN has a header and the columns t, q_1 ... q_n in the robot's order. dq and ddq are backward differences,
// from rest. invdyn's library is only used to read the robot.

#include <fcntl.h>
#include <libfccp/csv.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "benchmark/rivals/kdl_robot.h"
#include "robot/files/read.h"

namespace {

using invdyn::bench::KdlChain;

// A file that is written in large pieces.
class Output {
 public:
  explicit Output(const char* path) : file_(::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    if (file_ < 0) throw std::system_error(errno, std::generic_category(), path);
  }
  ~Output() { ::close(file_); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void character(char c) {
    make_room(1);
    *end_++ = c;
  }
  void text(std::string_view text) {
    make_room(text.size());
    end_ += text.copy(end_, text.size());
  }
  void number(double value) {
    make_room(max_characters);
    end_ = std::to_chars(end_, buffer_.data() + buffer_.size(), value).ptr;
  }
  void flush() {
    for (const char* begin = buffer_.data(); begin < end_;) {
      const ssize_t written = ::write(file_, begin, static_cast<std::size_t>(end_ - begin));
      if (written < 0) throw std::system_error(errno, std::generic_category(), "write");
      begin += written;
    }
    end_ = buffer_.data();
  }

 private:
  static constexpr std::size_t max_characters = 32;  // for one number

  void make_room(std::size_t size) {
    if (static_cast<std::size_t>(buffer_.data() + buffer_.size() - end_) < size) flush();
  }

  int file_;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 20);
  char* end_ = buffer_.data();
};

// The numbers of a line, one after the other.
class Fields {
 public:
  explicit Fields(std::string_view line) : next_(line.data()), end_(line.data() + line.size()) {}

  double next() {
    double value = 0;
    const auto [stop, fault] = std::from_chars(next_, end_, value);
    if (fault != std::errc() || (stop != end_ && *stop != ','))
      throw std::runtime_error("expected a number: " + std::string(next_, end_));
    next_ = stop == end_ ? end_ : stop + 1;
    return value;
  }

 private:
  const char *next_, *end_;
};

void run(const char* robot_file, const char* in, const char* out) {
  const KdlChain robot = invdyn::bench::kdl_chain(invdyn::read_robot(
      robot_file, [](const std::string& text) { std::fprintf(stderr, "warning: %s\n", text.c_str()); }));
  const unsigned n = robot.structure.getNrOfJoints();
  KDL::ChainIdSolver_RNE solver(robot.structure, robot.gravity);
  const KDL::Wrenches no_wrenches(robot.structure.getNrOfSegments(), KDL::Wrench::Zero());
  KDL::JntArray q(n), dq(n), ddq(n), tau(n);

  io::LineReader lines(in);
  Output output(out);
  output.text("t");
  for (const std::string& joint : robot.joints) output.text(",tau_" + joint);
  output.text("\n");
  if (!lines.next_line()) throw std::runtime_error("no header");

  double t_before = 0;
  bool first = true;
  while (const char* line = lines.next_line()) {
    Fields fields(line);
    const double t = fields.next(), dt = t - t_before;
    for (unsigned j = 0; j < n; ++j) {
      const double q_now = fields.next();
      if (!first) {
        const double dq_now = (q_now - q(j)) / dt;
        ddq(j) = (dq_now - dq(j)) / dt;
        dq(j) = dq_now;
      }
      q(j) = q_now;
    }
    t_before = t;
    first = false;
    solver.CartToJnt(q, dq, ddq, no_wrenches, tau);
    output.number(t);
    for (unsigned j = 0; j < n; ++j) {
      output.character(',');
      output.number(tau(j) + robot.friction[j].torque(dq(j)));
    }
    output.character('\n');
  }
  output.flush();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  try {
    run(argv[1], argv[2], argv[3]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
