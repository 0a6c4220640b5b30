#pragma once
#include <errno.h>
#include <spawn.h>
#include <sys/types.h>

// Functions of glibc whose declarations Swift does not see, as they need _GNU_SOURCE.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

// fork, which Swift hides because few things may be done in the copy.
static inline pid_t multiplane_fork(void) { return fork(); }

// A pipe whose ends are closed when another program is started; 0, or an errno value.
static inline int multiplane_pipe(int ends[2]) {
  return syscall(SYS_pipe2, ends, 02000000) == 0 ? 0 : errno;  // O_CLOEXEC
}

// Starts a program; 0, or an errno value. glibc's posix_spawn takes no lock and no descriptor: it
// shares the memory until the program runs, and passes a failure back in it.
//
// streams: the descriptors that become 0, 1 and 2; -1 for /dev/null, -2 for the caller's own. All
// others are closed in the new process. It has its own process group, and blocks no signals except
// `blocked`.
static inline int multiplane_spawn(
    pid_t *process, const char *program, char *const arguments[], char *const environment[], const char *folder,
    const int streams[3], const sigset_t *blocked) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code) return code;
  code = posix_spawnattr_init(&attributes);
  if (code) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  for (int stream = 0; stream < 3 && !code; stream++) {
    if (streams[stream] == -1)
      code = posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", stream == 0 ? 0 : 1, 0);
    else if (streams[stream] >= 0)
      code = posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
  }
  if (!code) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (!code && folder) code = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (!code) code = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  if (!code) code = posix_spawnattr_setpgroup(&attributes, 0);
  if (!code) code = posix_spawnattr_setsigmask(&attributes, blocked);
  if (!code) code = posix_spawn(process, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}
