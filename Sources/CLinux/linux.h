// The calls of Linux (man-pages section 2), with those that `import Glibc` does not show.
#pragma once
// Swift's Glibc has most of these headers in a module of its own, which Synchronization, Foundation and Dispatch
// import. With that module imported here the headers below add only what it lacks: a program that sees both modules
// sees one declaration of each name.
#if __has_feature(modules)
#pragma clang module import SwiftGlibc
#endif
#include <dirent.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <libintl.h>
#include <linux/nsfs.h>
#include <locale.h>
#include <signal.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// glibc declares these only under _GNU_SOURCE. The values are those of the kernel's fcntl.h, memfd.h and splice.h.
//
// _GNU_SOURCE is not defined here: it changes declarations, and those in Glibc's module are made without it.
#ifndef __USE_GNU
extern int memfd_create(const char *name, unsigned int flags);
extern int pipe2(int ends[2], int flags);
extern int dup3(int from, int to, int flags);
extern ssize_t splice(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t length, unsigned int flags);
extern ssize_t tee(int from, int to, size_t length, unsigned int flags);
extern ssize_t copy_file_range(
  int from, int64_t *from_offset, int to, int64_t *to_offset, size_t length, unsigned int flags);
extern int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);
extern int fallocate(int fd, int mode, int64_t offset, int64_t length);
extern int close_range(unsigned int first, unsigned int last, int flags);
extern int unshare(int flags);
extern int malloc_trim(size_t pad);
extern int mallopt(int parameter, int value);
extern int setns(int fd, int kind);
struct dl_phdr_info {
  Elf64_Addr dlpi_addr;
  const char *dlpi_name;
  const Elf64_Phdr *dlpi_phdr;
  Elf64_Half dlpi_phnum;
};
extern int dl_iterate_phdr(int (*callback)(struct dl_phdr_info *object, size_t size, void *data), void *data);
extern int posix_openpt(int flags);
extern int grantpt(int fd);
extern int unlockpt(int fd);
extern int ptsname_r(int fd, char *name, size_t length);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
#define POSIX_SPAWN_SETSID 0x80
static const int O_DIRECT = __O_DIRECT;
#define O_NOATIME 01000000
#define O_PATH 010000000
static const int O_TMPFILE = __O_TMPFILE;  // differs between machines, and Swift does not read the macro
#define F_SETLEASE 1024
#define F_GETLEASE 1025
#define F_OFD_GETLK 36
#define F_OFD_SETLK 37
#define F_OFD_SETLKW 38
#define F_SETPIPE_SZ 1031
#define F_GETPIPE_SZ 1032
#define F_ADD_SEALS 1033
#define F_GET_SEALS 1034
#define F_SEAL_SEAL 1
#define F_SEAL_SHRINK 2
#define F_SEAL_GROW 4
#define F_SEAL_WRITE 8
#define MFD_CLOEXEC 1u
#define MFD_ALLOW_SEALING 2u
#define MFD_NOEXEC_SEAL 8u
#define SEEK_DATA 3
#define SEEK_HOLE 4
#define SPLICE_F_MOVE 1
#define SPLICE_F_NONBLOCK 2
#define SPLICE_F_MORE 4
#define RENAME_NOREPLACE 1u
#endif

// Swift imports neither errno nor functions with variable arguments.
static inline int linux_errno(void) { return errno; }
// The end of a folder and an error are both NULL; only an error sets errno.
static inline struct dirent *linux_readdir(DIR *folder) {
  errno = 0;
  return readdir(folder);
}
static inline int linux_fcntl(int fd, int command, long argument) { return fcntl(fd, command, argument); }
static inline int linux_fcntl_lock(int fd, int command, struct flock *range) { return fcntl(fd, command, range); }
static inline int linux_flock(int fd, int operation) { extern int flock(int, int); return flock(fd, operation); }
// FICLONE of ioctl_ficlone(2): gives an empty file the blocks of another one, which both share until either is written.
static inline int linux_clone_file(int copy, int source) { return ioctl(copy, _IOW(0x94, 9, int), source); }
static inline int linux_ioctl_int(int fd, unsigned long request, int *value) { return ioctl(fd, request, value); }
static inline int linux_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int linux_openat(int folder, const char *path, int flags, mode_t mode) {
  return openat(folder, path, flags, mode);
}
static inline int linux_rename_noreplace(int from, const char *old, int to, const char *new_) {
  return renameat2(from, old, to, new_, RENAME_NOREPLACE);
}

