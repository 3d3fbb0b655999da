// Time, timers and chance.
#include "state.h"
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>

static struct { int descriptor; uint64_t deadline; } timers[most_timers];
static int timer_count;
static const uint64_t second = 1000000000ull;
// Between the time since the start of the system and the time of day: later than any real time.
const uint64_t sim_epoch = 4000000000ull * 1000000000ull;

static uint64_t in_ns(const struct timespec *time) {
  return (uint64_t)time->tv_sec * second + (uint64_t)time->tv_nsec;
}

// A loop that only looks at the clock comes to its end too.
static uint64_t look(int is_time_of_day) {
  now += 100;
  return is_time_of_day ? sim_epoch + now : now;
}
replaces_libc int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!self) return (int)KERNEL(SYS_clock_gettime, clock, time, 0, 0, 0, 0);
  uint64_t ns = look(clock == CLOCK_REALTIME);
  *time = (struct timespec){ (time_t)(ns / second), (long)(ns % second) };
  return 0;
}
replaces_libc int gettimeofday(struct timeval *time, void *zone) {
  if (!self) return (int)KERNEL(SYS_gettimeofday, time, zone, 0, 0, 0, 0);
  uint64_t ns = look(1);
  *time = (struct timeval){ (time_t)(ns / second), (long)(ns % second / 1000) };
  return 0;
}
replaces_libc int nanosleep(const struct timespec *length, struct timespec *left) {
  if (!self) return (int)KERNEL(SYS_nanosleep, length, left, 0, 0, 0, 0);
  park_until(now + in_ns(length), "nanosleep");
  return 0;
}
replaces_libc int sched_yield(void) {
  if (!self) return (int)KERNEL(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
  point("sched_yield");
  return 0;
}
replaces_libc ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
  if (!self) return KERNEL(SYS_getrandom, buffer, length, flags, 0, 0, 0);
  unsigned char *bytes = buffer;
  for (size_t index = 0; index < length; index++) bytes[index] = (unsigned char)(world_random() >> 11);
  return (ssize_t)length;
}

// MARK: Timers

// Each is an eventfd to which the scheduler writes when its time has come.
replaces_libc int timerfd_create(int clock, int flags) {
  if (!self) return (int)KERNEL(SYS_timerfd_create, clock, flags, 0, 0, 0, 0);
  if (fails_with(SIM_EMFILE, EMFILE)) return -1;
  int descriptor = (int)KERNEL(SYS_eventfd2, 0, EFD_CLOEXEC | EFD_NONBLOCK, 0, 0, 0, 0);
  if (descriptor < 0) return descriptor;
  if (timer_count == most_timers) fail_run("too many timers");
  timers[timer_count].descriptor = descriptor;
  timers[timer_count++].deadline = 0;
  return owned(descriptor);
}
replaces_libc int timerfd_settime(
  int descriptor, int flags, const struct itimerspec *given, struct itimerspec *before) {
  if (!self) return (int)KERNEL(SYS_timerfd_settime, descriptor, flags, given, before, 0, 0);
  for (int index = 0; index < timer_count; index++) {
    if (timers[index].descriptor != descriptor) continue;
    uint64_t expirations, value = in_ns(&given->it_value);
    kernel(SYS_read, descriptor, &expirations, sizeof expirations, 0, 0, 0);
    timers[index].deadline = value == 0 ? 0 : flags & TFD_TIMER_ABSTIME ? value : now + value;
    return 0;
  }
  violate("%s sets %d, which is no timer", mine()->name, descriptor);
  errno = EBADF;
  return -1;
}
void forget_timer(int descriptor) {
  for (int index = 0; index < timer_count; index++)
    if (timers[index].descriptor == descriptor) timers[index] = timers[--timer_count];
}
void fire_timers(void) {
  for (int index = 0; index < timer_count; index++) {
    if (!timers[index].deadline || timers[index].deadline > now) continue;
    uint64_t one = 1;
    timers[index].deadline = 0;
    kernel(SYS_write, timers[index].descriptor, &one, sizeof one, 0, 0, 0);
  }
}
uint64_t next_timer(void) {
  uint64_t next = never;
  for (int index = 0; index < timer_count; index++) {
    if (!timers[index].deadline || timers[index].deadline >= next) continue;
    int process = owner(timers[index].descriptor);
    // A frozen process hears of it when it thaws.
    if (process < 0 || !processes[process].frozen) next = timers[index].deadline;
  }
  return next;
}
