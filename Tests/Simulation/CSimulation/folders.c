// The names in folders, which come in one order on every file system.
#include "state.h"
#include <dirent.h>
#include <stdlib.h>

enum { most_folders = 64 };
typedef struct {
  DIR *folder;
  struct dirent *entries;
  size_t count, next;
} listing_t;
static listing_t listings[most_folders];

static int by_name(const void *left, const void *right) {
  return strcmp(((const struct dirent *)left)->d_name, ((const struct dirent *)right)->d_name);
}
static listing_t *read_all(DIR *folder) {
  static struct dirent *(*libc_readdir)(DIR *);
  if (!libc_readdir) libc_readdir = (struct dirent *(*)(DIR *))next_symbol("readdir");
  int index = 0;
  while (index < most_folders && listings[index].folder && listings[index].folder != folder) index++;
  if (index == most_folders) fail_run("too many folders are being read");
  listing_t *listing = &listings[index];
  if (listing->folder) return listing;
  *listing = (listing_t){ .folder = folder };
  struct dirent *entry;
  while ((entry = libc_readdir(folder))) {
    listing->entries = realloc(listing->entries, (listing->count + 1) * sizeof *entry);
    size_t length = entry->d_reclen < sizeof *entry ? entry->d_reclen : sizeof *entry;
    memcpy(&listing->entries[listing->count++], entry, length);
  }
  qsort(listing->entries, listing->count, sizeof *listing->entries, by_name);
  return listing;
}
replaces_libc struct dirent *readdir(DIR *folder) {
  listing_t *listing = read_all(folder);
  return listing->next < listing->count ? &listing->entries[listing->next++] : NULL;
}

// libc opens and closes the descriptors of folders itself.
replaces_libc DIR *opendir(const char *path) {
  if (self && fails_with(SIM_EMFILE, EMFILE)) return NULL;
  static DIR *(*libc_opendir)(const char *);
  if (!libc_opendir) libc_opendir = (DIR *(*)(const char *))next_symbol("opendir");
  char buffer[4096];
  DIR *folder = libc_opendir(real_path(path, buffer));
  if (folder) owned(dirfd(folder));
  return folder;
}
replaces_libc int closedir(DIR *folder) {
  static int (*libc_closedir)(DIR *);
  if (!libc_closedir) libc_closedir = (int (*)(DIR *))next_symbol("closedir");
  for (int index = 0; index < most_folders; index++) {
    if (listings[index].folder != folder) continue;
    free(listings[index].entries);
    memset(&listings[index], 0, sizeof listings[index]);
  }
  check_owner(dirfd(folder));
  disowned(dirfd(folder));
  return libc_closedir(folder);
}
