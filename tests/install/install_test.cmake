# Installs a build into a temporary folder, moves it elsewhere, and uses it there: the program from any folder, the
# library from a project that finds its package, and its headers in any order.

cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND mktemp -d OUTPUT_VARIABLE work OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

function(fail text)
  file(REMOVE_RECURSE "${work}")
  message(FATAL_ERROR "${text}")
endfunction()

# Runs a command; prints its whole output if it fails.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGV " " line)
    fail("${line}\nended with ${result}:\n${output}")
  endif()
endfunction()

function(expect_file path)
  if(NOT EXISTS "${path}")
    file(GLOB_RECURSE there RELATIVE "${work}" "${work}/*")
    list(JOIN there "\n  " there)
    fail("${path} is missing; there are\n  ${there}")
  endif()
endfunction()

# The pendulum held horizontally needs m g l = 1 kg * 9.80665 m/s^2 * 1 m.
function(expect_shipped_robots_in program)
  file(WRITE "${work}/held-out.csv" "t,pivot\n0,1.5707963267948966\n")
  execute_process(COMMAND "${program}" torque pendulum "${work}/held-out.csv" --quiet
    WORKING_DIRECTORY / RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0 OR NOT output MATCHES "^t,tau_pivot\n0,9\\.8066(5|50000000000[0-9]*|49999999999[0-9]*)\n$")
    fail("${program} torque pendulum ended with ${result}:\n${output}")
  endif()
  execute_process(COMMAND "${program}" robots WORKING_DIRECTORY / OUTPUT_VARIABLE list RESULT_VARIABLE result)
  foreach(robot IN LISTS robots)
    if(NOT result EQUAL 0 OR NOT "\n${list}" MATCHES "\n${robot} \\(")
      fail("${program} robots does not list ${robot}:\n${list}")
    endif()
  endforeach()
endfunction()

file(GLOB robots RELATIVE "${SOURCE_DIR}/robots" "${SOURCE_DIR}/robots/*.json")
set(robot_files ${robots})
list(FILTER robots EXCLUDE REGEX "schema")
list(TRANSFORM robots REPLACE "\\.json$" "")
if(NOT "pendulum" IN_LIST robots)
  fail("no robots in ${SOURCE_DIR}/robots")
endif()

# The prefix moves after the installation: no file in it may contain its former path.
run(${CMAKE_COMMAND} --install "${BUILD_DIR}" --prefix "${work}/first" --config "${CONFIG}")
file(RENAME "${work}/first" "${work}/prefix")
set(prefix "${work}/prefix")

# 1. All files are in place.
set(shells bash zsh fish)
expect_file("${prefix}/bin/invdyn")
file(GLOB_RECURSE library "${prefix}/lib*/libinvdyn.*")
file(GLOB_RECURSE package "${prefix}/lib*/invdynConfig.cmake" "${prefix}/lib*/invdynConfigVersion.cmake")
list(LENGTH package package_files)
if(NOT library OR NOT package_files EQUAL 2)
  fail("library or package files are missing: '${library}', '${package}'")
endif()
foreach(header invdyn.h base/error.h robot_files/read.h pipeline/torques.h simulation/plant.h)
  expect_file("${prefix}/include/invdyn/${header}")
endforeach()
foreach(robot IN LISTS robot_files)
  expect_file("${prefix}/share/invdyn/robots/${robot}")
  run(${CMAKE_COMMAND} -E compare_files "${SOURCE_DIR}/robots/${robot}" "${prefix}/share/invdyn/robots/${robot}")
endforeach()

foreach(shell file IN ZIP_LISTS shells COMPLETIONS)
  expect_file("${prefix}/${file}")
  execute_process(COMMAND "${prefix}/bin/invdyn" completion ${shell} OUTPUT_VARIABLE printed)
  file(READ "${prefix}/${file}" text)
  if(NOT text STREQUAL printed)
    fail("${file} is not what the program prints for ${shell}:\n${text}")
  endif()
endforeach()

execute_process(COMMAND "${prefix}/bin/invdyn" --version OUTPUT_VARIABLE text)
if(NOT text MATCHES "^invdyn ${VERSION}\n")
  fail("--version is not ${VERSION}:\n${text}")
endif()

set(documents doc/invdyn/manual/torque.md)
find_program(LOWDOWN lowdown)
if(LOWDOWN)
  list(APPEND documents man/man1/invdyn-torque.1)
endif()
foreach(document IN LISTS documents)
  expect_file("${prefix}/share/${document}")
  file(READ "${prefix}/share/${document}" text)
  if(NOT text MATCHES "torque.*output-dir")
    fail("${document} does not tell of the option --output-dir:\n${text}")
  endif()
endforeach()
foreach(document LICENSE lib/THEORY.md lib/ERRATA.md)
  cmake_path(GET document FILENAME name)
  expect_file("${prefix}/share/doc/invdyn/${name}")
  run(${CMAKE_COMMAND} -E compare_files "${SOURCE_DIR}/${document}" "${prefix}/share/doc/invdyn/${name}")
endforeach()
file(GLOB pages RELATIVE "${SOURCE_DIR}/app/manual" "${SOURCE_DIR}/app/manual/*.md")
foreach(page IN LISTS pages)
  expect_file("${prefix}/share/doc/invdyn/manual/${page}")
endforeach()

file(GLOB scripts RELATIVE "${SOURCE_DIR}/app/cluster" "${SOURCE_DIR}/app/cluster/*.sh")
foreach(script IN LISTS scripts)
  expect_file("${prefix}/share/invdyn/cluster/${script}")
  run(bash "${prefix}/share/invdyn/cluster/${script}" --help)
endforeach()

# 2. A project that finds the package computes a torque; the headers compile in any order.
run(${CMAKE_COMMAND} -S "${CMAKE_CURRENT_LIST_DIR}/consumer" -B "${work}/consumer" -G "${GENERATOR}"
  "-DCMAKE_PREFIX_PATH=${prefix}" "-DEXPECTED_VERSION=${VERSION}"
  "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}" "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")
run(${CMAKE_COMMAND} --build "${work}/consumer" --parallel 2)
run(${CMAKE_COMMAND} -E chdir "${work}" "${work}/consumer/horizontal_pendulum")
run(${CMAKE_COMMAND} -E chdir "${work}" "${work}/consumer/torque_file")

# 3. The program finds the shipped robots where it was built, where it was installed, and without any other file.
expect_shipped_robots_in("${PROGRAM}")
expect_shipped_robots_in("${prefix}/bin/invdyn")
file(COPY "${prefix}/bin/invdyn" DESTINATION "${work}/somewhere else")
file(REMOVE_RECURSE "${prefix}")
expect_shipped_robots_in("${work}/somewhere else/invdyn")

file(REMOVE_RECURSE "${work}")
