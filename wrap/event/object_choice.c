/*
 * object_choice.c - recording some objects only
 *
 * This is the hook that libposixtrace asks, see posix_trace_object_hook_np(3):
 * once about each object, possibly in a signal handler.
 */
#include "wrap/event/object_choice.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <trace_np.h>

#include "model/choice.h"
#include "wrap/event/complaint.h"
#include "wrap/event/object_choice_text.h"

enum {
	TEXT = POSIX_TRACE_OBJECT_KIND_MAX_NP + 1 +
	       POSIX_TRACE_OBJECT_NAME_MAX_NP + 1,
};

_Static_assert(WRAP_OBJECT_CHOICE_MAX == (int)PXT_CHOICE_MAX,
	       "a choice of some kinds");

static bool is_of(const char *item, const char *kind, size_t len)
{
	item += *item == '!';
	return !strncmp(item, kind, len) && item[len] == '/';
}

/* Copies the items of one kind from a choice. */
static bool pick(const char *all, const char *kind,
		 char choice[WRAP_OBJECT_CHOICE_MAX])
{
	const size_t kind_len = strlen(kind);
	char *to = choice;

	for (size_t len; *all; all += len + !!all[len]) {
		len = strcspn(all, ",");
		if (!is_of(all, kind, kind_len))
			continue;
		if (to != choice)
			*to++ = ',';
		memcpy(to, all, len);
		to += len;
	}
	*to = '\0';
	return to != choice;
}

static int is_wanted(const struct posix_trace_object_np *object, void *all)
{
	char choice[WRAP_OBJECT_CHOICE_MAX];
	char text[TEXT];

	if (!pick(all, object->kind, choice))
		return 1;
	stpcpy(stpcpy(stpcpy(text, object->kind), "/"), object->name);
	return pxt_choice_wants(choice, text);
}

void wrap_object_choice_init(const char *text)
{
	if (!text || !*text)
		return;
	if (!wrap_object_choice_is_sound(text)) {
		wrap_complaint_write("POSIXTRACE_WRAP_ONLY", text, strlen(text),
				     "not KIND/PATTERN,...");
		return;
	}
	posix_trace_object_hook_np(is_wanted, (void *)(uintptr_t)text);
}
