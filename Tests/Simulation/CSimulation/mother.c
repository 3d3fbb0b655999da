// The process from which runs are forked. It allocates nothing, so whatever was run before, a run's memory is the same.
#include "state.h"
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>

static int run_descriptors[3];
int sim_run_descriptor(int place) { return run_descriptors[place]; }

enum request { RUN = 1, SISTER = 2 };

static int ask(int mother, char request, const int *descriptors, int count) {
  struct iovec part = { &request, 1 };
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int) * 3)]; } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                            .msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count) };
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
  memcpy(CMSG_DATA(&control.header), descriptors, sizeof(int) * (size_t)count);
  return kernel(SYS_sendmsg, mother, &message, MSG_NOSIGNAL, 0, 0, 0) == 1;
}

// Returns in a run's process only.
static void serve(int socket) {
  while (1) {
    char request;
    struct iovec part = { &request, 1 };
    union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int) * 3)]; } control;
    struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
    };
    if (kernel(SYS_recvmsg, socket, &message, MSG_CMSG_CLOEXEC, 0, 0, 0) != 1) kernel(SYS_exit_group, 0, 0, 0, 0, 0, 0);
    const int *given = (const int *)CMSG_DATA(&control.header);
    int count = request == RUN ? 3 : 1;
    pid_t child = fork();
    if (child == 0) {
      kernel(SYS_close, socket, 0, 0, 0, 0, 0);
      if (request == SISTER) {
        // The same number as that of the first one has.
        kernel(SYS_dup3, given[0], socket, 0, 0, 0, 0);
        if (given[0] != socket) kernel(SYS_close, given[0], 0, 0, 0, 0, 0);
        continue;
      }
      for (int index = 0; index < 3; index++) {
        run_descriptors[index] = (int)kernel(SYS_fcntl, given[index], F_DUPFD_CLOEXEC, 100, 0, 0, 0);
        kernel(SYS_close, given[index], 0, 0, 0, 0, 0);
      }
      keep_first_numbers();
      return;
    }
    for (int index = 0; index < count; index++) kernel(SYS_close, given[index], 0, 0, 0, 0, 0);
    if (request == SISTER) continue;
    int status = 0;
    kernel(SYS_write, socket, &child, sizeof child, 0, 0, 0);
    kernel(SYS_wait4, child, &status, 0, 0, 0, 0);
    kernel(SYS_write, socket, &status, sizeof status, 0, 0, 0);
  }
}

int sim_mother(void) {
  int ends[2];
  if (kernel(SYS_socketpair, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends, 0, 0) != 0) return -1;
  if (fork() != 0) {
    kernel(SYS_close, ends[1], 0, 0, 0, 0, 0);
    return ends[0];
  }
  kernel(SYS_close, ends[0], 0, 0, 0, 0, 0);
  serve(ends[1]);
  return -1;
}
int sim_sister(int mother) {
  int ends[2];
  if (kernel(SYS_socketpair, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends, 0, 0) != 0) return -1;
  int is_asked = ask(mother, SISTER, &ends[1], 1);
  kernel(SYS_close, ends[1], 0, 0, 0, 0, 0);
  return is_asked ? ends[0] : -1;
}
int sim_ask_for_run(int mother, const int descriptors[3]) {
  pid_t child = -1;
  if (!ask(mother, RUN, descriptors, 3)) return -1;
  return kernel(SYS_read, mother, &child, sizeof child, 0, 0, 0) == sizeof child ? child : -1;
}
int sim_run_status(int mother) {
  int status = -1;
  kernel(SYS_read, mother, &status, sizeof status, 0, 0, 0);
  return status;
}
