#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "answers/validation/log_page.h"
#include "pictures/figure/residual_figure.h"
#include "terminal.h"

namespace invdyn {

/// A page with the settings of the command and the messages of the run so far.
LogPage log_page(const CLI::App& command, const Terminal& terminal);
/// The figure of a log: measured torques beside those of models that have this log alone.
void add_log(LogPage& page, const std::string& name, const std::vector<ModelRows>& models,
             const Robot& robot);
/// The figure of friction, with all logs of a model.
void add_friction(LogPage& page, const ModelRows& model, const Robot& robot);

}  // namespace invdyn
