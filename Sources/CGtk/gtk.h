#pragma once

/* The oldest supported versions, Debian 12's. What later ones deprecate gives no warning until these are raised, and
   then each of these groups is due:

   deprecated              since    instead                         why it stays until then
   AdwMessageDialog        adw 1.6  AdwAlertDialog (1.5)            works, but warns of its heading's width (1.7); the
                                                                    other is inside the window, whose keys come first
   AdwAboutWindow          adw 1.6  AdwAboutDialog (1.5)            works as before; the same properties
   AdwFlap                 adw 1.4  AdwOverlaySplitView (1.4)       works as before with what Panel does for it
   GtkFileChooserNative    4.10     GtkFileDialog (4.10)            does not tell the chosen format, which exports need
   GtkAppChooserDialog     4.10     GtkFileLauncher (4.10)          has to ask each time (4.12), and needs a portal to
   a CSS provider's loader 4.12     ..._load_from_string (4.12)     does the same
   a widget's allocation   4.12     gtk_widget_compute_bounds       is without the margins, which an allocation has

   One way for both systems is one that both test. Comments name the versions that need a workaround: each
   was taken out and tried on both. */
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2

#include <adwaita.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <sys/timerfd.h>

/* Macros that Swift does not import. */
static inline GType dragd_type_string(void) { return G_TYPE_STRING; }
static inline GType dragd_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType dragd_type_object(void) { return G_TYPE_OBJECT; }

/* Flags of GLib. Newer headers (G_GNUC_FLAG_ENUM; GLib 2.90) make them option sets, whose members Swift names anew. */
static const GApplicationFlags dragd_application_is_service = G_APPLICATION_IS_SERVICE;
static const GApplicationFlags dragd_application_non_unique = G_APPLICATION_NON_UNIQUE;
static const GSignalMatchType dragd_match_data = G_SIGNAL_MATCH_DATA;
static const GSignalMatchType dragd_match_unblocked_data =
    (GSignalMatchType)(G_SIGNAL_MATCH_DATA | G_SIGNAL_MATCH_UNBLOCKED);
static const GOutputStreamSpliceFlags dragd_splice_closing_source = G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE;
static const GFormatSizeFlags dragd_format_iec_units = G_FORMAT_SIZE_IEC_UNITS;

/* XClientMessageEvent, declared here because Xlib.h has a macro “Bool” that Swift would import. */
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

/* Declared in gdk/x11/gdkx.h too, which includes Xlib.h. A GTK without X11 lacks it. */
extern unsigned long gdk_x11_get_xatom_by_name_for_display(GdkDisplay *, const char *)
    __attribute__((weak));

/* Returns how a drag ended, from an X event (XDND 5, “XdndFinished”): 1 for an accepted move, 0 for any other end, -1
   for another event. */
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

/* XGenericEventCookie and the first fields of XIDeviceEvent, declared here for the same reason. */
typedef struct {
  int type;
  unsigned long serial;
  int is_sent;
  void *display;
  int extension;
  int event_type;
} dragd_generic_event;

typedef struct {
  dragd_generic_event generic;
  unsigned int cookie;
  void *data;
} dragd_event_cookie;

typedef struct {
  dragd_generic_event generic;
  unsigned long time;
  int device;
  int source;
  int key;
} dragd_device_event;

extern void *gdk_x11_display_get_xdisplay(GdkDisplay *) __attribute__((weak));
extern int XQueryExtension(void *, const char *, int *, int *, int *) __attribute__((weak));

/* Returns the key code of a key press (XInput 2, “XI_KeyPress”), or -1 for another event. */
static inline int dragd_pressed_key(GdkDisplay *display, const void *event) {
  const dragd_event_cookie *cookie = (const dragd_event_cookie *)event;
  const int generic_event = 35, key_press = 2;
  int opcode, first_event, first_error;
  if (!gdk_x11_display_get_xdisplay || !XQueryExtension || !cookie ||
      cookie->generic.type != generic_event || cookie->generic.event_type != key_press ||
      !cookie->data ||
      !XQueryExtension(gdk_x11_display_get_xdisplay(display), "XInputExtension", &opcode,
                       &first_event, &first_error) ||
      cookie->generic.extension != opcode)
    return -1;
  return ((const dragd_device_event *)cookie->data)->key;
}

