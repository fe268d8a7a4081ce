/*
 * event_list.h - what is recorded: a list, to be included with EVENT defined
 *
 * EVENT(GROUP, name, description), see docs/wrap.md. What the data is has a
 * struct in events.h.
 */
#define LOCK(kind) "uint64_t " #kind " [[object(" #kind "), hex]]"
#define TAKEN(kind) "uint64_t " #kind " [[object(" #kind "), hex, acquire]]"
#define SELF(kind) "uint64_t " #kind " [[object(" #kind "), hex, self]]"
#define GIVEN(kind) "uint64_t " #kind " [[object(" #kind "), hex, release]]"
/* Who need not wait has no event before it. */
#define LOCKED "[[end(lock), optional]]; "
#define WAITED "[[end(sem_wait), optional]]; "
#define FD "int32_t fd [[object(fd)]]"
#define FROM "int32_t from [[object(fd)]]"
#define SIZE "uint64_t size [[unit(B)]]"
#define RESULT SIZE "; int64_t result [[unit(B)]]"
#define BLOCK "uint64_t address [[key, object(memory), hex]]"
#define MEMORY "uint64_t address [[hex]]"
#define SOCKET "int32_t fd [[object(socket)]]"
#define ERROR "int32_t error"
#define FAMILY                                                             \
	"enum family: uint16_t { none, local, inet, inet6 = 10, "          \
	"netlink = 16, packet } family"
#define ADDRESS                                                            \
	"uint32_t ip [[hex, detail]]; " FAMILY "; uint16_t port; "         \
	"char *address"
#define MESSAGE                                                            \
	SOCKET "; " ERROR "; " RESULT "; uint32_t flags [[hex]]; "         \
	"uint32_t messages; " ADDRESS
#define QUEUE "int32_t mq [[object(mq)]]"
#define QUEUES \
	QUEUE "; uint32_t priority; " SIZE "; int64_t until [[unit(ns)]]"
#define EPOLL "int32_t epoll [[object(epoll)]]"
#define EVENTFD "int32_t fd [[object(event)]]"
#define TIMEOUT "int64_t timeout [[unit(ns)]]"
#define POLLS "uint32_t count; " TIMEOUT
#define POLLED                                              \
	"int32_t result; " ERROR "; " FD "; uint16_t events [[hex]]"
#define PROCESS "int32_t process"
#define CHILD "int32_t child"
#define STREAM "uint64_t stream [[hex]]"
#define SIGNAL "int32_t signal"
#define HANDLER "uint64_t handler [[hex]]; " SIGNAL
#define DL "uint64_t handle [[hex]]"
#define LOADED "uint32_t flags [[hex]]; char *path"
#define TIMES "int64_t first [[unit(ns)]]; int64_t interval [[unit(ns)]]"
#define TIMERFD "int32_t fd [[object(timerfd)]]"
#define ACCESS "enum access: int32_t { read, write } access"

EVENT(BARRIER, barrier_destroy, LOCK(barrier))
EVENT(BARRIER, barrier_init, LOCK(barrier) "; uint32_t count")
EVENT(BARRIER, barrier_leave, "[[end(barrier)]]; " LOCK(barrier) "; bool serial")
EVENT(BARRIER, barrier_wait, "[[begin(barrier)]]; " LOCK(barrier))

EVENT(COND, cond_broadcast, LOCK(cond))
EVENT(COND, cond_destroy, LOCK(cond))
EVENT(COND, cond_init, LOCK(cond))
EVENT(COND, cond_signal, LOCK(cond))
EVENT(COND, cond_wait, "[[begin(cond_wait)]]; " LOCK(cond) "; " GIVEN(mutex))
EVENT(COND, cond_wake,
      "[[end(cond_wait)]]; " LOCK(cond) "; " TAKEN(mutex) "; int32_t result")

EVENT(DL, dl_close, DL)
EVENT(DL, dl_fail, DL)
EVENT(DL, dl_open, "[[begin(dlopen)]]; " LOADED)
EVENT(DL, dl_opened, "[[end(dlopen)]]; " DL)
EVENT(DL, dl_search, LOADED)

