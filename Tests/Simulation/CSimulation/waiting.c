// Calls that wait. Each is tried without waiting, and again when another thread may have changed what it waits for.
#include "state.h"
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

static uint64_t deadline_after(int milliseconds) {
  return milliseconds < 0 ? never : now + (uint64_t)milliseconds * 1000000ull;
}

replaces_libc int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout) {
  if (!self) return (int)KERNEL(SYS_epoll_pwait, epoll, events, most, timeout, 0, 8);
  uint64_t deadline = deadline_after(timeout);
  self->serves = 1;
  point("epoll_wait");
  if (fails_with(SIM_EINTR, EINTR)) return -1;
  while (1) {
    // Sometimes the kernel has only a part of them yet.
    int room = most > 1 && schedule_random() % 8 == 0 ? 1 : most;
    int count = (int)checked(kernel(SYS_epoll_pwait, epoll, events, room, 0, 0, 8), "epoll_wait", epoll);
    if (count != 0) {
      // It has no fixed order between descriptors that became ready since the last call.
      for (int index = count - 1; index > 0; index--) {
        int other = (int)(schedule_random() % (uint64_t)(index + 1));
        struct epoll_event event = events[index];
        events[index] = events[other];
        events[other] = event;
      }
      mine()->wakeups++;
      note(0xe, (uint64_t)count);
      return count;
    }
    if (now >= deadline) {
      mine()->wakeups++;
      return 0;
    }
    wait_t *wait = &self->wait;
    clear_wait(self);
    wait->own[0] = (struct pollfd){ .fd = epoll, .events = POLLIN };
    wait->polled = wait->own;
    wait->polled_count = 1;
    wait->deadline = deadline;
    park("epoll_wait");
    clear_wait(self);
  }
}

enum { most_of_poll = 64 };
replaces_libc int poll(struct pollfd *given, nfds_t count, int timeout) {
  if (!self) {
    struct timespec time = { timeout / 1000, timeout % 1000 * 1000000l };
    return (int)KERNEL(SYS_ppoll, given, count, timeout < 0 ? NULL : &time, 0, 0, 0);
  }
  if (count > most_of_poll) fail_run("a poll(2) of so many descriptors is not simulated");
  struct pollfd polled[most_of_poll];
  uint64_t deadline = deadline_after(timeout);
  point("poll");
  while (1) {
    int used = 0, ready = 0;
    for (nfds_t index = 0; index < count; index++) {
      polled[index] = given[index];
      polled[index].fd = mapped(given[index].fd);
    }
    struct timespec none = { 0, 0 };
    ready = (int)KERNEL(SYS_ppoll, polled, count, &none, 0, 0, 0);
    for (nfds_t index = 0; index < count; index++) given[index].revents = polled[index].revents;
    if (ready != 0 || now >= deadline) return ready;
    for (nfds_t index = 0; index < count; index++)
      if (polled[index].fd >= 0) polled[used++] = polled[index];
    wait_t *wait = &self->wait;
    clear_wait(self);
    wait->polled = polled;
    wait->polled_count = used;
    wait->deadline = deadline;
    park("poll");
    clear_wait(self);
  }
}

// Makes the descriptor non-blocking for the moment, which no other thread sees. Returns its flags, or −1 if it is
// non-blocking anyhow.
static int unblock(int descriptor) {
  int flags = (int)kernel(SYS_fcntl, descriptor, F_GETFL, 0, 0, 0, 0);
  if (flags < 0 || flags & O_NONBLOCK) return -1;
  kernel(SYS_fcntl, descriptor, F_SETFL, flags | O_NONBLOCK, 0, 0, 0);
  return flags;
}
static void reblock(int descriptor, int flags) {
  if (flags >= 0) kernel(SYS_fcntl, descriptor, F_SETFL, flags, 0, 0, 0);
}

// MARK: Files and pipes

static int is_file(int descriptor) {
  struct stat status;
  return kernel(SYS_fstat, descriptor, &status, 0, 0, 0, 0) == 0 && S_ISREG(status.st_mode);
}

