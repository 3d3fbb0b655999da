#pragma once

#include <adwaita.h>
#include <glib-unix.h>
#include <gtk/gtk.h>

/* Macros that Swift does not import. */
static inline GType dragd_type_string(void) { return G_TYPE_STRING; }
static inline GType dragd_type_object(void) { return G_TYPE_OBJECT; }

/* XClientMessageEvent, for Xlib.h has a macro “Bool” that Swift would import. */
typedef struct {
  int type;
  unsigned long serial;
  int is_sent;
  void *display;
  unsigned long window;
  unsigned long message_type;
  int format;
  long data[5];
} dragd_client_message;

/* Of gdk/x11/gdkx.h, which includes Xlib.h; a GTK without X11 has none. */
extern unsigned long gdk_x11_get_xatom_by_name_for_display(GdkDisplay *, const char *)
    __attribute__((weak));

/* What an X event says of the end of a drag (XDND 5, “XdndFinished”): 1 for a move that was accepted, 0 for anything
   else, -1 where it is another event. */
static inline int dragd_drag_answer(GdkDisplay *display, const void *event) {
  const dragd_client_message *message = (const dragd_client_message *)event;
  const int client_message = 33;
  if (!gdk_x11_get_xatom_by_name_for_display || !message || message->type != client_message ||
      message->message_type != gdk_x11_get_xatom_by_name_for_display(display, "XdndFinished"))
    return -1;
  return (message->data[1] & 1) &&
         (unsigned long)message->data[2] ==
             gdk_x11_get_xatom_by_name_for_display(display, "XdndActionMove");
}

/* How swift-corelibs-foundation turns Dispatch's main queue in a run loop of its own. */
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);
