// meter FILE COMMAND ARGUMENT… runs a command and writes what it took into a file: seconds, seconds of processors, and the
// largest memory in KiB. A program of its own, because a process starts with the peak of the one that starts it.
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec * 1e-6; }

int main(int count, char **arguments) {
  if (count < 3) return 2;
  pid_t child;
  int status;
  struct rusage usage;
  double start = now();
  if (posix_spawnp(&child, arguments[2], NULL, NULL, arguments + 2, environ) != 0) return 127;
  if (wait4(child, &status, 0, &usage) != child) return 127;
  double end = now();

#ifdef __APPLE__
  long kibibytes = usage.ru_maxrss / 1024;
#else
  long kibibytes = usage.ru_maxrss;
#endif
  FILE *file = fopen(arguments[1], "w");
  if (!file) return 127;
  fprintf(file, "%.6f %.6f %ld\n", end - start, seconds(usage.ru_utime) + seconds(usage.ru_stime), kibibytes);
  fclose(file);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
