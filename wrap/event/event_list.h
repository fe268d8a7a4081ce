/*
 * event_list.h - list of the recorded events, to be included with EVENT defined
 *
 * EVENT(GROUP, name, description), see docs/wrap.md. The data of each event is
 * a struct of events.h.
 */
#define LOCK(kind) "uint64_t " #kind " [[object(" #kind "), hex]]"
/* Objects of failed calls may be 0. */
#define NO_LOCK(kind) \
	"enum: uint64_t { none } " #kind " [[object(" #kind "), hex]]"
#define TAKEN(kind) "uint64_t " #kind " [[object(" #kind "), hex, acquire]]"
#define SELF(kind) "uint64_t " #kind " [[object(" #kind "), hex, self]]"
#define GIVEN(kind) "uint64_t " #kind " [[object(" #kind "), hex, release]]"
/* Locks that were free have no begin event. */
#define LOCKED "[[end(lock), optional]]; "
#define WAITED "[[end(sem_wait), optional]]; "
#define ERROR "int32_t error [[errno]]"
#define OUTCOME "int32_t result [[errno]]"
/* The call that failed. */
#define CALL(...) "enum call: int32_t { " #__VA_ARGS__ " } call"
#define FD "int32_t fd [[object(fd)]]"
#define FROM "int32_t from [[object(fd)]]"
#define SIZE "uint64_t size [[unit(B), none(\"no limit\")]]"
#define RESULT SIZE "; int64_t result [[unit(B), none]]"
#define BLOCK "uint64_t address [[key, object(memory), hex]]"
#define MEMORY "uint64_t address [[hex]]"
#define SOCKET "int32_t fd [[object(socket)]]"
#define FAMILY                                                          \
	"enum family: uint16_t { AF_UNSPEC, AF_UNIX, AF_INET, "         \
	"AF_INET6 = 10, AF_NETLINK = 16, AF_PACKET, AF_CAN = 29, "      \
	"AF_BLUETOOTH = 31, AF_ALG = 38, AF_VSOCK = 40, AF_XDP = 44 } " \
	"family"
#define SOCKET_TYPE                                                        \
	"enum: int32_t { SOCK_PACKET = 10, SOCK_DCCP = 6, "                \
	"SOCK_SEQPACKET = 5, SOCK_RDM = 4, SOCK_RAW = 3, SOCK_DGRAM = 2, " \
	"SOCK_STREAM = 1, SOCK_NONBLOCK = 04000, "                         \
	"SOCK_CLOEXEC = 02000000 } type [[flags]]"
/* Protocols are named for IPv4 and IPv6 only: other families number them
 * differently. */
#define TRANSPORT                                                        \
	"enum: int32_t { IPPROTO_IP, IPPROTO_ICMP, IPPROTO_IGMP, "       \
	"IPPROTO_IPIP = 4, IPPROTO_TCP = 6, IPPROTO_UDP = 17, "          \
	"IPPROTO_DCCP = 33, IPPROTO_IPV6 = 41, IPPROTO_GRE = 47, "       \
	"IPPROTO_ESP = 50, IPPROTO_AH, IPPROTO_ICMPV6 = 58, "            \
	"IPPROTO_SCTP = 132, IPPROTO_UDPLITE = 136, IPPROTO_RAW = 255, " \
	"IPPROTO_MPTCP = 262 } transport"
#define SOCKET_KIND SOCKET_TYPE "; int32_t protocol; " FAMILY "; " TRANSPORT
#define ADDRESS                                                    \
	"uint32_t ip [[hex, detail]]; " FAMILY "; uint16_t port; " \
	"char *address"
#define MESSAGE_FLAGS                                                      \
	"enum: uint32_t { MSG_OOB = 1, MSG_PEEK = 2, MSG_DONTROUTE = 4, "  \
	"MSG_CTRUNC = 8, MSG_PROXY = 0x10, MSG_TRUNC = 0x20, "             \
	"MSG_DONTWAIT = 0x40, MSG_EOR = 0x80, MSG_WAITALL = 0x100, "       \
	"MSG_FIN = 0x200, MSG_SYN = 0x400, MSG_CONFIRM = 0x800, "          \
	"MSG_RST = 0x1000, MSG_ERRQUEUE = 0x2000, MSG_NOSIGNAL = 0x4000, " \
	"MSG_MORE = 0x8000, MSG_WAITFORONE = 0x10000, "                    \
	"MSG_BATCH = 0x40000, MSG_ZEROCOPY = 0x4000000, "                  \
	"MSG_FASTOPEN = 0x20000000, MSG_CMSG_CLOEXEC = 0x40000000 } "      \
	"flags [[flags]]"
