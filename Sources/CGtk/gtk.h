#pragma once

#include <adwaita.h>
#include <glib-unix.h>
#include <gtk/gtk.h>

/* Macros that Swift does not import. */
static inline GType dragd_type_string(void) { return G_TYPE_STRING; }
static inline GType dragd_type_object(void) { return G_TYPE_OBJECT; }

/* How swift-corelibs-foundation turns Dispatch's main queue in a run loop of its own. */
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);
