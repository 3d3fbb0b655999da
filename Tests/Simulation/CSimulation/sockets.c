// The two ends of a connection to the simulated bus: a program's, and the bus's.
#include "state.h"
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { most_polled = 128, most_passed = 253 };

replaces_libc int connect(int socket, const struct sockaddr *address, socklen_t length) {
  const struct sockaddr_un *local = (const struct sockaddr_un *)address;
  int is_simulated = self && address->sa_family == AF_UNIX && strncmp(local->sun_path, "/sim/", 5) == 0;
  if (!is_simulated) return (int)KERNEL(SYS_connect, socket, address, length, 0, 0, 0);
  int is_manager = strcmp(local->sun_path, "/sim/manager") == 0;
  int is_second = strcmp(local->sun_path, "/sim/second-bus") == 0;
  struct pending_connections *waiting = &pending[is_manager ? SIM_MANAGER : is_second ? SIM_SECOND_BUS : SIM_BUS];
  point("connect");
  // Datagrams, of which the manager also sees the end.
  int ends[2], type = is_manager ? SOCK_SEQPACKET : SOCK_STREAM, little = 1;
  if (kernel(SYS_socketpair, AF_UNIX, type | SOCK_CLOEXEC, 0, ends, 0, 0) < 0) fail_run("no pair of sockets");
  if (is_manager) kernel(SYS_setsockopt, ends[0], SOL_SOCKET, SO_SNDBUF, &little, sizeof little, 0);
  int flags = (int)kernel(SYS_fcntl, socket, F_GETFL, 0, 0, 0, 0);
  kernel(SYS_dup3, ends[0], socket, O_CLOEXEC, 0, 0, 0);
  kernel(SYS_fcntl, socket, F_SETFL, flags, 0, 0, 0);
  kernel(SYS_close, ends[0], 0, 0, 0, 0, 0);
  kernel(SYS_fcntl, ends[1], F_SETFL, O_NONBLOCK | O_RDWR, 0, 0, 0);
  if (waiting->count == 64) fail_run("too many connections");
  waiting->processes[waiting->count] = self->process;
  waiting->sockets[waiting->count++] = ends[1];
  return 0;
}

int sim_accept(sim_address address, int *number) {
  struct pending_connections *waiting = &pending[address];
  if (!waiting->count) return -1;
  int socket = waiting->sockets[0];
  *number = first_number + waiting->processes[0];
  memmove(waiting->sockets, waiting->sockets + 1, sizeof(int) * (size_t)--waiting->count);
  memmove(waiting->processes, waiting->processes + 1, sizeof(int) * (size_t)waiting->count);
  return owned(socket);
}

void sim_wait(sim_address address, const int *descriptors, const int *events, int *ready, int count, uint64_t until) {
  static struct pollfd all[SIM_ADDRESSES][most_polled];
  struct pollfd *polled = all[address];
  if (count > most_polled) fail_run("too many connections");
  for (int index = 0; index < count; index++) {
    short wanted = (short)((events[index] & 1 ? POLLIN : 0) | (events[index] & 2 ? POLLOUT : 0));
    polled[index] = (struct pollfd){ .fd = wanted ? descriptors[index] : -1, .events = wanted };
  }
  wait_t *wait = &self->wait;
  clear_wait(self);
  wait->polled = polled;
  wait->polled_count = count;
  wait->connection = (int)address + 1;
  wait->deadline = until;
  park("its sockets");
  clear_wait(self);
  struct timespec none = { 0, 0 };
  kernel(SYS_ppoll, polled, count, &none, 0, 0, 0);
  for (int index = 0; index < count; index++) {
    short found = polled[index].revents;
    ready[index] = (found & (POLLIN | POLLHUP | POLLERR) ? 1 : 0) | (found & POLLOUT ? 2 : 0);
  }
}

typedef union {
  struct cmsghdr header;
  char room[CMSG_SPACE(sizeof(int) * most_passed)];
} control_t;

ssize_t sim_receive(int socket, void *buffer, size_t length, int *descriptors, int *count) {
  struct iovec part = { buffer, length };
  control_t control;
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
  };
  *count = 0;
  long result = kernel(SYS_recvmsg, socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC, 0, 0, 0);
  for (struct cmsghdr *header = result >= 0 ? CMSG_FIRSTHDR(&message) : NULL; header;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t found = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(descriptors + *count, CMSG_DATA(header), found * sizeof(int));
    for (size_t index = 0; index < found; index++) owned(descriptors[*count + (int)index]);
    *count += (int)found;
  }
  return result;
}

ssize_t sim_send(int socket, const void *bytes, size_t length, const int *descriptors, int count) {
  struct iovec part = { (void *)bytes, length };
  control_t control;
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
  if (count) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count);
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
    memcpy(CMSG_DATA(&control.header), descriptors, sizeof(int) * (size_t)count);
  }
  return kernel(SYS_sendmsg, socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL, 0, 0, 0);
}

void sim_close(int descriptor) {
  disowned(descriptor);
  let_go(descriptor);
}

int sim_is_same(int descriptor, int other) {
  enum { files = 0 };
  long process = kernel(SYS_getpid, 0, 0, 0, 0, 0, 0);
  return kernel(SYS_kcmp, process, process, files, descriptor, other, 0) == 0;
}
