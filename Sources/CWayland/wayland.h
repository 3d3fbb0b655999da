// libwayland-client, with the data-control protocols: Debian has no headers for those.
#pragma once
#include <errno.h>
#include <stdint.h>
#include <string.h>
// This header declares the little that is used of the generated wayland-client-protocol.h: the registry, a callback and
// the name of a seat.
#include <wayland-client-core.h>

extern const struct wl_interface wl_registry_interface;
extern const struct wl_interface wl_callback_interface;
extern const struct wl_interface wl_seat_interface;

// Requests and events are numbered in the order in which a protocol lists them. ext- and wlr-data-control list the
// same.
enum {
  wayland_display_sync = 0, wayland_display_get_registry = 1,
  wayland_registry_bind = 0,
  wayland_seat_release = 3,
  data_control_manager_create_source = 0, data_control_manager_get_device = 1, data_control_manager_destroy = 2,
  data_control_device_set_selection = 0, data_control_device_destroy = 1, data_control_device_set_primary = 2,
  data_control_source_offer = 0, data_control_source_destroy = 1,
  data_control_offer_receive = 0, data_control_offer_destroy = 1,
};
enum {
  wayland_registry_global = 0, wayland_registry_global_remove = 1,
  wayland_seat_capabilities = 0, wayland_seat_name = 1,
  data_control_device_data_offer = 0, data_control_device_selection = 1, data_control_device_finished = 2,
  data_control_device_primary = 3,
  data_control_source_send = 0, data_control_source_cancelled = 1,
  data_control_offer_offer = 0,
};

