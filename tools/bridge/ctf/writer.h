/*
 * writer.h - libbabeltrace2's graph that writes CTF traces
 *
 *	source, whose messages are put here  -->  sink.ctf.fs
 *
 * A graph pulls messages, and an exporter is given items: so messages are
 * queued, and the graph runs until the queue is empty.
 *
 * A sink that could not write, on a full disk, releases the files of its streams a
 * second time when the graph, or a trace, is released. So these stay until the
 * process ends: who finds is_broken releases neither.
 */
#ifndef BRIDGE_CTF_WRITER_H
#define BRIDGE_CTF_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include <babeltrace2/babeltrace.h>

/* Zero at first. */
struct ctf_writer {
	const bt_plugin *plugin;
	bt_graph *graph;
	bt_self_component *component;	    /* creates classes */
	bt_self_message_iterator *iterator; /* creates messages */
	const bt_message **message;
	size_t count, room;
	size_t taken; /* messages that the graph has */
	bool is_ended;
	bool is_broken; /* the sink failed: nothing of the graph may be released */
	char *why;	/* the caller's, of size bytes: reason of EIO */
	size_t size;
};

/* Opens it: traces become directories in folder. EIO: *why. ENOMEM. */
int ctf_writer_open(struct ctf_writer *writer, const char *folder);

/* Puts a message, and takes it over. NULL: there was no memory for it. EIO,
 * ENOMEM. */
int ctf_writer_put(struct ctf_writer *writer, bt_message *message);

/* Writes what was put, and ends all streams. Traces are whole when nothing
 * refers to them, and the writer is closed. */
int ctf_writer_end(struct ctf_writer *writer);
void ctf_writer_close(struct ctf_writer *writer);

#endif
