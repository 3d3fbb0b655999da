// Threads, mutexes, conditions and futexes.
#include "state.h"
#include <dlfcn.h>
#include <linux/futex.h>
#include <sys/random.h>
#include <time.h>

static int (*libc_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
static int (*libc_lock)(pthread_mutex_t *);
static int (*libc_trylock)(pthread_mutex_t *);
static int (*libc_unlock)(pthread_mutex_t *);
static int (*libc_wait)(pthread_cond_t *, pthread_mutex_t *);
static int (*libc_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
static int (*libc_signal)(pthread_cond_t *);
static int (*libc_broadcast)(pthread_cond_t *);
static long (*libc_syscall)(long, ...);

// The loader calls some of these before any constructor runs.
static void resolve(void) {
  if (libc_broadcast) return;
  libc_syscall = dlsym(RTLD_NEXT, "syscall");
  libc_create = dlsym(RTLD_NEXT, "pthread_create");
  libc_lock = dlsym(RTLD_NEXT, "pthread_mutex_lock");
  libc_trylock = dlsym(RTLD_NEXT, "pthread_mutex_trylock");
  libc_unlock = dlsym(RTLD_NEXT, "pthread_mutex_unlock");
  libc_wait = dlsym(RTLD_NEXT, "pthread_cond_wait");
  libc_timedwait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
  libc_signal = dlsym(RTLD_NEXT, "pthread_cond_signal");
  libc_broadcast = dlsym(RTLD_NEXT, "pthread_cond_broadcast");
}
__attribute__((constructor)) static void resolve_all(void) { resolve(); }

void *next_symbol(const char *name) { return dlsym(RTLD_NEXT, name); }

long kernel(long number, ...) {
  resolve();
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long),
       e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  int before = errno;
  long result = libc_syscall(number, a, b, c, d, e, f);
  if (result == -1) result = -errno;
  errno = before;
  return result;
}

int real_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  resolve();
  return libc_create(id, attributes, start, argument);
}
int real_trylock(pthread_mutex_t *mutex) { return libc_trylock(mutex); }
int real_unlock(pthread_mutex_t *mutex) { return libc_unlock(mutex); }

replaces_libc int pthread_create(
  pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  if (!self) return real_create(id, attributes, start, argument);
  point("pthread_create");
  if (fails(SIM_NO_THREAD)) return EAGAIN;
  thread_t *thread = new_thread(self->process);
  thread->start = start;
  thread->argument = argument;
  if (real_create(&thread->real, attributes, run_thread, thread)) fail_run("no thread of the kernel");
  *id = thread->real;
  return 0;
}

// A thread of the kernel never ends, for what it would free then, and when, depends on the real time.
replaces_libc int pthread_join(pthread_t id, void **result) {
  static int (*libc_join)(pthread_t, void **);
  if (!libc_join) libc_join = (int (*)(pthread_t, void **))next_symbol("pthread_join");
  if (!self) return libc_join(id, result);
  for (int index = 0; index < thread_count; index++) {
    if (!pthread_equal(threads[index].real, id)) continue;
    clear_wait(self);
    self->wait.ending = &threads[index];
    if (threads[index].state != ENDED) park("pthread_join");
    clear_wait(self);
    if (result) *result = NULL;
    return 0;
  }
  return ESRCH;
}

// MARK: Mutexes

int is_abandoned(int number) {
  for (int index = 0; index < thread_count; index++)
    if (threads[index].number == number) return processes[threads[index].process].dead;
  return 0;
}
static void lock(pthread_mutex_t *mutex) {
  while (real_trylock(mutex) != 0) {
    if (is_abandoned(mutex->__data.__owner)) {
      mutex->__data.__owner = mutex->__data.__lock = 0;
      mutex->__data.__count = mutex->__data.__nusers = 0;
      continue;
    }
    clear_wait(self);
    self->wait.mutex = mutex;
    park("pthread_mutex_lock");
    clear_wait(self);
  }
  self->mutexes++;
}
replaces_libc int pthread_mutex_lock(pthread_mutex_t *mutex) {
  resolve();
  if (!self) return libc_lock(mutex);
  lock(mutex);
  return 0;
}
replaces_libc int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  resolve();
  int failure = libc_trylock(mutex);
  if (!failure && self) self->mutexes++;
  return failure;
}
replaces_libc int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  resolve();
  if (self) self->mutexes--;
  return libc_unlock(mutex);
}

// MARK: Conditions

