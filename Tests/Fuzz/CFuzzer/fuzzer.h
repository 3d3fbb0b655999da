#pragma once
#include <stddef.h>
#include <stdint.h>

// libFuzzer as a library: clang_rt.fuzzer_no_main.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count));
