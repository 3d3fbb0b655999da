// Simulated processes: what each owns, how it ends, and what is told about it.
#include "state.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/signalfd.h>

process_t processes[most_processes];
int process_count;
static signed char owners[most_descriptors];  // process + 1
static sim_listener listener;
static char violations[24][320];
static int violation_count;

int owned(int descriptor) {
  if (self && descriptor >= 0 && descriptor < most_descriptors) owners[descriptor] = (signed char)(self->process + 1);
  return descriptor;
}
void disowned(int descriptor) {
  if (descriptor >= 0 && descriptor < most_descriptors) owners[descriptor] = 0;
}
int owner(int descriptor) {
  return descriptor >= 0 && descriptor < most_descriptors ? owners[descriptor] - 1 : -1;
}
// The standard streams of a process are other descriptors.
int mapped(int descriptor) {
  if (self && descriptor >= 0 && descriptor < 3 && mine()->streams[descriptor]) return mine()->streams[descriptor];
  return descriptor;
}

enum { first_passed = 3, after_passed = first_passed + sim_most_passed };
void keep_first_numbers(void) {
  int null = (int)kernel(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC, 0, 0, 0);
  for (int descriptor = first_passed; descriptor <= after_passed; descriptor++)
    if (descriptor != null) kernel(SYS_dup3, null, descriptor, O_CLOEXEC, 0, 0, 0);
  if (null > after_passed) kernel(SYS_close, null, 0, 0, 0, 0, 0);
}
long let_go(int descriptor) {
  if (descriptor < first_passed || descriptor >= after_passed) return kernel(SYS_close, descriptor, 0, 0, 0, 0, 0);
  long result = kernel(SYS_dup3, after_passed, descriptor, O_CLOEXEC, 0, 0, 0);
  return result < 0 ? result : 0;
}
void sim_pass(int process, const int *descriptors, int count) {
  for (int index = 0; index < count; index++) {
    kernel(SYS_dup3, descriptors[index], first_passed + index, 0, 0, 0, 0);
    owners[first_passed + index] = (signed char)(process + 1);
  }
}

// MARK: What is told

void sim_listen(sim_listener given) { listener = given; }

void tell(const char *format, ...) {
  if (!listener) return;
  char text[256];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  listener(self ? self->process : -1, text);
}

void sim_violate(const char *text) {
  tell("!! %s", text);
  for (int index = 0; index < violation_count; index++)
    if (strcmp(violations[index], text) == 0) return;
  if (violation_count < 24) snprintf(violations[violation_count++], sizeof violations[0], "%s", text);
}
void violate(const char *format, ...) {
  char text[320];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  sim_violate(text);
}
int sim_violations(void) { return violation_count; }
const char *sim_violation(int number) { return violations[number]; }

long checked(long value, const char *call, int descriptor) {
  if (value == -EBADF && self) violate("%s calls %s with %d, which is not open", mine()->name, call, descriptor);
  return answered(value);
}

void sim_print(const char *line) { dprintf(2, "%s\n", line); }

void sim_use_processor(int number) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET((size_t)number, &one);
  sched_setaffinity(0, sizeof one, &one);
}
void sim_fix_addresses(void) { personality(ADDR_NO_RANDOMIZE); }

// MARK: Beginning and end

int sim_process(const char *name, sim_body body, void *argument) {
  if (process_count == most_processes) fail_run("too many processes");
  process_t *process = &processes[process_count];
  memset(process, 0, sizeof *process);
  snprintf(process->name, sizeof process->name, "%s", name);
  process->has_second_bus = self && mine()->has_second_bus;
  thread_t *thread = new_thread(process_count);
  thread->body = body;
  thread->argument = argument;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (real_create(&thread->real, &attributes, run_thread, thread)) fail_run("no thread of the kernel");
  pthread_attr_destroy(&attributes);
  return process_count++;
}

void sim_use_second_bus(int process) { processes[process].has_second_bus = 1; }
int sim_uses_second_bus(int process) { return processes[process].has_second_bus; }

void sim_streams(int process, int input, int output, int errors) {
  int given[3] = { input, output, errors };
  for (int index = 0; index < 3; index++) {
    int copy = (int)kernel(SYS_fcntl, given[index], F_DUPFD_CLOEXEC, 100, 0, 0, 0);
    processes[process].streams[index] = copy;
    owners[copy] = (signed char)(process + 1);
  }
}

static void close_all(int process) {
  for (int descriptor = 0; descriptor < most_descriptors; descriptor++) {
    if (owners[descriptor] != process + 1) continue;
    forget_timer(descriptor);
    forget_handle(descriptor);
    let_go(descriptor);
    owners[descriptor] = 0;
  }
  if (processes[process].signal_pipe) kernel(SYS_close, processes[process].signal_pipe, 0, 0, 0, 0, 0);
  processes[process].signal_pipe = 0;
}

static int is_initialising(int process) {
  for (int index = 0; index < thread_count; index++)
    if (threads[index].process == process && threads[index].initialising) return 1;
  return 0;
}
void sim_kill(int process) {
  if (processes[process].dead) return;
  // Statics are those of all processes: the next one would wait for ever for one that is half made.
  if (is_initialising(process)) {
    processes[process].is_doomed = 1;
    return;
  }
  processes[process].dead = 1;
  processes[process].ended = now;
  processes[process].thaws = 0;
  processes[process].status = 128 + SIGKILL;
  for (int index = 0; index < thread_count; index++)
    if (threads[index].process == process) threads[index].state = ENDED;
  end_handles(process);
  close_all(process);
  end_children(process);
}

