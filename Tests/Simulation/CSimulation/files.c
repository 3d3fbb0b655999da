// Descriptors and the names of files: where they come from, and where they fail.
#include "state.h"
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <linux/fs.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>

int disk_fails(void) {
  return fails_with(SIM_ENOSPC, ENOSPC) || fails_with(SIM_EIO, EIO) || fails_with(SIM_EROFS, EROFS);
}
static int has_no_room(void) { return fails_with(SIM_EMFILE, EMFILE); }

// MARK: Opening

// open(2) of a FIFO waits for the other end.
static long open_fifo(int folder, const char *path, int flags) {
  while (1) {
    long result = kernel(SYS_openat, folder, path, flags | O_NONBLOCK, 0, 0, 0);
    if (result == -ENXIO) {
      park_until(now + 50000000, "open of a FIFO");
      continue;
    }
    if (result < 0) return result;
    owned((int)result);
    kernel(SYS_fcntl, result, F_SETFL, flags & ~(O_CREAT | O_EXCL | O_TRUNC), 0, 0, 0);
    if ((flags & O_ACCMODE) == O_RDONLY) park_on((int)result, POLLIN, "open of a FIFO");
    return result;
  }
}
static int opened(int folder, const char *path, int flags, mode_t mode) {
  if (!self) return (int)KERNEL(SYS_openat, folder, path, flags, mode, 0, 0);
  point("open");
  if (has_no_room()) return -1;
  int known = open_proc(path);
  if (known != -2) return known;
  char buffer[4096];
  path = real_path(path, buffer);
  if (flags & (O_CREAT | __O_TMPFILE) && disk_fails()) return -1;
  struct stat status;
  if (!(flags & (O_NONBLOCK | O_PATH)) && kernel(SYS_newfstatat, folder, path, &status, 0, 0, 0) == 0
      && S_ISFIFO(status.st_mode) && (flags & O_ACCMODE) != O_RDWR)
    return (int)answered(open_fifo(folder, path, flags));
  int descriptor = owned((int)KERNEL(SYS_openat, folder, path, flags, mode, 0, 0));
  if (flags & (O_CREAT | O_TRUNC | __O_TMPFILE)) touch(descriptor);
  return descriptor;
}
#define OPEN(folder)                                                        \
  va_list list;                                                            \
  va_start(list, flags);                                                   \
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0; \
  va_end(list);                                                            \
  return opened(folder, path, flags, mode)
replaces_libc int open(const char *path, int flags, ...) { OPEN(AT_FDCWD); }
replaces_libc int open64(const char *path, int flags, ...) { OPEN(AT_FDCWD); }
replaces_libc int openat(int folder, const char *path, int flags, ...) { OPEN(folder); }
replaces_libc int openat64(int folder, const char *path, int flags, ...) { OPEN(folder); }

#define NEW_DESCRIPTOR(...) (self && has_no_room() ? -1 : owned((int)KERNEL(__VA_ARGS__)))
replaces_libc int eventfd(unsigned value, int flags) { return NEW_DESCRIPTOR(SYS_eventfd2, value, flags, 0, 0, 0, 0); }
replaces_libc int epoll_create1(int flags) { return NEW_DESCRIPTOR(SYS_epoll_create1, flags, 0, 0, 0, 0, 0); }
replaces_libc int socket(int domain, int type, int protocol) {
  return NEW_DESCRIPTOR(SYS_socket, domain, type, protocol, 0, 0, 0);
}
replaces_libc int inotify_init1(int flags) { return NEW_DESCRIPTOR(SYS_inotify_init1, flags, 0, 0, 0, 0, 0); }
replaces_libc int memfd_create(const char *name, unsigned flags) {
  if (self && fails_with(SIM_NO_MEMORY_FILE, ENOMEM)) return -1;
  return NEW_DESCRIPTOR(SYS_memfd_create, name, flags, 0, 0, 0, 0);
}
static int paired(long call, int *ends, long a, long b, long c) {
  if (self && has_no_room()) return -1;
  int result = call == SYS_pipe2 ? (int)KERNEL(call, ends, a, 0, 0, 0, 0) : (int)KERNEL(call, a, b, c, ends, 0, 0);
  if (result == 0) {
    owned(ends[0]);
    owned(ends[1]);
  }
  return result;
}
replaces_libc int pipe2(int ends[2], int flags) { return paired(SYS_pipe2, ends, flags, 0, 0); }
replaces_libc int pipe(int ends[2]) { return paired(SYS_pipe2, ends, 0, 0, 0); }
replaces_libc int socketpair(int domain, int type, int protocol, int ends[2]) {
  return paired(SYS_socketpair, ends, domain, type, protocol);
}
static int duplicated(int from, int to, int flags) {
  if (!self || to > 2) return owned((int)checked(kernel(SYS_dup3, mapped(from), to, flags, 0, 0, 0), "dup", from));
  int stream = mapped(to);
  return KERNEL(SYS_dup3, mapped(from), stream, O_CLOEXEC, 0, 0, 0) < 0 ? -1 : to;
}
replaces_libc int dup2(int from, int to) { return duplicated(from, to, 0); }
replaces_libc int dup3(int from, int to, int flags) { return duplicated(from, to, flags); }

