// Swift's tasks: those of a simulated process run on its main thread, one after another, in an order of the schedule.
#include "state.h"
#include <dlfcn.h>

#define swiftcall __attribute__((swiftcall))
swiftcall void swift_job_run(void *job, void *identity, uintptr_t implementation);
typedef swiftcall void (*enqueue_original)(void *job);
typedef swiftcall void (*delay_original)(unsigned long long delay, void *job);
typedef swiftcall void (*deadline_original)(
  long long seconds, long long ns, long long leeway_seconds, long long leeway_ns, int clock, void *job);

static void enqueue(void *job, uint64_t due, sim_body then) {
  process_t *process = mine();
  if (process->dead) return;
  if (process->job_count == most_jobs) fail_run("too many tasks");
  process->jobs[process->job_count].job = job;
  process->jobs[process->job_count].then = then;
  process->jobs[process->job_count++].due = due;
}

static swiftcall void enqueue_hook(void *job, enqueue_original original) {
  if (!self) return original(job);
  enqueue(job, 0, NULL);
  point("a task");
}
static swiftcall void delay_hook(unsigned long long delay, void *job, delay_original original) {
  if (!self) return original(delay, job);
  enqueue(job, now + delay, NULL);
}
static swiftcall void deadline_hook(
  long long seconds, long long ns, long long leeway_seconds, long long leeway_ns, int clock, void *job,
  deadline_original original) {
  if (!self) return original(seconds, ns, leeway_seconds, leeway_ns, clock, job);
  enqueue(job, (uint64_t)seconds * 1000000000ull + (uint64_t)ns, NULL);
}

// MARK: Task.sleep, which goes past the hooks

// A time of dispatch(3): the upper two bits say which clock.
static uint64_t time_of(uint64_t when) { return when & (~0ull >> 2); }
void dispatch_after_f(uint64_t when, void *queue, void *context, sim_body work);
replaces_libc void dispatch_after_f(uint64_t when, void *queue, void *context, sim_body work) {
  static void (*runtime)(uint64_t, void *, void *, sim_body);
  if (self) return enqueue(context, time_of(when), work);
  if (!runtime) runtime = (void (*)(uint64_t, void *, void *, sim_body))next_symbol("dispatch_after_f");
  runtime(when, queue, context, work);
}

// It would start a thread; nothing runs on that queue.
void dispatch_queue_set_width(void *queue, long width);
replaces_libc void dispatch_queue_set_width(void *queue, long width) { (void)queue, (void)width; }

// A source that is a timer fires once.
static struct timer { int is_used; void *context; sim_body handler; uint64_t due; } timers[most_jobs];
static struct timer *as_timer(void *object) {
  struct timer *timer = object;
  return timer >= timers && timer < timers + most_jobs ? timer : NULL;
}
void *dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue);
replaces_libc void *dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  static void *(*runtime)(const void *, uintptr_t, uintptr_t, void *);
  int index = 0;
  while (self && index < most_jobs && timers[index].is_used) index++;
  if (self && index == most_jobs) fail_run("too many tasks sleep");
  if (self) {
    timers[index] = (struct timer){ .is_used = 1 };
    return &timers[index];
  }
  if (!runtime)
    runtime = (void *(*)(const void *, uintptr_t, uintptr_t, void *))next_symbol("dispatch_source_create");
  return runtime(type, handle, mask, queue);
}
void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway);
replaces_libc void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  static void (*runtime)(void *, uint64_t, uint64_t, uint64_t);
  if (as_timer(source)) {
    as_timer(source)->due = time_of(start);
    return;
  }
  if (!runtime) runtime = (void (*)(void *, uint64_t, uint64_t, uint64_t))next_symbol("dispatch_source_set_timer");
  runtime(source, start, interval, leeway);
}
void dispatch_set_context(void *object, void *context);
replaces_libc void dispatch_set_context(void *object, void *context) {
  static void (*runtime)(void *, void *);
  if (as_timer(object)) {
    as_timer(object)->context = context;
    return;
  }
  if (!runtime) runtime = (void (*)(void *, void *))next_symbol("dispatch_set_context");
  runtime(object, context);
}
void dispatch_source_set_event_handler_f(void *source, sim_body handler);
replaces_libc void dispatch_source_set_event_handler_f(void *source, sim_body handler) {
  static void (*runtime)(void *, sim_body);
  if (as_timer(source)) {
    as_timer(source)->handler = handler;
    return;
  }
  if (!runtime) runtime = (void (*)(void *, sim_body))next_symbol("dispatch_source_set_event_handler_f");
  runtime(source, handler);
}
void dispatch_activate(void *object);
replaces_libc void dispatch_activate(void *object) {
  static void (*runtime)(void *);
  struct timer *timer = as_timer(object);
  if (timer) return enqueue(timer->context, timer->due, timer->handler);
  if (!runtime) runtime = (void (*)(void *))next_symbol("dispatch_activate");
  runtime(object);
}
void dispatch_release(void *object);
replaces_libc void dispatch_release(void *object) {
  static void (*runtime)(void *);
  if (as_timer(object)) {
    as_timer(object)->is_used = 0;
    return;
  }
  if (!runtime) runtime = (void (*)(void *))next_symbol("dispatch_release");
  runtime(object);
}

static void set_hook(const char *name, void *function) {
  void **hook = dlsym(RTLD_DEFAULT, name);
  if (hook) *hook = function;
}
void sim_hook_tasks(void) {
  set_hook("swift_task_enqueueGlobal_hook", (void *)enqueue_hook);
  set_hook("swift_task_enqueueGlobalWithDelay_hook", (void *)delay_hook);
  set_hook("swift_task_enqueueGlobalWithDeadline_hook", (void *)deadline_hook);
}

void sim_after(uint64_t ns, sim_body then, void *argument) { enqueue(argument, now + ns, then); }

void sim_run_tasks(volatile int *done) {
  process_t *process = mine();
  while (!*done) {
    int due[most_jobs];
    uint64_t count = 0;
    for (int at = 0; at < process->job_count; at++)
      if (process->jobs[at].due <= now) due[count++] = at;
    if (!count) {
      clear_wait(self);
      self->wait.job = 1;
      park("its tasks");
      clear_wait(self);
      continue;
    }
    int chosen = due[schedule_random() % count];
    void *job = process->jobs[chosen].job;
    sim_body then = process->jobs[chosen].then;
    process->jobs[chosen] = process->jobs[--process->job_count];
    if (then) then(job);
    else swift_job_run(job, NULL, 0);
    point("a task");
  }
}
