// Times whole programs from file to new file, by wall-clock time, one after the other in every repetition.

#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "benchmark/benchmarks.h"
#include "benchmark/machine.h"
#include "benchmark/robots.h"
#include "benchmark/trajectory.h"
#include "cli/run_program.h"
#include "ground/base/wording.h"
#include "ground/output_files/table.h"
#include "robot/files/read.h"
#include "robot/mjcf/mjcf_writer.h"

namespace invdyn::bench {
namespace {

// The files are large, so Ctrl-C must remove them. Running programs end by the same signal.
volatile std::sig_atomic_t interrupted = 0;

void stop_if_interrupted() {
  if (interrupted) throw std::runtime_error("interrupted");
}

struct Contender {
  std::string name;
  std::vector<std::string> command;  // before ROBOT IN OUT
  std::vector<std::string> options = {};
  std::string suffix = ".csv";  // ending of its files

  std::vector<std::string> line(const std::string& robot, const std::string& in,
                                const std::string& out) const {
    std::vector<std::string> arguments = command;
    arguments.insert(arguments.end(), {robot, in, out});
    if (is_ours()) arguments.insert(arguments.end() - 1, "-o");
    arguments.insert(arguments.end(), options.begin(), options.end());
    return arguments;
  }
  bool is_ours() const { return command.front() == test::program; }
};

struct Run {
  Times times, processor;  // per row: wall-clock time, and processor time of all threads
  long peak_kib = 0;       // of memory
};

double processor_ns(const struct rusage& usage) {
  const auto ns = [](const timeval& time) {
    return 1e9 * static_cast<double>(time.tv_sec) + 1e3 * static_cast<double>(time.tv_usec);
  };
  return ns(usage.ru_utime) + ns(usage.ru_stime);
}

/// The folder in which the compared programs run.
class Course {
 public:
  Course(const Effort& effort, const std::string& folder) : effort_(effort), folder_(folder) {}

  static Contender ours(int threads, const std::string& suffix = ".csv") {
    const std::string form = suffix == ".csv" ? "" : ", " + suffix;
    return {"invdyn" + form + ", " + counted(static_cast<std::size_t>(threads), "thread"),
            {test::program, "torque"},
            {"-q", "--threads", std::to_string(threads)},
            suffix};
  }
  static std::vector<Contender> ours() { return {ours(1), ours(2)}; }
  static Contender careful() { return {"rival_careful", {INVDYN_RIVAL_CAREFUL}}; }
  static Contender array_floor() { return {"array_floor", {INVDYN_ARRAY_FLOOR}, {}, ".npy"}; }
  static Contender common() { return {"rival_common", {INVDYN_RIVAL_COMMON}}; }
  static Contender mujoco() { return {"rival_mujoco", {INVDYN_RIVAL_MUJOCO}}; }

  std::string write_trajectory(const Robot& robot, std::size_t rows) const {
    const std::string path = folder_ / "trajectory.csv";
    std::ofstream file(path, std::ios::binary);
    std::vector<std::string> joints;
    for (std::size_t j = 0; j < robot.dof(); ++j) joints.push_back(robot.moving_joint(j).name);
    std::string text = trajectory_header(joints, robot.base_floats());
    for (std::size_t row = 0; row < rows; ++row) {
      append_trajectory_row(text, row, joints.size(), robot.base_floats());
      if (text.size() < 1 << 20 && row + 1 < rows) continue;
      stop_if_interrupted();
      file << text;
      text.clear();
    }
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
    return path;
  }

  // The same numbers in the other format that invdyn reads.
  std::string as_npy(const std::string& robot, const std::string& trajectory) const {
    const std::string path = folder_ / "trajectory.npy";
    run({test::program, "torque", robot, trajectory, "--columns", "q", "-q", "-o", path});
    return path;
  }

  // `in` is the path of the CSV; the input of another format is next to it with its own ending.
  std::vector<Run> race(const std::vector<Contender>& contenders, const std::string& robot,
                        const std::string& in, std::size_t rows, int repetitions) const {
    std::vector<Run> runs(contenders.size());
    for (int repetition = 0; repetition < repetitions; ++repetition)
      for (std::size_t i = 0; i < contenders.size(); ++i) {
        const std::string& suffix = contenders[i].suffix;
        const std::string out = folder_ / ("torques" + suffix);
        std::filesystem::remove(out);
        const auto begin = std::chrono::steady_clock::now();
        const struct rusage usage =
            run(contenders[i].line(robot, std::filesystem::path(in).replace_extension(suffix), out));
        const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
        runs[i].times.ns.push_back(time.count() / static_cast<double>(rows));
        runs[i].processor.ns.push_back(processor_ns(usage) / static_cast<double>(rows));
        runs[i].peak_kib = std::max(runs[i].peak_kib, usage.ru_maxrss);
      }
    return runs;
  }

