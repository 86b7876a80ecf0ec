#include "litter.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <set>
#include <vector>

#include "../npy/data_identity.h"
#include "unfinished_files.h"

namespace invdyn {
namespace {

constexpr std::size_t max_entries = 10'000;       // 3 ms
constexpr std::size_t max_description = 1 << 20;  // bytes

// A temporary file of a killed run. This object holds its lock, so that only one of several runs handles it.
class DeadFile {
 public:
  DeadFile(int folder, const std::string& name, bool is_former = false) {
    file_ = ::openat(folder, name.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat opened {
    }, named{};
    is_dead_ = file_ >= 0 && ::fstat(file_, &opened) == 0 && S_ISREG(opened.st_mode) &&
               (opened.st_uid == ::geteuid() || (is_former && ::geteuid() == 0)) &&
               ::flock(file_, LOCK_EX | LOCK_NB) == 0 &&
               ::fstatat(folder, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
               named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
    size_ = static_cast<std::size_t>(opened.st_size);
  }
  ~DeadFile() {
    if (file_ >= 0) ::close(file_);
  }
  DeadFile(const DeadFile&) = delete;
  DeadFile& operator=(const DeadFile&) = delete;

  bool is_dead() const { return is_dead_; }

  std::string text() const {
    std::string text(size_ <= max_description ? size_ : 0, '\0');
    if (::pread(file_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) return "";
    return text;
  }

 private:
  int file_ = -1;
  bool is_dead_ = false;
  std::size_t size_ = 0;
};

class Folder {
 public:
  explicit Folder(const std::string& path)
      : path_(path.empty() ? "." : path), stream_(::opendir(path_.c_str())) {}
  ~Folder() {
    if (stream_) ::closedir(stream_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void clear() {
    if (!stream_) return;
    std::vector<std::string> new_names, former_names;
    for (std::size_t i = 0; i < max_entries; ++i) {
      const dirent* entry = ::readdir(stream_);
      if (!entry) break;
      if (entry->d_name[0] != '.') continue;
      if (const auto name = parse_unfinished_name(entry->d_name))
        (name->is_former ? former_names : new_names).emplace_back(entry->d_name);
    }
    // Former files first: the locks of the new ones show whether their run is alive.
    std::vector<std::string> abandoned;
    for (const std::string& name : former_names)
      if (is_abandoned(name)) abandoned.push_back(name);
    for (const std::string& name : new_names) clear_new(name);
    for (const std::string& name : abandoned) clear_former(name);
  }

 private:
  int number() const { return ::dirfd(stream_); }

  bool exists(const std::string& name) const {
    struct stat status {};
    return ::fstatat(number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
  }

  // If a former file waits and its target does not exist, a running process may still hold the new file.
  bool is_abandoned(const std::string& former) const {
    std::string partner = former;
    partner[partner.rfind('~')] = '-';
    const DeadFile waiting(number(), former, true);  // former files may have any owner
    return waiting.is_dead() && (!exists(partner) || DeadFile(number(), partner).is_dead());
  }

  // Never replaces a file that was created meanwhile.
  void put_in_place(const std::string& name, const std::string& target) const {
    if (::renameat2(number(), name.c_str(), number(), target.c_str(), RENAME_NOREPLACE) != 0 &&
        errno == EINVAL && !exists(target))
      ::renameat(number(), name.c_str(), number(), target.c_str());
  }

  void clear_new(const std::string& name) const {
    const DeadFile file(number(), name);
    if (!file.is_dead()) return;
    const UnfinishedName parts = *parse_unfinished_name(name);
    if (parts.has_target && !exists(parts.target) && describes_its_data(file.text(), path_))
      put_in_place(name, parts.target);  // its data are already in place
    else
      ::unlinkat(number(), name.c_str(), 0);
  }

  void clear_former(const std::string& name) const {
    const UnfinishedName parts = *parse_unfinished_name(name);
    if (!parts.has_target) return;
    if (exists(parts.target))
      ::unlinkat(number(), name.c_str(), 0);
    else
      put_in_place(name, parts.target);
  }

  std::string path_;
  DIR* stream_;
};

}  // namespace

void clear_litter_once(const std::string& folder) {
  static std::mutex one_at_a_time;
  static std::set<std::string> cleared;
  const std::lock_guard lock(one_at_a_time);
  if (cleared.insert(folder).second) Folder(folder).clear();
}

}  // namespace invdyn
