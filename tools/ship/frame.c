/*
 * frame.c - sections that go through a pipe
 */
#include <errno.h>
#include <string.h>

#include "ship/frame.h"

const unsigned char frame_greeting[FRAME_GREETING] = { 0x89, 'P', 'T', 'F',
						       13,   10,  26,  10,
						       1,    0,	  0,   0 };

static const int numbers[] = {
	[FRAME_OTHER] = EIO,	  [FRAME_NO_ROOM] = ENOSPC,
	[FRAME_BUSY] = EBUSY,	  [FRAME_DAMAGED] = EBADMSG,
	[FRAME_REFUSED] = EPROTO, [FRAME_FORBIDDEN] = EACCES,
	[FRAME_ITSELF] = EDEADLK,
};

enum { ERRORS = sizeof(numbers) / sizeof(*numbers) };

bool frame_greets(const unsigned char *bytes)
{
	return !memcmp(bytes, frame_greeting, FRAME_GREETING);
}

void frame_put(unsigned char *head, const struct frame *frame)
{
	section_put_u32(head, frame->type);
	section_put_u32(head + 4, frame->log);
	section_put_u64(head + 8, frame->len);
	section_put_u64(head + 16, frame->number);
	section_put_u64(head + 24, frame->at);
}

static uint64_t most(uint32_t type)
{
	switch (type) {
	case FRAME_LOG:
		return FRAME_LOG_MOST;
	case FRAME_SECTION:
		return FRAME_MOST;
	case FRAME_ERROR:
		return PREFACE_MOST;
	}
	return 0;
}

bool frame_parse(struct frame *frame, const unsigned char *head)
{
	*frame = (struct frame){
		.type = section_u32(head),
		.log = section_u32(head + 4),
		.len = section_u64(head + 8),
		.number = section_u64(head + 16),
		.at = section_u64(head + 24),
	};
	return frame->type >= FRAME_LOG && frame->type <= FRAME_ERROR &&
	       frame->len <= most(frame->type);
}

size_t frame_put_log(unsigned char *bytes, const struct fleet_subject *name,
		     const struct preface *preface)
{
	const size_t host = strlen(name->host) + 1;
	const size_t program = strlen(name->program) + 1;

	memcpy(bytes, name->host, host);
	memcpy(bytes + host, name->program, program);
	memcpy(bytes + host + program, preface->bytes, preface->len);
	return host + program + preface->len;
}

/* Takes a token that ends with a zero byte. Returns what it took; 0: it is not
 * sound. */
static size_t take_token(char *token, const unsigned char *bytes, size_t len)
{
	const unsigned char *end = len ? memchr(bytes, 0, len) : NULL;
	const size_t size = end ? (size_t)(end - bytes) : FLEET_TOKEN;
	char name[FLEET_NAME + 1];

	if (size >= FLEET_TOKEN ||
	    !fleet_token_parse(name, (const char *)bytes))
		return 0;
	memcpy(token, bytes, size + 1);
	return size + 1;
}

const char *frame_take_log(struct fleet_subject *name, struct preface *preface,
			   const unsigned char *bytes, size_t len)
{
	const size_t host = take_token(name->host, bytes, len);
	const size_t program =
		host ? take_token(name->program, bytes + host, len - host) : 0;
	int err;

	if (!program)
		return "no names of a host and a program";
	bytes += host + program;
	len -= host + program;
	err = len > PREFACE_MOST ? EBADMSG : preface_parse(preface, bytes, len);
	if (err == ENOTSUP)
		return "a log of a version not known here";
	if (err || preface->len != len || preface->is_mended)
		return "no beginning of a log";
	memcpy(name->uuid, preface->uuid, SECTION_UUID);
	name->shard = fleet_shard(name->uuid);
	return NULL;
}

enum frame_error frame_error_of(int err)
{
	if (err == EPERM || err == EROFS)
		err = EACCES;
	if (err == EDQUOT || err == EFBIG)
		err = ENOSPC;
	for (int i = FRAME_NO_ROOM; i < ERRORS; i++)
		if (numbers[i] == err)
			return (enum frame_error)i;
	return FRAME_OTHER;
}

int frame_error_number(uint64_t error)
{
	return error >= FRAME_OTHER && error < ERRORS ? numbers[error] : EIO;
}
