# Run by cpack when a package's files are in their folders: what Debian expects of them, and the same bytes at any time.
set(epoch $ENV{SOURCE_DATE_EPOCH})
set(root "${CPACK_TEMPORARY_DIRECTORY}")

# Runs a command on all files below the packages' root that `find` finds by these conditions.
function(for_files command)
  execute_process(COMMAND find "${root}" ${ARGN} -exec ${command} {} + COMMAND_ERROR_IS_FATAL ANY)
endfunction()

if(CPACK_GENERATOR STREQUAL "DEB")
  # Debian has a folder of its own for zsh's completions that packages bring.
  file(GLOB_RECURSE completions "${root}/_invdyn")
  foreach(completion IN LISTS completions)
    string(REPLACE "/site-functions/" "/vendor-completions/" renamed "${completion}")
    cmake_path(GET renamed PARENT_PATH folder)
    file(MAKE_DIRECTORY "${folder}")
    file(RENAME "${completion}" "${renamed}")
    cmake_path(GET completion PARENT_PATH folder)
    file(REMOVE_RECURSE "${folder}")
  endforeach()
  for_files("gzip;-9;--no-name" -type f "(" -path "*/share/man/*" -o -name changelog -o -name changelog.Debian ")")
endif()
for_files("strip;--strip-debug;--enable-deterministic-archives;--remove-section=.comment" -name "*.a")
for_files("chmod;755" -type d)  # whatever the umask
for_files("touch;--no-dereference;--date=@${epoch}" -name "*")
