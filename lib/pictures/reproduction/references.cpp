#include "references.h"

#include <map>

namespace invdyn {

// Titles, authors and numbers are from the documents, and from their lists of references. They name no DOI.
const std::string& reference(const std::string& key) {
  static const std::map<std::string, std::string> all{
      {"sasaki1990",
       "S. Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations (in "
       "Japanese). Report JAERI-M 90-147, Japan Atomic Energy Research Institute, September 1990."},
      {"lee1982",
       "C. S. G. Lee, M. J. Chung, T. N. Mudge and J. L. Turney, On the Control of Mechanical Manipulators. "
       "Department of Electrical and Computer Engineering, The University of Michigan, Ann Arbor, 1982."},
      {"angeles",
       "J. Angeles, Fundamentals of Robotic Mechanical Systems: Theory, Methods, and Algorithms, chapter 7. "
       "Springer."},
      {"choreonoid",
       "An article in Japanese on inverse dynamics that follows Kajita's textbook and the code of Choreonoid "
       "(逆動力学計算を完全に理解しましょう). The text names no author and no date."},
      {"craig-article",
       "hope_wisdom, 【机器人学】牛顿-欧拉动力学方程迭代形式 (the iterative form of the Newton-Euler equations; in Chinese). "
       "The text has no date."},
      {"craig", "J. J. Craig, Introduction to Robotics: Mechanics and Control, chapter 6."},
      {"corke",
       "P. I. Corke, Robotics Toolbox for MATLAB: the model of the Puma 560, with masses, inertias, motors "
       "and friction."},
      {"luh1980",
       "J. Y. S. Luh, M. W. Walker and R. P. C. Paul, On-Line Computational Scheme for Mechanical "
       "Manipulators. Trans. ASME: Journal of Dynamic Systems, Measurement, and Control, vol. 102, June "
       "1980, pp. 69-76."},
  };
  return all.at(key);
}

}  // namespace invdyn
