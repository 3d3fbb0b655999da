// The calls of Linux (man-pages section 2), with those that `import Glibc` does not show. A file imports
// this module or Glibc, never both: their declarations differ where _GNU_SOURCE changes them.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <poll.h>
#include <pthread.h>
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
#include <sys/random.h>
#include <sys/resource.h>
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

// Swift imports neither errno nor functions with variable arguments.
static inline int linux_errno(void) { return errno; }
static inline int linux_fcntl(int fd, int command, long argument) { return fcntl(fd, command, argument); }
static inline int linux_ioctl_int(int fd, unsigned long request, int *value) { return ioctl(fd, request, value); }
static inline int linux_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
