// Calls of the kernel that Swift's module of the C library leaves out.
#ifndef CLINUX_H
#define CLINUX_H

// A descriptor that becomes readable at a moment of the boot clock; -1 with errno where there can be none.
int clinuxBootAlarm(void);

// Sets the moment in milliseconds of the boot clock; 0 for none.
int clinuxSetBootAlarm(int descriptor, long long ms);

// The device and the inode of the file at a path; -1 with errno where there is none. Unlike `stat`, it asks for
// no times: the kernel keeps those of a file that is asked for them exact, and its next write then has them to
// write, too (multigrain timestamps, Linux 6.13).
int clinuxIdentity(const char *path, unsigned long long *device, unsigned long long *inode);

#endif
