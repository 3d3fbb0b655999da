// What the system says of a process: /proc, limits, numbers of processors. None of it differs from machine to machine.
#include "state.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

// The rest of a path below the folder of a simulated process in /proc, whose number is set; NULL for another path.
static const char *below_process(const char *path, int *process) {
  if (!self || strncmp(path, "/proc/", 6) != 0) return NULL;
  const char *rest = path + 6;
  if (strncmp(rest, "self/", 5) == 0) {
    *process = self->process;
    return rest + 5;
  }
  char *end;
  long number = strtol(rest, &end, 10);
  if (end == rest || *end != '/') return NULL;
  *process = (int)number - first_number;
  return end + 1;
}
static int is_there(int process) { return process >= 0 && process < process_count && !processes[process].dead; }

const char *real_path(const char *path, char buffer[4096]) {
  int process;
  const char *rest = below_process(path, &process);
  if (!rest) return path;
  snprintf(buffer, 4096, "/proc/self/%s", rest);
  return buffer;
}

// Its program, in one word.
static const char *program(int process) {
  const char *name = processes[process].name;
  return strncmp(name, "dragd", 5) == 0 ? "dragd" : strncmp(name, "dragclip", 8) == 0 ? "dragclip" : "program";
}

int open_proc(const char *path) {
  int process;
  const char *rest = below_process(path, &process);
  char text[512];
  if (!rest && self && (strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0)) {
    for (size_t index = 0; index < sizeof text; index++) text[index] = (char)(world_random() >> 11);
    rest = path;
  } else if (!rest || strncmp(rest, "fd/", 3) == 0 || strcmp(rest, "fd") == 0 || strcmp(rest, "coredump_filter") == 0
             || strncmp(rest, "root", 4) == 0 || strncmp(rest, "ns/", 3) == 0) {
    return -2;
  } else if (!is_there(process)) {
    errno = ENOENT;
    return -1;
  } else if (strcmp(rest, "cgroup") == 0) {
    snprintf(text, sizeof text, "0::/user.slice/user-1000.slice/session.scope\n");
  } else if (strcmp(rest, "stat") == 0) {
    snprintf(text, sizeof text, "%d (%s) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 %d 0 0\n", first_number + process,
             program(process), 90000000 + process);
  } else if (strcmp(rest, "status") == 0) {
    snprintf(text, sizeof text, "Name:\t%s\nUmask:\t0022\nState:\tS (sleeping)\n", program(process));
  } else if (strcmp(rest, "statm") == 0) {
    snprintf(text, sizeof text, "1000 1000 500 100 0 500 0\n");
  } else if (strncmp(rest, "fdinfo/", 7) == 0) {
    int of = process_of_handle(atoi(rest + 7));
    snprintf(text, sizeof text, "pos:\t0\nflags:\t02000002\nPid:\t%d\n", is_there(of) ? first_number + of : -1);
  } else {
    errno = ENOENT;
    return -1;
  }
  int file = (int)kernel(SYS_memfd_create, "proc", MFD_CLOEXEC, 0, 0, 0, 0);
  if (file < 0) fail_run("no memory file");
  kernel(SYS_write, file, text, rest == path ? sizeof text : strlen(text), 0, 0, 0);
  kernel(SYS_lseek, file, 0, SEEK_SET, 0, 0, 0);
  return owned(file);
}

replaces_libc ssize_t readlinkat(int folder, const char *path, char *buffer, size_t length) {
  int process;
  const char *rest = below_process(path, &process);
  char text[128], room[4096];
  if (!rest || strncmp(rest, "fd/", 3) == 0)
    return KERNEL(SYS_readlinkat, folder, real_path(path, room), buffer, length, 0, 0);
  if (!is_there(process)) {
    errno = ENOENT;
    return -1;
  }
  if (strcmp(rest, "root") == 0) snprintf(text, sizeof text, "/");
  else if (strcmp(rest, "exe") == 0) snprintf(text, sizeof text, "/usr/bin/%s", program(process));
  else if (strncmp(rest, "ns/", 3) == 0) snprintf(text, sizeof text, "%s:[4026531837]", rest + 3);
  else {
    errno = ENOENT;
    return -1;
  }
  size_t count = strlen(text) < length ? strlen(text) : length;
  memcpy(buffer, text, count);
  return (ssize_t)count;
}
replaces_libc ssize_t readlink(const char *path, char *buffer, size_t length) {
  return readlinkat(AT_FDCWD, path, buffer, length);
}

// MARK: The environment

replaces_libc char *getenv(const char *name) {
  static char *(*libc_getenv)(const char *);
  static char second[] = "unix:path=/sim/second-bus";
  if (self && mine()->has_second_bus && strcmp(name, "DBUS_SESSION_BUS_ADDRESS") == 0) return second;
  if (!libc_getenv) libc_getenv = (char *(*)(const char *))next_symbol("getenv");
  return libc_getenv(name);
}
replaces_libc char *secure_getenv(const char *name) { return getenv(name); }

// MARK: Limits

// What is free stays with the run: to give it back costs a run a tenth of its time.
int malloc_trim(size_t kept);
replaces_libc int malloc_trim(size_t kept) {
  static int (*libc_trim)(size_t);
  if (self) return 0;
  if (!libc_trim) libc_trim = (int (*)(size_t))next_symbol("malloc_trim");
  return libc_trim(kept);
}

static const rlim_t most_open = 1024;
replaces_libc int getrlimit(__rlimit_resource_t resource, struct rlimit *limit) {
  if (!self) return (int)KERNEL(SYS_prlimit64, 0, resource, NULL, limit, 0, 0);
  rlim_t value = resource == RLIMIT_NOFILE ? most_open : RLIM_INFINITY;
  *limit = (struct rlimit){ value, value };
  return 0;
}
// A process has its limits from the start to the end.
replaces_libc int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
  return self ? 0 : (int)KERNEL(SYS_prlimit64, 0, resource, limit, NULL, 0, 0);
}
replaces_libc int prctl(int option, ...) {
  va_list list;
  va_start(list, option);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long);
  va_end(list);
  return self ? 0 : (int)KERNEL(SYS_prctl, option, a, b, c, d, 0);
}
replaces_libc long sysconf(int name) {
  static long (*libc_sysconf)(int);
  if (self && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)) return 2;
  if (!libc_sysconf) libc_sysconf = (long (*)(int))next_symbol("sysconf");
  return libc_sysconf(name);
}
