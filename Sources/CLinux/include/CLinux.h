// Calls of the kernel that Swift's module of the C library leaves out.
#ifndef CLINUX_H
#define CLINUX_H

// A descriptor that becomes readable at a moment of the boot clock; -1 with errno where there can be none.
int clinuxBootAlarm(void);

// Sets the moment in milliseconds of the boot clock; 0 for none.
int clinuxSetBootAlarm(int descriptor, long long ms);

#endif