  const Effort& effort() const { return effort_; }
  std::string write(const std::string& name, const std::string& text) const {
    return folder_.write(name, text);
  }
  std::string storage() const { return storage_of(folder_.path()) + " (" + folder_.path() + ")"; }

 private:
  struct rusage run(const std::vector<std::string>& line) const {
    stop_if_interrupted();
    test::Child child(line, folder_.path(), "/dev/null", folder_ / "errors");
    struct rusage usage {};
    if (child.wait(&usage) != 0)
      throw std::runtime_error("failed: " + line.front() + ": " + folder_.read("errors"));
    return usage;
  }

  Effort effort_;
  test::TemporaryFolder folder_;
};

Findings against_rivals(const Course& course) {
  const std::string robot = "puma560";
  const Robot arm = read_robot(robot, [](const std::string&) {});
  std::vector<Contender> contenders = Course::ours();
  const std::size_t ours = contenders.size();
  contenders.insert(contenders.end(),
                    {Course::careful(), Course::common(), Course::ours(1, ".npy"), Course::array_floor()});
  const std::size_t array = contenders.size() - 2, floor = contenders.size() - 1;

  const auto race = [&](std::size_t rows, int repetitions) {
    const std::string trajectory = course.write_trajectory(arm, rows);
    course.as_npy(robot, trajectory);
    return course.race(contenders, robot, trajectory, rows, repetitions);
  };
  constexpr std::size_t few_rows = 100;
  std::vector<Run> start = race(few_rows, 4 * course.effort().repetitions);
  const std::size_t rows = course.effort().rows;
  const std::vector<Run> runs = race(rows, course.effort().repetitions);

  Findings findings;
  Table table(
      {{"program"}, {"ns per row"}, {"of processors"}, {"peak memory, MiB"}, {"whole run of 100 rows, ms"}});
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    for (double& ns : start[i].times.ns) ns *= few_rows * 1e-6;
    table.add_row({contenders[i].name, runs[i].times.text(), runs[i].processor.text(),
                   rounded(static_cast<double>(runs[i].peak_kib) / 1024), start[i].times.text()});
  }
  for (std::size_t rival = ours; rival < ours + 2; ++rival) {
    for (std::size_t i = 0; i < ours; ++i)
      findings.comparisons.push_back({"a row, file to file: " + contenders[i].name, contenders[rival].name,
                                      runs[i].times, runs[rival].times});
    findings.comparisons.push_back({"the same, of processors: " + contenders.front().name,
                                    contenders[rival].name, runs.front().processor, runs[rival].processor});
  }
  findings.comparisons.push_back({"a row, file to file: " + contenders[array].name, contenders.front().name,
                                  runs[array].times, runs.front().times});
  findings.comparisons.push_back({"a row, file to file: " + contenders[array].name, contenders[floor].name,
                                  runs[array].times, runs[floor].times});
  findings.details = "### From file to file\n\nA 6R arm, " + std::to_string(rows) +
                     " rows of t and six positions with 17 significant digits, fresh output, on " +
                     course.storage() + ".\n\n" + fenced(table);
  return findings;
}

Findings floating(const Course& course) {
  const Robot robot = test::robot_of(random_floating_tree(29));
  const std::string model = course.write("floating.xml", mjcf_text(robot, [](const std::string&) {}));
  const std::size_t rows = course.effort().rows / 4;
  const Robot read = read_robot(model, [](const std::string&) {});  // with the joints in MuJoCo's order
  std::vector<Contender> contenders = Course::ours();
  for (Contender standing : Course::ours()) {
    standing.name += ", two contacts of four points";
    // So far apart that forces there make 99 % of the rows.
    standing.options.insert(
        standing.options.end(),
        {"--contact",
         "link=" + read.links().front().name + " points=9,9,0;9,-9,0;-9,9,0;-9,-9,0 mu=3 when=always",
         "--contact",
         "link=" + read.links().back().name + " points=9,9,0;9,-9,0;-9,9,0;-9,-9,0 mu=3 when=always"});
    contenders.push_back(standing);
  }
  contenders.push_back(Course::mujoco());
  const std::vector<Run> runs =
      course.race(contenders, model, course.write_trajectory(read, rows), rows, course.effort().repetitions);
  Findings findings;
  for (std::size_t i = 0; i + 1 < contenders.size(); ++i)
    findings.comparisons.push_back({"a row, base floats, file to file: " + contenders[i].name,
                                    contenders.back().name, runs[i].times, runs.back().times});
  findings.comparisons.push_back({"the same, of processors: " + contenders.front().name,
                                  contenders.back().name, runs.front().processor, runs.back().processor});
  findings.details = "### A base that floats\n\nA random tree of 29 joints, " + std::to_string(rows) +
                     " rows of t, the pose of the base and the positions.\n";
  return findings;
}

// The line a + b n with the minimum relative errors, through times per row at several numbers of joints.
struct Line {
  double a, b;
  double at(double n) const { return a + b * n; }
};
Line line_through(const std::vector<double>& n, const std::vector<double>& y) {
  double s = 0, sn = 0, snn = 0, sy = 0, sny = 0;  // sums weighted by 1 / y^2
  for (std::size_t i = 0; i < n.size(); ++i) {
    const double w = 1 / (y[i] * y[i]);
    s += w;
    sn += w * n[i];
    snn += w * n[i] * n[i];
    sy += w * y[i];
    sny += w * n[i] * y[i];
  }
  const double b = (s * sny - sn * sy) / (s * snn - sn * sn);
  return {(sy - b * sn) / s, b};
}

std::string by_joints(const Course& course) {
  std::vector<Contender> contenders = Course::ours();
  contenders.push_back(Course::careful());
  const std::vector<std::size_t> joints{6, 12, 25, 50, 100};
  std::vector<std::vector<Run>> runs;
  std::vector<double> n;
  for (const std::size_t count : joints) {
    const RobotDescription description = random_chain(count);
    const std::string robot = course.write("robot.json", robot_json(description));
    const std::size_t rows = course.effort().scaling_bytes / (19 * (count + 1));  // 19 bytes a number
    const std::string trajectory = course.write_trajectory(test::robot_of(description), rows);
    runs.push_back(course.race(contenders, robot, trajectory, rows, course.effort().repetitions));
    n.push_back(static_cast<double>(count));
  }
  Table table({{"program"},
               {"joints"},
               {"ns per row"},
               {"off the line"},
               {"of processors"},
               {"off the line of these"}});
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    const auto medians = [&](Times Run::*measure) {
      std::vector<double> result;
      for (const std::vector<Run>& of_count : runs) result.push_back((of_count[i].*measure).median());
      return result;
    };
    const std::vector<double> times = medians(&Run::times), processor = medians(&Run::processor);
    const Line line = line_through(n, times), line_of_processor = line_through(n, processor);
    for (std::size_t k = 0; k < joints.size(); ++k)
      table.add_row({contenders[i].name, std::to_string(joints[k]), runs[k][i].times.text(),
                     deviation(times[k], line.at(n[k])), runs[k][i].processor.text(),
                     deviation(processor[k], line_of_processor.at(n[k]))});
  }
  return "### By number of joints\n\nRandom chains; the line is a + b n as it fits best.\n\n" + fenced(table);
}

