/* lifeline.c - the kernel's list of robust futexes, with one entry */
#include "base/lifeline.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The entry is the pending one: unlike entries of the list, it has no link,
 * which would be in shared memory. */
int pxt_lifeline_hold(struct pxt_lifeline *lifeline, _Atomic uint32_t *word)
{
	struct robust_list_head *head = &lifeline->head;

	*head = (struct robust_list_head){
		.list.next = &head->list,
		.futex_offset = 0,
		.list_op_pending = (struct robust_list *)(uintptr_t)word,
	};
	if (syscall(SYS_set_robust_list, head, sizeof(*head)))
		return errno;
	atomic_store_explicit(word, (uint32_t)gettid(), memory_order_release);
	return 0;
}

void pxt_lifeline_release(struct pxt_lifeline *lifeline, _Atomic uint32_t *word)
{
	atomic_store_explicit(word, 0, memory_order_relaxed);
	lifeline->head.list_op_pending = NULL;
}
