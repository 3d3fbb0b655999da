// What fails, and where a process is killed.
#include "state.h"
#include <signal.h>

static int are_over;
static char put_back[64];

void sim_put_back(const char *name) { snprintf(put_back, sizeof put_back, "%s", name); }
// Asked for by the code that has the faults of Mutations.
replaces_libc int simulation_is_put_back(const char *name);
replaces_libc int simulation_is_put_back(const char *name) { return strcmp(put_back, name) == 0; }

static const char *const names[SIM_FAULTS] = {
  "has no descriptor (EMFILE)", "gets no thread (EAGAIN)", "gets no memory for a file (ENOMEM)",
  "finds the disk full (ENOSPC)", "has an error of the disk (EIO)", "finds the disk read-only (EROFS)",
  "lacks a call (ENOSYS)",
  "finds its memory file in use (EBUSY)", "is interrupted (EINTR)", "transfers less than it asked for",
  "stands still", "stands still before it sends",
  "is killed", "is killed before it renames", "is killed before it syncs", "is killed before it unlinks",
  "is killed before it sends",
};

void sim_fault_rate(int process, sim_fault fault, uint32_t one_of) { processes[process].rate[fault] = one_of; }
void sim_fault_at(int number, sim_fault fault, uint64_t at) {
  process_t *process = &processes[number];
  if (process->fault_count == 32) return;
  process->faults[process->fault_count].fault = fault;
  process->faults[process->fault_count++].number = at;
}
void sim_end_faults(void) { are_over = 1; }

int fails(sim_fault fault) {
  if (!self || are_over) return 0;
  process_t *process = mine();
  uint64_t call = ++process->calls[fault];
  int is_due = 0;
  for (int index = 0; index < process->fault_count; index++)
    if (process->faults[index].fault == fault && process->faults[index].number == call) is_due = 1;
  if (!is_due && (!process->rate[fault] || world_random() % process->rate[fault])) return 0;
  // Threads of one process take turns, so which call is the n-th is a question of the schedule.
  if (fault < SIM_EINTR || fault >= SIM_FREEZE_STEP) tell("%s, at %s", names[fault], self->where);
  return 1;
}

int fails_with(sim_fault fault, int error) {
  if (!fails(fault)) return 0;
  errno = error;
  return 1;
}

void may_freeze(sim_fault kind) {
  static const uint64_t seconds[] = { 1, 3, 12, 32 };
  if (!fails(kind)) return;
  mine()->frozen = 1;
  mine()->thaws = now + seconds[world_random() % 4] * 1000000000ull;
}
void may_be_killed(sim_fault kind) {
  if (!fails(kind)) return;
  sim_kill(self->process);
  if (mine()->dead) stop_here(self);
}