#define MESSAGE                                          \
	SOCKET "; " ERROR "; " RESULT "; " MESSAGE_FLAGS \
	       "; uint32_t messages; " ADDRESS
#define QUEUE "int32_t mq [[object(mq)]]"
#define QUEUES                             \
	QUEUE "; uint32_t priority; " SIZE \
	      "; int64_t until [[unit(ns), none(forever)]]"
#define EPOLL "int32_t epoll [[object(epoll)]]"
#define EPOLL_EVENTS                                                    \
	"enum: uint32_t { EPOLLIN = 1, EPOLLPRI = 2, EPOLLOUT = 4, "    \
	"EPOLLERR = 8, EPOLLHUP = 0x10, EPOLLNVAL = 0x20, "             \
	"EPOLLRDNORM = 0x40, EPOLLRDBAND = 0x80, EPOLLWRNORM = 0x100, " \
	"EPOLLWRBAND = 0x200, EPOLLMSG = 0x400, EPOLLRDHUP = 0x2000, "  \
	"EPOLLEXCLUSIVE = 0x10000000, EPOLLWAKEUP = 0x20000000, "       \
	"EPOLLONESHOT = 0x40000000, EPOLLET = 0x80000000 } "            \
	"events [[flags]]"
#define EPOLL_ASKED                                                    \
	"enum operation: int32_t { EPOLL_CTL_ADD = 1, EPOLL_CTL_DEL, " \
	"EPOLL_CTL_MOD } operation; " FD "; " EPOLL_EVENTS
#define EVENTFD "int32_t fd [[object(event)]]"
#define EVENTFD_KIND                                          \
	"uint32_t value; enum: int32_t { EFD_SEMAPHORE = 1, " \
	"EFD_NONBLOCK = 04000, EFD_CLOEXEC = 02000000 } flags [[flags]]"
#define TIMEOUT "int64_t timeout [[unit(ns), none(forever)]]"
#define POLLS "uint32_t count; " TIMEOUT
#define POLLED                                                       \
	"int32_t result; " ERROR "; " FD "; "                        \
	"enum: uint16_t { POLLIN = 1, POLLPRI = 2, POLLOUT = 4, "    \
	"POLLERR = 8, POLLHUP = 0x10, POLLNVAL = 0x20, "             \
	"POLLRDNORM = 0x40, POLLRDBAND = 0x80, POLLWRNORM = 0x100, " \
	"POLLWRBAND = 0x200, POLLMSG = 0x400, POLLRDHUP = 0x2000 } " \
	"events [[flags]]"
#define PROCESS "int32_t process"
#define CHILD "int32_t child"
#define STREAM "uint64_t stream [[hex]]"
#define SIGNAL "int32_t signal [[signal]]"
#define HANDLER "enum: uint64_t { SIG_DFL, SIG_IGN } handler [[hex]]; " SIGNAL
#define SIGNALS                                                           \
	"enum: uint64_t { SIGHUP = 1, SIGINT = 2, SIGQUIT = 4, "          \
	"SIGILL = 8, SIGTRAP = 0x10, SIGABRT = 0x20, SIGBUS = 0x40, "     \
	"SIGFPE = 0x80, SIGKILL = 0x100, SIGUSR1 = 0x200, "               \
	"SIGSEGV = 0x400, SIGUSR2 = 0x800, SIGPIPE = 0x1000, "            \
	"SIGALRM = 0x2000, SIGTERM = 0x4000, SIGSTKFLT = 0x8000, "        \
	"SIGCHLD = 0x10000, SIGCONT = 0x20000, SIGSTOP = 0x40000, "       \
	"SIGTSTP = 0x80000, SIGTTIN = 0x100000, SIGTTOU = 0x200000, "     \
	"SIGURG = 0x400000, SIGXCPU = 0x800000, SIGXFSZ = 0x1000000, "    \
	"SIGVTALRM = 0x2000000, SIGPROF = 0x4000000, "                    \
	"SIGWINCH = 0x8000000, SIGIO = 0x10000000, SIGPWR = 0x20000000, " \
	"SIGSYS = 0x40000000 } set [[flags, none(all)]]"
