# Cross-builds for aarch64, with Debian's compiler. The libraries are in the folder `sysroot` of the build, where
# .ci/aarch64 has unpacked them; headers of all processors are those of this machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_STRIP aarch64-linux-gnu-strip)
# The shared libraries of the test programs are those of the cross-compiler.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L /usr/aarch64-linux-gnu)
set(sysroot ${CMAKE_CURRENT_LIST_DIR}/../build/aarch64/sysroot/usr)
set(CMAKE_FIND_ROOT_PATH ${sysroot})
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
# Headers are found in /usr/include as well, but not before those of the cross-compiler.
set(CMAKE_CXX_FLAGS_INIT "-isystem ${sysroot}/include")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${sysroot}/lib/aarch64-linux-gnu")
