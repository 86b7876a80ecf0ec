// Reads an array and writes as many bytes as its torques have, and computes nothing: the least time that the
// system takes of any program that goes from an array to an array.
//
//   array_floor ROBOT IN.npy OUT.npy
//
// A row of IN has t, q_1 ... q_n, a row of OUT t, tau_1 ... tau_n, so OUT gets the bytes of IN. They pass
// through memory of the program, in pieces of the size that invdyn reads. ROBOT is ignored: the arguments are
// those of the other programs.

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>

namespace {

constexpr std::size_t piece_size = std::size_t{64} << 10;

class File {
 public:
  File(const char* path, int flags) : path_(path), file_(::open(path, flags | O_CLOEXEC, 0666)) {
    if (file_ < 0) fail();
  }
  ~File() { ::close(file_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::size_t read(char* into, std::size_t maximum) const { return checked(::read(file_, into, maximum)); }
  std::size_t write(const char* from, std::size_t size) const { return checked(::write(file_, from, size)); }

 private:
  [[noreturn]] void fail() const { throw std::system_error(errno, std::generic_category(), path_); }
  std::size_t checked(ssize_t count) const {
    if (count < 0) fail();
    return static_cast<std::size_t>(count);
  }

  const char* path_;
  int file_;
};

void copy(const File& in, const File& out) {
  static std::array<char, piece_size> piece;
  while (const std::size_t size = in.read(piece.data(), piece.size()))
    for (std::size_t done = 0; done < size;) done += out.write(piece.data() + done, size - done);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 4) throw std::runtime_error("expected ROBOT IN.npy OUT.npy");
    copy(File(argv[2], O_RDONLY), File(argv[3], O_WRONLY | O_CREAT | O_TRUNC));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "array_floor: %s\n", error.what());
    return 1;
  }
}