#define SIGNAL_FLAGS                                            \
	"enum: uint32_t { SA_NOCLDSTOP = 1, SA_NOCLDWAIT = 2, " \
	"SA_SIGINFO = 4, SA_RESTORER = 0x4000000, "             \
	"SA_ONSTACK = 0x8000000, SA_RESTART = 0x10000000, "     \
	"SA_NODEFER = 0x40000000, SA_RESETHAND = 0x80000000 } " \
	"flags [[flags]]"
#define STATUS                                                               \
	"int32_t status [[hex]]; " ERROR "; "                                \
	"enum: uint8_t { exited, killed, core_dumped, stopped, continued } " \
	"how; int16_t code [[none(none)]]; " SIGNAL
#define CONTROL                                                         \
	"enum: int32_t { F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, " \
	"F_GETLK, F_SETLK, F_SETLKW, F_SETOWN, F_GETOWN, F_SETSIG, "    \
	"F_GETSIG, F_GETLK64, F_SETLK64, F_SETLKW64, F_SETOWN_EX, "     \
	"F_GETOWN_EX, F_GETOWNER_UIDS, F_OFD_GETLK = 36, F_OFD_SETLK, " \
	"F_OFD_SETLKW, F_SETLEASE = 1024, F_GETLEASE, F_NOTIFY, "       \
	"F_DUPFD_QUERY, F_CREATED_QUERY, F_CANCELLK, F_DUPFD_CLOEXEC, " \
	"F_SETPIPE_SZ, F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS, "        \
	"F_GET_RW_HINT, F_SET_RW_HINT, F_GET_FILE_RW_HINT, "            \
	"F_SET_FILE_RW_HINT } command"
#define DL "uint64_t handle [[hex]]"
#define LOADED                                                              \
	"enum: uint32_t { RTLD_LAZY = 1, RTLD_NOW = 2, RTLD_NOLOAD = 4, "   \
	"RTLD_DEEPBIND = 8, RTLD_GLOBAL = 0x100, RTLD_NODELETE = 0x1000 } " \
	"flags [[flags]]; char *path"
#define CLOCK                                                            \
	"enum: int32_t { CLOCK_REALTIME, CLOCK_MONOTONIC, "              \
	"CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, "            \
	"CLOCK_MONOTONIC_RAW, CLOCK_REALTIME_COARSE, "                   \
	"CLOCK_MONOTONIC_COARSE, CLOCK_BOOTTIME, CLOCK_REALTIME_ALARM, " \
	"CLOCK_BOOTTIME_ALARM, CLOCK_TAI = 11 } clock"
#define TIMER_FLAGS "enum: int32_t { TIMER_ABSTIME = 1 } flags [[flags]]"
#define TIMES "int64_t first [[unit(ns)]]; int64_t interval [[unit(ns)]]"
#define TIMERFD "int32_t fd [[object(timerfd)]]"
#define ACCESS "enum access: int32_t { read, write } access"

/* Flags whose numbers differ between machines take the machine's. */
#if defined(__aarch64__) || defined(__arm__)
#define OPEN_PLACES                                     \
	"O_TMPFILE = 020040000, O_DIRECTORY = 040000, " \
	"O_NOFOLLOW = 0100000, O_DIRECT = 0200000, O_LARGEFILE = 0400000"
#else
#define OPEN_PLACES                                      \
	"O_TMPFILE = 020200000, O_DIRECTORY = 0200000, " \
	"O_NOFOLLOW = 0400000, O_DIRECT = 040000, O_LARGEFILE = 0100000"
#endif
#define OPEN_FLAGS                                                            \
	"enum: uint32_t { O_RDWR = 2, O_WRONLY = 1, O_RDONLY = 0, "           \
	"O_CREAT = 0100, O_EXCL = 0200, O_NOCTTY = 0400, "                    \
	"O_TRUNC = 01000, O_APPEND = 02000, O_NONBLOCK = 04000, "             \
	"O_SYNC = 04010000, O_DSYNC = 010000, O_ASYNC = 020000, " OPEN_PLACES \
	", O_NOATIME = 01000000, O_CLOEXEC = 02000000, "                      \
	"O_PATH = 010000000 } flags [[flags]]"
