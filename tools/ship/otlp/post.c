/*
 * post.c - requests over HTTP
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "late/curl.h"
#include "ship/otlp/post.h"
#include "source/follow.h"

enum {
	BODY_MOST = 64 << 10,
	HEAD_MOST = 64 << 10,
	CONNECT_MOST_S = 10,
	TIME_MOST_MS = 10000
};

struct post {
	CURL *curl;
	struct curl_slist *fields;
	char error[CURL_ERROR_SIZE];
	size_t head, len;
	bool is_head_long, is_body_long;
	uint8_t body[BODY_MOST];
};

/* Takes a field of the head; there may be heads before the last one. */
static size_t take_head(char *data, size_t size, size_t count, void *context)
{
	struct post *post = context;

	(void)data;
	post->head += size * count;
	post->is_head_long = post->head > HEAD_MOST;
	return post->is_head_long ? 0 : size * count;
}

static size_t take_body(char *data, size_t size, size_t count, void *context)
{
	struct post *post = context;
	const size_t len = size * count;

	if (len > BODY_MOST - post->len) {
		post->is_body_long = true;
		return 0;
	}
	memcpy(post->body + post->len, data, len);
	post->len += len;
	return len;
}

static int look_for_end(void *context, curl_off_t down_most, curl_off_t down,
			curl_off_t up_most, curl_off_t up)
{
	(void)context;
	(void)down_most;
	(void)down;
	(void)up_most;
	(void)up;
	return !follow_is_wanted();
}

/* The same variable as other exporters have, in milliseconds. */
static long time_most(void)
{
	const char *text = getenv("OTEL_EXPORTER_OTLP_TIMEOUT");
	const long ms = text ? strtol(text, NULL, 10) : 0;

	return ms > 0 && ms <= 3600 * 1000L ? ms : TIME_MOST_MS;
}

static bool add_field(struct post *post, const char *field)
{
	struct curl_slist *longer = curl_slist_append(post->fields, field);

	if (longer)
		post->fields = longer;
	return longer;
}

static void set_limits(struct post *post)
{
	CURL *curl = post->curl;

	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_MOST_S);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, time_most());
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, look_for_end);
	curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_head);
	curl_easy_setopt(curl, CURLOPT_HEADERDATA, post);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, post);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, post->error);
}

/* Certificates and names of hosts are checked by default. */
static void set_secrets(struct post *post, const struct remote_options *options)
{
	CURL *curl = post->curl;

	curl_easy_setopt(curl, CURLOPT_SSLVERSION,
			 (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(curl, CURLOPT_NETRC, (long)CURL_NETRC_OPTIONAL);
	if (options->creds)
		curl_easy_setopt(curl, CURLOPT_NETRC_FILE, options->creds);
	if (options->ca)
		curl_easy_setopt(curl, CURLOPT_CAINFO, options->ca);
	if (options->cert)
		curl_easy_setopt(curl, CURLOPT_SSLCERT, options->cert);
	if (options->key)
		curl_easy_setopt(curl, CURLOPT_SSLKEY, options->key);
}

const char *post_lacks(void)
{
	return late_curl_load();
}

int post_open(struct post **post, const struct remote_options *options)
{
	*post = calloc(1, sizeof(**post));
	if (!*post)
		return ENOMEM;
	curl_global_init(CURL_GLOBAL_DEFAULT);
	(*post)->curl = curl_easy_init();
	if (!(*post)->curl ||
	    !add_field(*post, "Content-Type: application/x-protobuf") ||
	    !add_field(*post, "Content-Encoding: gzip") ||
	    !add_field(*post, "User-Agent: posixtrace") ||
	    !add_field(*post, "Expect:")) {
		post_close(*post);
		return ENOMEM;
	}
	curl_easy_setopt((*post)->curl, CURLOPT_HTTPHEADER, (*post)->fields);
	set_limits(*post);
	set_secrets(*post, options);
	return 0;
}

void post_close(struct post *post)
{
	if (!post)
		return;
	curl_easy_cleanup(post->curl);
	curl_slist_free_all(post->fields);
	free(post);
}

/* Reads the status, which counts even if what follows it was cut short here. */
static void read_status(struct post *post, CURLcode code,
			struct post_answer *answer)
{
	curl_off_t retry_s = 0;

	if (code != CURLE_OK && !post->is_body_long)
		return;
	curl_easy_getinfo(post->curl, CURLINFO_RESPONSE_CODE, &answer->status);
	curl_easy_getinfo(post->curl, CURLINFO_RETRY_AFTER, &retry_s);
	if (retry_s > POST_RETRY_MOST_S)
		retry_s = POST_RETRY_MOST_S;
	answer->retry_s = retry_s > 0 ? (unsigned)retry_s : 0;
}

int post_send(struct post *post, const char *url, const void *bytes, size_t len,
	      struct post_answer *answer)
{
	CURLcode code;

	post->head = post->len = 0;
	post->is_head_long = post->is_body_long = false;
	*post->error = '\0';
	if (curl_easy_setopt(post->curl, CURLOPT_URL, url))
		return ENOMEM;
	curl_easy_setopt(post->curl, CURLOPT_POSTFIELDS, bytes);
	curl_easy_setopt(post->curl, CURLOPT_POSTFIELDSIZE_LARGE,
			 (curl_off_t)len);
	code = curl_easy_perform(post->curl);
	*answer = (struct post_answer){ .body = post->body, .len = post->len };
	read_status(post, code, answer);
	if (code == CURLE_ABORTED_BY_CALLBACK)
		snprintf(answer->why, sizeof(answer->why), "interrupted");
	else if (post->is_head_long)
		snprintf(answer->why, sizeof(answer->why),
			 "the head of its answer is too long");
	else if (code != CURLE_OK)
		snprintf(answer->why, sizeof(answer->why), "%s",
			 *post->error ? post->error : curl_easy_strerror(code));
	return 0;
}
