#pragma once
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h> // xcb_poll_for_reply
#include <xcb/res.h>
#include <xcb/xfixes.h>

// Mutable globals name the extensions, which Swift 6 does not let code read.
static inline void xcb_prefetch_extensions(xcb_connection_t *connection) {
  xcb_prefetch_extension_data(connection, &xcb_xfixes_id);
  xcb_prefetch_extension_data(connection, &xcb_res_id);
  xcb_prefetch_maximum_request_length(connection);
}
static inline const xcb_query_extension_reply_t *xcb_xfixes_data(xcb_connection_t *connection) {
  return xcb_get_extension_data(connection, &xcb_xfixes_id);
}
static inline const xcb_query_extension_reply_t *xcb_res_data(xcb_connection_t *connection) {
  return xcb_get_extension_data(connection, &xcb_res_id);
}

// Asks the kernel to keep more of what was sent until the server reads it, and gives how much it keeps.
static inline int xcb_enlarge_send_buffer(xcb_connection_t *connection, int wanted) {
  int size = wanted;
  socklen_t length = sizeof size;
  int socket = xcb_get_file_descriptor(connection);
  setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, length);
  if (getsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, &length) != 0) return 0;
  return size;
}

// Whether the kernel takes more to send; also when the connection has ended, which a write then tells.
static inline int xcb_takes_output(xcb_connection_t *connection) {
  struct pollfd socket = {xcb_get_file_descriptor(connection), POLLOUT, 0};
  return poll(&socket, 1, 0) > 0;
}
