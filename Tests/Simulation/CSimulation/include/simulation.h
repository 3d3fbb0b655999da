// Several “processes” in one, under a seeded scheduler with virtual time.
//
// The functions of these files take the place of libc's in the executable that is linked with them, for Swift's code,
// for libdbus and for the Swift runtime alike. Descriptors are the kernel's own; waiting, time, threads, chance,
// failures and the end of a process are simulated. One simulated thread runs at a time, and each call is a point where
// another may go on. Threads that the simulator has not started call the kernel as ever.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

typedef void (*sim_body)(void *_Nullable argument);

// MARK: A run

typedef enum {
  SIM_UNIFORM,     // any thread that can run
  SIM_STICKY,      // mostly the same one until it waits
  SIM_PRIORITIES,  // the one with the highest random priority, which changes a few times
  SIM_STARVE,      // one process runs only when nothing else can
} sim_policy;

typedef struct {
  uint64_t seed;
  uint32_t policy;
  // With SIM_PRIORITIES, how often a priority changes; with SIM_STARVE, the number of the process.
  uint32_t detail;
  // One of so many calls takes up to `longest_delay` ns; 0: none does.
  uint32_t delayed_one_of;
  uint64_t longest_delay;
} sim_schedule;

// Has the next program that this process executes begin at the addresses at which it began before.
void sim_fix_addresses(void);
// Runs this process on one processor: a thread that hands over then never waits for another processor.
void sim_use_processor(int number);
// Starts the run of this process: there is one.
void sim_begin(const sim_schedule *schedule, uint64_t world_seed);
// Runs until nothing can happen any more before that virtual time (0: everything has come to rest), or until the time
// (1). Called by the host, which is no simulated thread.
int sim_run(uint64_t until_ns);
uint64_t sim_now(void);
// Of the world's own sequence, which the schedule does not change; below 0: of all numbers.
uint64_t sim_random(uint64_t below);
// When virtual time begins, and how much later the time of day is.
extern const uint64_t sim_start, sim_epoch;

typedef struct {
  uint64_t steps, switches, trace, faults;
  uint32_t threads, open_descriptors;
} sim_report;
sim_report sim_report_now(void);
// Writes each step there, to be compared with those of another run.
void sim_write_steps(int file);
// Writes where each thread is to standard error.
void sim_dump(void);
// Writes a line there, whoever calls it.
void sim_print(const char *line);

// MARK: The process from which runs are forked

// Forks it, and returns its socket. It never does anything else, so that every run begins with the same memory.
int sim_mother(void);
// Another one like that one, for a second run at a time.
int sim_sister(int mother);
// Asks it for a run with these descriptors, of which it takes copies. Returns the number of the run's process.
int sim_ask_for_run(int mother, const int descriptors[_Nonnull 3]);
// The status with which that run has ended, as waitpid(2) has it.
int sim_run_status(int mother);
// In a run's process: its descriptors.
int sim_run_descriptor(int place);

// MARK: Processes

// A new process whose main thread runs the body; it ends with status 0 when the body returns.
int sim_process(const char *name, sim_body body, void *_Nullable argument);
// Copies become its standard streams.
void sim_streams(int process, int input, int output, int errors);
void sim_kill(int process);
void sim_freeze(int process, int on);
// As kill(2), for processes that have a signalfd of it or no handler.
void sim_signal(int process, int number);
int sim_is_dead(int process);
// When it ended; UINT64_MAX while it has not.
uint64_t sim_ended(int process);
// The status; 128 + n after the signal n.
int sim_status(int process);
// As getpid(2) says in it.
int sim_number(int process);
// Whether it has gone on in the background: for who started it, it has ended with 0.
int sim_is_detached(int process);
int sim_descriptors(int process);
int sim_threads(int process);
uint64_t sim_wakeups(int process);
// The process that runs now, −1 for the host.
int sim_current(void);
// Has a process start for /bin/sh -c: returns its number.
void sim_run_commands(int (*start)(const char *command));
// Marks a process whose loop must wait in epoll_wait(2) only.
void sim_serve(int process);

// MARK: Faults

typedef enum {
  SIM_EMFILE, SIM_NO_THREAD, SIM_NO_MEMORY_FILE, SIM_ENOSPC, SIM_EIO, SIM_EROFS, SIM_UNSUPPORTED, SIM_BUSY_SEAL,
  SIM_EINTR, SIM_SHORT,
  // The process stands still for a while.
  SIM_FREEZE_STEP, SIM_FREEZE_SEND,
  // The process is killed at such a call.
  SIM_KILL_STEP, SIM_KILL_RENAME, SIM_KILL_SYNC, SIM_KILL_UNLINK, SIM_KILL_SEND,
  SIM_FAULTS
} sim_fault;
// One of so many calls fails; 0: none.
void sim_fault_rate(int process, sim_fault fault, uint32_t one_of);
// The n-th call of that kind fails, the first is 1.
void sim_fault_at(int process, sim_fault fault, uint64_t number);
// The mended fault that the code has in this run, if it was built with those of Mutations.
void sim_put_back(const char *name);
// From now on nothing fails.
void sim_end_faults(void);

// MARK: What the run has seen

// Reports what must not happen; the first ones are kept.
void sim_violate(const char *text);
int sim_violations(void);
const char *sim_violation(int number);
// Is called with each event of a process for the story.
typedef void (*sim_listener)(int process, const char *event);
void sim_listen(sim_listener _Nullable listener);

// What another process sees of a run, in memory that both share.
typedef struct {
  volatile uint64_t steps;
  volatile int thread;  // of the kernel, which runs now
  char process[32];     // whose it is
} sim_progress;
// From now on the run is seen there.
void sim_show(sim_progress *_Nullable progress);

// MARK: Sockets of the bus and of the service manager

// Programs connect to /sim/bus, /sim/second-bus and /sim/manager.
typedef enum { SIM_BUS, SIM_SECOND_BUS, SIM_MANAGER, SIM_ADDRESSES } sim_address;
// The session bus of a process and of those that it starts: the first, unless this says otherwise.
void sim_use_second_bus(int process);
int sim_uses_second_bus(int process);
// A connection to that address, with the number of its process, or −1.
int sim_accept(sim_address address, int *number);
// Waits until one of the descriptors is readable (events & 1) or writable (events & 2), a connection to the address
// waits or the time has come; sets ready.
void sim_wait(
  sim_address address, const int *descriptors, const int *events, int *ready, int count, uint64_t until_ns);
ssize_t sim_receive(int socket, void *buffer, size_t length, int *descriptors, int *count);
ssize_t sim_send(int socket, const void *bytes, size_t length, const int *_Nullable descriptors, int count);
void sim_close(int descriptor);
// Whether both are of one open file description.
int sim_is_same(int descriptor, int other);
// A process that has not begun gets copies of these as 3 and following; another one that has some must have ended.
void sim_pass(int process, const int *descriptors, int count);
// The most of these.
enum { sim_most_passed = 32 };

// MARK: Swift's tasks

// From now on the tasks of a simulated process run in `sim_run_tasks`.
void sim_hook_tasks(void);
// Runs tasks of this process until *done.
void sim_run_tasks(volatile int *done);
// Calls the body from there after that time.
void sim_after(uint64_t ns, sim_body then, void *_Nullable argument);

#pragma clang assume_nonnull end