replaces_libc ssize_t read(int descriptor, void *buffer, size_t length) {
  if (!self) return KERNEL(SYS_read, descriptor, buffer, length, 0, 0, 0);
  descriptor = mapped(descriptor);
  point("read");
  if (fails_with(SIM_EINTR, EINTR)) return -1;
  if (length > 8 && fails(SIM_SHORT)) length = 8 + world_random() % (length - 8);
  while (1) {
    int flags = unblock(descriptor);
    long result = kernel(SYS_read, descriptor, buffer, length, 0, 0, 0);
    reblock(descriptor, flags);
    if (result != -EAGAIN || flags < 0) {
      note(1, (uint64_t)result);
      return checked(result, "read", descriptor);
    }
    park_on(descriptor, POLLIN, "read");
  }
}
replaces_libc ssize_t write(int descriptor, const void *buffer, size_t length) {
  if (!self) return KERNEL(SYS_write, descriptor, buffer, length, 0, 0, 0);
  descriptor = mapped(descriptor);
  point("write");
  if (fails_with(SIM_EINTR, EINTR)) return -1;
  if (is_file(descriptor) && disk_fails()) return -1;
  if (length > 8 && fails(SIM_SHORT)) length = 8 + world_random() % (length - 8);
  size_t done = 0;
  while (1) {
    int flags = unblock(descriptor);
    long result = kernel(SYS_write, descriptor, (const char *)buffer + done, length - done, 0, 0, 0);
    reblock(descriptor, flags);
    if (result > 0) done += (size_t)result;
    if (result > 0) touch(descriptor);
    int has_room = result != -EAGAIN && (result < 0 || done == length);
    if (flags < 0 || has_room) {
      note(2, (uint64_t)result);
      return done ? (ssize_t)done : checked(result, "write", descriptor);
    }
    park_on(descriptor, POLLOUT, "write");
  }
}
replaces_libc int eventfd_write(int descriptor, eventfd_t value) {
  long result = checked(kernel(SYS_write, descriptor, &value, sizeof value, 0, 0, 0), "eventfd_write", descriptor);
  point("eventfd_write");
  return result == sizeof value ? 0 : -1;
}
replaces_libc int eventfd_read(int descriptor, eventfd_t *value) {
  return read(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
}
replaces_libc ssize_t pread(int descriptor, void *buffer, size_t length, off_t offset) {
  point("pread");
  if (fails_with(SIM_EINTR, EINTR) || fails_with(SIM_EIO, EIO)) return -1;
  if (length > 8 && fails(SIM_SHORT)) length = 8 + world_random() % (length - 8);
  return checked(kernel(SYS_pread64, mapped(descriptor), buffer, length, offset, 0, 0), "pread", descriptor);
}
replaces_libc ssize_t pwrite(int descriptor, const void *buffer, size_t length, off_t offset) {
  point("pwrite");
  if (fails_with(SIM_EINTR, EINTR) || disk_fails()) return -1;
  if (length > 8 && fails(SIM_SHORT)) length = 8 + world_random() % (length - 8);
  long result = checked(kernel(SYS_pwrite64, mapped(descriptor), buffer, length, offset, 0, 0), "pwrite", descriptor);
  touch(mapped(descriptor));
  return result;
}

// splice(2) and tee(2) wait for whichever end is not ready.
static ssize_t move(
  long call, const char *name, int from, off64_t *from_at, int to, off64_t *to_at, size_t length, unsigned flags) {
  enum { without_waiting = 2 };
  point(name);
  if (fails_with(SIM_EINTR, EINTR)) return -1;
  if (length > 1 && fails(SIM_SHORT)) length = 1 + world_random() % length;
  while (1) {
    long result = call == SYS_tee
      ? kernel(call, from, to, length, flags | without_waiting, 0, 0)
      : kernel(call, from, from_at, to, to_at, length, flags | without_waiting);
    if (result != -EAGAIN || flags & without_waiting) {
      note(5, (uint64_t)result);
      touch(to);
      return checked(result, name, from);
    }
    struct pollfd ends[2] = { { .fd = from, .events = POLLIN }, { .fd = to, .events = POLLOUT } };
    struct timespec none = { 0, 0 };
    kernel(SYS_ppoll, ends, 2, &none, 0, 0, 0);
    if (!ends[0].revents) park_on(from, POLLIN, name);
    else if (!ends[1].revents) park_on(to, POLLOUT, name);
    else return checked(result, name, from);
  }
}
replaces_libc ssize_t splice(int from, off64_t *from_at, int to, off64_t *to_at, size_t length, unsigned flags) {
  if (!self) return KERNEL(SYS_splice, from, from_at, to, to_at, length, flags);
  return move(SYS_splice, "splice", mapped(from), from_at, mapped(to), to_at, length, flags);
}
replaces_libc ssize_t tee(int from, int to, size_t length, unsigned flags) {
  if (!self) return KERNEL(SYS_tee, from, to, length, flags, 0, 0);
  return move(SYS_tee, "tee", mapped(from), NULL, mapped(to), NULL, length, flags);
}

// MARK: Sockets

replaces_libc ssize_t send(int socket, const void *buffer, size_t length, int flags) {
  struct iovec part = { (void *)buffer, length };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
  return sendmsg(socket, &message, flags);
}
replaces_libc ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  point("writev");
  return checked(kernel(SYS_writev, mapped(descriptor), parts, count, 0, 0, 0), "writev", descriptor);
}
replaces_libc ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  if (!self) return KERNEL(SYS_sendmsg, socket, message, flags, 0, 0, 0);
  may_freeze(SIM_FREEZE_SEND);
  point("sendmsg");
  may_be_killed(SIM_KILL_SEND);
  while (1) {
    int blocking = unblock(socket);
    long result = kernel(SYS_sendmsg, socket, message, flags, 0, 0, 0);
    reblock(socket, blocking);
    if (result != -EAGAIN || blocking < 0 || flags & MSG_DONTWAIT) {
      note(3, (uint64_t)result);
      return checked(result, "sendmsg", socket);
    }
    park_on(socket, POLLOUT, "sendmsg");
  }
}
replaces_libc ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
  if (!self) return KERNEL(SYS_recvmsg, socket, message, flags, 0, 0, 0);
  point("recvmsg");
  size_t room = message->msg_controllen;
  while (1) {
    int blocking = unblock(socket);
    message->msg_controllen = room;
    long result = kernel(SYS_recvmsg, socket, message, flags, 0, 0, 0);
    reblock(socket, blocking);
    if (result == -EAGAIN && blocking >= 0 && !(flags & MSG_DONTWAIT)) {
      park_on(socket, POLLIN, "recvmsg");
      continue;
    }
    for (struct cmsghdr *header = result >= 0 ? CMSG_FIRSTHDR(message) : NULL; header;
         header = CMSG_NXTHDR(message, header)) {
      if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
      const int *passed = (const int *)CMSG_DATA(header);
      for (size_t index = 0; index < (header->cmsg_len - CMSG_LEN(0)) / sizeof(int); index++) owned(passed[index]);
    }
    note(4, (uint64_t)result);
    return checked(result, "recvmsg", socket);
  }
}
