#pragma once
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "echo.h"

/* What a lazy Accept costs with nothing behind it: its own words on libdbus, two pipes, and the bytes from one to the
   other. Everybody is in C, serves one call at a time, and answers every other call with nothing. */

static const char *const peer_transfer_path = "/org/dragd/Broker1/transfer/abcdefghijklmnopqrstuvwxyz";

static inline int peer_is(DBusMessage *call, const char *member) {
  return strcmp(dbus_message_get_member(call), member) == 0;
}

/* Source1.Provide: 1 KiB into the pipe. */
static inline void peer_provide(DBusConnection *bus, DBusMessage *call, const char *unused) {
  const char *offer, *type, *transfer;
  dbus_uint32_t item;
  int pipe;
  if (!peer_is(call, "Provide")) return peer_answer(bus, call, unused);
  if (!dbus_message_get_args(call, NULL, DBUS_TYPE_OBJECT_PATH, &offer, DBUS_TYPE_UINT32, &item, DBUS_TYPE_STRING,
                             &type, DBUS_TYPE_UNIX_FD, &pipe, DBUS_TYPE_OBJECT_PATH, &transfer, DBUS_TYPE_INVALID))
    return;
  if (write(pipe, peer_bytes(), 1024) == 1024) {
    DBusMessage *reply = dbus_message_new_method_return(call);
    DBusMessageIter arguments, result;
    dbus_message_iter_init_append(reply, &arguments);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &result);
    dbus_message_iter_close_container(&arguments, &result);
    dbus_connection_send(bus, reply, NULL);
    dbus_message_unref(reply);
  }
  close(pipe);
}

/* Asks the source for it, through this end of a pipe. */
static inline void peer_ask_source(DBusConnection *bus, const char *source, int pipe) {
  DBusMessage *call = dbus_message_new_method_call(source, "/source", "org.dragd.Source1", "Provide");
  DBusMessageIter arguments, options;
  dbus_uint32_t item = 0;
  dbus_message_iter_init_append(call, &arguments);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_OBJECT_PATH, &peer_offer_path);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_UINT32, &item);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &peer_type);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_UNIX_FD, &pipe);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_OBJECT_PATH, &peer_transfer_path);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &options);
  dbus_message_iter_close_container(&arguments, &options);
  dbus_connection_send(bus, call, NULL);
  dbus_message_unref(call);
}

/* Offer1.Accept of what that source makes. */
static inline void peer_relay(DBusConnection *bus, DBusMessage *call, const char *source) {
  int from[2], to[2];
  if (!peer_is(call, "Accept")) return peer_answer(bus, call, NULL);
  if (pipe(from) != 0 || pipe(to) != 0) return;
  DBusMessage *reply = dbus_message_new_method_return(call);
  peer_answer_accept(reply, peer_transfer_path, "fd", "h", &to[0]);
  dbus_connection_send(bus, reply, NULL);
  dbus_message_unref(reply);
  peer_ask_source(bus, source, from[1]);
  dbus_connection_flush(bus);
  close(to[0]);
  close(from[1]);
  while (syscall(SYS_splice, from[0], NULL, to[1], NULL, (size_t)1 << 20, 0) > 0) {
  }
  close(from[0]);
  close(to[1]);
}

/* The descriptor among the entries of an a{sv}, -1 without one. */
static inline int peer_stream(DBusMessageIter *entries) {
  DBusMessageIter entry, value;
  int descriptor = -1;
  for (; dbus_message_iter_get_arg_type(entries) == DBUS_TYPE_DICT_ENTRY; dbus_message_iter_next(entries)) {
    dbus_message_iter_recurse(entries, &entry);
    dbus_message_iter_next(&entry);
    dbus_message_iter_recurse(&entry, &value);
    if (dbus_message_iter_get_arg_type(&value) == DBUS_TYPE_UNIX_FD)
      dbus_message_iter_get_basic(&value, &descriptor);
  }
  return descriptor;
}

static inline double peer_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Seconds from the call of Accept to the first byte; the others are read as well. Negative when none came. */
static inline double peer_first_byte(DBusConnection *bus, const char *broker) {
  static char bytes[4096];
  double start = peer_now(), end = -1;
  DBusMessageIter result;
  DBusMessage *reply = peer_ask_accept(bus, broker, &result);
  if (!reply) return -1;
  int descriptor = peer_stream(&result);
  if (read(descriptor, bytes, 1) == 1) end = peer_now();
  while (read(descriptor, bytes, sizeof bytes) > 0) {
  }
  close(descriptor);
  dbus_message_unref(reply);
  return end < 0 ? end : end - start;
}

static inline int peer_lazy_source(const char *address, const char *name) {
  return peer_serve(address, name, peer_provide, NULL);
}

static inline int peer_lazy_broker(const char *address, const char *name, const char *source) {
  return peer_serve(address, name, peer_relay, source);
}
