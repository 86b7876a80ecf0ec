#include "convex_hull.h"

#include <array>
#include <cstdio>
#include <memory>
#include <string>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace invdyn {
namespace {

// Memory of Qhull, which its macros expect under the name `qh`.
class Hull {
 public:
  Hull() { qh_zero(&qh_, stderr); }
  Hull(const Hull&) = delete;
  Hull& operator=(const Hull&) = delete;
  ~Hull() {
    qh_freeqhull(&qh_, !qh_ALL);
    int long_count = 0, long_bytes = 0;
    qh_memfreeshort(&qh_, &long_count, &long_bytes);
  }
  qhT* get() { return &qh_; }

 private:
  qhT qh_;
};

}  // namespace

std::vector<std::uint32_t> convex_hull(const std::vector<float>& points) {
  std::vector<std::uint32_t> triangles;
  if (points.size() < 12) return triangles;
  std::vector<coordT> coordinates(points.begin(), points.end());
  // Its messages are for users of its own program.
  const std::unique_ptr<FILE, int (*)(FILE*)> nowhere(std::fopen("/dev/null", "w"), &std::fclose);
  std::string command = "qhull Qt TA" + std::to_string(max_hull_vertices);
  Hull hull;
  qhT* const qh = hull.get();
  if (!nowhere || qh_new_qhull(qh, 3, static_cast<int>(points.size() / 3), coordinates.data(), False,
                               command.data(), nullptr, nowhere.get()) != qh_ERRnone)
    return triangles;
  if (qh->num_vertices >= static_cast<int>(max_hull_vertices)) return triangles;
  facetT* facet;
  FORALLfacets {
    std::array<std::uint32_t, 3> corners{};
    std::size_t count = 0;
    vertexT *vertex, **vertexp;
    FOREACHvertex_(facet->vertices) if (count < 3) corners[count++] =
        static_cast<std::uint32_t>(qh_pointid(qh, vertex->point));
    if (facet->toporient) std::swap(corners[0], corners[1]);
    triangles.insert(triangles.end(), corners.begin(), corners.end());
  }
  return triangles;
}

}  // namespace invdyn
