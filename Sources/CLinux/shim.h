#pragma once
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/vt.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/timerfd.h>
#include <signal.h>
#include <sys/prctl.h>

// prctl takes what follows its first argument in as many ways as there are of these, and Swift calls no such function.
static inline void multiplane_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

// What runs from here on, and all that it starts, gains no rights by the files that it executes.
static inline void multiplane_gain_no_rights(void) { prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
