/* What a process gives up for ever: Landlock (landlock(7)) and seccomp (seccomp(2)), of which glibc has nothing. Call
   these functions in their order here, while the process has one thread. */
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Has the kernel kill the process with the thread that started it, whose process is `owner`; false when that has gone
   already. No other process of the user can read its memory then, and it never gains a right. */
static inline _Bool sandbox_begin(pid_t owner) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != owner) return 0;
  return prctl(PR_SET_DUMPABLE, 0) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

/* Leaves the process only files beneath these paths, to be read. Paths that do not exist are skipped. Each version of
   Landlock restricts more: files, then TCP, then other processes. Returns −1 with errno where the kernel has none. */
static inline int sandbox_keep_reading(const char *const *_Nonnull paths, int count) {
  const int create_ruleset = 444, add_rule = 445, restrict_self = 446;
  const uint64_t read_file = 1 << 2, read_folder = 1 << 3;
  const long version = syscall(create_ruleset, NULL, 0, 1);
  if (version < 1) return -1;
  /* 13 rights to files in version 1; renaming to other folders, truncating and ioctl(2) came in 2, 3 and 5. */
  const int rights = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
  struct { uint64_t files, network, processes; } ruleset = { (1ull << rights) - 1, 3, 3 };
  const size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const int rules = (int)syscall(create_ruleset, &ruleset, size, 0);
  if (rules < 0) return -1;
  for (int index = 0; index < count; index++) {
    struct { uint64_t rights; int32_t parent; } __attribute__((packed)) beneath = { read_file | read_folder, -1 };
    beneath.parent = open(paths[index], 010000000 /* O_PATH */ | O_CLOEXEC);
    if (beneath.parent < 0) continue;
    /* A file has no entries to list. */
    if (syscall(add_rule, rules, 1, &beneath, 0) != 0) {
      beneath.rights = read_file;
      syscall(add_rule, rules, 1, &beneath, 0);
    }
    close(beneath.parent);
  }
  const int result = (int)syscall(restrict_self, rules, 0);
  close(rules);
  return result;
}

#if defined __x86_64__
#define SANDBOX_MACHINE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define SANDBOX_MACHINE AUDIT_ARCH_AARCH64
#elif defined __riscv && __riscv_xlen == 64
#define SANDBOX_MACHINE AUDIT_ARCH_RISCV64
#endif

#define SANDBOX_ALLOW(name) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
/* The low half of an argument, on machines with the low byte first. */
#define SANDBOX_ARGUMENT(number) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (number)))
#define SANDBOX_NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
/* Allows a call whose argument is the value, or refuses it. */
#define SANDBOX_ALLOW_IF(name, argument, value) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 4), SANDBOX_ARGUMENT(argument), \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), \
  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

/* Leaves the process the calls that code needs which computes in memory and reads files: it opens nothing for writing,
   has no sockets, starts no process, and signals no other one. Every other call is one that the kernel does not have,
   so libraries go on without. Returns −1 with errno where the kernel or the machine has no filters. */
static inline int sandbox_keep_computing(void) {
#ifdef SANDBOX_MACHINE
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SANDBOX_MACHINE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    SANDBOX_NUMBER,
    /* Memory, threads, time. */
    SANDBOX_ALLOW(brk), SANDBOX_ALLOW(mmap), SANDBOX_ALLOW(munmap), SANDBOX_ALLOW(mprotect), SANDBOX_ALLOW(mremap),
    SANDBOX_ALLOW(madvise), SANDBOX_ALLOW(futex), SANDBOX_ALLOW(set_robust_list), SANDBOX_ALLOW(rseq),
    SANDBOX_ALLOW(sched_yield), SANDBOX_ALLOW(sched_getaffinity), SANDBOX_ALLOW(clock_gettime),
    SANDBOX_ALLOW(clock_getres), SANDBOX_ALLOW(clock_nanosleep), SANDBOX_ALLOW(nanosleep), SANDBOX_ALLOW(gettimeofday),
    SANDBOX_ALLOW(getrandom), SANDBOX_ALLOW(exit), SANDBOX_ALLOW(exit_group), SANDBOX_ALLOW(restart_syscall),
    /* Its own signals. */
    SANDBOX_ALLOW(rt_sigaction), SANDBOX_ALLOW(rt_sigprocmask), SANDBOX_ALLOW(rt_sigreturn), SANDBOX_ALLOW(sigaltstack),
    /* Open files, and files to be read. */
    SANDBOX_ALLOW(read), SANDBOX_ALLOW(pread64), SANDBOX_ALLOW(readv), SANDBOX_ALLOW(write), SANDBOX_ALLOW(pwrite64),
    SANDBOX_ALLOW(writev), SANDBOX_ALLOW(lseek), SANDBOX_ALLOW(close), SANDBOX_ALLOW(fstat), SANDBOX_ALLOW(newfstatat),
    SANDBOX_ALLOW(statx), SANDBOX_ALLOW(statfs), SANDBOX_ALLOW(fstatfs), SANDBOX_ALLOW(faccessat),
    SANDBOX_ALLOW(faccessat2), SANDBOX_ALLOW(readlinkat), SANDBOX_ALLOW(getdents64), SANDBOX_ALLOW(getcwd),
    SANDBOX_ALLOW(fcntl), SANDBOX_ALLOW(ppoll), SANDBOX_ALLOW(eventfd2), SANDBOX_ALLOW(fadvise64),
#ifdef __NR_access
    SANDBOX_ALLOW(access), SANDBOX_ALLOW(readlink), SANDBOX_ALLOW(stat), SANDBOX_ALLOW(lstat), SANDBOX_ALLOW(poll),
    SANDBOX_ALLOW(time),
#endif
    /* Who it is. */
    SANDBOX_ALLOW(getpid), SANDBOX_ALLOW(gettid), SANDBOX_ALLOW(getuid), SANDBOX_ALLOW(geteuid), SANDBOX_ALLOW(getgid),
    SANDBOX_ALLOW(getegid), SANDBOX_ALLOW(uname), SANDBOX_ALLOW(sysinfo), SANDBOX_ALLOW(getrusage),
    SANDBOX_ALLOW_IF(prctl, 0, PR_SET_NAME),
    /* Its limits, to be read. */
    SANDBOX_ALLOW_IF(prlimit64, 2, 0),
    SANDBOX_ALLOW_IF(tgkill, 0, (uint32_t)getpid()),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 4),
    SANDBOX_ARGUMENT(2),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
    /* Threads, and no processes. Only this call shows its flags to a filter: without clone3() glibc uses it. */
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
    SANDBOX_ARGUMENT(0),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x00010000 /* CLONE_THREAD */, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
  };
  struct sock_fprog program = { sizeof filter / sizeof filter[0], filter };
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#else
  errno = ENOSYS;
  return -1;
#endif
}
