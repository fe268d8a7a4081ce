/*
 * requests.c - spans, or records, that wait to be sent, in requests
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "ship/otlp/requests.h"

enum {
	FRAME = 64,	   /* bytes around the records of a resource, at most */
	TAG = 6,	   /* bytes before a record, at most */
	SPARE = 1 << 17,   /* bytes that a request is less than full with */
	SPARE_RECORDS = 4, /* most of one event */
};

void requests_fini(struct requests *requests)
{
	free(requests->bytes);
	free(requests->waiting);
	arena_fini(&requests->arena);
	packing_fini(&requests->packing);
}

int requests_add(struct requests *requests, const struct otlp_record *record)
{
	struct packing *packing = &requests->packing;
	int err;

	err = packing_record(packing, record);
	if (err)
		return err;
	if (pxt_array_reserve(&requests->bytes, &requests->room,
			      requests->len + packing->len, 1) ||
	    pxt_array_reserve(&requests->waiting, &requests->waiting_room,
			      requests->count + 1, sizeof(*requests->waiting)))
		return ENOMEM;
	memcpy(requests->bytes + requests->len, packing->bytes, packing->len);
	requests->waiting[requests->count++] = (struct waiting){
		.process = record->process,
		.at = requests->len,
		.len = packing->len,
	};
	requests->len += packing->len;
	return 0;
}

bool requests_are_full(const struct requests *requests)
{
	return requests->count + SPARE_RECORDS > COLLECTOR_RECORDS ||
	       requests->len + SPARE > COLLECTOR_BYTES;
}

/* Requests */

static int pack_resource(struct requests *requests,
			 struct attributes *attributes, uint32_t process,
			 struct otlp_bytes *resource)
{
	struct packing *packing = &requests->packing;
	struct otlp_list list;
	uint8_t *kept;
	int err;

	attributes_begin(attributes, NULL);
	attributes_put_process(attributes, process);
	err = attributes_end(attributes, &list);
	if (!err)
		err = packing_resource(packing, &list);
	if (err)
		return err;
	kept = arena_take(&requests->arena, packing->len + 1);
	if (!kept)
		return ENOMEM;
	memcpy(kept, packing->bytes, packing->len);
	*resource = (struct otlp_bytes){ kept, packing->len };
	return 0;
}

/* Finds the group of a process, or begins one. */
static int find_group(struct requests *requests, struct attributes *attributes,
		      uint32_t process, size_t *number)
{
	struct request *request = &requests->request;
	struct otlp_group *group = &request->group[request->groups];
	int err;

	for (*number = 0; *number < request->groups; (*number)++)
		if (request->process[*number] == process)
			return 0;
	*group = (struct otlp_group){ .records = 0 };
	err = pack_resource(requests, attributes, process, &group->resource);
	if (err)
		return err;
	request->bytes += group->resource.len + FRAME;
	request->process[request->groups++] = process;
	return 0;
}

/* Takes as much as a request holds. */
static int fill(struct requests *requests, struct attributes *attributes)
{
	struct request *request = &requests->request;
	const struct waiting *one;
	size_t group;
	int err;

	arena_clear(&requests->arena);
	request->groups = request->records = request->bytes = 0;
	for (size_t i = requests->sent; i < requests->count; i++) {
		one = &requests->waiting[i];
		if (request->records == COLLECTOR_RECORDS ||
		    (request->records && request->bytes + one->len + TAG >
						 COLLECTOR_BYTES - SPARE / 2))
			break;
		err = find_group(requests, attributes, one->process, &group);
		if (err)
			return err;
		request->group[group].records++;
		request->group_of[request->records++] = (uint16_t)group;
		request->bytes += one->len + TAG;
	}
	return 0;
}

/* Puts the records of each group beside each other. */
static void sort(struct requests *requests)
{
	struct request *request = &requests->request;
	struct otlp_bytes *next[COLLECTOR_RECORDS];
	struct otlp_bytes *at = request->record;

	for (size_t i = 0; i < request->groups; i++) {
		request->group[i].record = next[i] = at;
		at += request->group[i].records;
	}
	for (size_t i = 0; i < request->records; i++) {
		const struct waiting *one =
			&requests->waiting[requests->sent + i];

		*next[request->group_of[i]]++ =
			(struct otlp_bytes){ requests->bytes + one->at,
					     one->len };
	}
}

static int send_request(struct requests *requests,
			struct attributes *attributes,
			struct collector *collector, struct ship_totals *totals)
{
	struct request *request = &requests->request;
	struct packing *packing = &requests->packing;
	int err;

	err = fill(requests, attributes);
	if (err)
		return err;
	sort(requests);
	err = packing_request(packing, request->group, request->groups);
	if (!err)
		err = collector_send(collector, requests->are_spans,
				     packing->bytes, packing->len,
				     request->records, totals);
	if (!err)
		requests->sent += request->records;
	return err;
}

int requests_send(struct requests *requests, struct attributes *attributes,
		  struct collector *collector, struct ship_totals *totals)
{
	int err = 0;

	while (!err && requests_are_waiting(requests))
		err = send_request(requests, attributes, collector, totals);
	if (!err)
		requests->sent = requests->count = requests->len = 0;
	return err;
}