#define MODE "uint32_t mode [[octal]]"
/* The directory against which a relative path is resolved. */
#define AT "enum: int32_t { AT_FDCWD = -100 } fd [[object(fd)]]"
#define PROTECTION                                                       \
	"enum: int32_t { PROT_READ = 1, PROT_WRITE = 2, PROT_EXEC = 4, " \
	"PROT_NONE = 0, PROT_GROWSDOWN = 0x1000000, "                    \
	"PROT_GROWSUP = 0x2000000 } protection [[flags]]"
#define MAP_FLAGS                                                          \
	"enum: uint32_t { MAP_SHARED_VALIDATE = 3, MAP_PRIVATE = 2, "      \
	"MAP_SHARED = 1, MAP_FIXED = 0x10, MAP_ANONYMOUS = 0x20, "         \
	"MAP_32BIT = 0x40, MAP_GROWSDOWN = 0x100, MAP_DENYWRITE = 0x800, " \
	"MAP_EXECUTABLE = 0x1000, MAP_LOCKED = 0x2000, "                   \
	"MAP_NORESERVE = 0x4000, MAP_POPULATE = 0x8000, "                  \
	"MAP_NONBLOCK = 0x10000, MAP_STACK = 0x20000, "                    \
	"MAP_HUGETLB = 0x40000, MAP_SYNC = 0x80000, "                      \
	"MAP_FIXED_NOREPLACE = 0x100000 } flags [[flags]]"
#define MAPPED PROTECTION "; " MAP_FLAGS "; int32_t fd"

EVENT(BARRIER, barrier_destroy, LOCK(barrier))
EVENT(BARRIER, barrier_fail, LOCK(barrier) "; " ERROR "; " CALL(init, destroy))
EVENT(BARRIER, barrier_init, LOCK(barrier) "; uint32_t count")
EVENT(BARRIER, barrier_leave,
      "[[end(barrier)]]; " LOCK(barrier) "; bool serial")
EVENT(BARRIER, barrier_wait, "[[begin(barrier)]]; " LOCK(barrier))

EVENT(COND, cond_broadcast, LOCK(cond))
EVENT(COND, cond_destroy, LOCK(cond))
EVENT(COND, cond_fail, LOCK(cond) "; " ERROR "; " CALL(init, destroy))
EVENT(COND, cond_init, LOCK(cond))
EVENT(COND, cond_signal, LOCK(cond))
EVENT(COND, cond_wait, "[[begin(cond_wait)]]; " LOCK(cond) "; " GIVEN(mutex))
EVENT(COND, cond_wake,
      "[[end(cond_wait)]]; " LOCK(cond) "; " TAKEN(mutex) "; " OUTCOME)

EVENT(DL, dl_close, DL)
EVENT(DL, dl_error, "char *message")
EVENT(DL, dl_fail, DL)
EVENT(DL, dl_open, "[[begin(dlopen)]]; " LOADED)
EVENT(DL, dl_opened, "[[end(dlopen)]]; " DL)
EVENT(DL, dl_search, LOADED)

EVENT(EVENT, epoll_create,
      EPOLL "; enum: int32_t { EPOLL_CLOEXEC = 02000000 } flags [[flags]]")
EVENT(EVENT, epoll_ctl, EPOLL "; " EPOLL_ASKED)
EVENT(EVENT, epoll_fail,
      EPOLL "; " ERROR "; " CALL(create, ctl) "; " EPOLL_ASKED)
EVENT(EVENT, epoll_return,
      "[[end(epoll)]]; " EPOLL "; int32_t result; " ERROR "; " EPOLL_EVENTS
      "; uint64_t data [[hex]]")
EVENT(EVENT, epoll_wait, "[[begin(epoll)]]; " EPOLL "; int32_t count; " TIMEOUT)
EVENT(EVENT, eventfd_create, EVENTFD "; " EVENTFD_KIND)
EVENT(EVENT, eventfd_fail, ERROR "; " EVENTFD_KIND)
EVENT(EVENT, eventfd_read,
      "[[end(eventfd_read)]]; " EVENTFD "; " ERROR "; uint64_t value")
