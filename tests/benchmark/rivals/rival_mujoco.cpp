// Computes torques and the wrench on a base that floats by mj_inverse, written as well as rival_careful.
//
//   rival_mujoco MODEL.xml IN.csv OUT.csv
//
// IN has a header and the columns t, base_x, base_y, base_z, base_qw, base_qx, base_qy, base_qz, q_1 ... q_n
// in the model's order. The first joint of the model is free, and all others have one degree of freedom.
// Velocities and accelerations are backward differences, from rest: those of the orientation are of the
// rotation vectors from the row to those before it.

#include <libfccp/csv.h>
#include <mujoco/mujoco.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "benchmark/rivals/careful_text.h"
#include "benchmark/rivals/run_rival.h"

namespace {

using invdyn::bench::Fields;
using invdyn::bench::Output;

using Model = std::unique_ptr<mjModel, decltype(&mj_deleteModel)>;
using Data = std::unique_ptr<mjData, decltype(&mj_deleteData)>;

constexpr int base_q = 7, base_v = 6;  // numbers of a free joint

Model read_model(const char* path) {
  char error[1000] = "";
  Model model(mj_loadXML(path, nullptr, error, sizeof error), mj_deleteModel);
  if (!model) throw std::runtime_error(error);
  if (model->njnt == 0 || model->jnt_type[0] != mjJNT_FREE || model->nq - base_q != model->nv - base_v)
    throw std::runtime_error("expected a free joint, and then joints of one degree of freedom");
  // Nothing touches, and no limits push: mj_inverse has no constraints to solve.
  model->opt.disableflags |= mjDSBL_CONSTRAINT;
  return model;
}

// The motion of the last rows: the latest is in mjData.
class Differences {
 public:
  Differences(const mjModel& model, mjData& data) : model_(model), data_(data) {}

  // The row that `fields` has after t replaces the latest.
  void take(double t, Fields& fields) {
    const double dt = t - t_before_, middle = rows_ > 1 ? (dt_before_ + dt) / 2 : dt;
    const auto linear = [&](double& q, double& dq, double& ddq) {
      const double q_now = fields.next();
      if (rows_ > 0) {
        const double dq_now = (q_now - q) / dt;
        ddq = (dq_now - dq) / middle;
        dq = dq_now;
      }
      q = q_now;
    };
    for (int i = 0; i < 3; ++i) linear(data_.qpos[i], data_.qvel[i], data_.qacc[i]);
    turn(dt, middle, fields);
    for (int i = base_v; i < model_.nv; ++i) linear(data_.qpos[i + 1], data_.qvel[i], data_.qacc[i]);
    t_before_ = t;
    dt_before_ = dt;
    ++rows_;
  }

 private:
  void turn(double dt, double middle, Fields& fields) {
    mjtNum* const q = data_.qpos + 3;
    mju_copy4(second_, first_);
    mju_copy4(first_, q);
    for (int i = 0; i < 4; ++i) q[i] = fields.next();
    if (rows_ == 0) return;
    mjtNum to_first[3], to_second[3];
    mju_subQuat(to_first, first_, q);
    if (rows_ > 1) mju_subQuat(to_second, second_, q);
    for (int i = 0; i < 3; ++i) {
      const double w = -to_first[i] / dt,
                   w_before = rows_ > 1 ? (to_first[i] - to_second[i]) / dt_before_ : 0;
      data_.qvel[3 + i] = w;
      data_.qacc[3 + i] = (w - w_before) / middle;
    }
  }

  const mjModel& model_;
  mjData& data_;
  double t_before_ = 0, dt_before_ = 0;
  long rows_ = 0;
  mjtNum first_[4] = {}, second_[4] = {};  // orientations of the two rows before
};

void run(const char* model_file, const char* in, const char* out) {
  const Model model = read_model(model_file);
  const Data data(mj_makeData(model.get()), mj_deleteData);
  Differences motion(*model, *data);

  io::LineReader lines(in);
  Output output(out);
  output.text("t,base_fx,base_fy,base_fz,base_nx,base_ny,base_nz");
  for (int joint = 1; joint < model->njnt; ++joint)
    output.text(",tau_" + std::string(mj_id2name(model.get(), mjOBJ_JOINT, joint)));
  output.text("\n");
  if (!lines.next_line()) throw std::runtime_error("no header");

  while (const char* line = lines.next_line()) {
    Fields fields(line);
    const double t = fields.next();
    motion.take(t, fields);
    const int without_sensors = 1;
    mj_inverseSkip(model.get(), data.get(), mjSTAGE_NONE, without_sensors);
    mjtNum moment[3];  // mj_inverse has it in the base's axes
    mju_rotVecQuat(moment, data->qfrc_inverse + 3, data->qpos + 3);
    output.number(t);
    const auto numbers = [&](const mjtNum* values, int count) {
      for (int i = 0; i < count; ++i) {
        output.character(',');
        output.number(values[i]);
      }
    };
    numbers(data->qfrc_inverse, 3);
    numbers(moment, 3);
    numbers(data->qfrc_inverse + base_v, model->nv - base_v);
    output.character('\n');
  }
  output.flush();
}

}  // namespace

int main(int argc, char** argv) {
  return invdyn::bench::run_rival(argc, argv, run);
}
