#pragma once
#include <dbus/dbus.h>
#include <stdio.h>
#include <string.h>

enum { peer_largest = 1 << 20 };

static const char *const peer_offer_path = "/org/dragd/Broker1/offer/abcdefghijklmnopqrstuvwxyz";
static const char *const peer_type = "application/octet-stream";

/* Any bytes at all. */
static inline const unsigned char *peer_bytes(void) {
  static unsigned char bytes[peer_largest];
  if (!bytes[0]) memset(bytes, 'x', peer_largest);
  return bytes;
}

/* Begins the entry of an a{sv} whose value is a container of this type, and that container. */
static inline void peer_begin(DBusMessageIter *dictionary, const char *key, const char *type, DBusMessageIter nest[3]) {
  dbus_message_iter_open_container(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &nest[0]);
  dbus_message_iter_append_basic(&nest[0], DBUS_TYPE_STRING, &key);
  dbus_message_iter_open_container(&nest[0], DBUS_TYPE_VARIANT, type, &nest[1]);
  if (type[0] == DBUS_TYPE_ARRAY)
    dbus_message_iter_open_container(&nest[1], DBUS_TYPE_ARRAY, type + 1, &nest[2]);
}

/* Ends what peer_begin began. */
static inline void peer_end(DBusMessageIter *dictionary, const char *type, DBusMessageIter nest[3]) {
  if (type[0] == DBUS_TYPE_ARRAY) dbus_message_iter_close_container(&nest[1], &nest[2]);
  dbus_message_iter_close_container(&nest[0], &nest[1]);
  dbus_message_iter_close_container(dictionary, &nest[0]);
}

/* Adds an entry to an a{sv}; a value of the type "ay" is a count of bytes, one of "as" its only string. */
static inline void peer_entry(DBusMessageIter *dictionary, const char *key, const char *type, const void *value) {
  DBusMessageIter nest[3];
  peer_begin(dictionary, key, type, nest);
  if (strcmp(type, "ay") == 0) {
    const unsigned char *first = peer_bytes();
    dbus_message_iter_append_fixed_array(&nest[2], DBUS_TYPE_BYTE, &first, *(const int *)value);
  } else if (strcmp(type, "as") == 0) {
    dbus_message_iter_append_basic(&nest[2], DBUS_TYPE_STRING, value);
  } else {
    dbus_message_iter_append_basic(&nest[1], type[0], value);
  }
  peer_end(dictionary, type, nest);
}

/* A reply in the words of Offer1.Accept, of 1 KiB that is in the last entry or comes through it. */
static inline void peer_answer_accept(DBusMessage *reply, const char *transfer, const char *key, const char *type,
                                      const void *value) {
  DBusMessageIter arguments, results, part, result;
  dbus_uint32_t item = 0;
  dbus_uint64_t size = 1024;
  dbus_message_iter_init_append(reply, &arguments);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "(oa{sv})", &results);
  dbus_message_iter_open_container(&results, DBUS_TYPE_STRUCT, NULL, &part);
  dbus_message_iter_append_basic(&part, DBUS_TYPE_OBJECT_PATH, &transfer);
  dbus_message_iter_open_container(&part, DBUS_TYPE_ARRAY, "{sv}", &result);
  peer_entry(&result, "item", "u", &item);
  peer_entry(&result, "type", "s", &peer_type);
  peer_entry(&result, "size", "t", &size);
  peer_entry(&result, key, type, value);
  dbus_message_iter_close_container(&part, &result);
  dbus_message_iter_close_container(&results, &part);
  dbus_message_iter_close_container(&arguments, &results);
}

/* A connection of its own to a bus; NULL with a word on standard error when there is none. */
static inline DBusConnection *peer_connect(const char *address) {
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *bus = dbus_connection_open_private(address, &error);
  if (bus && dbus_bus_register(bus, &error)) {
    dbus_connection_set_exit_on_disconnect(bus, FALSE);
    return bus;
  }
  fprintf(stderr, "%s\n", error.message);
  return NULL;
}

/* Goes into a container of this type; 0 if there is none. libdbus ends the process that goes into anything else. */
static inline int peer_enter(DBusMessageIter *place, int type, DBusMessageIter *inside) {
  if (dbus_message_iter_get_arg_type(place) != type) return 0;
  dbus_message_iter_recurse(place, inside);
  return 1;
}