EVENT(EVENT, eventfd_read_wait, "[[begin(eventfd_read)]]; " EVENTFD)
EVENT(EVENT, eventfd_write,
      "[[end(eventfd_write)]]; " EVENTFD "; " ERROR "; uint64_t value")
EVENT(EVENT, eventfd_write_wait,
      "[[begin(eventfd_write)]]; " EVENTFD "; uint64_t value")
EVENT(EVENT, poll_return, "[[end(poll)]]; " POLLED)
EVENT(EVENT, poll_wait, "[[begin(poll)]]; " POLLS)
EVENT(EVENT, select_return, "[[end(select)]]; " POLLED)
EVENT(EVENT, select_wait, "[[begin(select)]]; " POLLS)

EVENT(IO, file_close, FD)
EVENT(IO, file_close_range,
      "uint32_t first; uint32_t last [[none(\"no limit\")]]; "
      "enum: int32_t { CLOSE_RANGE_UNSHARE = 2, CLOSE_RANGE_CLOEXEC = 4 } "
      "flags [[flags]]")
EVENT(IO, file_control_fail, ERROR "; " FD "; " CONTROL)
EVENT(IO, file_copy, "[[end(copy)]]; " FROM "; " FD "; " ERROR "; " RESULT)
EVENT(IO, file_copy_wait, "[[begin(copy)]]; " FROM "; " FD "; " SIZE)
EVENT(IO, file_dup, FD "; " FROM)
EVENT(IO, file_fail,
      CALL(close, close_range, dup, pipe, rename, truncate,
	   unlink) "; " ERROR "; " AT "; char *path; char *to")
EVENT(IO, file_open, FD "; " OPEN_FLAGS "; char *path; " MODE)
EVENT(IO, file_open_fail, ERROR "; " AT "; " OPEN_FLAGS "; char *path; " MODE)
EVENT(IO, file_pipe, "int32_t in [[object(fd)]]; int32_t out [[object(fd)]]")
EVENT(IO, file_read, "[[end(read)]]; " FD "; " ERROR "; " RESULT)
EVENT(IO, file_read_wait, "[[begin(read)]]; " FD "; " SIZE)
EVENT(IO, file_rename, "char *from; char *to")
EVENT(IO, file_seek,
      FD "; enum whence: int32_t { SEEK_SET, SEEK_CUR, SEEK_END, SEEK_DATA, "
	 "SEEK_HOLE } whence; int64_t offset; int64_t result; " ERROR)
EVENT(IO, file_sync, "[[end(sync)]]; " FD "; " ERROR)
EVENT(IO, file_sync_wait, "[[begin(sync)]]; " FD)
EVENT(IO, file_truncate, FD "; " SIZE)
EVENT(IO, file_unlink, "char *path")
EVENT(IO, file_write, "[[end(write)]]; " FD "; " ERROR "; " RESULT)
EVENT(IO, file_write_wait, "[[begin(write)]]; " FD "; " SIZE)

EVENT(MEM, free, "[[end(memory)]]; " BLOCK)
EVENT(MEM, malloc, "[[begin(memory)]]; " BLOCK "; " SIZE)
EVENT(MEM, mem_break, MEMORY)
EVENT(MEM, mem_fail,
      SIZE "; " ERROR "; " CALL(allocate, break, map, remap,
				unmap) "; " MEMORY
				       "; uint64_t offset [[hex]]; " MAPPED)
EVENT(MEM, mem_map, MEMORY "; " SIZE "; uint64_t offset [[hex]]; " MAPPED)
EVENT(MEM, mem_remap,
      MEMORY "; " SIZE "; uint64_t was [[hex]]; uint64_t was_size [[unit(B)]]")
EVENT(MEM, mem_unmap, MEMORY "; " SIZE)

EVENT(MQUEUE, mq_close, QUEUE)
EVENT(MQUEUE, mq_fail,
      QUEUE "; " ERROR
	    "; " CALL(close, open, unlink) "; char *name; " OPEN_FLAGS)
