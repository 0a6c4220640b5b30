// A plugin of QEMU: writes how many instructions the emulated program has executed, in one line on
// standard error. For tools/test-aarch64 --count.
//
// Debian has no header of QEMU's plugins, so what is used of the interface is declared here.
// Compiled with VERSION: 1 for QEMU 7, 2 for later ones, which refuse the first.

#include <stdint.h>
#include <stdio.h>

struct qemu_plugin_tb;

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t plugin, void (*call)(uint64_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(
    struct qemu_plugin_tb *block, void (*call)(unsigned int, void *), int flags, void *data);
void qemu_plugin_register_atexit_cb(uint64_t plugin, void (*call)(uint64_t, void *), void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);

__attribute__((visibility("default"))) int qemu_plugin_version = VERSION;

static uint64_t total;

static void executed(unsigned int processor, void *count) {
  (void)processor;
  total += (uintptr_t)count;
}

static void translated(uint64_t plugin, struct qemu_plugin_tb *block) {
  (void)plugin;
  qemu_plugin_register_vcpu_tb_exec_cb(block, executed, 0, (void *)(uintptr_t)qemu_plugin_tb_n_insns(block));
}

static void ended(uint64_t plugin, void *data) {
  (void)plugin;
  (void)data;
  fprintf(stderr, "instructions %llu\n", (unsigned long long)total);
}

__attribute__((visibility("default"))) int qemu_plugin_install(
    uint64_t plugin, const void *information, int count, char **arguments) {
  (void)information;
  (void)count;
  (void)arguments;
  qemu_plugin_register_vcpu_tb_trans_cb(plugin, translated);
  qemu_plugin_register_atexit_cb(plugin, ended, NULL);
  return 0;
}
