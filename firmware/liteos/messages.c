/* messages.c - LiteOS's messages to a client */
#include "firmware/liteos/messages.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "firmware/liteos/board.h"
#include "firmware/liteos/buffer.h"
#include "firmware/liteos/client.h"
#include "firmware/liteos/setup.h"
#include "format/liteos/events.h"
#include "format/liteos/message.h"

enum {
	TASKS = 1 << 12, /* tasks of larger numbers are announced once only */
	FRAME_MAX = PXT_LITEOS_MESSAGE_MAX,
	OFFLINE = 0,
	ONLINE = 1,
};

static const bool is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

/* Priorities of tasks + 1, by number. 0: no such task. */
static _Atomic uint64_t tasks[TASKS];

static void send(const struct pxt_liteos_message *message)
{
	uint8_t bytes[PXT_LITEOS_MESSAGE_MAX];
	bool cut;

	liteos_client_send(
		bytes, pxt_liteos_message_write(message, is_big, bytes, &cut));
}

static void send_notice(uint32_t command)
{
	send(&(struct pxt_liteos_message){
		.type = PXT_LITEOS_NOTIFY,
		.command = command,
		.param = PXT_LITEOS_NOTIFY_PARAM,
	});
}

static void send_head(uint32_t version)
{
	send(&(struct pxt_liteos_message){
		.type = PXT_LITEOS_HEAD,
		.endian = PXT_LITEOS_ENDIAN,
		.version = version,
		.clock_freq = liteos_setup.clock,
	});
}

void liteos_messages_task(uint32_t id, uint32_t priority, const char *name)
{
	uint8_t room[PXT_LITEOS_NAME_LEN] = "";

	memcpy(room, name, strnlen(name, PXT_LITEOS_NAME_LEN - 1));
	send(&(struct pxt_liteos_message){
		.type = PXT_LITEOS_OBJ,
		.id = id,
		.priority = priority,
		.name = room,
	});
}

void liteos_messages_keep_task(uint32_t task, uint32_t priority)
{
	if (task < TASKS)
		atomic_store_explicit(&tasks[task], 1 + (uint64_t)priority,
				      memory_order_relaxed);
}

void liteos_messages_drop_task(uint32_t task)
{
	if (task < TASKS)
		atomic_store_explicit(&tasks[task], 0, memory_order_relaxed);
}

static void send_tasks(void)
{
	char name[PXT_LITEOS_NAME_LEN + 1];
	uint64_t priority;

	for (uint32_t i = 0; i < TASKS; i++) {
		priority =
			atomic_load_explicit(&tasks[i], memory_order_relaxed);
		if (!priority)
			continue;
		liteos_board_task_name(i, name);
		liteos_messages_task(i, (uint32_t)(priority - 1), name);
	}
}

void liteos_messages_start(void)
{
	if (!liteos_client_open())
		return;
	send_notice(PXT_LITEOS_SYS_START);
	send_head(ONLINE);
	send_tasks();
}

void liteos_messages_stop(void)
{
	send_notice(PXT_LITEOS_SYS_STOP);
}

void liteos_messages_event(const struct pxt_liteos_frame *frame)
{
	struct pxt_liteos_message message = {
		.type = PXT_LITEOS_EVENTS,
		.shape = liteos_setup.layout.shape,
	};

	if (liteos_setup.layout.size > FRAME_MAX)
		return;
	message.frame = *frame;
	send(&message);
}

static void dump_task(uint32_t slot)
{
	const uint8_t *entry = liteos_buffer_entry(slot);
	char name[PXT_LITEOS_NAME_LEN + 1] = "";

	memcpy(name, entry + 8, PXT_LITEOS_NAME_LEN);
	liteos_messages_task(pxt_liteos_get32(entry, is_big),
			     pxt_liteos_get32(entry + 4, is_big), name);
}

void liteos_messages_dump(void)
{
	struct pxt_liteos_frame frame = { 0 };

	if (!liteos_client_open())
		return;
	send_head(OFFLINE);
	for (uint32_t i = 0; i < liteos_setup.objects; i++)
		dump_task(i);
	for (uint32_t i = 0; i < liteos_buffer_frames(); i++) {
		pxt_liteos_layout_take(&liteos_setup.layout,
				       liteos_buffer_frame(i), is_big, &frame);
		liteos_messages_event(&frame);
	}
}
