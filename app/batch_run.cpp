#include "batch_run.h"

#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <charconv>
#include <filesystem>
#include <memory>
#include <mutex>

#include "batch_messages.h"
#include "ground/base/error.h"
#include "ground/base/wording.h"
#include "ground/output_files/output_file.h"
#include "ground/parallel/parallel_for.h"
#include "options/arguments.h"

namespace invdyn {
namespace {

enum class Outcome { made, skipped, failed };

// For the signal handler. The texts do not change while `is_running`.
std::string before_count, after_count;
std::atomic<std::size_t> complete{0};  // files
std::atomic<bool> is_running{false};

// While it exists, a signal tells of the batch.
class InterruptionText {
 public:
  InterruptionText(std::size_t files, bool resumes) {
    // On a terminal a bar may be there.
    before_count = std::string(::isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "") + "interrupted: ";
    after_count =
        " of " + counted(files, "file") + (files == 1 ? " is" : " are") + " done; " +
        (resumes
             ? "if you run the same command again, it computes only the missing files\n"
             : "if you run the same command again, it computes all files again. To compute only the "
               "missing files after an interruption, give --resume in every run, from the first run on\n");
    complete = 0;
    is_running = true;
  }
  ~InterruptionText() { is_running = false; }
  InterruptionText(const InterruptionText&) = delete;
  InterruptionText& operator=(const InterruptionText&) = delete;
};

// Errors and tables appear in the order of the files, even if the files are done in another order; then come
// notes and warnings.
class Reports {
 public:
  Reports(const std::vector<BatchFile>& files, Terminal& terminal)
      : files_(files),
        terminal_(terminal),
        said_(files.size()),
        errors_(files.size()),
        failed_(files.size(), false),
        under_way_(files.size()) {}

  // Of a file under way. A pass whose length is unknown does not count.
  void advance(std::size_t file, std::size_t rows, std::optional<double> fraction) {
    if (!fraction) return;
    const std::lock_guard lock(one_at_a_time_);
    take_back(file);
    under_way_[file] = {rows, *fraction};
    rows_ += rows;
    files_done_ += *fraction;
    show();
  }

  // `error`: why it failed.
  void add(std::size_t file, std::unique_ptr<Terminal> said, Outcome outcome, std::size_t rows,
           std::string error) {
    const std::lock_guard lock(one_at_a_time_);
    said_[file] = std::move(said);
    errors_[file] = std::move(error);
    failed_[file] = outcome == Outcome::failed;
    made_ += outcome == Outcome::made;
    skipped_ += outcome == Outcome::skipped;
    complete = made_ + skipped_;
    take_back(file);
    rows_ += rows;
    files_done_ += 1;
    for (; next_ < said_.size() && said_[next_]; said_[next_++].reset()) {
      messages_.add(files_[next_], *said_[next_]);
      if (failed_[next_] && messages_.is_new_error(files_[next_], errors_[next_]))
        said_[next_]->error(errors_[next_]);
      said_[next_]->release();
    }
    show();
  }

  int sum_up(const std::string& folder) {
    terminal_.end_progress();
    messages_.print(terminal_);
    terminal_.note(folder + ": " + counted(made_, "file") + ", " + counted(rows_, "row") + " in all" +
                   (skipped_ > 0 ? ", " + std::to_string(skipped_) + " already complete" : ""));
    std::vector<std::string> failures;
    for (std::size_t i = 0; i < files_.size(); ++i)
      if (failed_[i]) failures.push_back(files_[i].input);
    if (failures.empty()) return done;
    messages_.print_other_errors(terminal_);
    terminal_.error(std::to_string(failures.size()) + " of " + counted(files_.size(), "file") +
                    " failed: " + joined(failures));
    return failure;
  }

 private:
  struct Part {
    std::size_t rows = 0;
    double fraction = 0;
  };

  void take_back(std::size_t file) {
    rows_ -= under_way_[file].rows;
    files_done_ -= under_way_[file].fraction;
    under_way_[file] = {};
  }
  void show() { terminal_.progress(rows_, files_done_ / static_cast<double>(files_.size())); }

  const std::vector<BatchFile>& files_;
  Terminal& terminal_;
  std::mutex one_at_a_time_;
  std::vector<std::unique_ptr<Terminal>> said_;  // of a file that is done, until it is its turn
  std::vector<std::string> errors_;              // the same
  BatchMessages messages_;
  std::vector<bool> failed_;
  std::vector<Part> under_way_;
  std::size_t next_ = 0, made_ = 0, skipped_ = 0, rows_ = 0;
  double files_done_ = 0;
};

}  // namespace

void make_folder(const std::string& folder) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) throw Error(folder, "cannot create this folder: " + fault.message());
}

int run_batch(const std::vector<BatchFile>& files, const BatchSettings& settings,
              const std::function<std::optional<std::size_t>(std::size_t file, Terminal&)>& work,
              Terminal& terminal) {
  make_folder(settings.folder);
  Reports reports(files, terminal);
  const InterruptionText text(files.size(), settings.resumes);
  parallel_for(files.size(), settings.at_a_time, [&](std::size_t i) {
    const BatchFile& file = files[i];
    std::unique_ptr<Terminal> said = Terminal::in_front_of(terminal);
    said->be_quiet();  // notes and warnings of all files are printed together
    said->forward_progress([&reports, i](std::size_t done, std::optional<double> fraction) {
      reports.advance(i, done, fraction);
    });
    std::size_t rows = 0;
    Outcome outcome = Outcome::failed;
    std::string fault;
    try {
      const std::optional<std::size_t> made = work(i, *said);
      outcome = made ? Outcome::made : Outcome::skipped;
      rows = made.value_or(0);
    } catch (const std::exception& error) {
      fault = error.what();
    } catch (const ClosedPipe&) {
      fault = file.output +
              ": the program that reads this output ended too early: expected a program that reads "
              "the whole output";
    }
    reports.add(i, std::move(said), outcome, rows, std::move(fault));
  });
  return reports.sum_up(settings.folder);
}

// Calls only functions that a signal handler may call.
void tell_of_interrupted_batch() {
  if (!is_running) return;
  std::array<char, 20> digits;
  const auto number = std::to_chars(digits.data(), digits.data() + digits.size(), complete.load());
  std::array<iovec, 3> pieces{{{before_count.data(), before_count.size()},
                               {digits.data(), static_cast<std::size_t>(number.ptr - digits.data())},
                               {after_count.data(), after_count.size()}}};
  [[maybe_unused]] const auto written =
      ::writev(STDERR_FILENO, pieces.data(), static_cast<int>(pieces.size()));
}

}  // namespace invdyn