static int wait_for(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline) {
  real_unlock(mutex);
  self->mutexes--;
  clear_wait(self);
  self->wait.condition = condition;
  self->wait.deadline = deadline;
  park("pthread_cond_wait");
  int signalled = self->wait.signalled;
  clear_wait(self);
  lock(mutex);
  return signalled ? 0 : ETIMEDOUT;
}
replaces_libc int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  resolve();
  return self ? wait_for(condition, mutex, never) : libc_wait(condition, mutex);
}
replaces_libc int pthread_cond_timedwait(
  pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
  resolve();
  if (!self) return libc_timedwait(condition, mutex, time);
  return wait_for(condition, mutex, (uint64_t)time->tv_sec * 1000000000ull + (uint64_t)time->tv_nsec);
}
static void wake(pthread_cond_t *condition, int all) {
  wait_t *waiting[most_threads];
  uint64_t count = 0;
  for (int index = 0; index < thread_count; index++) {
    wait_t *wait = &threads[index].wait;
    if (threads[index].state == WAITING && wait->condition == condition && !wait->signalled) waiting[count++] = wait;
  }
  if (!count) return;
  if (!all) waiting[schedule_random() % count]->signalled = 1;
  for (uint64_t index = 0; all && index < count; index++) waiting[index]->signalled = 1;
}
replaces_libc int pthread_cond_signal(pthread_cond_t *condition) {
  resolve();
  if (!self) return libc_signal(condition);
  wake(condition, 0);
  point("pthread_cond_signal");
  return 0;
}
replaces_libc int pthread_cond_broadcast(pthread_cond_t *condition) {
  resolve();
  if (!self) return libc_broadcast(condition);
  wake(condition, 1);
  point("pthread_cond_broadcast");
  return 0;
}

// MARK: syscall(2)

// Swift's Mutex is a futex with the number of the thread that holds it.
static long lock_futex(uint32_t *word, long operation) {
  while (1) {
    long result = kernel(SYS_futex, word, FUTEX_TRYLOCK_PI | (operation & FUTEX_PRIVATE_FLAG), 0, 0, 0, 0);
    if (result >= 0) return result;
    int holder = (int)(__atomic_load_n(word, __ATOMIC_SEQ_CST) & FUTEX_TID_MASK);
    if (is_abandoned(holder)) {
      __atomic_store_n(word, 0, __ATOMIC_SEQ_CST);
      continue;
    }
    for (int index = 0; index < thread_count; index++)
      if (threads[index].number == holder && threads[index].state == WAITING && threads[index].wait.polled_count)
        violate("%s waits in %s with a mutex that another thread wants", processes[threads[index].process].name,
                threads[index].where);
    clear_wait(self);
    self->wait.futex = word;
    park("a mutex");
    clear_wait(self);
  }
}

// The runtime's other locks wait for a word to change.
static long wait_for_word(uint32_t *word, uint32_t expected, const struct timespec *length) {
  uint64_t deadline = length ? now + (uint64_t)length->tv_sec * 1000000000ull + (uint64_t)length->tv_nsec : never;
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != expected) {
    errno = EAGAIN;
    return -1;
  }
  clear_wait(self);
  self->wait.word = word;
  self->wait.expected = expected;
  self->wait.deadline = deadline;
  park("a lock");
  int is_late = !self->wait.signalled && __atomic_load_n(word, __ATOMIC_SEQ_CST) == expected;
  clear_wait(self);
  if (!is_late) return 0;
  errno = ETIMEDOUT;
  return -1;
}
static long wake_word(uint32_t *word, long most) {
  long count = 0;
  for (int index = 0; index < thread_count && count < most; index++) {
    wait_t *wait = &threads[index].wait;
    if (threads[index].state != WAITING || wait->word != word || wait->signalled) continue;
    wait->signalled = 1;
    count++;
  }
  return count;
}

enum { lock_pi2 = 13, openat2_call = 437 };
replaces_libc long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long),
       e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (!self) return KERNEL(number, a, b, c, d, e, f);
  if (number == SYS_futex) {
    long operation = b & FUTEX_CMD_MASK;
    if (operation == FUTEX_LOCK_PI || operation == lock_pi2) return lock_futex((uint32_t *)a, b);
    if (operation == FUTEX_WAIT) return wait_for_word((uint32_t *)a, (uint32_t)c, (const struct timespec *)d);
    if (operation == FUTEX_WAKE) return wake_word((uint32_t *)a, c);
    if (operation == FUTEX_WAIT_BITSET) fail_run("a wait for bits of a futex is not simulated");
  }
  if (number == SYS_pidfd_open) return open_handle((pid_t)a);
  if (number == SYS_getrandom) return getrandom((void *)a, (size_t)b, 0);
  if (number == SYS_clock_gettime) return clock_gettime((clockid_t)a, (struct timespec *)b);
  if (number == openat2_call) {
    point("openat2");
    if (fails_with(SIM_UNSUPPORTED, ENOSYS) || fails_with(SIM_EMFILE, EMFILE)) return -1;
    return owned((int)KERNEL(number, a, b, c, d, e, f));
  }
  return KERNEL(number, a, b, c, d, e, f);
}
