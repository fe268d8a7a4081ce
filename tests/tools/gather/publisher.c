/*
 * publisher.c - publishes logs in a stream of NATS, soundly or not
 *
 *	publisher [-C] [-f FAULT] [-H HOST] [-P BYTES] [-w WINDOW] [-l LEFT-OUT]
 *		[-a AGAIN] [-d DROPPED] URL LOG...
 *
 * -C makes the stream first. BYTES: what a fragment has; WINDOW: sections of which
 * the order is reversed; LEFT-OUT: sections from 5 on that are not sent; AGAIN:
 * before that section, preface and names are repeated; DROPPED: messages that the
 * stream drops in the end.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef HAVE_NATS

#include <fcntl.h>
#include <inttypes.h>
#include <nats/nats.h>
#include <string.h>
#include <unistd.h>

#include "nats/fleet_subject.h"
#include "nats/nats_address.h"
#include "ship/log_sections.h"

enum { TEXT = 128 };

static struct nats_address address;
static jsCtx *js;
static const char *fault = "", *host = "here";
static size_t part_bytes = 448 << 10;
static uint64_t window = 1, left_out, again, dropped;
static bool is_repeat;
static char subject[FLEET_SUBJECT + (16 << 10)], uuid[FLEET_UUID_TEXT];

static void check(natsStatus status, const char *what)
{
	if (status == NATS_OK)
		return;
	fprintf(stderr, "%s: %s\n", what, natsStatus_GetText(status));
	exit(99);
}

static bool is(const char *name)
{
	return !strcmp(fault, name);
}

static void set(natsMsg *message, const char *name, const char *format,
		uint64_t number)
{
	char text[TEXT];

	snprintf(text, sizeof(text), format, number);
	check(natsMsgHeader_Set(message, name, text), name);
}

static natsMsg *make(const unsigned char *bytes, size_t len, const char *id)
{
	natsMsg *message;

	check(natsMsg_Create(&message, subject, NULL, (const char *)bytes,
			     (int)len),
	      "message");
	check(natsMsgHeader_Set(message, FLEET_ID, id), FLEET_ID);
	return message;
}

static void publish(natsMsg *message)
{
	check(js_PublishMsgAsync(js, &message, NULL), "publish");
}

static void publish_preface(const struct preface *preface)
{
	unsigned char bytes[PREFACE_MOST];
	char id[TEXT];
	natsMsg *message;

	memcpy(bytes, preface->bytes, preface->len);
	if (is("preface"))
		bytes[100] ^= 1;
	snprintf(id, sizeof(id), "%s:preface:%d%s", uuid, (int)getpid(),
		 is_repeat ? ":99" : "");
	message = make(bytes, preface->len, id);
	set(message, FLEET_PREFACE, "%" PRIu64, 1);
	publish(message);
}

static void publish_fragment(const struct section *section,
			     const unsigned char *bytes, uint64_t number,
			     unsigned i, unsigned fragments)
{
	const size_t size = section_size(section), at = i * part_bytes;
	const size_t len = size - at < part_bytes ? size - at : part_bytes;
	char id[TEXT], fragment[TEXT];
	natsMsg *message;

	if (is("part") && number == 5 && i == 1)
		return;
	snprintf(id, sizeof(id), "%s:%" PRIu64 ":%08" PRIx32, uuid, number,
		 section->sum);
	if (fragments > 1)
		snprintf(id + strlen(id), sizeof(id) - strlen(id), ":%u",
			 i + 1);
	if (is_repeat)
		strcat(id, ":again:99");
	message = make(bytes + at, len, id);
	if (fragments > 1) {
		snprintf(fragment, sizeof(fragment), "%u/%u", i + 1, fragments);
		check(natsMsgHeader_Set(message, FLEET_FRAGMENT, fragment),
		      FLEET_FRAGMENT);
	}
	if (section->at)
		set(message, FLEET_AT, "%" PRIu64,
		    is("place") && number == 5 ? UINT64_C(1) << 62 :
						 section->at);
	if (section->number > window && !is("unconfirmed"))
		set(message, FLEET_CONFIRMED, "%" PRIu64,
		    section->number - window);
	publish(message);
}

static void publish_section(const struct section *section, unsigned char *bytes,
			    const unsigned char *id)
{
	struct section sent = *section;
	const unsigned fragments =
		(unsigned)((section_size(section) + part_bytes - 1) /
			   part_bytes);

	if (section->number >= 5 && section->number < 5 + left_out)
		return;
	if (section->number == 5 && is("number")) {
		section_put_u64(bytes + 16, UINT64_C(1) << 63);
		section_seal(bytes, id);
	} else if (section->number == 5 && is("uuid")) {
		section_seal(bytes, (const unsigned char *)"another log's id");
	} else if (section->number == 5 && is("checksum")) {
		bytes[SECTION_HEAD] ^= 1;
	} else if (section->number == 5 && is("size")) {
		sent.len -= 8;
	}
	for (unsigned i = 0; i < fragments; i++)
		publish_fragment(&sent, bytes, section->number, i, fragments);
}

struct kept {
	struct section section;
	unsigned char *bytes;
};

/* Sends sections of a window, the last one first. */
static void send_window(struct kept *kept, uint64_t count,
			const struct log_sections *log)
{
	while (count) {
		struct kept *last = &kept[--count];

		publish_section(&last->section, last->bytes, log->preface.uuid);
		free(last->bytes);
	}
}