EVENT(EVENT, epoll_create, EPOLL "; int32_t flags [[hex]]")
EVENT(EVENT, epoll_ctl,
      EPOLL "; enum operation: int32_t { add = 1, delete, modify } operation; "
      FD "; uint32_t events [[hex]]")
EVENT(EVENT, epoll_return,
      "[[end(epoll)]]; " EPOLL "; int32_t result; " ERROR
      "; uint32_t events [[hex]]; uint64_t data [[hex]]")
EVENT(EVENT, epoll_wait,
      "[[begin(epoll)]]; " EPOLL "; int32_t count; " TIMEOUT)
EVENT(EVENT, eventfd_create,
      EVENTFD "; uint32_t value; int32_t flags [[hex]]")
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
      "uint32_t first; uint32_t last; int32_t flags [[hex]]")
EVENT(IO, file_copy,
      "[[end(copy)]]; " FROM "; " FD "; " ERROR "; " RESULT)
EVENT(IO, file_copy_wait, "[[begin(copy)]]; " FROM "; " FD "; " SIZE)
EVENT(IO, file_dup, FD "; " FROM)
EVENT(IO, file_open, FD "; uint32_t flags [[hex]]; char *path")
EVENT(IO, file_pipe,
      "int32_t in [[object(fd)]]; int32_t out [[object(fd)]]")
EVENT(IO, file_read, "[[end(read)]]; " FD "; int32_t error; " RESULT)
EVENT(IO, file_read_wait, "[[begin(read)]]; " FD "; " SIZE)
EVENT(IO, file_rename, "char *from; char *to")
EVENT(IO, file_seek,
      FD "; enum whence: int32_t { set, current, end, data, hole } whence; "
      "int64_t offset; int64_t result")
EVENT(IO, file_sync, "[[end(sync)]]; " FD "; " ERROR)
EVENT(IO, file_sync_wait, "[[begin(sync)]]; " FD)
EVENT(IO, file_truncate, FD "; " SIZE)
EVENT(IO, file_unlink, "char *path")
EVENT(IO, file_write, "[[end(write)]]; " FD "; int32_t error; " RESULT)
EVENT(IO, file_write_wait, "[[begin(write)]]; " FD "; " SIZE)

EVENT(MEM, free, "[[end(memory)]]; " BLOCK)
EVENT(MEM, malloc, "[[begin(memory)]]; " BLOCK "; " SIZE)
EVENT(MEM, mem_break, MEMORY)
EVENT(MEM, mem_fail, SIZE "; int32_t error")
EVENT(MEM, mem_map,
      MEMORY "; " SIZE "; uint64_t offset [[hex]]; int32_t protection; "
      "uint32_t flags [[hex]]; int32_t fd")
EVENT(MEM, mem_remap,
      MEMORY "; " SIZE "; uint64_t was [[hex]]; uint64_t was_size [[unit(B)]]")
EVENT(MEM, mem_unmap, MEMORY "; " SIZE)

