/*
 * Loaded into programs of the tests before all else: their date is CLOCK_MOVED_BY seconds away from the machine's. Clocks that
 * only measure how long something takes are those of the machine.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static int (*read_clock)(clockid_t, struct timespec *);
static time_t moved_by;

/* Other libraries may ask for the time before this one is initialized. */
static void initialize(void) {
  const char *seconds = getenv("CLOCK_MOVED_BY");
  if (seconds) moved_by = (time_t)atoll(seconds);
  read_clock = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
}

int clock_gettime(clockid_t id, struct timespec *result) {
  if (!read_clock) initialize();
  int status = read_clock(id, result);
  int is_date = id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE;
  if (status == 0 && is_date) result->tv_sec += moved_by;
  return status;
}

int timespec_get(struct timespec *result, int base) {
  return clock_gettime(CLOCK_REALTIME, result) == 0 ? base : 0;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  struct timespec date;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &date) != 0) return -1;
  *result = (struct timeval){.tv_sec = date.tv_sec, .tv_usec = date.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *result) {
  struct timespec date;
  clock_gettime(CLOCK_REALTIME, &date);
  if (result) *result = date.tv_sec;
  return date.tv_sec;
}

/* The program adds a delay to the moved date, and the kernel compares with the machine's. */
int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
  struct timespec machine_date = {.tv_sec = until->tv_sec - moved_by, .tv_nsec = until->tv_nsec};
  return sem_clockwait(semaphore, CLOCK_REALTIME, &machine_date);
}
