// What the files of the scheduler share.
#pragma once
#define _GNU_SOURCE
#include "simulation.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define replaces_libc __attribute__((visibility("default")))
#define never UINT64_MAX

// The first number of a process.
enum { first_number = 1000 };
enum { most_threads = 512, most_processes = 96, most_descriptors = 4096, most_timers = 256, most_jobs = 256 };
typedef enum { UNUSED, READY, WAITING, ENDED } thread_state;

// What a thread waits for: any of these.
typedef struct {
  struct pollfd own[2];
  struct pollfd *polled;
  int polled_count;
  uint64_t deadline;
  pthread_cond_t *condition;
  int signalled;
  pthread_mutex_t *mutex;
  uint32_t *futex;
  uint32_t *word, expected;
  int connection, job;  // the first is an address + 1
  const struct thread *ending;
  int is_delay;  // of the schedule's making
} wait_t;

typedef struct thread {
  int id, process;
  volatile int turn;
  thread_state state;
  pthread_t real;
  int number;        // of the kernel: gettid(2)
  uint64_t priority;
  int mutexes;       // that it holds
  int initialising;  // statics, one within another
  int serves;        // whether it has called epoll_wait(2)
  wait_t wait;
  const char *where;
  sim_body body;
  void *argument;
  void *(*start)(void *);
} thread_t;

typedef struct {
  char name[32];
  int dead, status, frozen, is_service, detached, is_doomed;
  int has_second_bus;
  int parent;        // + 1, of one that waitpid(2) has not waited for
  uint64_t steps, wakeups, ended, thaws;
  int streams[3];
  uint32_t rate[SIM_FAULTS];
  uint64_t calls[SIM_FAULTS];
  struct { sim_fault fault; uint64_t number; } faults[32];
  int fault_count;
  int signal_pipe;   // writes to what signalfd(2) returned
  uint64_t signal_mask;
  struct { void *job; uint64_t due; sim_body then; } jobs[most_jobs];
  int job_count;
} process_t;

extern thread_t threads[most_threads];
extern int thread_count;
extern process_t processes[most_processes];
extern int process_count;
extern uint64_t now;
extern __thread thread_t *self;
extern struct pending_connections { int sockets[64], processes[64], count; } pending[SIM_ADDRESSES];

// MARK: scheduler.c

// A point at which another thread may go on.
void point(const char *where);
// The calling thread waits for `self->wait`, which is cleared after it.
void park(const char *where);
void park_until(uint64_t deadline, const char *where);
void park_on(int descriptor, short events, const char *where);
void clear_wait(thread_t *thread);
void stop_here(thread_t *thread) __attribute__((noreturn));
thread_t *new_thread(int process);
void *run_thread(void *thread);
// Adds to the trace.
void note(uint64_t a, uint64_t b);
uint64_t world_random(void);
uint64_t schedule_random(void);
void fail_run(const char *why) __attribute__((noreturn));

// MARK: processes.c

static inline process_t *mine(void) { return &processes[self->process]; }
int owned(int descriptor);
void disowned(int descriptor);
int mapped(int descriptor);
int owner(int descriptor);
// Closes it for the kernel. The first numbers are kept for what a process is started with.
long let_go(int descriptor);
void keep_first_numbers(void);
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
void violate(const char *format, ...) __attribute__((format(printf, 1, 2)));

// MARK: faults.c

int fails(sim_fault fault);
// Fails with that error.
int fails_with(sim_fault fault, int error);
// The process stands still from now on if it is to.
void may_freeze(sim_fault kind);
// Ends this process, and does not return, if it is to be killed here.
void may_be_killed(sim_fault kind);

// MARK: clocks.c

void fire_timers(void);
uint64_t next_timer(void);
void forget_timer(int descriptor);

// A handle of the process with that number, as pidfd_open(2).
int open_handle(pid_t number);
int process_of_handle(int descriptor);
void forget_handle(int descriptor);
void end_handles(int process);
void end_children(int process);

// MARK: proc.c

// The path to hand to the kernel, which is in the buffer if it is another one.
const char *real_path(const char *path, char buffer[4096]);
// What is simulated there; −2 for a path that is the kernel's.
int open_proc(const char *path);

// MARK: files.c

// Says that it closes what it does not have.
void check_owner(int descriptor);
// The content of that file changes now.
void touch(int descriptor);
// Whether the disk fails now, with errno.
int disk_fails(void);

// MARK: threads.c

// Whether a thread of the kernel is one of a process that has ended. What it holds is free: in the system the processes
// would share no static.
int is_abandoned(int thread);

// MARK: libc's own functions

void *next_symbol(const char *name);

int real_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int real_trylock(pthread_mutex_t *);
int real_unlock(pthread_mutex_t *);

// The kernel's answer: −errno for an error.
long kernel(long number, ...);
static inline long answered(long value) {
  if (value < 0 && value > -4096) {
    errno = (int)-value;
    return -1;
  }
  return value;
}
#define KERNEL(...) answered(kernel(__VA_ARGS__))
// The same for a call of a descriptor: that it is not open must not happen.
long checked(long value, const char *call, int descriptor);
