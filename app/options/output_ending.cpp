#include "output_ending.h"

#include <filesystem>
#include <span>
#include <string>

#include "command_line/command_line.h"
#include "ground/base/error.h"
#include "ground/base/lower_case.h"
#include "ground/compression/compression.h"

namespace invdyn {
namespace {

struct Ending {
  const char *endings, *format, *remedy;  // `remedy` follows the name without its ending
};

constexpr const char* for_arrays = ".csv, or a name that ends in .npy for an array";
constexpr Ending foreign[] = {{".xls .xlsx .xlsm .xlsb", "Excel's own format", ".csv, which Excel opens"},
                              {".ods", "OpenDocument", ".csv, which spreadsheets open"},
                              {".mat", "MATLAB's own format", ".csv, which MATLAB's readtable reads"},
                              {".parquet .feather .arrow", "a format of Apache Arrow", for_arrays},
                              {".h5 .hdf5 .hdf", "HDF5", for_arrays},
                              {".mcap .db3 .bag", "a recording of ROS", for_arrays},
                              {".npz .pkl .pickle", "an archive of Python", for_arrays},
                              {".zip .7z .rar .tgz", "an archive", ".csv.gz or .csv.zst"},
                              {".bz2 .xz .lz4 .lzma .br", "this compression", ".gz or .zst"}};
constexpr Ending foreign_to_rows[] = {{".json .jsonl .yaml .yml .xml", "rows in this format", for_arrays},
                                      {".svg .png .pdf .jpg .jpeg", "a figure with this option",
                                       ".csv. To draw a figure of this file, run invdyn plot"}};
constexpr Ending foreign_to_pages[] = {{".txt .md .csv .npy .json .svg .png .pdf .jpg .jpeg .gif .mp4",
                                        "a web page in this format", ".html, which a browser opens"}};

constexpr Ending foreign_to_tables[] = {
    {".html .htm", "a web page with this option", ".txt. To write a web page, give --report with a folder"},
    {".svg .png .pdf .jpg .jpeg", "a figure with this option",
     ".txt. To write a figure, give --plot with the figure's name"}};
constexpr Ending foreign_to_robots[] = {
    {".urdf .xacro .xml .mjcf .body .yaml .yml", "a robot in this format with this command",
     ".json. To write other formats from this file, run invdyn robot convert"},
    {".csv .npy .txt .md .html .htm .svg .png .pdf", "a robot in this format", ".json"}};
constexpr Ending foreign_to_folders[] = {{".html .htm .pdf .svg .png .jpg .jpeg .csv .json .txt .md .zip",
                                          "a file with this option, because the output is a folder", ""}};

bool has(const Ending& ending, const std::string& wanted) {
  return !wanted.empty() &&
         (' ' + std::string(ending.endings) + ' ').find(' ' + wanted + ' ') != std::string::npos;
}

void expect_ours(const CLI::Option& option, const std::string& path_given, std::span<const Ending> more) {
  const std::string path(without_compression_ending(path_given));
  const std::string ending = lower_case(std::filesystem::path(path).extension().string());
  const auto refuse = [&](const Ending& each) {
    if (has(each, ending))
      throw UsageError(longest_name(option), "is " + path_given + ", but the program cannot write " +
                                                 each.format + ": expected " +
                                                 path.substr(0, path.size() - ending.size()) + each.remedy);
  };
  for (const Ending& each : more) refuse(each);
  for (const Ending& each : foreign) refuse(each);
}

CLI::Option* refuse(CLI::Option* option, std::span<const Ending> more) {
  return option->check([option, more](const std::string& path) {
    expect_ours(*option, path, more);
    return std::string();
  });
}

}  // namespace

CLI::Option* refuse_foreign_ending_of_table(CLI::Option* option) {
  return refuse(option, foreign_to_tables);
}

CLI::Option* refuse_foreign_ending_of_rows(CLI::Option* option) {
  return refuse(option, foreign_to_rows);
}

CLI::Option* refuse_foreign_ending_of_page(CLI::Option* option) {
  return refuse(option, foreign_to_pages);
}

CLI::Option* refuse_foreign_ending_of_robot(CLI::Option* option) {
  return refuse(option, foreign_to_robots);
}

CLI::Option* refuse_foreign_ending_of_folder(CLI::Option* option) {
  return refuse(option, foreign_to_folders);
}

}  // namespace invdyn
