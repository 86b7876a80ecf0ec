#include "program.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "../base/error.h"

namespace invdyn {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t max_messages = 64 << 10;
// While a stream is open, the program's end is looked for this often. It usually ends with its streams.
constexpr int look_interval_ms = 20;

// For the signal handler. A program that finds no slot is still killed by the kernel.
std::array<std::atomic<pid_t>, 64> running{};

[[noreturn]] void fail_to_start(const std::string& name, int reason) {
  throw Error(name, std::string("cannot be started: ") + std::strerror(reason));
}

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

struct Pipe {
  Descriptor read, write;

  explicit Pipe(const std::string& name) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail_to_start(name, errno);
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
  }
};

// Unlike a pipe, a file in memory cannot fill up while nobody reads it.
Descriptor input_stream(const ProgramCall& call) {
  if (call.input.empty()) return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  Descriptor file(::memfd_create("input", MFD_CLOEXEC));
  std::string_view text = call.input;
  while (file.is_open() && !text.empty()) {
    const ssize_t count = ::write(file.number(), text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_to_start(call.words[0], errno);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  ::lseek(file.number(), 0, SEEK_SET);
  return file;
}

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

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

struct Streams {
  int in, out, err, fault;
};

// The program ends when we end: the kernel kills it when the thread that started it ends. That thread waits
// for the program, so it ends only with the process. Between fork and exec, all calls must be safe while
// other threads hold locks. If exec fails, the reason goes into `fault`.
pid_t fork_and_exec(const ProgramCall& call, const Streams& streams) {
  std::vector<std::string> words = call.words, variables = call.environment;
  const std::vector<char*> arguments = pointers(words), environment = pointers(variables);
  const AllSignalsBlocked signals;
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) fail_to_start(call.words[0], errno);
  if (child > 0) {
    ::setpgid(child, child);
    pid_t none = 0;
    for (auto& slot : running)
      if (slot.compare_exchange_strong(none, child))
        break;
      else
        none = 0;
    return child;
  }
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it ended before the call of prctl
  set_default_handlers();
  ::dup2(streams.in, STDIN_FILENO);
  ::dup2(streams.out, STDOUT_FILENO);
  ::dup2(streams.err, STDERR_FILENO);
  ::sigprocmask(SIG_SETMASK, &signals.former(), nullptr);
  ::execvpe(arguments[0], arguments.data(), environment.data());
  const int reason = errno;
  [[maybe_unused]] const ssize_t told = ::write(streams.fault, &reason, sizeof reason);
  ::_exit(127);
}

// A program from its start to its end; killed with its process group in any case.
class RunningProgram {
 public:
  RunningProgram(const ProgramCall& call, const Streams& streams)
      : name_(call.words[0]), id_(fork_and_exec(call, streams)) {}
  ~RunningProgram() {
    if (id_ > 0) end();
  }
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  // It keeps its process id until end().
  bool has_ended() const {
    siginfo_t state{};
    if (::waitid(P_PID, static_cast<id_t>(id_), &state, WEXITED | WNOHANG | WNOWAIT) != 0)
      return errno != EINTR;
    return state.si_pid == id_;
  }

  // Returns its status as in wait(2).
  int end() {
    for (auto& slot : running) {  // from here on, the id may become another process's
      pid_t own = id_;
      slot.compare_exchange_strong(own, 0);
    }
    ::kill(-id_, SIGKILL);
    const pid_t id = std::exchange(id_, 0);
    int status = 0;
    while (::waitpid(id, &status, 0) < 0)
      if (errno != EINTR) throw Error(name_, std::string("is lost: ") + std::strerror(errno));
    return status;
  }

 private:
  std::string name_;
  pid_t id_;
};

// What arrives from one stream of a program.
class Arrivals {
 public:
  explicit Arrivals(Descriptor stream) : stream_(std::move(stream)) {
    ::fcntl(stream_.number(), F_SETFL, O_NONBLOCK);
  }

  int number() const { return stream_.number(); }  // -1: the stream has ended; poll() skips it
  bool is_open() const { return stream_.is_open(); }

  // Takes bytes that are there, without waiting. Returns whether there were any.
  bool take(std::string& text) {
    std::array<char, 1 << 16> buffer;
    const ssize_t count = is_open() ? ::read(stream_.number(), buffer.data(), buffer.size()) : 0;
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) stream_.close();
    return count > 0;
  }

 private:
  Descriptor stream_;
};