/* Cancels a drag as GDK does for Escape. */
static inline void dragd_cancel_drag(GdkDrag *drag) {
  g_signal_emit_by_name(drag, "cancel", GDK_DRAG_CANCEL_USER_CANCELLED);
}

/* XConfigureEvent and XShapeEvent, as far as they are needed, declared here for the same reason. */
typedef struct {
  int type;
  unsigned long serial;
  int is_sent;
  void *display;
  unsigned long event_window;
  unsigned long window;
} dragd_configure_event;

typedef struct {
  int type;
  unsigned long serial;
  int is_sent;
  void *display;
  unsigned long window;
} dragd_shape_event;

/* Lets GDK forget the shape of a window that an X event reports in another place or size. GDK keeps the shapes of all
   windows that a drag was over, and clips drags to them. The server reports no change of shape when a window without
   one is resized (GTK 4.8 to 4.18). */
static inline void dragd_forget_shape(GdkDisplay *display, const void *event) {
  const dragd_configure_event *configure = (const dragd_configure_event *)event;
  const int configure_notify = 22;
  /* Asked once, because each question waits for the server: 0 before that, -1 without the extension. */
  static int first_event;
  int opcode, first_error;
  if (!gdk_x11_display_get_xdisplay || !XQueryExtension || !configure ||
      configure->type != configure_notify || configure->event_window == configure->window)
    return;
  if (!first_event && !XQueryExtension(gdk_x11_display_get_xdisplay(display), "SHAPE", &opcode,
                                       &first_event, &first_error))
    first_event = -1;
  if (first_event < 0) return;
  /* An XEvent is 24 longs wide. */
  union {
    dragd_shape_event shape;
    long padding[24];
  } change = {.shape = {.type = first_event,
                        .serial = configure->serial,
                        .display = configure->display,
                        .window = configure->window}};
  gboolean is_handled = FALSE;
  g_signal_emit_by_name(display, "xevent", &change, &is_handled);
}

/* Declared in Xlib.h and gdk/x11/gdkx.h too. The functions exist where GDK has its X11 part. */
extern GType gdk_x11_surface_get_type(void) __attribute__((weak));
extern unsigned long gdk_x11_surface_get_xid(GdkSurface *) __attribute__((weak));
extern unsigned long gdk_x11_display_get_xrootwindow(GdkDisplay *) __attribute__((weak));
extern int XSendEvent(void *, unsigned long, int, long, void *) __attribute__((weak));
extern int XFlush(void *) __attribute__((weak));

/* Asks the window manager to keep a mapped window above others (EWMH, “_NET_WM_STATE”); does nothing without X11. */
static inline void dragd_keep_above(GdkSurface *surface) {
  if (!gdk_x11_surface_get_type || !gdk_x11_surface_get_xid || !gdk_x11_display_get_xdisplay ||
      !gdk_x11_display_get_xrootwindow || !XSendEvent || !XFlush ||
      !G_TYPE_CHECK_INSTANCE_TYPE(surface, gdk_x11_surface_get_type()))
    return;
  GdkDisplay *display = gdk_surface_get_display(surface);
  /* An XEvent is 24 longs wide. */
  union {
    dragd_client_message message;
    long padding[24];
  } event = {.message = {.type = 33,
                         .window = gdk_x11_surface_get_xid(surface),
                         .message_type =
                             gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_STATE"),
                         .format = 32}};
  const int add = 1, application = 1;
  const long structure_masks = 0x80000 | 0x100000;
  event.message.data[0] = add;
  event.message.data[1] =
      (long)gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_STATE_ABOVE");
  event.message.data[3] = application;
  XSendEvent(gdk_x11_display_get_xdisplay(display), gdk_x11_display_get_xrootwindow(display), 0,
             structure_masks, &event);
  XFlush(gdk_x11_display_get_xdisplay(display));
}

/* With these, swift-corelibs-foundation runs Dispatch's main queue in a run loop of its own. */
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);