EVENT(MQUEUE, mq_open,
      QUEUE "; " OPEN_FLAGS "; uint32_t capacity; "
	    "uint32_t message_size [[unit(B)]]; char *name")
EVENT(MQUEUE, mq_receive,
      "[[end(mq_receive)]]; " QUEUE "; " ERROR "; " RESULT
      "; uint32_t priority")
EVENT(MQUEUE, mq_receive_wait, "[[begin(mq_receive)]]; " QUEUES)
EVENT(MQUEUE, mq_send,
      "[[end(mq_send)]]; " QUEUE "; " ERROR "; " SIZE "; uint32_t priority")
EVENT(MQUEUE, mq_send_wait, "[[begin(mq_send)]]; " QUEUES)
EVENT(MQUEUE, mq_unlink, "char *name")

EVENT(MUTEX, mutex_busy, LOCK(mutex))
EVENT(MUTEX, mutex_destroy, LOCK(mutex))
EVENT(MUTEX, mutex_fail,
      LOCKED LOCK(mutex) "; " OUTCOME "; " CALL(lock, unlock, init, destroy))
EVENT(MUTEX, mutex_init,
      LOCK(mutex) "; enum: int32_t { PTHREAD_MUTEX_NORMAL, "
		  "PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK, "
		  "PTHREAD_MUTEX_ADAPTIVE_NP } kind; int32_t inheritance")
EVENT(MUTEX, mutex_lock, LOCKED TAKEN(mutex))
EVENT(MUTEX, mutex_unlock, GIVEN(mutex))
EVENT(MUTEX, mutex_wait,
      "[[begin(lock)]]; " LOCK(mutex) "; int32_t owner [[owner]]")

EVENT(MUTEX, once_begin, "[[begin(once)]]; " TAKEN(once))
EVENT(MUTEX, once_end, "[[end(once)]]; " GIVEN(once))

EVENT(MUTEX, rwlock_busy, LOCK(rwlock) "; " ACCESS)
EVENT(MUTEX, rwlock_destroy, LOCK(rwlock))
EVENT(MUTEX, rwlock_fail,
      LOCKED LOCK(rwlock) "; " ACCESS "; " OUTCOME
			  "; " CALL(lock, unlock, init, destroy))
EVENT(MUTEX, rwlock_init, LOCK(rwlock))
EVENT(MUTEX, rwlock_lock, LOCKED TAKEN(rwlock) "; " ACCESS)
EVENT(MUTEX, rwlock_unlock, GIVEN(rwlock))
EVENT(MUTEX, rwlock_wait, "[[begin(lock)]]; " LOCK(rwlock) "; " ACCESS)

EVENT(MUTEX, spin_busy, LOCK(spin))
EVENT(MUTEX, spin_lock, LOCKED TAKEN(spin))
EVENT(MUTEX, spin_unlock, GIVEN(spin))
EVENT(MUTEX, spin_wait, "[[begin(lock)]]; " LOCK(spin))

EVENT(NET, resolve, "[[begin(resolve)]]; char *host; char *service")
EVENT(NET, resolved,
      "[[end(resolve)]]; enum: int32_t { EAI_BADFLAGS = -1, EAI_NONAME = -2, "
      "EAI_AGAIN = -3, EAI_FAIL = -4, EAI_NODATA = -5, EAI_FAMILY = -6, "
      "EAI_SOCKTYPE = -7, EAI_SERVICE = -8, EAI_ADDRFAMILY = -9, "
      "EAI_MEMORY = -10, EAI_SYSTEM = -11, EAI_OVERFLOW = -12 } result; " ERROR)
EVENT(NET, socket_accept,
      "[[end(accept)]]; " SOCKET "; " ERROR
      "; int32_t accepted [[object(socket)]]; " ADDRESS)
EVENT(NET, socket_accept_wait, "[[begin(accept)]]; " SOCKET)
EVENT(NET, socket_bind, SOCKET "; " ADDRESS)
EVENT(NET, socket_connect, "[[end(connect)]]; " SOCKET "; " ERROR "; " ADDRESS)
EVENT(NET, socket_connect_wait, "[[begin(connect)]]; " SOCKET)
EVENT(NET, socket_create, SOCKET "; " SOCKET_KIND)
EVENT(NET, socket_create_fail, ERROR "; " SOCKET_KIND)
EVENT(NET, socket_fail,
      SOCKET "; " ERROR "; " CALL(bind, listen, shutdown) "; " ADDRESS)
