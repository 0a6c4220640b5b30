#pragma once
#include <elf.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/vt.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attributes.h"
#include "processes.h"

// prctl takes what follows its first argument in as many ways as there are of these, and Swift
// calls no such function.
static inline void multiplane_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

// The name of the calling thread; the kernel keeps 15 bytes of it.
static inline void multiplane_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

// What runs from here on, and all that it starts, gains no rights by the files that it executes.
static inline void multiplane_gain_no_rights(void) { prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// A file in memory without a name (memfd_create(2), which the C library's header hides from Swift),
// closed when another program is started; below 0 with the reason in errno.
static inline int multiplane_memory_file(const char *label) { return (int)syscall(SYS_memfd_create, label, 1u); }

// Landlock (landlock(7)) has no functions in the C library. The structures stand here, as the
// kernel may know more of them than the headers do.
struct multiplane_landlock_rules {
  uint64_t files, network, scopes;
};

struct multiplane_landlock_folder {
  uint64_t files;
  int32_t descriptor;
} __attribute__((packed));

// The version of the kernel's interface; below 1 where there is none.
static inline long multiplane_landlock_version(void) { return syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1u); }

// A descriptor of rules, or below 0. Kernels refuse members that they do not know, so that the size
// says how many there are.
static inline long multiplane_landlock_create(struct multiplane_landlock_rules rules, size_t size) {
  return syscall(SYS_landlock_create_ruleset, &rules, size, 0u);
}

static inline long multiplane_landlock_allow(int rules, struct multiplane_landlock_folder folder) {
  return syscall(SYS_landlock_add_rule, rules, 1, &folder, 0u);
}

static inline long multiplane_landlock_begin(int rules) { return syscall(SYS_landlock_restrict_self, rules, 0u); }

// The first byte of the program, or of the library, that this is compiled into; the linker defines
// it.
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

// The identifier that the linker gave this program or library (the note NT_GNU_BUILD_ID of ELF), in
// the memory that it is loaded into: where it begins, and its length; 0 if there is none.
static inline size_t multiplane_build_identifier(const uint8_t **identifier) {
  const Elf64_Ehdr *file = (const Elf64_Ehdr *)(const void *)__ehdr_start;
  const Elf64_Phdr *segments = (const Elf64_Phdr *)(const void *)(__ehdr_start + file->e_phoff);
  for (int index = 0; index < file->e_phnum; index++) {
    if (segments[index].p_type != PT_NOTE) continue;
    const char *note = __ehdr_start + segments[index].p_vaddr, *end = note + segments[index].p_memsz;
    while (end - note >= (long)sizeof(Elf64_Nhdr)) {
      const Elf64_Nhdr *head = (const Elf64_Nhdr *)(const void *)note;
      const char *name = note + sizeof(Elf64_Nhdr), *value = name + (head->n_namesz + 3) / 4 * 4;
      if (head->n_type == NT_GNU_BUILD_ID && head->n_namesz == 4 && __builtin_memcmp(name, "GNU", 4) == 0) {
        *identifier = (const uint8_t *)value;
        return head->n_descsz;
      }
      note = value + (head->n_descsz + 3) / 4 * 4;
    }
  }
  return 0;
}