class Collector {
 public:
  Collector(const ProgramCall& call, Descriptor out, Descriptor err)
      : call_(call), out_(std::move(out)), err_(std::move(err)) {
    if (call.time_limit) deadline_ = Clock::now() + *call.time_limit;
  }

  // Waits for the program's end.
  ProgramResult result_of(RunningProgram& program) {
    ProgramResult result;
    while (!program.has_ended() && result.end == ProgramResult::End::exited) {
      std::array<pollfd, 2> streams{{{out_.number(), POLLIN, 0}, {err_.number(), POLLIN, 0}}};
      const bool is_silent = !out_.is_open() && !err_.is_open();
      ::poll(streams.data(), streams.size(), is_silent ? 1 : look_interval_ms);
      take(result);
      if (deadline_ && Clock::now() > *deadline_) result.end = ProgramResult::End::too_slow;
    }
    const int status = program.end();
    // Bytes may be left. A process that has left the group could write without end.
    for (std::size_t rounds = 0; rounds < max_rounds_after_end && take(result); ++rounds) continue;
    if (result.end != ProgramResult::End::exited) return result;
    if (WIFSIGNALED(status)) result.end = ProgramResult::End::signalled;
    result.number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    return result;
  }

 private:
  static constexpr std::size_t max_rounds_after_end = 64;  // a pipe holds 64 KiB, rarely 1 MiB

  bool take(ProgramResult& result) {
    const bool has_output = out_.take(result.output), has_messages = err_.take(result.messages);
    if (result.output.size() > call_.max_output) result.end = ProgramResult::End::too_large;
    if (result.messages.size() > max_messages)
      result.messages.erase(0, result.messages.size() - max_messages);
    return has_output || has_messages;
  }

  const ProgramCall& call_;
  Arrivals out_, err_;
  std::optional<Clock::time_point> deadline_;
};

// The reason why exec failed; 0: it did not.
int start_fault(const Descriptor& fault) {
  int reason = 0;
  ssize_t count = 0;
  do count = ::read(fault.number(), &reason, sizeof reason);
  while (count < 0 && errno == EINTR);
  return count == sizeof reason ? reason : 0;
}

}  // namespace

ProgramResult run_program(const ProgramCall& call) {
  const std::string& name = call.words[0];
  const Descriptor in = input_stream(call);
  if (!in.is_open()) fail_to_start(name, errno);
  Pipe out(name), err(name), fault(name);
  const ChildrenCanBeWaitedFor guard;
  RunningProgram program(call, {in.number(), out.write.number(), err.write.number(), fault.write.number()});
  for (Pipe* pipe : {&out, &err, &fault}) pipe->write.close();
  if (const int reason = start_fault(fault.read)) {
    if (reason == ENOENT) return {.end = ProgramResult::End::not_found};
    fail_to_start(name, reason);
  }
  return Collector(call, std::move(out.read), std::move(err.read)).result_of(program);
}

std::vector<std::string> environment_variables() {
  std::vector<std::string> variables;
  for (char** variable = ::environ; variable && *variable; ++variable) variables.emplace_back(*variable);
  return variables;
}

std::string in_one_line(std::string_view messages) {
  constexpr std::size_t first = 200, last = 300;
  std::string line;
  for (const char c : messages) {
    const bool blank = c == '\n' || c == '\r' || c == '\t' || c == ' ';
    if (!blank)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  while (line.ends_with(' ')) line.pop_back();
  if (line.size() > first + last) line.replace(first, line.size() - first - last, " ... ");
  return line.empty() ? "it printed no message" : line;
}

void kill_running_programs() {
  for (const std::atomic<pid_t>& id : running)
    if (const pid_t group = id; group > 0) ::kill(-group, SIGKILL);
}

}  // namespace invdyn
