/*
 * writer.c - libbabeltrace2's graph that writes CTF traces
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/ctf/writer.h"

enum { FULL = 1024 }; /* messages */

static int fail(struct ctf_writer *writer, const char *otherwise)
{
	const bt_error *error = bt_current_thread_take_error();
	const char *why = otherwise;

	if (error && bt_error_get_cause_count(error))
		why = bt_error_cause_get_message(
			bt_error_borrow_cause_by_index(error, 0));
	snprintf(writer->why, writer->size, "libbabeltrace2: %.*s",
		 (int)strcspn(why, "\n"), why);
	if (error)
		bt_error_release(error);
	return EIO;
}

/* The source */

static bt_message_iterator_class_next_method_status
next(bt_self_message_iterator *iterator, bt_message_array_const messages,
     uint64_t capacity, uint64_t *count)
{
	struct ctf_writer *writer = bt_self_component_get_data(
		bt_self_message_iterator_borrow_component(iterator));

	for (*count = 0; *count < capacity && writer->taken < writer->count;)
		messages[(*count)++] = writer->message[writer->taken++];
	if (*count)
		return BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_OK;
	return writer->is_ended ?
		       BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_END :
		       BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_AGAIN;
}

static bt_message_iterator_class_initialize_method_status
begin_iterator(bt_self_message_iterator *iterator,
	       bt_self_message_iterator_configuration *configuration,
	       bt_self_component_port_output *port)
{
	struct ctf_writer *writer = bt_self_component_get_data(
		bt_self_message_iterator_borrow_component(iterator));

	(void)configuration;
	(void)port;
	writer->iterator = iterator;
	return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

static bt_component_class_initialize_method_status
begin_source(bt_self_component_source *source,
	     bt_self_component_source_configuration *configuration,
	     const bt_value *parameters, void *data)
{
	struct ctf_writer *writer = data;

	(void)configuration;
	(void)parameters;
	writer->component = bt_self_component_source_as_self_component(source);
	bt_self_component_set_data(writer->component, writer);
	return bt_self_component_source_add_output_port(source, "out", NULL,
							NULL) ?
		       BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR :
		       BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

static bt_component_class_source *make_class(void)
{
	bt_message_iterator_class *iterator =
		bt_message_iterator_class_create(next);
	bt_component_class_source *class = NULL;

	if (iterator && !bt_message_iterator_class_set_initialize_method(
				iterator, begin_iterator))
		class = bt_component_class_source_create("posixtrace",
							 iterator);
	if (class && bt_component_class_source_set_initialize_method(
			     class, begin_source)) {
		bt_component_class_source_put_ref(class);
		class = NULL;
	}
	bt_message_iterator_class_put_ref(iterator);
	return class;
}

static const bt_component_source *add_source(struct ctf_writer *writer)
{
	bt_component_class_source *class = make_class();
	const bt_component_source *source = NULL;

	if (class && bt_graph_add_source_component_with_initialize_method_data(
			     writer->graph, class, "source", NULL, writer,
			     BT_LOGGING_LEVEL_NONE, &source))
		source = NULL;
	bt_component_class_source_put_ref(class);
	return source;
}

/* The sink */

static const bt_component_sink *add_sink(struct ctf_writer *writer,
					 const char *folder)
{
	const bt_component_class_sink *class =
		bt_plugin_borrow_sink_component_class_by_name_const(
			writer->plugin, "fs");
	bt_value *parameters = bt_value_map_create();
	const bt_component_sink *sink = NULL;

	if (!class || !parameters ||
	    bt_value_map_insert_string_entry(parameters, "path", folder) ||
	    bt_value_map_insert_bool_entry(parameters, "quiet", BT_TRUE) ||
	    bt_graph_add_sink_component(writer->graph, class, "sink",
					parameters, BT_LOGGING_LEVEL_NONE,
					&sink))
		sink = NULL;
	bt_value_put_ref(parameters);
	return sink;
}

static bool build(struct ctf_writer *writer, const char *folder)
{
	const bt_component_source *source;
	const bt_component_sink *sink;

	writer->graph = bt_graph_create(0);
	source = writer->graph ? add_source(writer) : NULL;
	sink = source ? add_sink(writer, folder) : NULL;
	return sink &&
	       !bt_graph_connect_ports(
		       writer->graph,
		       bt_component_source_borrow_output_port_by_index_const(
			       source, 0),
		       bt_component_sink_borrow_input_port_by_index_const(sink,
									  0),
		       NULL);
}

/* Runs the graph until it wants more messages than there are. */
static int run(struct ctf_writer *writer)
{
	const bt_graph_run_status status = bt_graph_run(writer->graph);

	writer->count = writer->taken = 0;
	if (status == BT_GRAPH_RUN_STATUS_OK ||
	    status == BT_GRAPH_RUN_STATUS_AGAIN)
		return 0;
	writer->is_broken = true;
	return fail(writer, "it cannot write this");
}

/* The first run makes the iterator. */
int ctf_writer_open(struct ctf_writer *writer, const char *folder)
{
	int err;

	bt_logging_set_global_level(BT_LOGGING_LEVEL_NONE);
	if (bt_plugin_find("ctf", BT_TRUE, BT_FALSE, BT_TRUE, BT_TRUE, BT_FALSE,
			   &writer->plugin))
		return fail(writer, "its plug-in ctf is not there");
	if (!build(writer, folder))
		return fail(writer, "it cannot write a trace");
	err = run(writer);
	return err || writer->iterator ? err :
					 fail(writer, "it does not begin");
}

int ctf_writer_put(struct ctf_writer *writer, bt_message *message)
{
	if (!message ||
	    pxt_array_reserve(&writer->message, &writer->room,
			      writer->count + 1, sizeof(*writer->message))) {
		if (message)
			bt_message_put_ref(message);
		bt_current_thread_clear_error();
		return ENOMEM;
	}
	writer->message[writer->count++] = message;
	return writer->count < FULL ? 0 : run(writer);
}

int ctf_writer_end(struct ctf_writer *writer)
{
	writer->is_ended = true;
	return run(writer);
}

void ctf_writer_close(struct ctf_writer *writer)
{
	while (writer->taken < writer->count)
		bt_message_put_ref(writer->message[writer->taken++]);
	free(writer->message);
	bt_graph_put_ref(writer->graph);
	bt_plugin_put_ref(writer->plugin);
	bt_current_thread_clear_error();
}
