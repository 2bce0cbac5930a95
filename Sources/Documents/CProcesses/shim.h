// What the C library has for processes and declares as extensions of its own, which Swift's module of it leaves out.
#include <spawn.h>

int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
const char *sigabbrev_np(int signal);

// A command of `fcntl` for Linux: the number of bytes that a pipe holds.
#ifndef F_SETPIPE_SZ
#define F_SETPIPE_SZ 1031
#endif
