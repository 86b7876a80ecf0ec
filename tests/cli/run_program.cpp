#include "cli/run_program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace invdyn::test {
namespace {

// Only calls that are safe between fork and exec.
[[noreturn]] void become(char* const* arguments, const char* folder, const char* out, const char* err) {
  // Signals get the settings that an interactive shell gives, independent of how the tests were started.
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) std::signal(signal, SIG_DFL);
  const int null = ::open("/dev/null", O_RDWR);
  const int out_file = ::open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int err_file = ::open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (null < 0 || out_file < 0 || err_file < 0 || ::chdir(folder) != 0) ::_exit(126);
  ::dup2(null, STDIN_FILENO);
  ::dup2(out_file, STDOUT_FILENO);
  ::dup2(err_file, STDERR_FILENO);
  constexpr int max_open = 64;
  for (int file = 3; file < max_open; ++file) ::close(file);
  ::execvp(arguments[0], arguments);
  ::_exit(127);
}

pid_t start(const std::vector<std::string>& arguments, const std::string& folder, const std::string& out,
            const std::string& err) {
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) become(pointers.data(), folder.c_str(), out.c_str(), err.c_str());
  return child;
}

}  // namespace

const std::string program = INVDYN_PROGRAM;

Child::Child(const std::vector<std::string>& arguments, const std::string& folder, const std::string& out,
             const std::string& err)
    : id_(start(arguments, folder, out, err)) {}

Child::~Child() {
  if (id_ == 0) return;
  ::kill(id_, SIGKILL);
  ::waitpid(id_, nullptr, 0);
}

bool Child::has_ended() const {
  siginfo_t ended{};
  return ::waitid(P_PID, static_cast<id_t>(id_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == id_;
}

int Child::wait(struct rusage* usage) {
  int status = 0;
  while (::wait4(id_, &status, 0, usage) < 0)
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "wait4");
  id_ = 0;
  return status;
}

Outcome Workplace::run_in(const char* shell, const std::string& line) const {
  const TemporaryFolder streams;
  const std::string folder_of_program = std::filesystem::path(program).parent_path();
  const std::string setting = "PATH=\"" + folder_of_program + ":$PATH\"\n";
  Child child({shell, "-c", setting + line}, path(), streams / "out", streams / "err");
  const int status = child.wait();
  return {streams.read("out"), streams.read("err"),
          WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status)};
}

Table table_of(const std::string& csv) {
  Table table;
  std::istringstream lines(csv);
  std::getline(lines, table.header);
  for (std::string line; std::getline(lines, line);) {
    table.rows.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) table.rows.back().push_back(std::stod(field));
  }
  return table;
}

}  // namespace invdyn::test