void sim_freeze(int process, int on) {
  processes[process].frozen = on;
  processes[process].thaws = 0;
}
int sim_is_dead(int process) { return processes[process].dead; }
uint64_t sim_ended(int process) { return processes[process].dead ? processes[process].ended : never; }
int sim_status(int process) { return processes[process].status; }
int sim_current(void) { return self ? self->process : -1; }
void sim_serve(int process) { processes[process].is_service = 1; }
uint64_t sim_wakeups(int process) { return processes[process].wakeups; }
int sim_descriptors(int process) {
  int count = 0;
  for (int descriptor = 0; descriptor < most_descriptors; descriptor++) count += owners[descriptor] == process + 1;
  return count;
}
int sim_threads(int process) {
  int count = 0;
  for (int index = 0; index < thread_count; index++)
    count += threads[index].process == process && threads[index].state != ENDED;
  return count;
}

void swift_once(long *predicate, void (*make)(void *), void *context);
replaces_libc void swift_once(long *predicate, void (*make)(void *), void *context) {
  static void (*runtime_once)(long *, void (*)(void *), void *);
  if (!runtime_once) runtime_once = (void (*)(long *, void (*)(void *), void *))next_symbol("swift_once");
  if (self) self->initialising++;
  runtime_once(predicate, make, context);
  if (!self || --self->initialising || !mine()->is_doomed || is_initialising(self->process)) return;
  sim_kill(self->process);
  stop_here(self);
}

static void end_with(int status) __attribute__((noreturn));
static void end_with(int status) {
  sim_kill(self->process);
  mine()->status = status;
  stop_here(self);
}

replaces_libc void _exit(int status) {
  if (self) {
    tell("exits with %d", status);
    end_with(status);
  }
  kernel(SYS_exit_group, status, 0, 0, 0, 0, 0);
  __builtin_unreachable();
}

// MARK: Signals

// A signal goes to the descriptor that signalfd(2) has returned, or ends the process. There are no handlers: the
// programs that install some share the variables which these read.
replaces_libc int signalfd(int descriptor, const sigset_t *mask, int flags) {
  if (!self) return (int)KERNEL(SYS_signalfd4, descriptor, mask, 8, flags, 0, 0);
  if (fails_with(SIM_EMFILE, EMFILE)) return -1;
  int ends[2];
  if (kernel(SYS_pipe2, ends, O_CLOEXEC | O_NONBLOCK, 0, 0, 0, 0) < 0) fail_run("no pipe");
  memcpy(&mine()->signal_mask, mask, 8);
  mine()->signal_pipe = (int)kernel(SYS_fcntl, ends[1], F_DUPFD_CLOEXEC, 200, 0, 0, 0);
  kernel(SYS_close, ends[1], 0, 0, 0, 0, 0);
  return owned(ends[0]);
}

void sim_signal(int number, int signal) {
  process_t *process = &processes[number];
  if (process->dead) return;
  if (process->signal_pipe && process->signal_mask >> (signal - 1) & 1) {
    struct signalfd_siginfo info = { .ssi_signo = (uint32_t)signal };
    kernel(SYS_write, process->signal_pipe, &info, sizeof info, 0, 0, 0);
    return;
  }
  sim_kill(number);
  process->status = 128 + signal;
}

replaces_libc int raise(int number) {
  if (!self) return (int)KERNEL(SYS_tgkill, getpid(), kernel(SYS_gettid, 0, 0, 0, 0, 0, 0), number, 0, 0, 0);
  tell("ends by signal %d", number);
  end_with(128 + number);
}

// The host's handlers are those of all: a simulated process has none, and blocks nothing.
typedef void (*handler)(int);
replaces_libc handler signal(int number, handler given) {
  static handler (*libc_signal)(int, handler);
  if (self) return SIG_DFL;
  if (!libc_signal) libc_signal = (handler (*)(int, handler))dlsym(RTLD_NEXT, "signal");
  return libc_signal(number, given);
}
replaces_libc int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
  static int (*libc_sigaction)(int, const struct sigaction *, struct sigaction *);
  if (self) {
    if (before) memset(before, 0, sizeof *before);
    return 0;
  }
  if (!libc_sigaction) libc_sigaction = dlsym(RTLD_NEXT, "sigaction");
  return libc_sigaction(number, action, before);
}
replaces_libc int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
  static int (*libc_mask)(int, const sigset_t *, sigset_t *);
  if (self) {
    if (before) memset(before, 0, sizeof *before);
    return 0;
  }
  if (!libc_mask) libc_mask = dlsym(RTLD_NEXT, "pthread_sigmask");
  return libc_mask(how, set, before);
}

// MARK: What a process lets go of

replaces_libc int close_range(unsigned first, unsigned last, int flags) {
  if (!self) return (int)KERNEL(SYS_close_range, first, last, flags, 0, 0, 0);
  for (unsigned descriptor = first < 3 ? 3 : first; !flags && descriptor <= last && descriptor < most_descriptors;
       descriptor++)
    if (owner((int)descriptor) == self->process) close((int)descriptor);
  return 0;
}
