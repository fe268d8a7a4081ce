/* life_hooks.c - controllers at begin, fork and end of their process */
#include "session/control/control.h"
#include "session/control/order.h"
#include "session/control/rescue.h"
#include "session/traced/life.h"

static void process_forked(void)
{
	pxt_session_forked();
	pxt_rescue_forked();
}

static void shut_down(struct pxt_session *session)
{
	pxt_control_shutdown(session, 0);
}

static void process_ending(void)
{
	pxt_order_end();
	pxt_session_leave_all(shut_down);
}

const struct pxt_life_hooks pxt_life_hooks = {
	.begun = pxt_order_begin,
	.forked = process_forked,
	.ending = process_ending,
};
