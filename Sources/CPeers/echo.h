#pragma once
#include <dbus/dbus.h>
#include <stdio.h>
#include <string.h>

/* What a service on libdbus costs that does nothing: it owns a name and answers every call, one after the other.
   A call whose first argument is a number is answered with so many bytes, any other with nothing. Returns when the
   bus has gone; 1 when it could not begin. */
static inline int peer_echo(const char *name) {
  enum { largest = 1 << 20 };
  static unsigned char bytes[largest];
  memset(bytes, 'x', largest);
  const unsigned char *first = bytes;

  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *bus = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
  if (!bus || dbus_bus_request_name(bus, name, 0, &error) != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) {
    fprintf(stderr, "echo: %s\n", dbus_error_is_set(&error) ? error.message : "the name is taken");
    return 1;
  }
  dbus_connection_set_exit_on_disconnect(bus, FALSE);
  while (dbus_connection_read_write(bus, -1)) {
    DBusMessage *call;
    while ((call = dbus_connection_pop_message(bus))) {
      if (dbus_message_get_type(call) == DBUS_MESSAGE_TYPE_METHOD_CALL) {
        DBusMessage *reply = dbus_message_new_method_return(call);
        dbus_uint32_t count = 0;
        if (reply && dbus_message_has_signature(call, "u") &&
            dbus_message_get_args(call, NULL, DBUS_TYPE_UINT32, &count, DBUS_TYPE_INVALID) && count <= largest)
          dbus_message_append_args(reply, DBUS_TYPE_ARRAY, DBUS_TYPE_BYTE, &first, (int)count, DBUS_TYPE_INVALID);
        if (reply) {
          dbus_connection_send(bus, reply, NULL);
          dbus_message_unref(reply);
        }
      }
      dbus_message_unref(call);
    }
  }
  return 0;
}
