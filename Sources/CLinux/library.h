/* A library that a program loads when it first needs it, so nothing links it. Include the library's own headers first.

     #define EXAMPLE_FUNCTIONS(each) \
       each(example_open) \
       each(example_close)
     DRAGD_LIBRARY(example, EXAMPLE_FUNCTIONS)

   declares `struct dragd_example` with these functions, each of the type that the library's headers give it, and
   `dragd_load_example`, which fills the structure from the library with that name and keeps the library for as long as
   the program runs. False where the system has none, or one that lacks some of the functions: then the structure must
   not be used. */
#pragma once
#include <dlfcn.h>
#include <stdbool.h>

/* A library finds its own functions first: where another version of it is loaded too, it would call that one's. The
   address sanitizer loads no library so. */
static inline int dragd_deep_binding(void) {
  return dlsym(RTLD_DEFAULT, "__asan_init") ? 0 : RTLD_DEEPBIND;
}

#define DRAGD_LIBRARY(library, functions) \
  struct __attribute__((swift_attr("@Sendable"))) dragd_##library { \
    functions(DRAGD_LIBRARY_FIELD) \
  }; \
  static inline bool dragd_load_##library(struct dragd_##library *_Nonnull found, const char *_Nonnull file) { \
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL | dragd_deep_binding()); \
    return handle functions(DRAGD_LIBRARY_FIND); \
  }
#define DRAGD_LIBRARY_FIELD(name) __typeof__(&name) _Nonnull name;
#define DRAGD_LIBRARY_FIND(name) &&(found->name = (__typeof__(found->name))dlsym(handle, #name))
