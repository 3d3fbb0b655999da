// The main queue of libdispatch, for main loops of other libraries (swift-corelibs-libdispatch, queue_private.h).
#pragma once
#if __has_feature(modules)
#pragma clang module import SwiftGlibc
#endif
#include <stdint.h>
#include <unistd.h>

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

static inline int dragd_main_queue_handle(void) { return _dispatch_get_main_queue_handle_4CF(); }

static inline void dragd_run_main_queue(void) {
  uint64_t count;
  // Otherwise the descriptor stays readable.
  if (read(_dispatch_get_main_queue_handle_4CF(), &count, sizeof count) < 0) count = 0;
  _dispatch_main_queue_callback_4CF(NULL);
}
