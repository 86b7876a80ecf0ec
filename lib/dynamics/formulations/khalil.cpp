#include "khalil.h"

#include "../../lanes/kernel/kernel_memory.h"

namespace invdyn {
namespace {

class KernelRows : public RowTorques {
 public:
  KernelRows(const Tree& tree, const DriveTorques& drives, InstructionSet set)
      : kernel_(kernel_for(set)), memory_(kernel_.memory(static_cast<int>(drives.dof()))) {
    for (std::size_t i = 0; i < drives.dof(); ++i) drives_.push_back(drives.terms(i));
    model_ = {tree.bodies.data(), static_cast<int>(tree.bodies.size()), tree.wrench, drives_.data(),
              tree.base ? &*tree.base : nullptr};
  }
  void row_torques(const MotionRows& rows) override { kernel_.row_torques(model_, rows, memory_.get()); }

 private:
  Kernel kernel_;
  KernelMemory memory_;
  std::vector<DriveTerms> drives_;
  KernelModel model_;
};

}  // namespace

std::unique_ptr<RowTorques> Khalil::rows(const DriveTorques& drives) const {
  return std::make_unique<KernelRows>(tree_, drives, instruction_set_);
}

}  // namespace invdyn
