// What a static program of g++ leaves out at its start: the linker takes these functions instead (--wrap).

extern "C" {

// The C++ runtime finds the code that handles an exception in a table of all functions. The linker writes
// this table sorted (--eh-frame-hdr). But static programs of gcc register the unsorted one at their start
// (crtbeginT.o), and sort its 15,000 entries at the first exception: 30 million instructions, 3 ms. So
// nothing is registered, and the runtime takes the sorted table.
void __wrap___register_frame_info(const void* /*begin*/, void* /*object*/) {}

void* __wrap___deregister_frame_info(const void* /*begin*/) {
  return nullptr;
}

// std::ios_base::Init::Init() and ~Init(), which make std::cin, std::cout and their like: 16 pages of memory.
// Nobody uses them. If somebody does, the program cannot be linked: their names are wrapped too, and are
// nowhere defined.
void __wrap__ZNSt8ios_base4InitC1Ev(void* /*init*/) {}
void __wrap__ZNSt8ios_base4InitD1Ev(void* /*init*/) {}

}  // extern "C"
