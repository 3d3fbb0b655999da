// drag_gtk FOLDER: a window to drag a note from, and to drop things onto, into a folder.
// cc drag_gtk.c -o drag_gtk $(pkg-config --cflags --libs gtk4 gio-unix-2.0)
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <gio/gunixfdlist.h>
#include <gtk/gtk.h>
#include <stdio.h>
#include <unistd.h>

#define OFFER_TYPE "application/vnd.dragd.offer"
#define WORDS "A note that dragd holds"

static GDBusConnection *bus;
static GtkLabel *place;
static const char *folder;
static char *offer;

static gboolean say(gpointer words) {
  gtk_label_set_label(place, words);
  g_print("%s\n", (const char *)words);
  return G_SOURCE_REMOVE;
}

static void say_later(char *words) {
  g_idle_add_full(G_PRIORITY_DEFAULT, say, words, g_free);
}

// Calls dragd. It has time-outs of its own, so there is none here.
static GVariant *call(const char *path, const char *interface, const char *method,
                      GVariant *arguments, GUnixFDList **files, GError **error) {
  return g_dbus_connection_call_with_unix_fd_list_sync(
      bus, "org.dragd.Broker1", path, interface, method, arguments, NULL, G_DBUS_CALL_FLAGS_NONE,
      G_MAXINT, NULL, files, NULL, error);
}

// The content of the drag: the path of an offer, and a text for programs that know no dragd.
static GdkContentProvider *prepare(GtkDragSource *, double, double, gpointer) {
  if (offer) {  // that of the last drag; what is on its way arrives
    g_autoptr(GVariant) ended = call(offer, "org.dragd.Offer1", "Withdraw", NULL, NULL, NULL);
    g_clear_pointer(&offer, g_free);
  }
  g_autoptr(GError) error = NULL;
  GVariant *words = g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, WORDS, strlen(WORDS), 1);
  GVariant *items = g_variant_new_parsed(
      "([({'name': <'note.txt'>}, [{'type': <'text/plain;charset=utf-8'>, 'data': <%@ay>}])],"
      " {'private': <true>})", words);
  g_autoptr(GVariant) reply =
      call("/org/dragd/Broker1", "org.dragd.Broker1", "Offer", items, NULL, &error);
  if (!reply) {
    say(error->message);
    return NULL;
  }
  g_variant_get(reply, "(o)", &offer);
  g_autoptr(GBytes) path = g_bytes_new(offer, strlen(offer));
  GdkContentProvider *both[] = {gdk_content_provider_new_for_bytes(OFFER_TYPE, path),
                                gdk_content_provider_new_typed(G_TYPE_STRING, WORDS)};
  return gdk_content_provider_new_union(both, 2);
}

// Copies a pipe into a new file, which gets its name once dragd has said that it is whole.
static char *save(const char *transfer, const char *suggestion, int pipe) {
  char chunk[1 << 16];
  ssize_t count;
  g_autoptr(GError) error = NULL;
  // dragd lets no source suggest a path, but hidden files and flags.
  g_autofree char *name = g_strdup(suggestion);
  if (*name == '.' || *name == '-') *name = '_';
  g_autofree char *path = g_build_filename(folder, name, NULL);
  g_autofree char *part = g_strdup_printf("%s/.part-%s", folder, strrchr(transfer, '/') + 1);
  FILE *file = fopen(part, "wx");
  while (file && (count = read(pipe, chunk, sizeof chunk)) > 0) fwrite(chunk, 1, count, file);
  gboolean is_written = file && count == 0 && !ferror(file);
  is_written = file && fclose(file) == 0 && is_written;
  g_autoptr(GVariant) done = is_written ? call(transfer, "org.dragd.Transfer1", "Finish",
                                               g_variant_new("(a{sv})", NULL), NULL, &error) : NULL;
  if (done && renameat2(AT_FDCWD, part, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
    return g_strdup_printf("Saved %s", name);
  char *failure = g_strdup_printf("%s: %s", path, error ? error->message : g_strerror(errno));
  unlink(part);
  return failure;
}

// On a thread of its own: reading a pipe blocks.
static gpointer accept(gpointer path) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GUnixFDList) files = NULL;
  GVariant *arguments = g_variant_new_parsed("(@au [], @as [], {'delivery': <'stream'>})");
  g_autoptr(GVariant) reply = call(path, "org.dragd.Offer1", "Accept", arguments, &files, &error);
  g_free(path);
  if (!reply) {
    say_later(g_strdup(error->message));
    return NULL;
  }
  g_autoptr(GVariantIter) results = NULL;
  g_variant_get(reply, "(a(oa{sv}))", &results);
  const char *transfer;
  for (GVariant *result; g_variant_iter_next(results, "(&o@a{sv})", &transfer, &result);) {
    const char *name = "unnamed";
    gint32 index = -1;
    g_variant_lookup(result, "name", "&s", &name);
    g_variant_lookup(result, "fd", "h", &index);
    int pipe = g_unix_fd_list_get(files, index, NULL);
    say_later(save(transfer, name, pipe));
    close(pipe);
    g_variant_unref(result);
  }
  return NULL;
}