// The tables of one protocol. `since` is "2" where the second version of wlr-data-control brought PRIMARY.
//
// `none` has its zeros because a definition without an initializer is tentative in C, and Swift's importer leaves it
// out.
#define DATA_CONTROL_TABLES(prefix, version, since)                                                                    \
  static const struct wl_interface *prefix##_none[2] = {0, 0};                                                         \
  static const struct wl_message prefix##_offer_requests[2] = {                                                        \
      {"receive", "sh", prefix##_none}, {"destroy", "", prefix##_none}};                                               \
  static const struct wl_message prefix##_offer_events[1] = {{"offer", "s", prefix##_none}};                           \
  static const struct wl_interface prefix##_offer = {                                                                  \
      #prefix "_data_control_offer_v1", 1, 2, prefix##_offer_requests, 1, prefix##_offer_events};                      \
  static const struct wl_message prefix##_source_requests[2] = {                                                       \
      {"offer", "s", prefix##_none}, {"destroy", "", prefix##_none}};                                                  \
  static const struct wl_message prefix##_source_events[2] = {                                                         \
      {"send", "sh", prefix##_none}, {"cancelled", "", prefix##_none}};                                                \
  static const struct wl_interface prefix##_source = {                                                                 \
      #prefix "_data_control_source_v1", 1, 2, prefix##_source_requests, 2, prefix##_source_events};                   \
  static const struct wl_interface *prefix##_a_source[1] = {&prefix##_source};                                         \
  static const struct wl_interface *prefix##_an_offer[1] = {&prefix##_offer};                                          \
  static const struct wl_message prefix##_device_requests[3] = {                                                       \
      {"set_selection", "?o", prefix##_a_source}, {"destroy", "", prefix##_none},                                      \
      {"set_primary_selection", since "?o", prefix##_a_source}};                                                       \
  static const struct wl_message prefix##_device_events[4] = {                                                         \
      {"data_offer", "n", prefix##_an_offer}, {"selection", "?o", prefix##_an_offer},                                  \
      {"finished", "", prefix##_none}, {"primary_selection", since "?o", prefix##_an_offer}};                          \
  static const struct wl_interface prefix##_device = {                                                                 \
      #prefix "_data_control_device_v1", version, 3, prefix##_device_requests, 4, prefix##_device_events};             \
  static const struct wl_interface *prefix##_device_of_seat[2] = {&prefix##_device, &wl_seat_interface};               \
  static const struct wl_message prefix##_manager_requests[3] = {                                                      \
      {"create_data_source", "n", prefix##_a_source}, {"get_data_device", "no", prefix##_device_of_seat},              \
      {"destroy", "", prefix##_none}};                                                                                 \
  static const struct wl_interface prefix##_manager = {                                                                \
      #prefix "_data_control_manager_v1", version, 3, prefix##_manager_requests, 0, (const struct wl_message *)0};

DATA_CONTROL_TABLES(ext, 1, "")
DATA_CONTROL_TABLES(zwlr, 2, "2")
#undef DATA_CONTROL_TABLES

// Swift would copy a constant of C: only C hands out the address of the table itself.
struct data_control_interfaces { const struct wl_interface *manager, *device, *source; };
static inline struct data_control_interfaces data_control_ext(void) {
  return (struct data_control_interfaces){&ext_manager, &ext_device, &ext_source};
}
static inline struct data_control_interfaces data_control_wlr(void) {
  return (struct data_control_interfaces){&zwlr_manager, &zwlr_device, &zwlr_source};
}
static inline const struct wl_interface *wayland_seat_table(void) { return &wl_seat_interface; }

// Swift imports neither errno nor functions with variable arguments.
static inline int wayland_errno(void) { return errno; }

/// Writes what was requested, as far as the socket takes it: 0, or the number of the error. EAGAIN: not all was taken.
static inline int wayland_flush(struct wl_display *display) { return wl_display_flush(display) < 0 ? errno : 0; }

static inline struct wl_proxy *wayland_get_registry(struct wl_display *display) {
  struct wl_proxy *proxy = (struct wl_proxy *)display;
  return wl_proxy_marshal_flags(
      proxy, wayland_display_get_registry, &wl_registry_interface, wl_proxy_get_version(proxy), 0, NULL);
}
static inline struct wl_proxy *wayland_sync(struct wl_display *display) {
  struct wl_proxy *proxy = (struct wl_proxy *)display;
  return wl_proxy_marshal_flags(
      proxy, wayland_display_sync, &wl_callback_interface, wl_proxy_get_version(proxy), 0, NULL);
}
static inline struct wl_proxy *wayland_bind(
    struct wl_proxy *registry, uint32_t name, const struct wl_interface *interface, uint32_t version) {
  return wl_proxy_marshal_flags(
      registry, wayland_registry_bind, interface, version, 0, name, interface->name, version, NULL);
}
static inline struct wl_proxy *data_control_create_source(
    struct wl_proxy *manager, const struct wl_interface *source) {
  return wl_proxy_marshal_flags(
      manager, data_control_manager_create_source, source, wl_proxy_get_version(manager), 0, NULL);
}
static inline struct wl_proxy *data_control_get_device(
    struct wl_proxy *manager, const struct wl_interface *device, struct wl_proxy *seat) {
  return wl_proxy_marshal_flags(
      manager, data_control_manager_get_device, device, wl_proxy_get_version(manager), 0, NULL, seat);
}
/// `request`: set_selection or set_primary. Without a source the selection has no owner.
static inline void data_control_set(struct wl_proxy *device, uint32_t request, struct wl_proxy *_Nullable source) {
  wl_proxy_marshal_flags(device, request, NULL, wl_proxy_get_version(device), 0, source);
}
static inline void data_control_offer(struct wl_proxy *source, const char *type) {
  wl_proxy_marshal_flags(source, data_control_source_offer, NULL, wl_proxy_get_version(source), 0, type);
}
/// libwayland duplicates the descriptor at once.
static inline void data_control_receive(struct wl_proxy *offer, const char *type, int descriptor) {
  wl_proxy_marshal_flags(offer, data_control_offer_receive, NULL, wl_proxy_get_version(offer), 0, type, descriptor);
}
/// `request`: the one that ends the object on the compositor's side too.
static inline void wayland_destroy(struct wl_proxy *proxy, uint32_t request) {
  wl_proxy_marshal_flags(proxy, request, NULL, wl_proxy_get_version(proxy), WL_MARSHAL_FLAG_DESTROY);
}