// MARK: Closing

void check_owner(int descriptor) {
  if (self && owner(descriptor) != self->process)
    violate("%s closes %d, which it does not have", mine()->name, descriptor);
}
replaces_libc int close(int descriptor) {
  if (!self) return (int)KERNEL(SYS_close, descriptor, 0, 0, 0, 0, 0);
  // A stream stays the process's own to its end.
  if (descriptor >= 0 && descriptor < 3) return 0;
  check_owner(descriptor);
  if (owner(descriptor) != self->process) {
    errno = EBADF;
    return -1;
  }
  forget_timer(descriptor);
  forget_handle(descriptor);
  disowned(descriptor);
  int result = (int)answered(let_go(descriptor));
  point("close");
  return result;
}

// MARK: Commands for descriptors

static int controlled(int given, int command, long argument) {
  int descriptor = mapped(given);
  if (!self) return (int)KERNEL(SYS_fcntl, descriptor, command, argument, 0, 0, 0);
  // A process asks which descriptors it was started with: no other one's.
  if (command == F_GETFD && given > 2 && owner(given) != self->process) {
    errno = EBADF;
    return -1;
  }
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) {
    if (has_no_room()) return -1;
    return owned((int)checked(kernel(SYS_fcntl, descriptor, command, argument, 0, 0, 0), "fcntl", given));
  }
  if (command == F_ADD_SEALS && fails_with(SIM_BUSY_SEAL, EBUSY)) return -1;
  // The kernel itself holds a page of the file for a moment, which differs from run to run.
  long sealed = -EBUSY;
  for (int tries = 0; command == F_ADD_SEALS && sealed == -EBUSY && tries < 1000; tries++) {
    sealed = kernel(SYS_fcntl, descriptor, command, argument, 0, 0, 0);
    if (sealed == -EBUSY) kernel(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
  }
  if (command == F_ADD_SEALS) return (int)checked(sealed, "fcntl", given);
  // A lock for which it would wait.
  while (command == F_SETLKW || command == F_OFD_SETLKW) {
    long result = kernel(SYS_fcntl, descriptor, command - 1, argument, 0, 0, 0);
    if (result != -EAGAIN && result != -EACCES) return (int)answered(result);
    park_until(now + 1000000, "a lock of a file");
  }
  return (int)checked(kernel(SYS_fcntl, descriptor, command, argument, 0, 0, 0), "fcntl", given);
}
#define CONTROL                            \
  va_list list;                           \
  va_start(list, command);                \
  long argument = va_arg(list, long);     \
  va_end(list);                           \
  return controlled(descriptor, command, argument)
