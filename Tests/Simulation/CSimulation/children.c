// Processes as others know them: numbers, handles, and the commands that they start.
#include "state.h"
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/wait.h>

static int number_of(int process) { return first_number + process; }
int sim_number(int process) { return number_of(process); }
replaces_libc pid_t getpid(void) {
  return self ? number_of(self->process) : (pid_t)kernel(SYS_getpid, 0, 0, 0, 0, 0, 0);
}
// As that of a process which has gone on in the background.
replaces_libc pid_t getppid(void) {
  return self ? number_of(self->process) : (pid_t)kernel(SYS_getppid, 0, 0, 0, 0, 0, 0);
}
replaces_libc int kill(pid_t number, int signal) {
  if (!self) return (int)KERNEL(SYS_kill, number, signal, 0, 0, 0, 0);
  // Every command is its own group.
  int process = (number < 0 ? -number : number) - first_number;
  if (process < 0 || process >= process_count || processes[process].dead) {
    errno = ESRCH;
    return -1;
  }
  tell("sends the signal %d to %s", signal, processes[process].name);
  if (signal) sim_signal(process, signal);
  if (mine()->dead) stop_here(self);
  return 0;
}
static int is_child(int process) {
  return self && process >= 0 && process < process_count && processes[process].parent == self->process + 1;
}
replaces_libc pid_t waitpid(pid_t number, int *status, int options) {
  if (!self) return (pid_t)KERNEL(SYS_wait4, number, status, options, NULL, 0, 0);
  int process = number - first_number;
  if (!is_child(process)) {
    errno = ECHILD;
    return -1;
  }
  while (!processes[process].dead) {
    if (options & WNOHANG) return 0;
    park_until(now + 1000000, "waitpid");
  }
  processes[process].parent = 0;
  int ended = processes[process].status;
  if (status) *status = ended > 128 ? ended - 128 : ended << 8;
  return number;
}
replaces_libc int pause(void) {
  if (!self) return (int)KERNEL(SYS_pause, 0, 0, 0, 0, 0, 0);
  park_until(never, "pause");
  return -1;
}

// MARK: Handles of processes

// Each is an eventfd, which is readable when the process has ended.
static struct { int descriptor, process; } handles[most_timers];
static int handle_count;
int open_handle(pid_t number) {
  int process = number - first_number;
  int has_ended = process < 0 || process >= process_count || processes[process].dead;
  if (has_ended && !is_child(process)) {
    errno = ESRCH;
    return -1;
  }
  if (fails_with(SIM_EMFILE, EMFILE)) return -1;
  if (handle_count == most_timers) fail_run("too many handles of processes");
  int descriptor = (int)kernel(SYS_eventfd2, has_ended, EFD_CLOEXEC | EFD_NONBLOCK, 0, 0, 0, 0);
  if (descriptor < 0) fail_run("no handle of a process");
  handles[handle_count].process = process;
  handles[handle_count++].descriptor = descriptor;
  return owned(descriptor);
}
int process_of_handle(int descriptor) {
  for (int index = 0; index < handle_count; index++)
    if (handles[index].descriptor == descriptor) return handles[index].process;
  return -1;
}
void forget_handle(int descriptor) {
  for (int index = 0; index < handle_count; index++)
    if (handles[index].descriptor == descriptor) handles[index] = handles[--handle_count];
}
void end_handles(int process) {
  uint64_t one = 1;
  for (int index = 0; index < handle_count; index++)
    if (handles[index].process == process) kernel(SYS_write, handles[index].descriptor, &one, sizeof one, 0, 0, 0);
}

// MARK: Starting programs

static int (*start_command)(const char *);
void sim_run_commands(int (*start)(const char *command)) { start_command = start; }

// In the place of that of CLinux.
pid_t linux_spawn_with_parent(
  const char *path, char *const *arguments, char *const *environment, int input, int output, int errors);
replaces_libc pid_t linux_spawn_with_parent(
  const char *path, char *const *arguments, char *const *environment, int input, int output, int errors) {
  (void)path, (void)environment;
  point("fork");
  if (!start_command || fails_with(SIM_NO_THREAD, EAGAIN)) return -1;
  int child = start_command(arguments[2]);
  sim_streams(child, mapped(input), mapped(output), mapped(errors));
  processes[child].parent = self->process + 1;
  return number_of(child);
}
// They get SIGTERM when their parent ends.
void end_children(int process) {
  for (int child = 0; child < process_count; child++) {
    if (processes[child].parent != process + 1) continue;
    processes[child].parent = 0;
    sim_signal(child, SIGTERM);
  }
}

// A program that goes on in the background is the same process, and its foreground has ended when it leaves the
// session.
replaces_libc pid_t fork(void) {
  static pid_t (*libc_fork)(void);
  if (self) return 0;
  if (!libc_fork) libc_fork = (pid_t (*)(void))next_symbol("fork");
  return libc_fork();
}
replaces_libc pid_t setsid(void) {
  if (!self) return (pid_t)KERNEL(SYS_setsid, 0, 0, 0, 0, 0, 0);
  mine()->detached = 1;
  tell("goes on in the background");
  return getpid();
}
int sim_is_detached(int process) { return processes[process].detached; }