// Swift does not import the macros of cmsg(3). One message carries at most 253 descriptors (unix(7)).
#define LINUX_MOST_PASSED 253
typedef union {
  struct cmsghdr header;
  char room[CMSG_SPACE(sizeof(int) * LINUX_MOST_PASSED)];
} linux_descriptors_t;
// Sends bytes, and descriptors with the first of them; waits for nothing.
static inline ssize_t linux_send(int socket, const void *bytes, size_t length, const int *passed, size_t count) {
  linux_descriptors_t control;
  struct iovec part = { (void *)bytes, length };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
  if (count > LINUX_MOST_PASSED) return errno = EINVAL, -1;
  if (count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof(int) * count);
    memcpy(CMSG_DATA(&control.header), passed, sizeof(int) * count);
  }
  return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}
// Receives bytes, and the descriptors that came with them, at most LINUX_MOST_PASSED; waits for nothing.
static inline ssize_t linux_receive(int socket, void *bytes, size_t length, int *passed, size_t *count) {
  linux_descriptors_t control;
  struct iovec part = { bytes, length };
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
  };
  *count = 0;
  ssize_t result = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  for (struct cmsghdr *header = result >= 0 ? CMSG_FIRSTHDR(&message) : NULL; header;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t more = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(passed + *count, CMSG_DATA(header), sizeof(int) * more);
    *count += more;
  }
  return result;
}
// Who has connected: SO_PEERCRED of socket(7), which glibc declares only under _GNU_SOURCE.
static inline int linux_peer(int socket, pid_t *process, uid_t *user) {
  struct { pid_t process; uid_t user; gid_t group; } peer;
  socklen_t length = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *process = peer.process;
  *user = peer.user;
  return 0;
}

// Swift marks fork() unavailable. Call this only while the process has one thread.
static inline pid_t linux_fork(void) { return fork(); }
// Has the kernel send this process a signal when the thread that started it ends; 0 for none.
static inline void linux_follow_parent(int signal) { prctl(PR_SET_PDEATHSIG, signal); }
// Starts a program in a process group of its own, with these descriptors as 0, 1 and 2, no other descriptor, no blocked
// signal, and the default action for SIGPIPE, SIGINT, SIGTERM and SIGHUP. Returns its process id, or −1 with errno of
// fork(). The program ends with status 127 if it cannot be executed, as in a shell.
//
// Unlike posix_spawn(), this has the kernel send the program SIGTERM when the calling thread ends, and so also when
// this process is killed. Between fork() and execve() the child makes only calls of signal-safety(7).
//
// The simulator has a function of its own (Tests/Simulation).
#ifdef DRAGD_SIMULATOR
pid_t linux_spawn_with_parent(
  const char *path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment, int input,
  int output, int errors);