/* How many bytes the entry "data" of an a{sv} has, -1 without one. */
static inline int peer_data(DBusMessageIter *entries) {
  int count = -1;
  while (dbus_message_iter_get_arg_type(entries) == DBUS_TYPE_DICT_ENTRY) {
    DBusMessageIter entry, value, array;
    const char *key;
    dbus_message_iter_recurse(entries, &entry);
    dbus_message_iter_get_basic(&entry, &key);
    dbus_message_iter_next(&entry);
    dbus_message_iter_recurse(&entry, &value);
    const unsigned char *first;
    if (strcmp(key, "data") == 0 && peer_enter(&value, DBUS_TYPE_ARRAY, &array) &&
        dbus_message_iter_get_element_type(&value) == DBUS_TYPE_BYTE)
      dbus_message_iter_get_fixed_array(&array, &first, &count);
    dbus_message_iter_next(entries);
  }
  return count;
}

/* The answer of a service in the words of Offer1.Accept, with `result` at the entries of its only part; NULL without
   one. */
static inline DBusMessage *peer_ask_accept(DBusConnection *bus, const char *name, DBusMessageIter *result) {
  DBusMessage *call = dbus_message_new_method_call(name, peer_offer_path, "org.dragd.Offer1", "Accept");
  DBusMessageIter arguments, array, results, part;
  dbus_message_iter_init_append(call, &arguments);
  const char *kinds[] = {"u", "s", "{sv}"};
  for (int index = 0; index < 3; index++) {
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, kinds[index], &array);
    dbus_message_iter_close_container(&arguments, &array);
  }
  DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, -1, NULL);
  dbus_message_unref(call);
  if (!reply) return NULL;
  dbus_message_iter_init(reply, &arguments);
  dbus_message_iter_recurse(&arguments, &results);
  dbus_message_iter_recurse(&results, &part);
  dbus_message_iter_next(&part);
  dbus_message_iter_recurse(&part, result);
  return reply;
}

/* How many bytes of data came of Accept, -1 when none did. */
static inline int peer_accept(DBusConnection *bus, const char *name) {
  DBusMessageIter result;
  DBusMessage *reply = peer_ask_accept(bus, name, &result);
  if (!reply) return -1;
  int count = peer_data(&result);
  dbus_message_unref(reply);
  return count;
}

/* Gives the service below 1 KiB in the words of Broker1.Offer; whether a path came back. */
static inline int peer_offer(DBusConnection *bus, const char *name) {
  DBusMessage *call = dbus_message_new_method_call(name, "/org/dragd/Broker1", "org.dragd.Broker1", "Offer");
  DBusMessageIter arguments, items, item, representations, representation, empty;
  const char *type = "application/octet-stream", *path;
  int count = 1024;
  dbus_message_iter_init_append(call, &arguments);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "(a{sv}aa{sv})", &items);
  dbus_message_iter_open_container(&items, DBUS_TYPE_STRUCT, NULL, &item);
  dbus_message_iter_open_container(&item, DBUS_TYPE_ARRAY, "{sv}", &empty);
  dbus_message_iter_close_container(&item, &empty);
  dbus_message_iter_open_container(&item, DBUS_TYPE_ARRAY, "a{sv}", &representations);
  dbus_message_iter_open_container(&representations, DBUS_TYPE_ARRAY, "{sv}", &representation);
  peer_entry(&representation, "type", "s", &type);
  peer_entry(&representation, "data", "ay", &count);
  dbus_message_iter_close_container(&representations, &representation);
  dbus_message_iter_close_container(&item, &representations);
  dbus_message_iter_close_container(&items, &item);
  dbus_message_iter_close_container(&arguments, &items);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &empty);
  dbus_message_iter_close_container(&arguments, &empty);
  DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, -1, NULL);
  dbus_message_unref(call);
  if (!reply) return 0;
  int is_there = dbus_message_get_args(reply, NULL, DBUS_TYPE_OBJECT_PATH, &path, DBUS_TYPE_INVALID);
  dbus_message_unref(reply);
  return is_there;
}

/* Reads what peer_offer gives, and answers with a path. */
static inline void peer_take_offer(DBusMessage *call, DBusMessage *reply) {
  DBusMessageIter arguments, items, item, representations, representation;
  const char *path = "/org/dragd/Broker1/offer/abcdefghijklmnopqrstuvwxyz";
  dbus_message_iter_init(call, &arguments);
  if (peer_enter(&arguments, DBUS_TYPE_ARRAY, &items) && peer_enter(&items, DBUS_TYPE_STRUCT, &item) &&
      dbus_message_iter_next(&item) && peer_enter(&item, DBUS_TYPE_ARRAY, &representations) &&
      peer_enter(&representations, DBUS_TYPE_ARRAY, &representation) && peer_data(&representation) >= 0)
    dbus_message_append_args(reply, DBUS_TYPE_OBJECT_PATH, &path, DBUS_TYPE_INVALID);
}