replaces_libc int fcntl(int descriptor, int command, ...) { CONTROL; }
replaces_libc int fcntl64(int descriptor, int command, ...) { CONTROL; }
replaces_libc int flock(int descriptor, int operation) {
  while (1) {
    int given = self ? operation | LOCK_NB : operation;
    long result = kernel(SYS_flock, mapped(descriptor), given, 0, 0, 0, 0);
    if (result != -EWOULDBLOCK || !self || operation & LOCK_NB) return (int)checked(result, "flock", descriptor);
    park_until(now + 1000000, "a lock of a file");
  }
}
replaces_libc int isatty(int descriptor) {
  char room[64];
  return kernel(SYS_ioctl, mapped(descriptor), TCGETS, room, 0, 0, 0) == 0;
}
replaces_libc int ioctl(int descriptor, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  long argument = va_arg(list, long);
  va_end(list);
  // Whether files can share blocks is a question of the real disk.
  if (self && request == FICLONE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return (int)checked(kernel(SYS_ioctl, mapped(descriptor), request, argument, 0, 0, 0), "ioctl", descriptor);
}
replaces_libc ssize_t copy_file_range(
  int from, off64_t *from_at, int to, off64_t *to_at, size_t length, unsigned flags) {
  point("copy_file_range");
  if (fails_with(SIM_UNSUPPORTED, ENOSYS) || (self && disk_fails())) return -1;
  long result = checked(
    kernel(SYS_copy_file_range, mapped(from), from_at, mapped(to), to_at, length, flags), "copy_file_range", from);
  touch(mapped(to));
  return result;
}
replaces_libc ssize_t sendfile(int to, int from, off_t *at, size_t length) {
  point("sendfile");
  return checked(kernel(SYS_sendfile, mapped(to), mapped(from), at, length, 0, 0), "sendfile", to);
}

// MARK: Names

static void touch_name(int folder, const char *path);
// Points where a process may be killed, and where the disk may fail.
static int may_fail(const char *what, sim_fault kill) {
  point(what);
  if (!self) return 0;
  may_be_killed(kill);
  return disk_fails();
}
replaces_libc int renameat2(int a, const char *b, int c, const char *d, unsigned flags) {
  if ((flags && fails_with(SIM_UNSUPPORTED, EINVAL)) || may_fail("rename", SIM_KILL_RENAME)) return -1;
  touch_name(a, b);
  touch_name(c, d);
  return (int)KERNEL(SYS_renameat2, a, b, c, d, flags, 0);
}
replaces_libc int renameat(int a, const char *b, int c, const char *d) { return renameat2(a, b, c, d, 0); }
replaces_libc int linkat(int a, const char *b, int c, const char *d, int flags) {
  if (may_fail("link", SIM_KILL_RENAME)) return -1;
  char buffer[4096];
  b = real_path(b, buffer);
  touch_name(a, b);
  return (int)KERNEL(SYS_linkat, a, b, c, d, flags, 0);
}
replaces_libc int unlinkat(int folder, const char *name, int flags) {
  point("unlink");
  if (self) may_be_killed(SIM_KILL_UNLINK);
  // It needs no room.
  if (self && (fails_with(SIM_EIO, EIO) || fails_with(SIM_EROFS, EROFS))) return -1;
  touch_name(folder, name);
  return (int)KERNEL(SYS_unlinkat, folder, name, flags, 0, 0, 0);
}
replaces_libc int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }
replaces_libc int mkdirat(int folder, const char *name, mode_t mode) {
  if (may_fail("mkdir", SIM_KILL_RENAME)) return -1;
  return (int)KERNEL(SYS_mkdirat, folder, name, mode, 0, 0, 0);
}
replaces_libc int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }
replaces_libc int fsync(int descriptor) {
  if (may_fail("fsync", SIM_KILL_SYNC)) return -1;
  return self ? 0 : (int)KERNEL(SYS_fsync, descriptor, 0, 0, 0, 0, 0);
}
replaces_libc int fdatasync(int descriptor) {
  if (may_fail("fdatasync", SIM_KILL_SYNC)) return -1;
  return self ? 0 : (int)KERNEL(SYS_fdatasync, descriptor, 0, 0, 0, 0, 0);
}
replaces_libc int ftruncate(int descriptor, off_t length) {
  if (may_fail("ftruncate", SIM_KILL_SYNC)) return -1;
  long result = checked(kernel(SYS_ftruncate, mapped(descriptor), length, 0, 0, 0, 0), "ftruncate", descriptor);
  touch(mapped(descriptor));
  return (int)result;
}
replaces_libc int fchmod(int descriptor, mode_t mode) {
  if (may_fail("fchmod", SIM_KILL_SYNC)) return -1;
  return (int)checked(kernel(SYS_fchmod, mapped(descriptor), mode, 0, 0, 0, 0), "fchmod", descriptor);
}

// MARK: What is known of a file

// Numbers and times of files stand as text in records, so each file gets a number in the order in which it is seen, and
// the virtual time at which it was changed. A time that a program has set stays: it is a virtual one.
enum { most_files = 4096 };
static struct { dev_t device; ino_t inode; uint64_t status, content; } seen[most_files];
static int seen_count;

static int place(const struct stat *status) {
  int index = seen_count - 1;
  while (index >= 0 && (seen[index].inode != status->st_ino || seen[index].device != status->st_dev)) index--;
  if (index >= 0) return index;
  if (seen_count == most_files) fail_run("too many files");
  seen[seen_count].device = status->st_dev;
  seen[seen_count].inode = status->st_ino;
  seen[seen_count].status = seen[seen_count].content = sim_epoch + now;
  return seen_count++;
}
static void hide(struct timespec *time, uint64_t at) {
  if ((uint64_t)time->tv_sec < sim_epoch / 1000000000ull)
    *time = (struct timespec){ (time_t)(at / 1000000000ull), (long)(at % 1000000000ull) };
}
static int hidden(int result, struct stat *status) {
  if (result != 0 || !self) return result;
  int index = place(status);
  status->st_ino = (ino_t)(100000 + index);
  hide(&status->st_ctim, seen[index].status);
  hide(&status->st_mtim, seen[index].content);
  hide(&status->st_atim, seen[index].content);
  return result;
}
void touch(int descriptor) {
  struct stat status;
  if (!self || kernel(SYS_fstat, descriptor, &status, 0, 0, 0, 0) != 0) return;
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return;
  int index = place(&status);
  seen[index].status = seen[index].content = sim_epoch + now;
}
static void touch_name(int folder, const char *path) {
  struct stat status;
  if (!self || kernel(SYS_newfstatat, folder, path, &status, AT_SYMLINK_NOFOLLOW, 0, 0) != 0) return;
  seen[place(&status)].status = sim_epoch + now;
}

replaces_libc int fstat(int descriptor, struct stat *status) {
  return hidden(
    (int)checked(kernel(SYS_fstat, mapped(descriptor), status, 0, 0, 0, 0), "fstat", descriptor), status);
}
replaces_libc int fstatat(int folder, const char *path, struct stat *status, int flags) {
  char buffer[4096];
  return hidden((int)KERNEL(SYS_newfstatat, folder, real_path(path, buffer), status, flags, 0, 0), status);
}
replaces_libc int stat(const char *path, struct stat *status) { return fstatat(AT_FDCWD, path, status, 0); }
replaces_libc int lstat(const char *path, struct stat *status) {
  return fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
