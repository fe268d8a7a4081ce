/* strict.c - the macros of LiteOS in C without extensions: events of no value
 * besides the identity, of several, and of none at all */
#include <los_trace.h>

#define OWN_EVENT 0x4001
#define OWN_EVENT_PARAMS(identity, value) identity, value

static unsigned evaluated;

#ifdef LOSCFG_KERNEL_TRACE
static UINTPTR evaluate(UINTPTR value)
{
	evaluated++;
	return value;
}
#endif

int main(void)
{
	unsigned wanted = 0;

	LOS_TRACE(MUX_CREATE, evaluate(1));
	LOS_TRACE(MUX_POST, evaluate(1), evaluate(2), evaluate(3));
	LOS_TRACE(TASK_SIGNAL, evaluate(1), evaluate(2), evaluate(3));
	LOS_TRACE(OWN_EVENT, &evaluated, evaluate(2));
	LOS_TRACE_EASY(1, evaluate(1));
	LOS_TRACE_EASY(2, "text", evaluate(2), evaluate(3));
#undef MUX_POST_PARAMS
#define MUX_POST_PARAMS(id, count, owner) id
	LOS_TRACE(MUX_POST, evaluate(1), evaluate(2), evaluate(3));
#ifdef LOSCFG_KERNEL_TRACE
	wanted = 9;
#endif
	return evaluated != wanted;
}
