#!/usr/bin/env bash
# Sets the project up on Debian 12 and runs it:
#   ./bootstrap.sh demo        installs the packages, builds, computes and draws the torques of Sasaki's example
#   ./bootstrap.sh test        installs the packages, builds, runs the tests
#   ./bootstrap.sh packages    makes the packages of a release
#   ./bootstrap.sh bench       measures
#   ./bootstrap.sh fuzz HOURS  looks for inputs that break a reader
# The last three install what they need besides, and build too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

packages=(g++ cmake ninja-build libeigen3-dev libcli11-dev libfccp-dev nlohmann-json3-dev libpugixml-dev libjs-three
          libqhull-dev libyaml-cpp-dev zlib1g-dev libzstd-dev libboost-dev gnuplot-nox libgtest-dev
          libgmock-dev libvalijson-dev lowdown)

usage() {
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

install_packages() {
  local missing=()
  for package in "${packages[@]}"; do is_installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "bootstrap.sh: these packages are missing: ${missing[*]}; run as root, or install sudo" >&2
      exit 1
    }
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
    >/dev/null
}

build() {  # [target...]
  echo "Building${1:+ $*} with the preset release"
  cmake --preset release >/dev/null
  cmake --build --preset release ${1:+--target "$@"}
}

# Sasaki, JAERI-M 90-147 (1990), section 4: from A to B by the trapezoid of Fig. 6. The report does not print the
# duration; 2 s is our choice.
demo() {
  local program=build/release/invdyn motion=build/demo/sasaki1990-motion.csv torques=build/demo/sasaki1990-torques.csv
  mkdir -p build/demo
  "$program" generate trapezoid sasaki1990 --degrees --duration 2 --dt 0.001 \
    --from 2.7533,0.1502,85.7259,-33.7722,-85.0428,33.6731 \
    --to 10.4705,8.7346,44.3932,-17.1186,-51.8741,13.6195 -o "$motion"
  echo
  echo "Torques of Sasaki's six-link manipulator from A to B in 2 s:"
  "$program" torque sasaki1990 "$motion" -o "$torques" --quiet --summary 2>&1
  echo
  echo "Motion:  $PWD/$motion"
  echo "Torques: $PWD/$torques"
  "$program" reproduce sasaki1990 -o build/demo/sasaki1990 --quiet
  echo "The report's figures, beside what had to be assumed: $PWD/build/demo/sasaki1990/index.html"
}

# Goes on from the stored inputs; what is found stays in build/fuzz, and is told at the end.
fuzz() {  # HOURS
  echo "Building the fuzzers with the preset asan"
  cmake --preset asan >/dev/null
  cmake --build --preset asan --target fuzzers
  tests/fuzz/run.sh hours "$1"
}

case "${1:-}" in
  demo) install_packages; build invdyn_program invdyn_documents; demo ;;
  test) install_packages; build; ctest --preset release ;;
  packages) packages+=(dpkg-dev file); install_packages; build packages; ls "$PWD"/build/release/packages/* ;;
  bench) packages+=(libbenchmark-dev liborocos-kdl-dev libmujoco-dev); install_packages; cmake --workflow --preset bench ;;
  fuzz) [ $# -eq 2 ] || usage; packages+=(clang libclang-rt-dev); install_packages; fuzz "$2" ;;
  *) usage ;;
esac