static void named(GObject *stream, GAsyncResult *result, gpointer drop) {
  g_autoptr(GBytes) bytes = g_input_stream_read_bytes_finish(G_INPUT_STREAM(stream), result, NULL);
  gsize length = 0;
  const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
  char *path = g_strndup(text, length);
  gdk_drop_finish(drop, GDK_ACTION_COPY);  // the drag is over; dragd transfers the items
  g_object_unref(stream);
  // What comes may be anything.
  if (g_str_has_prefix(path, "/org/dragd/Broker1/offer/") && g_variant_is_object_path(path))
    g_thread_unref(g_thread_new("accept", accept, path));
  else say("This is no offer"), g_free(path);
}

static void opened(GObject *drop, GAsyncResult *result, gpointer) {
  GInputStream *stream = gdk_drop_read_finish(GDK_DROP(drop), result, NULL, NULL);
  if (stream) g_input_stream_read_bytes_async(stream, 255, G_PRIORITY_DEFAULT, NULL, named, drop);
  else gdk_drop_finish(GDK_DROP(drop), 0);
}

static gboolean dropped(GtkDropTargetAsync *, GdkDrop *drop, double, double, gpointer) {
  gdk_drop_read_async(drop, (const char *[]){OFFER_TYPE, NULL}, G_PRIORITY_DEFAULT, NULL, opened, NULL);
  return TRUE;
}

static GdkDragAction entered(GtkDropTargetAsync *, GdkDrop *, double, double, gpointer) {
  say("Let go to save it");
  return GDK_ACTION_COPY;
}

static void activate(GtkApplication *application) {
  GtkDragSource *source = gtk_drag_source_new();
  g_signal_connect(source, "prepare", G_CALLBACK(prepare), NULL);
  GtkWidget *thing = gtk_label_new("Drag me");
  gtk_widget_add_controller(thing, GTK_EVENT_CONTROLLER(source));
  GdkContentFormats *formats = gdk_content_formats_new((const char *[]){OFFER_TYPE}, 1);
  GtkDropTargetAsync *target = gtk_drop_target_async_new(formats, GDK_ACTION_COPY);
  g_signal_connect(target, "drag-enter", G_CALLBACK(entered), NULL);
  g_signal_connect(target, "drop", G_CALLBACK(dropped), NULL);
  place = GTK_LABEL(gtk_label_new("Drop here"));
  gtk_widget_add_controller(GTK_WIDGET(place), GTK_EVENT_CONTROLLER(target));
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *window;
  gtk_box_set_homogeneous(GTK_BOX(box), TRUE);
  gtk_box_append(GTK_BOX(box), thing);
  gtk_box_append(GTK_BOX(box), GTK_WIDGET(place));
  window = gtk_application_window_new(application);
  gtk_window_set_title(GTK_WINDOW(window), "GTK, C");
  gtk_window_set_default_size(GTK_WINDOW(window), 300, 300);
  gtk_window_set_child(GTK_WINDOW(window), box);
  gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
  g_autoptr(GError) error = NULL;
  bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &error);
  if (argc != 2 || !bus) {
    g_printerr("%s\n", error ? error->message : "usage: drag_gtk FOLDER");
    return 1;
  }
  folder = argv[1];
  GtkApplication *application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(application), 0, NULL);
}
