#include "mujoco_model.h"

#include <mujoco/mujoco.h>

#include <stdexcept>

namespace invdyn::test {

struct MujocoModel::Handle {
  mjModel* model = nullptr;
  mjData* data = nullptr;
  ~Handle() {
    mj_deleteData(data);
    mj_deleteModel(model);
  }
};

MujocoModel::MujocoModel(const std::string& path) : handle_(std::make_unique<Handle>()) {
  // MuJoCo would write its warnings into a file of the working folder.
  mju_user_warning = [](const char*) {};
  char error[1000] = "";
  handle_->model = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
  if (!handle_->model) throw std::runtime_error(error);
  mjModel& m = *handle_->model;
  m.opt.disableflags |= mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_EQUALITY;
  friction_loss_.assign(m.dof_frictionloss, m.dof_frictionloss + m.nv);
  if (m.opt.disableflags & (mjDSBL_FRICTIONLOSS | mjDSBL_CONSTRAINT))
    friction_loss_.assign(friction_loss_.size(), 0);
  std::fill(m.dof_frictionloss, m.dof_frictionloss + m.nv, 0);
  handle_->data = mj_makeData(&m);
  for (int joint = 0; joint < m.njnt; ++joint)
    if (m.jnt_type[joint] == mjJNT_SLIDE || m.jnt_type[joint] == mjJNT_HINGE) joints_.push_back(joint);
}

MujocoModel::~MujocoModel() = default;

bool MujocoModel::is_slide(std::size_t dof_index) const {
  return handle_->model->jnt_type[joints_[dof_index]] == mjJNT_SLIDE;
}

std::vector<std::string> MujocoModel::other_joints() const {
  std::vector<std::string> names;
  const mjModel& m = *handle_->model;
  for (int joint = 0; joint < m.njnt; ++joint)
    if (m.jnt_type[joint] == mjJNT_FREE || m.jnt_type[joint] == mjJNT_BALL)
      if (const char* name = mj_id2name(&m, mjOBJ_JOINT, joint)) names.emplace_back(name);
  return names;
}

void MujocoModel::compensate_gravity(const std::string& body, double share) {
  const int id = mj_name2id(handle_->model, mjOBJ_BODY, body.c_str());
  if (id < 0) throw std::runtime_error("no body " + body);
  compensations_.push_back({id, share});
}

void MujocoModel::put(const State& state, const BaseState* base) const {
  const mjModel& m = *handle_->model;
  mjData& d = *handle_->data;
  mju_copy(d.qpos, m.qpos0, m.nq);
  mju_zero(d.qvel, m.nv);
  mju_zero(d.qacc, m.nv);
  for (std::size_t i = 0; i < dof(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const int velocity = m.jnt_dofadr[joints_[i]];
    d.qpos[m.jnt_qposadr[joints_[i]]] = static_cast<double>(state.q[k]);
    d.qvel[velocity] = static_cast<double>(state.dq[k]);
    d.qacc[velocity] = static_cast<double>(state.ddq[k]);
  }
  if (base) {
    if (m.jnt_type[0] != mjJNT_FREE) throw std::runtime_error("the first joint is not free");
    const auto put = [](mjtNum* to, const Eigen::Vector3d& three) { mju_copy(to, three.data(), 3); };
    const Eigen::Quaterniond& R = base->R;
    const mjtNum quaternion[] = {R.w(), R.x(), R.y(), R.z()};
    put(d.qpos, base->p), mju_copy(d.qpos + 3, quaternion, 4);
    put(d.qvel, base->v), put(d.qvel + 3, base->w);
    put(d.qacc, base->dv), put(d.qacc + 3, base->dw);
  }
}

Vector MujocoModel::torques(const State& state, const BaseState* base) const {
  const mjModel& m = *handle_->model;
  mjData& d = *handle_->data;
  put(state, base);
  mj_inverse(&m, &d);
  for (const Compensation& each : compensations_) {
    std::vector<mjtNum> passive(static_cast<std::size_t>(m.nv));
    mjtNum force[3];
    const mjtNum none[3] = {};
    mju_scl3(force, m.opt.gravity, -each.share * m.body_mass[each.body]);
    mj_applyFT(&m, &d, force, none, d.xipos + 3 * each.body, each.body, passive.data());
    mju_subFrom(d.qfrc_inverse, passive.data(), m.nv);
  }
  Vector tau(static_cast<Eigen::Index>(dof() + (base ? 6 : 0)));
  for (std::size_t i = 0; i < dof(); ++i) {
    const int at = m.jnt_dofadr[joints_[i]];
    const double sign = d.qvel[at] > 0 ? 1 : d.qvel[at] < 0 ? -1 : 0;
    tau[static_cast<Eigen::Index>(i)] =
        d.qfrc_inverse[at] + sign * friction_loss_[static_cast<std::size_t>(at)];
  }
  for (int i = 0; base && i < 6; ++i) tau[static_cast<Eigen::Index>(dof()) + i] = d.qfrc_inverse[i];
  return tau;
}

Vector MujocoModel::accelerations(const State& state, const BaseState& base, const Vector& torques) const {
  const mjModel& m = *handle_->model;
  mjData& d = *handle_->data;
  put(state, &base);
  const auto size = static_cast<Eigen::Index>(dof());
  const auto address = [&](Eigen::Index i) { return m.jnt_dofadr[joints_[static_cast<std::size_t>(i)]]; };
  for (Eigen::Index i = 0; i < size; ++i) d.qfrc_applied[address(i)] = static_cast<double>(torques[i]);
  mj_forward(&m, &d);
  mju_zero(d.qfrc_applied, m.nv);
  Vector result(size + 6);
  for (Eigen::Index i = 0; i < size; ++i) result[i] = d.qacc[address(i)];
  for (int i = 0; i < 6; ++i) result[size + i] = d.qacc[i];
  return result;
}

}  // namespace invdyn::test
