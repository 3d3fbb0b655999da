// Which thread runs next, and when.
#include "state.h"
#include <linux/futex.h>

enum { most_polled = 512, longest_turn = 2000 };

const uint64_t sim_start = 1000000ull * 1000000000ull;
thread_t threads[most_threads];
int thread_count;
uint64_t now;
__thread thread_t *self;
struct pending_connections pending[SIM_ADDRESSES];
static sim_schedule schedule;
static uint64_t steps, switches, trace, limit, turn_length;
static uint64_t world[2], order[2];
static uint64_t changes[8];
static volatile int host_turn;
static int at_limit;
static thread_t *running;
static sim_progress *progress;
void sim_show(sim_progress *given) { progress = given; }

// xorshift128+
static uint64_t random_of(uint64_t state[2]) {
  uint64_t a = state[0], b = state[1];
  state[0] = b;
  a ^= a << 23;
  state[1] = a ^ b ^ (a >> 18) ^ (b >> 5);
  return state[1] + b;
}
static void sow(uint64_t state[2], uint64_t seed) {
  state[0] = seed * 0x9E3779B97F4A7C15ull + 1;
  state[1] = seed ^ 0xD1B54A32D192ED03ull;
  for (int index = 0; index < 8; index++) random_of(state);
}
uint64_t world_random(void) { return random_of(world); }
uint64_t schedule_random(void) { return random_of(order); }
uint64_t sim_random(uint64_t below) { return below ? world_random() % below : world_random(); }
uint64_t sim_now(void) { return now; }