std::string by_rows(const Course& course) {
  const Robot arm = read_robot("puma560", [](const std::string&) {});
  const std::vector<Contender> contenders = Course::ours();
  const auto race = [&](std::size_t rows) {
    // Short runs have more noise and cost little time.
    const int repetitions = rows > 1'000'000 ? 3 : rows > 10'000 ? 5 : 20;
    return course.race(contenders, "puma560", course.write_trajectory(arm, rows), rows, repetitions);
  };
  const std::vector<Run> start = race(1);
  std::vector<std::size_t> lengths;
  std::vector<std::vector<Run>> runs;
  for (std::size_t rows = 10'000; rows <= course.effort().longest; rows *= 10) {
    lengths.push_back(rows);
    runs.push_back(race(rows));
  }
  // The difference to the time per row of the longest trajectory, both without the start of the program.
  const std::size_t longest = lengths.size() - 1;
  const auto off = [&](std::size_t i, std::size_t k, Times Run::*measure) {
    const auto without_start = [&](std::size_t length) {
      return (runs[length][i].*measure).median() -
             (start[i].*measure).median() / static_cast<double>(lengths[length]);
    };
    return deviation(without_start(k), without_start(longest));
  };
  Table table({{"program"},
               {"rows"},
               {"ns per row"},
               {"off the longest"},
               {"without the start"},
               {"of processors"},
               {"these without the start"},
               {"peak memory, MiB"}});
  for (std::size_t i = 0; i < contenders.size(); ++i)
    for (std::size_t k = 0; k < lengths.size(); ++k) {
      const Run& run = runs[k][i];
      table.add_row({contenders[i].name, std::to_string(lengths[k]), run.times.text(),
                     deviation(run.times.median(), runs[longest][i].times.median()), off(i, k, &Run::times),
                     run.processor.text(), off(i, k, &Run::processor),
                     rounded(static_cast<double>(run.peak_kib) / 1024)});
    }
  return "### By number of rows\n\nThe 6R arm. The start is the time of a run of one row.\n\n" +
         fenced(table);
}

}  // namespace

Findings end_to_end(const Effort& effort, const std::string& folder) {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { interrupted = 1; });
  const Course course(effort, folder);
  Findings findings = against_rivals(course);
  const Findings of_floating = floating(course);
  findings.comparisons.insert(findings.comparisons.end(), of_floating.comparisons.begin(),
                              of_floating.comparisons.end());
  findings.details += '\n' + of_floating.details + '\n' + by_joints(course) + '\n' + by_rows(course);
  return findings;
}

}  // namespace invdyn::bench
