#include "chapter.h"

#include <cassert>
#include <system_error>
#include <utility>

#include "../../ground/base/error.h"
#include "../../ground/output_files/output_file.h"
#include "../../ground/text/number.h"
#include "../../robot/model/names.h"
#include "../../torques/rows/csv_format.h"
#include "../../torques/rows/row_writer.h"
#include "../figure/gnuplot.h"

namespace invdyn {
namespace {

Table points_of(const Figure& figure) {
  Table points({{"panel"}, {"curve"}, {"x"}, {"y"}});
  for (const Panel& panel : figure.panels) {
    const std::string name = (panel.title.empty() ? "" : panel.title + ": ") + panel.y.label;
    for (const Curve& curve : panel.curves)
      for (std::size_t i = 0; i < curve.x.size(); ++i)
        points.add_row({name, curve.name, curve.x[i], curve.y[i]});
  }
  return points;
}

}  // namespace

Chapter::Chapter(std::string title, std::filesystem::path folder, std::function<void()> part_done)
    : page_(std::move(title), folder.filename().string()),
      folder_(std::move(folder)),
      part_done_(std::move(part_done)) {
  std::error_code fault;
  std::filesystem::create_directories(folder_, fault);
  if (fault) throw Error(folder_.string(), "cannot create this folder: " + fault.message());
}

void Chapter::figure(const std::string& number, const std::string& file_name, const Figure& figure,
                     const std::string& caption) {
  const std::string svg = drawn(figure, FigureFormat::svg);
  page_.figure(number, caption, svg, figure.columns > 1,
               {file("SVG", file_name + ".svg", svg),
                file("PDF", file_name + ".pdf", drawn(figure, FigureFormat::pdf)),
                file("CSV", file_name + ".csv", points_of(figure).text(TableFormat::csv))});
  part_done_();
}

void Chapter::table(const std::string& number, const std::string& file_name, const Table& table,
                    const std::string& caption) {
  page_.table(number, caption, table, {file("CSV", file_name + ".csv", table.text(TableFormat::csv))});
  part_done_();
}

void Chapter::motion(const std::string& file_name, const Robot& robot, const Block& motion) {
  OutputFile output(claimed(file_name + ".csv"));
  RowWriter(output, CsvFormat({moving_joint_names(robot), {all_quantities.begin(), all_quantities.end()}}))
      .take(motion);
  output.commit();
}

std::vector<std::filesystem::path> Chapter::written() const {
  std::vector<std::filesystem::path> paths;
  for (const std::string& name : files_) paths.push_back(folder_ / name);
  return paths;
}

std::string Chapter::claimed(const std::string& name) {
  [[maybe_unused]] const bool is_new = files_.insert(name).second;
  assert(is_new);
  return (folder_ / name).string();
}

Page::File Chapter::file(const std::string& label, const std::string& name, const std::string& contents) {
  OutputFile output(claimed(name));
  output.write(contents);
  output.commit();
  return {label, name};
}

}  // namespace invdyn
