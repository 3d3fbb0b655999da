/* What a careful program does without dragd: moves files one by one, each safe on the disk before it leaves. */
#ifndef PEER_FILES_H
#define PEER_FILES_H

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* Copies the files f0.jpg, f1.jpg … of a folder to another one; for each it syncs the file and the folder, and unlinks
   the original. Returns 0, or -1 on any failure. */
static inline int peer_move_files(const char *from, const char *to, int count) {
  int source = open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int target = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int failed = source < 0 || target < 0;
  for (int i = 0; i < count && !failed; i++) {
    char name[20], bytes[4096];
    snprintf(name, sizeof name, "f%d.jpg", i);
    int in = openat(source, name, O_RDONLY | O_CLOEXEC);
    int out = openat(target, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    ssize_t size = in < 0 ? -1 : read(in, bytes, sizeof bytes);
    failed = out < 0 || size < 0 || write(out, bytes, (size_t)size) != size || fsync(out) != 0 ||
             fsync(target) != 0 || unlinkat(source, name, 0) != 0;
    if (in >= 0) close(in);
    if (out >= 0) close(out);
  }
  if (source >= 0) close(source);
  if (target >= 0) close(target);
  return failed ? -1 : 0;
}

#endif
