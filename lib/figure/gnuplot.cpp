#include "gnuplot.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <vector>

#include "../base/error.h"
#include "../base/wording.h"
#include "text_figure.h"

namespace invdyn {
namespace {

// A file in memory. Each stream of gnuplot is such a file: unlike a pipe, it can neither fill up nor close.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : file_(::memfd_create(name, MFD_CLOEXEC)) {
    if (file_ < 0) fail();
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int number() const { return file_; }

  void fill(std::string_view text) {
    while (!text.empty()) {
      const ssize_t count = ::write(file_, text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail();
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    if (::lseek(file_, 0, SEEK_SET) != 0) fail();
  }

  std::string contents() const {
    std::string text;
    std::array<char, 1 << 16> buffer;
    for (;;) {
      const ssize_t count = ::pread(file_, buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail();
      if (count == 0) return text;
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
  }

 private:
  [[noreturn]] static void fail() {
    throw Error("gnuplot", std::string("no memory for its streams: ") + std::strerror(errno));
  }

  int file_;
};

// If SIGCHLD is ignored (a process can inherit this), a child disappears when it ends, and waiting for it
// fails.
class ChildrenCanBeWaitedFor {
 public:
  ChildrenCanBeWaitedFor() {
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &usual, &former_);
  }
  ~ChildrenCanBeWaitedFor() { ::sigaction(SIGCHLD, &former_, nullptr); }
  ChildrenCanBeWaitedFor(const ChildrenCanBeWaitedFor&) = delete;
  ChildrenCanBeWaitedFor& operator=(const ChildrenCanBeWaitedFor&) = delete;

 private:
  struct sigaction former_ {};
};

// Environment variables that would change the figure that gnuplot makes from the same script.
bool bends_gnuplot(std::string_view variable) {
  for (const std::string_view name : {"GNUTERM=", "GNUPLOT_", "GNUHELP=", "LC_", "LANG=", "LANGUAGE="})
    if (variable.starts_with(name)) return true;
  return false;
}

std::vector<char*> environment() {
  static char locale[] = "LC_ALL=C.UTF-8";
  std::vector<char*> result{locale};
  for (char** variable = ::environ; *variable; ++variable)
    if (!bends_gnuplot(*variable)) result.push_back(*variable);
  result.push_back(nullptr);
  return result;
}

// Signals must not reach our handlers in the new process: these would remove our unfinished outputs.
class AllSignalsBlocked {
 public:
  AllSignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &former_);
  }
  ~AllSignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &former_, nullptr); }
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;

  const sigset_t& former() const { return former_; }

 private:
  sigset_t former_;
};

// Also for SIGPIPE and SIGXFSZ, which we ignore. Other signals stay ignored if the user ignores them.
void set_default_handlers() {
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction current {};
    if (::sigaction(signal, nullptr, &current) != 0) continue;
    if (current.sa_handler != SIG_IGN || signal == SIGPIPE || signal == SIGXFSZ)
      ::sigaction(signal, &usual, nullptr);
  }
}

// gnuplot always ends when we end: the kernel kills it when the thread that started it ends. That thread
// waits for gnuplot, so it ends only with the process. Between fork and exec, all calls must be safe while
// other threads hold locks. If exec fails, the reason goes into `fault`.
pid_t started(const MemoryFile& in, const MemoryFile& out, const MemoryFile& err, const MemoryFile& fault) {
  char name[] = "gnuplot", no_settings[] = "--default-settings";
  std::array<char*, 3> arguments{name, no_settings, nullptr};
  const std::vector<char*> variables = environment();
  const AllSignalsBlocked signals;
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) throw Error("gnuplot", std::string("cannot be started: ") + std::strerror(errno));
  if (child > 0) return child;

  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it ended before the call of prctl
  set_default_handlers();
  ::dup2(in.number(), STDIN_FILENO);
  ::dup2(out.number(), STDOUT_FILENO);
  ::dup2(err.number(), STDERR_FILENO);
  ::sigprocmask(SIG_SETMASK, &signals.former(), nullptr);
  ::execvpe(name, arguments.data(), variables.data());
  const int reason = errno;
  [[maybe_unused]] const ssize_t told = ::write(fault.number(), &reason, sizeof reason);
  ::_exit(127);
}

void expect_started(const MemoryFile& fault) {
  int reason = 0;
  const std::string told = fault.contents();
  if (told.size() != sizeof reason) return;
  std::memcpy(&reason, told.data(), sizeof reason);
  if (reason == ENOENT)
    throw Error("gnuplot",
                "is not on the PATH, and figures are drawn by it: install the Debian package gnuplot-nox");
  throw Error("gnuplot", std::string("cannot be started: ") + std::strerror(reason));
}

// The first lines of gnuplot's messages.
std::string complaint(const std::string& text) {
  constexpr std::size_t enough = 300;
  std::string result;
  for (const char c : text.substr(0, enough)) {
    const bool blank = c == '\n' || c == '\t' || c == ' ';
    if (!blank)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  while (result.ends_with(' ')) result.pop_back();
  return result.empty() ? "it said nothing" : result;
}

// The first bytes of a drawing. Other output is not a drawing: the PATH may have another program named
// gnuplot.
std::string_view beginning(FigureFormat format) {
  switch (format) {
    case FigureFormat::svg:
      return "<?xml";
    case FigureFormat::png:
      return "\x89PNG\r\n\x1a\n";
    case FigureFormat::pdf:
      return "%PDF-";
    default:
      return "";
  }
}

}  // namespace

namespace {

// The same figure is the same bytes. Blanks keep the places that the end of the file lists.
void blank_pdf_date(std::string& pdf) {
  const std::size_t begin = pdf.rfind("/CreationDate (");
  const std::size_t end = begin == std::string::npos ? begin : pdf.find(')', begin);
  if (end != std::string::npos)
    std::fill(pdf.begin() + static_cast<std::ptrdiff_t>(begin),
              pdf.begin() + static_cast<std::ptrdiff_t>(end) + 1, ' ');
}

}  // namespace

std::string drawn(const Figure& figure, FigureFormat format) {
  if (format == FigureFormat::text) return text_figure(figure);
  MemoryFile in("script"), out("figure"), err("messages"), fault("fault");
  in.fill(gnuplot_script(figure, format));
  const ChildrenCanBeWaitedFor guard;
  const pid_t child = started(in, out, err, fault);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw Error("gnuplot", std::string("is lost: ") + std::strerror(errno));
  expect_started(fault);
  std::string drawing = out.contents();
  if (WIFSIGNALED(status))
    throw Error("gnuplot",
                "was ended by signal " + std::to_string(WTERMSIG(status)) + ": " + complaint(err.contents()));
  if (WEXITSTATUS(status) != 0 || drawing.empty())
    throw Error("gnuplot",
                "failed with code " + std::to_string(WEXITSTATUS(status)) + ": " + complaint(err.contents()));
  if (!drawing.starts_with(beginning(format)))
    throw Error("gnuplot", "returned no figure but " + in_quotes(complaint(drawing)) +
                               ": expected gnuplot 5.4 on the PATH");
  if (format == FigureFormat::pdf) blank_pdf_date(drawing);
  return drawing;
}

}  // namespace invdyn
