#pragma once
#include <fcntl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "echo.h"

/* What a lazy Accept costs with nothing behind it: its own words on libdbus, two pipes, and the bytes from one to the
   other. Everybody is in C, serves one call at a time, and answers every other call with nothing. */

static const char *const peer_offer_path = "/org/dragd/Broker1/offer/abcdefghijklmnopqrstuvwxyz";
static const char *const peer_transfer_path = "/org/dragd/Broker1/transfer/abcdefghijklmnopqrstuvwxyz";
static const char *const peer_type = "application/octet-stream";

/* Answers calls under a name: `serve` those of this member, itself, in the way that the contract has it. */
static inline int peer_serve(DBusConnection *bus, const char *name, const char *member,
                             void (*serve)(DBusConnection *, DBusMessage *, const char *), const char *other) {
  if (!bus || dbus_bus_request_name(bus, name, 0, NULL) != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) return 1;
  while (dbus_connection_read_write(bus, -1)) {
    DBusMessage *call;
    while ((call = dbus_connection_pop_message(bus))) {
      if (dbus_message_get_type(call) == DBUS_MESSAGE_TYPE_METHOD_CALL) {
        if (strcmp(dbus_message_get_member(call), member) == 0) {
          serve(bus, call, other);
        } else {
          DBusMessage *reply = dbus_message_new_method_return(call);
          dbus_connection_send(bus, reply, NULL);
          dbus_message_unref(reply);
        }
      }
      dbus_message_unref(call);
    }
  }
  return 0;
}

/* Source1.Provide: 1 KiB into the pipe. */
static inline void peer_provide(DBusConnection *bus, DBusMessage *call, const char *unused) {
  const char *offer, *type, *transfer;
  dbus_uint32_t item;
  int pipe;
  (void)unused;
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
  if (pipe(from) != 0 || pipe(to) != 0) return;
  DBusMessage *reply = dbus_message_new_method_return(call);
  DBusMessageIter arguments, results, part, result;
  dbus_uint32_t item = 0;
  dbus_uint64_t size = 1024;
  dbus_message_iter_init_append(reply, &arguments);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "(oa{sv})", &results);
  dbus_message_iter_open_container(&results, DBUS_TYPE_STRUCT, NULL, &part);
  dbus_message_iter_append_basic(&part, DBUS_TYPE_OBJECT_PATH, &peer_transfer_path);
  dbus_message_iter_open_container(&part, DBUS_TYPE_ARRAY, "{sv}", &result);
  peer_entry(&result, "item", "u", &item);
  peer_entry(&result, "type", "s", &peer_type);
  peer_entry(&result, "size", "t", &size);
  peer_entry(&result, "fd", "h", &to[0]);
  dbus_message_iter_close_container(&part, &result);
  dbus_message_iter_close_container(&results, &part);
  dbus_message_iter_close_container(&arguments, &results);
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

/* The descriptor in an answer to Accept, -1 without one. */
static inline int peer_stream(DBusMessage *reply) {
  DBusMessageIter arguments, results, part, entries, entry, value;
  int descriptor = -1;
  dbus_message_iter_init(reply, &arguments);
  dbus_message_iter_recurse(&arguments, &results);
  dbus_message_iter_recurse(&results, &part);
  dbus_message_iter_next(&part);
  dbus_message_iter_recurse(&part, &entries);
  for (; dbus_message_iter_get_arg_type(&entries) == DBUS_TYPE_DICT_ENTRY; dbus_message_iter_next(&entries)) {
    dbus_message_iter_recurse(&entries, &entry);
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
  DBusMessage *call = dbus_message_new_method_call(broker, peer_offer_path, "org.dragd.Offer1", "Accept");
  DBusMessageIter arguments, array;
  const char *kinds[] = {"u", "s", "{sv}"};
  dbus_message_iter_init_append(call, &arguments);
  for (int index = 0; index < 3; index++) {
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, kinds[index], &array);
    dbus_message_iter_close_container(&arguments, &array);
  }
  DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, -1, NULL);
  dbus_message_unref(call);
  if (!reply) return -1;
  int descriptor = peer_stream(reply);
  if (read(descriptor, bytes, 1) == 1) end = peer_now();
  while (read(descriptor, bytes, sizeof bytes) > 0) {
  }
  close(descriptor);
  dbus_message_unref(reply);
  return end < 0 ? end : end - start;
}

static inline int peer_lazy_source(const char *address, const char *name) {
  return peer_serve(peer_connect(address), name, "Provide", peer_provide, NULL);
}

static inline int peer_lazy_broker(const char *address, const char *name, const char *source) {
  return peer_serve(peer_connect(address), name, "Accept", peer_relay, source);
}
