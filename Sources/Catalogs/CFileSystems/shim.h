// What the C library has to tell file systems apart, which Swift's module of it leaves out.
#include <sys/statfs.h>