#else
static inline pid_t linux_spawn_with_parent(
  const char *path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment, int input,
  int output, int errors) {
  pid_t parent = getpid();
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = fork();
  if (child != 0) {
    int failure = errno;
    // The child does the same; whichever is first, the group exists before the caller signals it.
    if (child > 0) setpgid(child, child);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = failure;
    return child;
  }
  setpgid(0, 0);
  linux_follow_parent(SIGTERM);
  const int descriptors[3] = { input, output, errors };
  for (int number = 0; number < 3; number++) {
    // dup2() of a number to itself would keep FD_CLOEXEC.
    int result = descriptors[number] == number ? fcntl(number, F_SETFD, 0) : dup2(descriptors[number], number);
    if (result < 0) _exit(126);
  }
  close_range(3, ~0U, 0);
  const int signals[5] = { SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP };
  for (int index = 0; index < 5; index++) signal(signals[index], SIG_DFL);
  // If the parent ended before prctl(), the kernel sends no signal.
  if (getppid() != parent) _exit(126);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(path, arguments, environment);
  _exit(127);
}
#endif
// Each opens a descriptor: the first of the user namespace that owns a namespace, the second of a namespace's parent.
// See ioctl_ns(2).
static inline int linux_namespace_owner(int namespace_) { return ioctl(namespace_, NS_GET_USERNS); }
static inline int linux_namespace_parent(int namespace_) { return ioctl(namespace_, NS_GET_PARENT); }
static inline int syscall_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

// Sets how long this thread runs before another one may have the processor: sched_setattr(2), of which glibc 2.36 has
// nothing. Leaves a policy alone that somebody has chosen.
static inline void linux_set_slice(uint64_t nanoseconds) {
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes;
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
  if (attributes.policy != SCHED_OTHER) return;
  attributes.runtime = nanoseconds;
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

// Swift rejects the variable itself, as shared mutable state.
extern char **environ;
static inline char *_Nullable *_Nullable linux_environ(void) { return environ; }

// SIG_IGN is a cast, which Swift does not import.
static inline void linux_ignore_signal(int number) { signal(number, SIG_IGN); }

// glibc has no wrapper for openat2(2), which needs Linux 5.6. The flags are RESOLVE_NO_XDEV, RESOLVE_NO_MAGICLINKS,
// RESOLVE_NO_SYMLINKS and RESOLVE_BENEATH.
static inline int linux_open_beneath(int folder, const char *path, int flags) {
  struct { uint64_t flags, mode, resolve; } how = { (uint64_t)flags, 0, 0x01 | 0x02 | 0x04 | 0x08 };
  return (int)syscall(437, folder, path, &how, sizeof how);
}

// Removes all that is in a folder, on one file system, and follows no link. Async-signal-safe (signal-safety(7)): an
// interrupted program removes the folder that it has not finished. The function opens one descriptor a level, and gives
// up at what it cannot remove.
enum { linux_deepest_tree = 320 };
static inline int linux_empty_folder(int folder) {
  struct entry { uint64_t inode; int64_t next; unsigned short length; unsigned char type; char name[]; };
  char buffer[4096] __attribute__((aligned(8)));
  int folders[linux_deepest_tree], level = 0, flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  if ((folders[0] = openat(folder, ".", flags)) < 0) return -1;
  while (level >= 0) {
    int inner = -1, removed = 0;
    long count;
    lseek(folders[level], 0, SEEK_SET);
    while (inner < 0 && (count = syscall(SYS_getdents64, folders[level], buffer, sizeof buffer)) > 0) {
      for (long at = 0; at < count && inner < 0;) {
        struct entry *entry = (struct entry *)(buffer + at);
        at += entry->length;
        const char *own = entry->name;
        if (own[0] == '.' && (own[1] == 0 || (own[1] == '.' && own[2] == 0))) continue;
        if (unlinkat(folders[level], own, 0) == 0 || unlinkat(folders[level], own, AT_REMOVEDIR) == 0) {
          removed = 1;
        } else if (errno != ENOTEMPTY && errno != EEXIST) {
          goto stuck;
        } else if (level + 1 == linux_deepest_tree || (inner = openat(folders[level], own, flags)) < 0) {
          goto stuck;
        }
      }
    }
    // The next reading of its parent removes a folder that is empty now. Removing names during a reading may hide other
    // names, so a folder is read again until a reading removes nothing.
    if (inner >= 0) folders[++level] = inner;
    else if (!removed) close(folders[level--]);
  }
  return 0;
stuck:
  while (level >= 0) close(folders[level--]);
  return -1;
}
