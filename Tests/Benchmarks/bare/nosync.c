// Preloaded into the daemon, it makes waiting for the disk free: the rate with synchronous=OFF,
// though the daemon refuses to run so.
int fsync(int descriptor) { return descriptor < 0 ? -1 : 0; }
int fdatasync(int descriptor) { return descriptor < 0 ? -1 : 0; }
