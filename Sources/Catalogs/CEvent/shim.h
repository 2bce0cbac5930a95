// First the C library: the headers of libevent ask it for more declarations than other modules have of it, and the same
// type must not be declared in two ways.
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>

// What Swift's module of the C library leaves out.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