static void repeat(struct log_sections *log)
{
	struct log_sections names;
	struct section section;

	is_repeat = true;
	publish_preface(&log->preface);
	if (log_sections_init(&names, log->fd, log->name))
		exit(99);
	while (!log_sections_next(&names, &section) && section.number < again)
		if (section.type != SECTION_CHUNK)
			publish_section(&section, names.bytes,
					log->preface.uuid);
	log_sections_fini(&names);
	is_repeat = false;
}

static void name_subject(const struct preface *preface)
{
	struct fleet_subject name = { .shard = 0 };

	memcpy(name.uuid, preface->uuid, FLEET_UUID);
	fleet_token(name.host, host, strlen(host));
	fleet_token(name.program, "ticker", 6);
	fleet_subject_make(subject, address.stream, &name);
	fleet_uuid_text(uuid, name.uuid);
	if (is("host")) {
		snprintf(subject, sizeof(subject), "%s.%02u.%%2E%%2E.ticker.%s",
			 address.stream, fleet_shard(name.uuid), uuid);
	} else if (is("control")) {
		snprintf(subject, sizeof(subject), "%s.%02u.a\033b.ticker.%s",
			 address.stream, fleet_shard(name.uuid), uuid);
	} else if (is("part-of-another")) {
		snprintf(subject, sizeof(subject), "%s.%02u.here.ticker.%s",
			 address.stream, (fleet_shard(name.uuid) + 1) % 64,
			 uuid);
	} else if (is("long")) {
		size_t len = (size_t)snprintf(subject, sizeof(subject),
					      "%s.%02u.", address.stream,
					      fleet_shard(name.uuid));

		memset(subject + len, 'x', 3000);
		snprintf(subject + len + 3000, TEXT, ".ticker.%s", uuid);
	}
}

static void publish_log(const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct kept *kept = calloc(window, sizeof(*kept));
	struct log_sections log;
	struct section section;
	uint64_t count = 0;

	if (fd < 0 || !kept || log_sections_init(&log, fd, path)) {
		perror(path);
		exit(99);
	}
	name_subject(&log.preface);
	if (!is("no-preface"))
		publish_preface(&log.preface);
	while (!log_sections_next(&log, &section)) {
		const size_t size = section_size(&section);

		if (section.number == again)
			repeat(&log);
		kept[count] = (struct kept){ section, malloc(size) };
		memcpy(kept[count].bytes, log.bytes, size);
		if (++count == window) {
			send_window(kept, count, &log);
			count = 0;
		}
	}
	send_window(kept, count, &log);
	if (is("late-preface") || is("no-preface"))
		publish_preface(&log.preface);
	free(kept);
	log_sections_fini(&log);
	close(fd);
}

static void make_stream(void)
{
	char subjects[NATS_STREAM + 16];
	const char *list[] = { subjects };
	jsStreamConfig config;

	snprintf(subjects, sizeof(subjects), "%s.*.*.*.*", address.stream);
	jsStreamConfig_Init(&config);
	config.Name = address.stream;
	config.Subjects = list;
	config.SubjectsLen = 1;
	check(js_AddStream(NULL, js, &config, NULL, NULL), "stream");
}

static void drop(natsConnection *connection)
{
	char call[TEXT], question[TEXT];
	natsMsg *answer;

	snprintf(call, sizeof(call), "$JS.API.STREAM.PURGE.%s", address.stream);
	snprintf(question, sizeof(question), "{\"seq\":%" PRIu64 "}",
		 dropped + 1);
	check(natsConnection_RequestString(&answer, connection, call, question,
					   5000),
	      "purge");
	natsMsg_Destroy(answer);
}

int main(int argc, char **argv)
{
	natsConnection *connection;
	bool makes = false;
	jsOptions options;
	int option;

	while ((option = getopt(argc, argv, "Cf:H:P:w:l:a:d:")) != -1) {
		if (option == 'C')
			makes = true;
		else if (option == 'f')
			fault = optarg;
		else if (option == 'H')
			host = optarg;
		else if (option == 'P')
			part_bytes = strtoull(optarg, NULL, 10);
		else if (option == 'w')
			window = strtoull(optarg, NULL, 10);
		else if (option == 'l')
			left_out = strtoull(optarg, NULL, 10);
		else if (option == 'a')
			again = strtoull(optarg, NULL, 10);
		else if (option == 'd')
			dropped = strtoull(optarg, NULL, 10);
	}
	if (nats_address_parse(&address, argv[optind]))
		return 2;
	jsOptions_Init(&options);
	options.PublishAsync.MaxPending = 64;
	check(natsConnection_ConnectTo(&connection, address.servers[0]),
	      address.servers[0]);
	check(natsConnection_JetStream(&js, connection, &options), "JetStream");
	if (makes)
		make_stream();
	for (int i = optind + 1; i < argc; i++)
		publish_log(argv[i]);
	check(js_PublishAsyncComplete(js, NULL), "acknowledgements");
	if (dropped)
		drop(connection);
	jsCtx_Destroy(js);
	natsConnection_Destroy(connection);
	nats_address_fini(&address);
	nats_Close();
	return 0;
}

#else

int main(void)
{
	return 77;
}

#endif
