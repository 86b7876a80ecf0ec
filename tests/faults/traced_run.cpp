#include "faults/traced_run.h"

#include "support/sanitizers.h"

#if defined(__x86_64__) && !defined(INVDYN_UNDER_SANITIZER)

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <system_error>

#include "support/temporary_folder.h"

namespace invdyn::test {
namespace {

enum class On { file, path, path_at, made_path, made_path_at };

struct Watched {
  const char* name;
  On on;
};

// System calls by number, and the argument with their file.
const std::map<long, Watched> watched_calls{
    {SYS_open, {"open", On::made_path}},      {SYS_openat, {"open", On::made_path_at}},
    {SYS_write, {"write", On::file}},         {SYS_pwrite64, {"pwrite", On::file}},
    {SYS_writev, {"writev", On::file}},       {SYS_close, {"close", On::file}},
    {SYS_fsync, {"fsync", On::file}},         {SYS_fdatasync, {"fdatasync", On::file}},
    {SYS_ftruncate, {"ftruncate", On::file}}, {SYS_truncate, {"truncate", On::path}},
    {SYS_fchmod, {"fchmod", On::file}},       {SYS_chmod, {"chmod", On::path}},
    {SYS_fchown, {"fchown", On::file}},       {SYS_rename, {"rename", On::path}},
    {SYS_renameat, {"rename", On::path_at}},  {SYS_renameat2, {"rename", On::path_at}},
    {SYS_link, {"link", On::path}},           {SYS_linkat, {"link", On::path_at}},
    {SYS_unlink, {"unlink", On::path}},       {SYS_unlinkat, {"unlink", On::path_at}}};

void stop_at_watched_calls() {
  std::vector<sock_filter> filter{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
  for (const auto& [number, call] : watched_calls) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(number), 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE));
  }
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    ::_exit(125);
}

[[noreturn]] void become(char* const* arguments, const char* folder, const char* err) {
  const int null = ::open("/dev/null", O_RDWR);
  const int messages = ::open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (null < 0 || messages < 0 || ::chdir(folder) != 0) ::_exit(126);
  ::dup2(null, STDIN_FILENO);
  ::dup2(null, STDOUT_FILENO);
  ::dup2(messages, STDERR_FILENO);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) std::signal(signal, SIG_DFL);
  if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(124);
  ::raise(SIGSTOP);
  stop_at_watched_calls();
  ::execv(arguments[0], arguments);
  ::_exit(127);
}

std::string text_at(pid_t process, unsigned long long address) {
  std::string text;
  while (text.find('\0') == text.npos && text.size() < 4096) {
    errno = 0;
    const long word =
        ::ptrace(PTRACE_PEEKDATA, process, reinterpret_cast<void*>(address + text.size()), nullptr);
    if (errno != 0) break;
    text.append(reinterpret_cast<const char*>(&word), sizeof word);
  }
  return text.substr(0, text.find('\0'));
}

class Tracer {
 public:
  Tracer(pid_t process, const std::string& folder, const std::optional<Fault>& fault)
      : process_(process), folder_(std::filesystem::canonical(folder)), fault_(fault) {}

  TracedRun run() {
    int status = 0;
    ::waitpid(process_, &status, 0);  // it stops by itself
    ::ptrace(PTRACE_SETOPTIONS, process_, nullptr,
             PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL);
    ::ptrace(PTRACE_CONT, process_, nullptr, nullptr);
    for (;;) {
      const pid_t thread = ::waitpid(-1, &status, __WALL);
      if (thread < 0) throw std::system_error(errno, std::generic_category(), "waitpid");
      if (WIFEXITED(status) || WIFSIGNALED(status)) {
        if (thread != process_) continue;
        run_.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        return run_;
      }
      const bool is_call = status >> 8 == (SIGTRAP | PTRACE_EVENT_SECCOMP << 8);
      const bool is_signal = status >> 16 == 0 && WSTOPSIG(status) != SIGSTOP && WSTOPSIG(status) != SIGTRAP;
      if (is_call) look_at_call(thread);
      ::ptrace(PTRACE_CONT, thread, nullptr, is_signal ? WSTOPSIG(status) : 0);
    }
  }

 private:
  void look_at_call(pid_t thread) {
    user_regs_struct registers{};
    ::ptrace(PTRACE_GETREGS, thread, nullptr, &registers);
    const Watched& call = watched_calls.at(static_cast<long>(registers.orig_rax));
    const std::string path = path_of(thread, call.on, registers);
    if (!path.starts_with(folder_ + "/out")) return;
    run_.calls.push_back(std::string(call.name) + path.substr(folder_.size()).replace(0, 1, " "));
    if (!fault_ || run_.calls.size() - 1 != fault_->call) return;
    if (!fault_->error) {
      ::kill(process_, SIGKILL);
      return;
    }
    registers.orig_rax = static_cast<unsigned long long>(-1);  // no call at all
    registers.rax = static_cast<unsigned long long>(-*fault_->error);
    ::ptrace(PTRACE_SETREGS, thread, nullptr, &registers);
  }

  std::string path_of(pid_t thread, On on, const user_regs_struct& registers) const {
    std::error_code fault;
    if (on == On::file)
      return std::filesystem::read_symlink(
          "/proc/" + std::to_string(thread) + "/fd/" + std::to_string(static_cast<int>(registers.rdi)),
          fault);
    const bool at = on == On::path_at || on == On::made_path_at;
    if (on == On::made_path && (registers.rsi & O_CREAT) == 0) return "";
    if (on == On::made_path_at && (registers.rdx & O_CREAT) == 0) return "";
    const std::filesystem::path path = text_at(thread, at ? registers.rsi : registers.rdi);
    std::filesystem::path base = folder_;
    if (at && static_cast<int>(registers.rdi) != AT_FDCWD)
      base = std::filesystem::read_symlink(
          "/proc/" + std::to_string(thread) + "/fd/" + std::to_string(static_cast<int>(registers.rdi)),
          fault);
    return (base / path).lexically_normal();
  }

  pid_t process_;
  std::string folder_;
  std::optional<Fault> fault_;
  TracedRun run_;
};

}  // namespace

TracedRun traced_run(const std::vector<std::string>& arguments, const std::string& folder,
                     const std::optional<Fault>& fault) {
  const TemporaryFolder streams;
  const std::string err = streams / "err";
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) become(pointers.data(), folder.c_str(), err.c_str());
  TracedRun run = Tracer(child, folder, fault).run();
  run.err = streams.read("err");
  return run;
}

std::optional<std::string> reason_not_to_trace() {
  const TracedRun run = traced_run({"/bin/true"}, "/");
  if (run.code == 0) return {};
  return run.code == 124 || run.code == 125 ? "no process may be traced here" : "/bin/true cannot be run";
}

}  // namespace invdyn::test

#else

namespace invdyn::test {

TracedRun traced_run(const std::vector<std::string>&, const std::string&, const std::optional<Fault>&) {
  return {};
}
std::optional<std::string> reason_not_to_trace() {
  return "system calls are traced on x86-64 alone, and not under sanitizers";
}

}  // namespace invdyn::test

#endif