EVENT(MQUEUE, mq_close, QUEUE)
EVENT(MQUEUE, mq_open,
      QUEUE "; uint32_t flags [[hex]]; uint32_t capacity; "
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
EVENT(MUTEX, mutex_fail, LOCKED LOCK(mutex) "; int32_t result")
EVENT(MUTEX, mutex_init, LOCK(mutex) "; int32_t kind; int32_t inheritance")
EVENT(MUTEX, mutex_lock, LOCKED TAKEN(mutex))
EVENT(MUTEX, mutex_unlock, GIVEN(mutex))
EVENT(MUTEX, mutex_wait, "[[begin(lock)]]; " LOCK(mutex) "; int32_t owner [[owner]]")

EVENT(MUTEX, once_begin, "[[begin(once)]]; " TAKEN(once))
EVENT(MUTEX, once_end, "[[end(once)]]; " GIVEN(once))

EVENT(MUTEX, rwlock_busy, LOCK(rwlock) "; " ACCESS)
EVENT(MUTEX, rwlock_destroy, LOCK(rwlock))
EVENT(MUTEX, rwlock_fail, LOCKED LOCK(rwlock) "; " ACCESS "; int32_t result")
EVENT(MUTEX, rwlock_init, LOCK(rwlock))
EVENT(MUTEX, rwlock_lock, LOCKED TAKEN(rwlock) "; " ACCESS)
EVENT(MUTEX, rwlock_unlock, GIVEN(rwlock))
EVENT(MUTEX, rwlock_wait, "[[begin(lock)]]; " LOCK(rwlock) "; " ACCESS)

EVENT(MUTEX, spin_busy, LOCK(spin))
EVENT(MUTEX, spin_lock, LOCKED TAKEN(spin))
EVENT(MUTEX, spin_unlock, GIVEN(spin))
EVENT(MUTEX, spin_wait, "[[begin(lock)]]; " LOCK(spin))

EVENT(NET, resolve, "[[begin(resolve)]]; char *host; char *service")
EVENT(NET, resolved, "[[end(resolve)]]; int32_t result")
EVENT(NET, socket_accept,
      "[[end(accept)]]; " SOCKET "; " ERROR
      "; int32_t accepted [[object(socket)]]; " ADDRESS)
EVENT(NET, socket_accept_wait, "[[begin(accept)]]; " SOCKET)
EVENT(NET, socket_bind, SOCKET "; " ADDRESS)
EVENT(NET, socket_connect, "[[end(connect)]]; " SOCKET "; " ERROR "; " ADDRESS)
EVENT(NET, socket_connect_wait, "[[begin(connect)]]; " SOCKET)
EVENT(NET, socket_create,
      SOCKET "; int32_t type [[hex]]; int32_t protocol; " FAMILY)
EVENT(NET, socket_listen, SOCKET "; int32_t backlog")
EVENT(NET, socket_recv, "[[end(recv)]]; " MESSAGE)
EVENT(NET, socket_recv_wait, "[[begin(recv)]]; " SOCKET "; " SIZE)
EVENT(NET, socket_send, "[[end(send)]]; " MESSAGE)
EVENT(NET, socket_send_wait, "[[begin(send)]]; " SOCKET "; " SIZE)
EVENT(NET, socket_shutdown,
      SOCKET "; enum how: int32_t { read, write, both } how")
EVENT(PROC, proc_daemon, PROCESS)
EVENT(PROC, proc_end, PROCESS)
EVENT(PROC, proc_exec, PROCESS "; char *path")
EVENT(PROC, proc_exit, PROCESS "; int32_t status")
EVENT(PROC, proc_fail,
      "enum call: int32_t { fork, exec, spawn, popen, daemon } call; "
      "int32_t error")
EVENT(PROC, proc_fork, CHILD)
EVENT(PROC, proc_pclose, "[[begin(pclose)]]; " STREAM)
EVENT(PROC, proc_pclose_end,
      "[[end(pclose)]]; int32_t status [[hex]]; int32_t error")
EVENT(PROC, proc_popen, STREAM "; char *command")
EVENT(PROC, proc_spawn, CHILD "; char *path")
EVENT(PROC, proc_start, "int32_t parent")
EVENT(PROC, proc_system, "[[begin(system)]]; " PROCESS "; char *command")
EVENT(PROC, proc_system_end,
      "[[end(system)]]; int32_t status [[hex]]; int32_t error")
EVENT(PROC, proc_vfork, PROCESS)
EVENT(PROC, proc_wait, "[[begin(wait)]]; " CHILD)
EVENT(PROC, proc_waited,
      "[[end(wait)]]; " CHILD "; int32_t status [[hex]]; int32_t error")

EVENT(SEM, sem_busy, LOCK(sem))
EVENT(SEM, sem_close, LOCK(sem))
EVENT(SEM, sem_destroy, LOCK(sem))
EVENT(SEM, sem_fail, WAITED LOCK(sem) "; int32_t result")
EVENT(SEM, sem_init, LOCK(sem) "; uint32_t value")
EVENT(SEM, sem_open, LOCK(sem) "; char *name")
EVENT(SEM, sem_post, LOCK(sem))
EVENT(SEM, sem_take, WAITED LOCK(sem))
EVENT(SEM, sem_wait, "[[begin(sem_wait)]]; " LOCK(sem))

EVENT(SIGNAL, signal_action, HANDLER "; uint32_t flags [[hex]]")
EVENT(SIGNAL, signal_enter, "[[begin(handler)]]; " HANDLER)
EVENT(SIGNAL, signal_fail, SIGNAL "; int32_t error")
EVENT(SIGNAL, signal_leave, "[[end(handler)]]; " HANDLER)
EVENT(SIGNAL, signal_send, LOCK(thread) "; " SIGNAL "; int32_t process")
EVENT(SIGNAL, signal_take, "[[end(signal_wait)]]; " SIGNAL "; int32_t error")
EVENT(SIGNAL, signal_wait, "[[begin(signal_wait)]]; uint64_t set [[hex]]")

EVENT(THREAD, thread_affinity, LOCK(thread) "; uint64_t cpus [[hex]]")
EVENT(THREAD, thread_busy, LOCK(thread))
EVENT(THREAD, thread_cancel, LOCK(thread))
EVENT(THREAD, thread_create, LOCK(thread) "; uint64_t start [[hex]]")
EVENT(THREAD, thread_detach, LOCK(thread))
EVENT(THREAD, thread_exit, LOCK(thread))
EVENT(THREAD, thread_join, "[[begin(join)]]; " LOCK(thread))
EVENT(THREAD, thread_joined,
      "[[end(join), optional]]; " LOCK(thread) "; int32_t result")
EVENT(THREAD, thread_name, LOCK(thread) "; char *name")
EVENT(THREAD, thread_priority,
      LOCK(thread) "; int32_t policy; int32_t priority")
EVENT(THREAD, thread_start, SELF(thread) "; uint64_t start [[hex]]")

EVENT(TIMER, sleep,
      "[[begin(sleep)]]; int64_t duration [[unit(ns)]]; int32_t clock; "
      "int32_t flags [[hex]]")
EVENT(TIMER, sleep_end, "[[end(sleep)]]; " ERROR)
EVENT(TIMER, timer_begin,
      "[[begin(timer)]]; uint64_t function [[hex]]; uint64_t value [[hex]]")
EVENT(TIMER, timer_create,
      LOCK(timer) "; int32_t clock; "
      "enum notify: int32_t { signal, none, thread, thread_id = 4 } notify; "
      "int32_t signal; uint64_t function [[hex]]")
EVENT(TIMER, timer_delete, LOCK(timer))
EVENT(TIMER, timer_end, "[[end(timer)]]; uint64_t function [[hex]]")
EVENT(TIMER, timer_interval,
      "enum which: int32_t { real, virtual, profile } which; " TIMES)
EVENT(TIMER, timer_settime, LOCK(timer) "; int32_t flags [[hex]]; " TIMES)
EVENT(TIMER, timerfd_create, TIMERFD "; int32_t clock; int32_t flags [[hex]]")
EVENT(TIMER, timerfd_settime, TIMERFD "; int32_t flags [[hex]]; " TIMES)

#undef ACCESS
#undef TIMERFD
#undef TIMES
#undef LOADED
#undef DL
#undef HANDLER
#undef SIGNAL
#undef STREAM
#undef CHILD
#undef PROCESS
#undef MEMORY
#undef BLOCK
#undef POLLED
#undef POLLS
#undef TIMEOUT
#undef EVENTFD
#undef EPOLL
#undef QUEUES
#undef QUEUE
#undef MESSAGE
#undef ADDRESS
#undef FAMILY
#undef ERROR
#undef SOCKET
#undef RESULT
#undef SIZE
#undef FROM
#undef FD
#undef WAITED
#undef LOCKED
#undef GIVEN
#undef TAKEN
#undef LOCK
