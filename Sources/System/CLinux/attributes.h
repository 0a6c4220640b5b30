#pragma once
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// System calls that headers of older kernels have no names for. Their numbers are the same for all
// processors.
#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup 425
#endif
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif
#ifndef SYS_setxattrat
#define SYS_setxattrat 463
#endif
#ifndef SYS_removexattrat
#define SYS_removexattrat 466
#endif
#ifndef SYS_file_setattr
#define SYS_file_setattr 469
#endif

#if defined(__x86_64__)
#define MULTIPLANE_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MULTIPLANE_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

// Refuses, with EPERM, all system calls that change the mode, owner, times or attributes of a file:
// Landlock has no rights over these. Applies to the calling thread, or to all threads, and to what
// they start, and cannot be undone. 0, or an errno value; the caller has given up new privileges
// before.
//
// io_uring is refused with ENOSYS, because its requests pass by this filter, and so are the calls
// of other system call tables (32 bits, x32).
static inline int multiplane_keep_file_attributes(int all_threads) {
#ifdef MULTIPLANE_AUDIT_ARCH
  static const unsigned short refused[] = {
#ifdef SYS_chmod
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
    SYS_fchmod, SYS_fchmodat, SYS_fchmodat2, SYS_fchown, SYS_fchownat, SYS_utimensat,
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_setxattrat,
    SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_removexattrat, SYS_file_setattr,
  };
  // FS_IOC_SETFLAGS, the same for 32 bits, and FS_IOC_FSSETXATTR (linux/fs.h).
  static const unsigned requests[] = {0x40086602, 0x40046602, 0x401c5820};
  enum { refusedCount = sizeof refused / sizeof *refused, requestCount = sizeof requests / sizeof *requests };
  struct sock_filter filter[16 + 2 * refusedCount + 2 * requestCount];
  unsigned short count = 0;
#define MULTIPLANE_FILTER(code, value, yes, no) \
  filter[count++] = (struct sock_filter){(code), (yes), (no), (unsigned)(value)}
#define MULTIPLANE_EQUAL(value, answer)                     \
  MULTIPLANE_FILTER(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1); \
  MULTIPLANE_FILTER(BPF_RET | BPF_K, answer, 0, 0)
  MULTIPLANE_FILTER(BPF_LD | BPF_W | BPF_ABS, 4, 0, 0);  // The table of calls.
  MULTIPLANE_FILTER(BPF_JMP | BPF_JEQ | BPF_K, MULTIPLANE_AUDIT_ARCH, 1, 0);
  MULTIPLANE_FILTER(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS, 0, 0);
  MULTIPLANE_FILTER(BPF_LD | BPF_W | BPF_ABS, 0, 0, 0);  // The number of the call.
#ifdef __x86_64__
  MULTIPLANE_FILTER(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  MULTIPLANE_FILTER(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS, 0, 0);
#endif
  MULTIPLANE_EQUAL(SYS_io_uring_setup, SECCOMP_RET_ERRNO | ENOSYS);
  for (int index = 0; index < refusedCount; index++) {
    MULTIPLANE_EQUAL(refused[index], SECCOMP_RET_ERRNO | EPERM);
  }
  MULTIPLANE_FILTER(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 1, 0);
  MULTIPLANE_FILTER(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
  // The low half of the request; the kernel looks at no more of it.
  MULTIPLANE_FILTER(BPF_LD | BPF_W | BPF_ABS, 24, 0, 0);
  for (int index = 0; index < requestCount; index++) {
    MULTIPLANE_EQUAL(requests[index], SECCOMP_RET_ERRNO | EPERM);
  }
  MULTIPLANE_FILTER(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
#undef MULTIPLANE_EQUAL
#undef MULTIPLANE_FILTER
  struct sock_fprog program = {count, filter};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, all_threads ? SECCOMP_FILTER_FLAG_TSYNC : 0, &program) == 0 ? 0 : errno;
#else
  return ENOSYS;
#endif
}
