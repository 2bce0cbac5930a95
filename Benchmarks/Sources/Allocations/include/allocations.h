#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

/// How many blocks of memory the calling thread has asked for so far; 0 where that cannot be counted.
long pomona_allocations(void);

/// How many bytes the process has asked for and not given back; 0 where that cannot be counted.
long pomona_bytes(void);

#endif
