// The C++ runtime finds the code that handles an exception in a table of all functions. The linker writes
// this table sorted (--eh-frame-hdr). But static programs of gcc register the unsorted one at their start
// (crtbeginT.o), and sort its 15,000 entries at the first exception: 30 million instructions, 3 ms. So here
// (--wrap) nothing is registered, and the runtime takes the sorted table.

extern "C" {

void __wrap___register_frame_info(const void* /*begin*/, void* /*object*/) {}

void* __wrap___deregister_frame_info(const void* /*begin*/) {
  return nullptr;
}

}  // extern "C"