/* Broadcasts a new offer as an object manager must, with the properties of Offer1. */
static inline void peer_announce_offer(DBusConnection *bus) {
  DBusMessage *signal = dbus_message_new_signal("/org/dragd/Broker1", "org.freedesktop.DBus.ObjectManager",
                                                "InterfacesAdded");
  DBusMessageIter arguments, interfaces, interface, properties, nest[3];
  const char *path = "/org/dragd/Broker1/offer/abcdefghijklmnopqrstuvwxyz", *name = "org.dragd.Offer1";
  const char *empty = "", *connection = ":1.42", *program = "dragbench";
  const char *type = "application/octet-stream", *operation = "copy";
  dbus_uint32_t count = 1;
  dbus_uint64_t created = 1, expires = 0;
  dbus_bool_t is_sensitive = FALSE;
  dbus_message_iter_init_append(signal, &arguments);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_OBJECT_PATH, &path);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sa{sv}}", &interfaces);
  dbus_message_iter_open_container(&interfaces, DBUS_TYPE_DICT_ENTRY, NULL, &interface);
  dbus_message_iter_append_basic(&interface, DBUS_TYPE_STRING, &name);
  dbus_message_iter_open_container(&interface, DBUS_TYPE_ARRAY, "{sv}", &properties);
  peer_entry(&properties, "ItemCount", "u", &count);
  peer_entry(&properties, "Types", "as", &type);
  peer_entry(&properties, "Operations", "as", &operation);
  peer_entry(&properties, "Label", "s", &empty);
  peer_begin(&properties, "Source", "a{sv}", nest);
  peer_entry(&nest[2], "app_id", "s", &empty);
  peer_entry(&nest[2], "connection", "s", &connection);
  peer_entry(&nest[2], "name", "s", &program);
  peer_end(&properties, "a{sv}", nest);
  peer_entry(&properties, "Created", "t", &created);
  peer_entry(&properties, "Expires", "t", &expires);
  peer_entry(&properties, "Sensitive", "b", &is_sensitive);
  dbus_message_iter_close_container(&interface, &properties);
  dbus_message_iter_close_container(&interfaces, &interface);
  dbus_message_iter_close_container(&arguments, &interfaces);
  dbus_connection_send(bus, signal, NULL);
  dbus_message_unref(signal);
}

/* Owns a name and answers every call, one after the other. Returns when the bus has gone; 1 when it could not begin. */
static inline int peer_serve(const char *address, const char *name,
                             void (*answer)(DBusConnection *, DBusMessage *, const char *), const char *other) {
  DBusConnection *bus = peer_connect(address);
  if (!bus || dbus_bus_request_name(bus, name, 0, NULL) != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) return 1;
  while (dbus_connection_read_write(bus, -1)) {
    DBusMessage *call;
    while ((call = dbus_connection_pop_message(bus))) {
      if (dbus_message_get_type(call) == DBUS_MESSAGE_TYPE_METHOD_CALL) answer(bus, call, other);
      dbus_message_unref(call);
    }
  }
  return 0;
}

/* Answers a call whose first argument is a number with so many bytes, a call of Offer1.Accept or Broker1.Offer in the
   form of that method, and any other with nothing. A Broker1.Offer is broadcast too. */
static inline void peer_answer(DBusConnection *bus, DBusMessage *call, const char *unused) {
  const unsigned char *first = peer_bytes();
  DBusMessage *reply = dbus_message_new_method_return(call);
  dbus_uint32_t count = 0;
  int kibibyte = 1024;
  (void)unused;
  if (!reply) return;
  if (dbus_message_has_signature(call, "u") &&
      dbus_message_get_args(call, NULL, DBUS_TYPE_UINT32, &count, DBUS_TYPE_INVALID) && count <= peer_largest)
    dbus_message_append_args(reply, DBUS_TYPE_ARRAY, DBUS_TYPE_BYTE, &first, (int)count, DBUS_TYPE_INVALID);
  else if (dbus_message_has_signature(call, "auasa{sv}"))
    peer_answer_accept(reply, "/", "data", "ay", &kibibyte);
  else if (dbus_message_has_signature(call, "a(a{sv}aa{sv})a{sv}"))
    peer_take_offer(call, reply);
  dbus_connection_send(bus, reply, NULL);
  dbus_message_unref(reply);
  if (dbus_message_has_signature(call, "a(a{sv}aa{sv})a{sv}")) peer_announce_offer(bus);
}

/* What a service on libdbus costs that does nothing. */
static inline int peer_echo(const char *address, const char *name) {
  return peer_serve(address, name, peer_answer, NULL);
}