EVENT(NET, socket_listen, SOCKET "; int32_t backlog")
EVENT(NET, socket_recv, "[[end(recv)]]; " MESSAGE)
EVENT(NET, socket_recv_wait, "[[begin(recv)]]; " SOCKET "; " SIZE)
EVENT(NET, socket_send, "[[end(send)]]; " MESSAGE)
EVENT(NET, socket_send_wait, "[[begin(send)]]; " SOCKET "; " SIZE)
EVENT(NET, socket_shutdown,
      SOCKET "; enum how: int32_t { SHUT_RD, SHUT_WR, SHUT_RDWR } how")
EVENT(PROC, proc_daemon, PROCESS)
EVENT(PROC, proc_end, PROCESS)
EVENT(PROC, proc_exec, PROCESS "; char *path")
EVENT(PROC, proc_exit, PROCESS "; int32_t status")
EVENT(PROC, proc_fail,
      CALL(fork, exec, spawn, popen, daemon) "; " ERROR "; char *path")
EVENT(PROC, proc_fork, CHILD)
EVENT(PROC, proc_pclose, "[[begin(pclose)]]; " STREAM)
EVENT(PROC, proc_pclose_end, "[[end(pclose)]]; " STATUS)
EVENT(PROC, proc_popen, STREAM "; char *command")
EVENT(PROC, proc_spawn, CHILD "; char *path")
EVENT(PROC, proc_start, "int32_t parent")
EVENT(PROC, proc_system, "[[begin(system)]]; " PROCESS "; char *command")
EVENT(PROC, proc_system_end, "[[end(system)]]; " STATUS)
EVENT(PROC, proc_vfork, PROCESS)
EVENT(PROC, proc_wait,
      "[[begin(wait)]]; int32_t child [[none(any)]]; "
      "enum: uint32_t { WNOHANG = 1, WUNTRACED = 2, WEXITED = 4, "
      "WCONTINUED = 8, WNOWAIT = 0x1000000, __WNOTHREAD = 0x20000000, "
      "__WALL = 0x40000000, __WCLONE = 0x80000000 } options [[flags]]")
EVENT(PROC, proc_waited, "[[end(wait)]]; " CHILD "; " STATUS)

EVENT(SEM, sem_busy, LOCK(sem))
EVENT(SEM, sem_close, LOCK(sem))
EVENT(SEM, sem_destroy, LOCK(sem))
EVENT(SEM, sem_fail,
      WAITED NO_LOCK(sem) "; " OUTCOME "; " CALL(wait, close, destroy, init,
						 open, post) "; char *name")
EVENT(SEM, sem_init, LOCK(sem) "; uint32_t value")
EVENT(SEM, sem_open, LOCK(sem) "; char *name")
EVENT(SEM, sem_post, LOCK(sem))
EVENT(SEM, sem_take, WAITED LOCK(sem))
EVENT(SEM, sem_wait, "[[begin(sem_wait)]]; " LOCK(sem))

EVENT(SIGNAL, signal_action, HANDLER "; " SIGNAL_FLAGS)
EVENT(SIGNAL, signal_enter, "[[begin(handler)]]; " HANDLER)
EVENT(SIGNAL, signal_fail, SIGNAL "; " ERROR "; " CALL(send, action))
EVENT(SIGNAL, signal_leave, "[[end(handler)]]; " HANDLER)
EVENT(SIGNAL, signal_send, LOCK(thread) "; " SIGNAL "; int32_t process")
EVENT(SIGNAL, signal_take, "[[end(signal_wait)]]; " SIGNAL "; " ERROR)
EVENT(SIGNAL, signal_wait, "[[begin(signal_wait)]]; " SIGNALS)

EVENT(THREAD, thread_affinity, LOCK(thread) "; uint64_t cpus [[hex]]")
EVENT(THREAD, thread_busy, LOCK(thread))
EVENT(THREAD, thread_cancel, LOCK(thread))
EVENT(THREAD, thread_create, LOCK(thread) "; uint64_t start [[hex]]")
EVENT(THREAD, thread_detach, LOCK(thread))
EVENT(THREAD, thread_exit, LOCK(thread))
EVENT(THREAD, thread_fail,
      NO_LOCK(thread) "; " ERROR "; " CALL(create, affinity, cancel, detach,
					   join, name, priority))