// The trace as text, for whoever compares two.
static char steps_text[1 << 16];
static size_t steps_length;
static int steps_file = -1;
void sim_write_steps(int file) { steps_file = file; }
static void write_steps(void) {
  kernel(SYS_write, steps_file, steps_text, steps_length, 0, 0, 0);
  steps_length = 0;
}
static void tell_step(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void tell_step(const char *format, ...) {
  if (steps_file < 0) return;
  if (steps_length > sizeof steps_text - 200) write_steps();
  va_list list;
  va_start(list, format);
  steps_length += (size_t)vsnprintf(steps_text + steps_length, 200, format, list);
  va_end(list);
}

void note(uint64_t a, uint64_t b) {
  tell_step("  %llx %lld\n", (unsigned long long)a, (long long)b);
  trace = (trace ^ a) * 0x100000001b3ull;
  trace = (trace ^ b) * 0x100000001b3ull;
}

static void wait_for_turn(volatile int *word) {
  while (*word == 0) kernel(SYS_futex, word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
}
static void give_turn(volatile int *word) {
  __atomic_store_n(word, 1, __ATOMIC_SEQ_CST);
  kernel(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

void fail_run(const char *why) {
  dprintf(2, "simulation: %s\n", why);
  sim_dump();
  kernel(SYS_exit_group, 97, 0, 0, 0, 0, 0);
  __builtin_unreachable();
}

// MARK: Who can run

static int has_due_job(const process_t *process) {
  for (int at = 0; at < process->job_count; at++)
    if (process->jobs[at].due <= now) return 1;
  return 0;
}

// One poll(2) of all descriptors that threads wait for; sets the results of each.
static void poll_all(void) {
  static struct pollfd all[most_polled];
  int count = 0;
  for (int index = 0; index < thread_count; index++) {
    wait_t *wait = &threads[index].wait;
    if (threads[index].state != WAITING) continue;
    if (count + wait->polled_count > most_polled) fail_run("too many descriptors to wait for");
    for (int at = 0; at < wait->polled_count; at++) all[count++] = wait->polled[at];
  }
  if (!count) return;
  struct timespec none = { 0, 0 };
  kernel(SYS_ppoll, all, count, &none, 0, 0, 0);
  count = 0;
  for (int index = 0; index < thread_count; index++) {
    wait_t *wait = &threads[index].wait;
    if (threads[index].state != WAITING) continue;
    for (int at = 0; at < wait->polled_count; at++) wait->polled[at].revents = all[count++].revents;
  }
}

static int can_run(const thread_t *thread) {
  const process_t *process = &processes[thread->process];
  const wait_t *wait = &thread->wait;
  if (process->frozen) return 0;
  if (thread->state == READY) return 1;
  if (thread->state != WAITING) return 0;
  for (int at = 0; at < wait->polled_count; at++)
    if (wait->polled[at].revents) return 1;
  if (wait->condition && wait->signalled) return 1;
  if (wait->mutex && (wait->mutex->__data.__lock == 0 || is_abandoned(wait->mutex->__data.__owner))) return 1;
  if (wait->futex) {
    int holder = (int)(__atomic_load_n(wait->futex, __ATOMIC_SEQ_CST) & FUTEX_TID_MASK);
    if (holder == 0 || is_abandoned(holder)) return 1;
  }
  if (wait->word && (wait->signalled || __atomic_load_n(wait->word, __ATOMIC_SEQ_CST) != wait->expected)) return 1;
  if (wait->connection && pending[wait->connection - 1].count) return 1;
  if (wait->ending && wait->ending->state == ENDED) return 1;
  if (wait->job && has_due_job(process)) return 1;
  return wait->deadline <= now;
}

static uint64_t next_deadline(void) {
  uint64_t next = next_timer();
  for (int index = 0; index < process_count; index++)
    if (processes[index].thaws && processes[index].thaws < next) next = processes[index].thaws;
  for (int index = 0; index < thread_count; index++) {
    const thread_t *thread = &threads[index];
    const process_t *process = &processes[thread->process];
    if (thread->state != WAITING || process->frozen) continue;
    if (thread->wait.deadline < next) next = thread->wait.deadline;
    if (!thread->wait.job) continue;
    for (int at = 0; at < process->job_count; at++)
      if (process->jobs[at].due < next) next = process->jobs[at].due;
  }
  return next;
}

static thread_t *pick(thread_t **able, int count) {
  if (count == 1) return able[0];
  int last = -1;
  for (int index = 0; index < count; index++)
    if (able[index] == running) last = index;
  // Whoever has run for long lets another one run, whatever the policy says.
  int is_long = last >= 0 && turn_length > longest_turn;
  switch (is_long ? SIM_UNIFORM : schedule.policy) {
  case SIM_STICKY:
    if (last >= 0 && schedule_random() % 16) return able[last];
    break;
  case SIM_PRIORITIES: {
    for (uint32_t index = 0; index < schedule.detail && index < 8; index++)
      if (changes[index] == steps && running) running->priority = index;
    thread_t *best = able[0];
    for (int index = 1; index < count; index++)
      if (able[index]->priority > best->priority) best = able[index];
    return best;
  }
  case SIM_STARVE: {
    int others = 0;
    for (int index = 0; index < count; index++)
      if (able[index]->process != (int)schedule.detail) able[others++] = able[index];
    if (others) count = others;
    break;
  }
  }
  return able[schedule_random() % (uint64_t)count];
}

static void thaw(void) {
  for (int index = 0; index < process_count; index++)
    if (processes[index].thaws && processes[index].thaws <= now) sim_freeze(index, 0);
}

// The thread to run next; NULL at rest and at the limit.
static thread_t *choose(void) {
  thread_t *able[most_threads];
  while (1) {
    thaw();
    fire_timers();
    poll_all();
    int count = 0;
    for (int index = 0; index < thread_count; index++)
      if (can_run(&threads[index])) able[count++] = &threads[index];
    if (count) return pick(able, count);
    uint64_t next = next_deadline();
    at_limit = next != never;
    if (next > limit) {
      if (at_limit) now = limit;
      return NULL;
    }
    now = next;
  }
}

// MARK: Changing threads

static void hand_over(thread_t *next) {
  if (!next) {
    give_turn(&host_turn);
    return;
  }
  next->state = READY;
  turn_length = next == running ? turn_length + 1 : 0;
  running = next;
  switches++;
  if (progress) {
    progress->steps = steps;
    progress->thread = next->number;
    memcpy(progress->process, processes[next->process].name, sizeof progress->process);
  }
  give_turn(&next->turn);
}

void stop_here(thread_t *thread) {
  thread->state = ENDED;
  hand_over(choose());
  volatile int no_turn = 0;
  while (1) wait_for_turn(&no_turn);
}

static void check_wait(const thread_t *thread) {
  const process_t *process = &processes[thread->process];
  const wait_t *wait = &thread->wait;
  // Others hold a mutex for a moment only.
  if (wait->is_delay || wait->mutex || wait->futex || wait->word) return;
  if (thread->mutexes) violate("%s waits in %s with %d mutexes held", process->name, thread->where, thread->mutexes);
  if (thread->serves && process->is_service && strcmp(thread->where, "epoll_wait") != 0)
    violate("the loop of %s waits in %s", process->name, thread->where);
}

// The calling thread has set its state.
static void reschedule(const char *where) {
  thread_t *me = self;
  me->where = where;
  steps++;
  if (progress) progress->steps = steps;
  mine()->steps++;
  // Time passes a little with every step, so that no loop over the clock is endless.
  now += 1000 + schedule_random() % 20000;
  note((uint64_t)me->id << 32 | (uint64_t)me->state, (uint64_t)(unsigned char)where[0] << 8 | (unsigned char)where[1]);
  tell_step("%llu %s.%d %s\n", (unsigned long long)now, mine()->name, me->id, where);
  may_be_killed(SIM_KILL_STEP);
  may_freeze(SIM_FREEZE_STEP);
  if (me->state == WAITING) check_wait(me);
  thread_t *next = choose();
  if (next == me) {
    me->state = READY;
    turn_length++;
    return;
  }
  __atomic_store_n(&me->turn, 0, __ATOMIC_SEQ_CST);
  hand_over(next);
  wait_for_turn(&me->turn);
  if (mine()->dead) stop_here(me);
}

void clear_wait(thread_t *thread) {
  memset(&thread->wait, 0, sizeof thread->wait);
  thread->wait.deadline = never;
}

void point(const char *where) {
  if (!self) return;
  if (schedule.delayed_one_of && schedule_random() % schedule.delayed_one_of == 0) {
    clear_wait(self);
    self->wait.deadline = now + schedule_random() % schedule.longest_delay;
    self->wait.is_delay = 1;
    park(where);
    clear_wait(self);
    return;
  }
  reschedule(where);
}

void park(const char *where) {
  thread_t *me = self;
  me->state = WAITING;
  reschedule(where);
}

void park_until(uint64_t deadline, const char *where) {
  clear_wait(self);
  self->wait.deadline = deadline;
  park(where);
  clear_wait(self);
}

void park_on(int descriptor, short events, const char *where) {
  wait_t *wait = &self->wait;
  clear_wait(self);
  wait->own[0] = (struct pollfd){ .fd = descriptor, .events = events };
  wait->polled = wait->own;
  wait->polled_count = 1;
  park(where);
  clear_wait(self);
}

// MARK: Threads and the host

thread_t *new_thread(int process) {
  if (thread_count == most_threads) fail_run("too many threads");
  thread_t *thread = &threads[thread_count];
  memset(thread, 0, sizeof *thread);
  thread->id = thread_count++;
  thread->process = process;
  thread->priority = 8 + schedule_random() % 1000000;
  clear_wait(thread);
  thread->state = READY;
  thread->where = "its start";
  return thread;
}

void *run_thread(void *argument) {
  thread_t *me = argument;
  self = me;
  me->number = (int)kernel(SYS_gettid, 0, 0, 0, 0, 0, 0);
  wait_for_turn(&me->turn);
  if (!mine()->dead) {
    if (me->start) me->start(me->argument);
    else me->body(me->argument);
  }
  if (!me->start && !mine()->dead) {
    tell("ends");
    sim_kill(me->process);
    mine()->status = 0;
  }
  stop_here(me);
}

void sim_begin(const sim_schedule *given, uint64_t world_seed) {
  schedule = *given;
  sow(world, world_seed);
  sow(order, given->seed);
  now = sim_start;
  trace = 0xcbf29ce484222325ull;
  for (int index = 0; index < 8; index++) changes[index] = schedule_random() % 4000;
}

int sim_run(uint64_t until) {
  limit = until;
  host_turn = 0;
  hand_over(choose());
  wait_for_turn(&host_turn);
  return at_limit;
}

sim_report sim_report_now(void) {
  if (steps_file >= 0) write_steps();
  int open = 0;
  for (int descriptor = 0; descriptor < most_descriptors; descriptor++) open += owner(descriptor) >= 0;
  return (sim_report){ steps, switches, trace, 0, (uint32_t)thread_count, (uint32_t)open };
}

void sim_dump(void) {
  for (int index = 0; index < thread_count; index++) {
    const thread_t *thread = &threads[index];
    if (thread->state == ENDED) continue;
    dprintf(2, "  thread %d (%d) of %s %s in %s", thread->id, thread->number, processes[thread->process].name,
            thread == running ? "runs" : thread->state == WAITING ? "waits" : "can run", thread->where);
    if (thread->wait.deadline != never) dprintf(2, " until %.6f", (double)(thread->wait.deadline - sim_start) / 1e9);
    for (int at = 0; at < thread->wait.polled_count; at++)
      dprintf(2, " for %d/%d", thread->wait.polled[at].fd, thread->wait.polled[at].events);
    dprintf(2, "\n");
  }
}
