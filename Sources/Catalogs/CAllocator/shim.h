// What the C library has to tune its allocator, which Swift's module of it leaves out.
#include <malloc.h>