EVENT(THREAD, thread_join, "[[begin(join)]]; " LOCK(thread))
EVENT(THREAD, thread_joined,
      "[[end(join), optional]]; " LOCK(thread) "; " OUTCOME)
EVENT(THREAD, thread_name, LOCK(thread) "; char *name")
EVENT(THREAD, thread_priority,
      LOCK(thread) "; enum: int32_t { SCHED_OTHER, SCHED_FIFO, SCHED_RR, "
		   "SCHED_BATCH, SCHED_IDLE = 5, SCHED_DEADLINE } policy "
		   "[[none(unchanged)]]; int32_t priority")
EVENT(THREAD, thread_start, SELF(thread) "; uint64_t start [[hex]]")

EVENT(TIMER, sleep,
      "[[begin(sleep)]]; int64_t duration [[unit(ns), none]]; " CLOCK
      "; " TIMER_FLAGS)
EVENT(TIMER, sleep_end, "[[end(sleep)]]; " ERROR)
EVENT(TIMER, timer_begin,
      "[[begin(timer)]]; uint64_t function [[hex]]; uint64_t value [[hex]]")
EVENT(TIMER, timer_create,
      LOCK(timer) "; " CLOCK "; "
		  "enum notify: int32_t { SIGEV_SIGNAL, SIGEV_NONE, SIGEV_THREAD, "
		  "SIGEV_THREAD_ID = 4 } notify; " SIGNAL
		  "; uint64_t function [[hex]]")
EVENT(TIMER, timer_delete, LOCK(timer))
EVENT(TIMER, timer_end, "[[end(timer)]]; uint64_t function [[hex]]")
EVENT(TIMER, timer_fail,
      NO_LOCK(timer) "; " ERROR "; " CALL(create, delete, settime, interval))
EVENT(TIMER, timer_interval,
      "enum which: int32_t { ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF } "
      "which; " TIMES)
EVENT(TIMER, timer_settime, LOCK(timer) "; " TIMER_FLAGS "; " TIMES)
EVENT(TIMER, timerfd_create,
      TIMERFD "; " CLOCK "; enum: int32_t { TFD_NONBLOCK = 04000, "
	      "TFD_CLOEXEC = 02000000 } flags [[flags]]")
EVENT(TIMER, timerfd_fail, TIMERFD "; " ERROR "; " CALL(create, settime))
EVENT(TIMER, timerfd_settime,
      TIMERFD "; enum: int32_t { TFD_TIMER_ABSTIME = 1, "
	      "TFD_TIMER_CANCEL_ON_SET = 2 } flags [[flags]]; " TIMES)

#undef MAPPED
#undef MAP_FLAGS
#undef PROTECTION
#undef AT
#undef MODE
#undef OPEN_FLAGS
#undef OPEN_PLACES
#undef ACCESS
#undef TIMERFD
#undef TIMES
#undef TIMER_FLAGS
#undef CLOCK
#undef LOADED
#undef DL
#undef SIGNAL_FLAGS
#undef SIGNALS
#undef HANDLER
#undef SIGNAL
#undef STREAM
#undef CHILD
#undef PROCESS
#undef POLLED
#undef POLLS
#undef TIMEOUT
#undef EVENTFD_KIND
#undef EVENTFD
#undef EPOLL_ASKED
#undef EPOLL_EVENTS
#undef EPOLL
#undef QUEUES
#undef QUEUE
#undef MESSAGE
#undef MESSAGE_FLAGS
#undef ADDRESS
#undef SOCKET_KIND
#undef TRANSPORT
#undef SOCKET_TYPE
#undef FAMILY
#undef SOCKET
#undef MEMORY
#undef BLOCK
#undef RESULT
#undef SIZE
#undef FROM
#undef FD
#undef CALL
#undef OUTCOME
#undef ERROR
#undef WAITED
#undef LOCKED
#undef GIVEN
#undef SELF
#undef TAKEN
#undef NO_LOCK
#undef LOCK
