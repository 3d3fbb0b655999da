#pragma once
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* An empty libadwaita window, which says when its first frame is drawn: no GTK program is faster. The libraries are
   found when it runs, for they are there only where dragboard is built. */

static inline void *peer_gtk(const char *name) {
  void *symbol = dlsym(RTLD_DEFAULT, name);
  if (!symbol) {
    fprintf(stderr, "libadwaita has no %s\n", name);
    exit(1);
  }
  return symbol;
}

#define PEER_GTK(result, name, ...) ((result(*)(__VA_ARGS__))peer_gtk(#name))

static inline void peer_when(
  void *object, const char *signal, void (*handler)(void *, const char *), const char *frames) {
  PEER_GTK(unsigned long, g_signal_connect_data, void *, const char *, void *, void *, void *, int)
  (object, signal, (void *)handler, (void *)frames, NULL, 0);
}

/* As dragboard writes it for DRAGBOARD_FRAMES; nothing is known of the frame's beginning. */
static inline void peer_frame_is_drawn(void *clock, const char *frames) {
  (void)clock;
  int64_t now = PEER_GTK(int64_t, g_get_monotonic_time, void)();
  FILE *file = fopen(frames, "a");
  if (!file) exit(1);
  fprintf(file, "%lld %lld\n", (long long)now, (long long)now);
  fclose(file);
}

static inline void peer_present(void *application, const char *frames) {
  void *window = PEER_GTK(void *, adw_application_window_new, void *)(application);
  void *content = PEER_GTK(void *, adw_header_bar_new, void)();
  PEER_GTK(void, gtk_window_set_default_size, void *, int, int)(window, 1000, 640);
  PEER_GTK(void, adw_application_window_set_content, void *, void *)(window, content);
  PEER_GTK(void, gtk_window_present, void *)(window);
  peer_when(
    PEER_GTK(void *, gtk_widget_get_frame_clock, void *)(window), "after-paint", peer_frame_is_drawn, frames);
}

/* Runs until it is killed. Gives another number than 0 if there is no libadwaita. */
static inline int peer_window(const char *frames) {
  if (!dlopen("libadwaita-1.so.0", RTLD_NOW | RTLD_GLOBAL)) return 1;
  void *application = PEER_GTK(void *, adw_application_new, const char *, int)("org.dragd.Empty", 1 << 5);
  peer_when(application, "activate", peer_present, frames);
  return PEER_GTK(int, g_application_run, void *, int, char **)(application, 0, NULL);
}
