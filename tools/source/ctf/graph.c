/*
 * graph.c - libbabeltrace2's graph that reads CTF traces
 *
 *	source.ctf.fs, one for each directory  -->  filter.utils.muxer  -->  sink
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <babeltrace2/babeltrace.h>

#include "source/ctf/graph.h"
#include "source/ctf/mapping.h"

struct graph {
	struct ctf_mapping mapping;
	bt_graph *graph;
	const bt_plugin *ctf, *utils;
	const bt_component_filter *muxer;
	bt_message_iterator *messages;
	uint64_t inputs; /* connected to the muxer */
	int err;
};

/* Shortens a message to what says the same every time: behind it the library
 * lists addresses and the like, ": name=value". */
static void shorten(char *why)
{
	why[strcspn(why, "\n")] = '\0';
	for (char *at = strstr(why, ": "); at; at = strstr(at + 1, ": "))
		if (at[2 + strcspn(at + 2, " =")] == '=')
			*at = '\0';
}

/* The first cause of an error is its deepest. */
static void send_error(struct graph *graph, enum ctf_frame_kind kind,
		       const char *otherwise)
{
	const bt_error *error = bt_current_thread_take_error();
	char why[512];

	snprintf(why, sizeof(why), "%s",
		 error && bt_error_get_cause_count(error) ?
			 bt_error_cause_get_message(
				 bt_error_borrow_cause_by_index(error, 0)) :
			 otherwise);
	shorten(why);
	ctf_frames_text(graph->mapping.frames, kind, "libbabeltrace2: %s", why);
	if (error)
		bt_error_release(error);
}

/* The sink */

static bt_graph_simple_sink_component_initialize_func_status
begin(bt_message_iterator *messages, void *data)
{
	struct graph *graph = data;

	graph->messages = messages;
	return BT_GRAPH_SIMPLE_SINK_COMPONENT_INITIALIZE_FUNC_STATUS_OK;
}

static bt_graph_simple_sink_component_consume_func_status
consume(bt_message_iterator *messages, void *data)
{
	struct graph *graph = data;
	bt_message_array_const message;
	bt_message_iterator_next_status status;
	uint64_t count;

	status = bt_message_iterator_next(messages, &message, &count);
	if (status != BT_MESSAGE_ITERATOR_NEXT_STATUS_OK)
		return (bt_graph_simple_sink_component_consume_func_status)
			status;
	for (uint64_t i = 0; i < count; i++) {
		if (!graph->err)
			graph->err =
				ctf_mapping_put(&graph->mapping, message[i]);
		bt_message_put_ref(message[i]);
	}
	if (graph->err)
		return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_MEMORY_ERROR;
	return graph->mapping.is_done ?
		       BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_END :
		       BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_OK;
}

/* Components */

static const bt_plugin *find_plugin(const char *name)
{
	const bt_plugin *plugin;

	return bt_plugin_find(name, BT_TRUE, BT_FALSE, BT_TRUE, BT_TRUE,
			      BT_FALSE, &plugin) ?
		       NULL :
		       plugin;
}

/* {"inputs": [path]} */
static bt_value *make_parameters(const char *path)
{
	bt_value *parameters = bt_value_map_create();
	bt_value *inputs = NULL;

	if (parameters &&
	    !bt_value_map_insert_empty_array_entry(parameters, "inputs",
						   &inputs) &&
	    !bt_value_array_append_string_element(inputs, path))
		return parameters;
	bt_value_put_ref(parameters);
	return NULL;
}

static bool connect_source(struct graph *graph,
			   const bt_component_source *source)
{
	const uint64_t count =
		bt_component_source_get_output_port_count(source);

	for (uint64_t i = 0; i < count; i++)
		if (bt_graph_connect_ports(
			    graph->graph,
			    bt_component_source_borrow_output_port_by_index_const(
				    source, i),
			    bt_component_filter_borrow_input_port_by_index_const(
				    graph->muxer, graph->inputs++),
			    NULL))
			return false;
	return true;
}

static bool add_source(struct graph *graph, const char *path, size_t number)
{
	const bt_component_class_source *class =
		bt_plugin_borrow_source_component_class_by_name_const(
			graph->ctf, "fs");
	bt_value *parameters = make_parameters(path);
	const bt_component_source *source;
	char name[32];
	bool done;

	snprintf(name, sizeof(name), "ctf-%zu", number);
	done = class && parameters &&
	       !bt_graph_add_source_component(graph->graph, class, name,
					      parameters, BT_LOGGING_LEVEL_NONE,
					      &source) &&
	       connect_source(graph, source);
	bt_value_put_ref(parameters);
	return done;
}

static bool add_muxer(struct graph *graph)
{
	const bt_component_class_filter *class =
		bt_plugin_borrow_filter_component_class_by_name_const(
			graph->utils, "muxer");

	return class && !bt_graph_add_filter_component(
				graph->graph, class, "muxer", NULL,
				BT_LOGGING_LEVEL_NONE, &graph->muxer);
}

static bool add_sink(struct graph *graph)
{
	const bt_component_sink *sink;

	return !bt_graph_add_simple_sink_component(graph->graph, "sink", begin,
						   consume, NULL, graph,
						   &sink) &&
	       !bt_graph_connect_ports(
		       graph->graph,
		       bt_component_filter_borrow_output_port_by_index_const(
			       graph->muxer, 0),
		       bt_component_sink_borrow_input_port_by_index_const(sink,
									  0),
		       NULL);
}

static bool build(struct graph *graph, const struct ctf_folder *folder)
{
	bool done;

	graph->graph = bt_graph_create(0);
	done = graph->graph && add_muxer(graph);
	for (size_t i = 0; i < folder->count && done; i++)
		done = add_source(graph, folder->trace[i], i);
	return done && add_sink(graph);
}

/* Items before an error are good. */
static void run(struct graph *graph)
{
	const bt_graph_run_status status = bt_graph_run(graph->graph);

	if (status == BT_GRAPH_RUN_STATUS_OK)
		ctf_frames_text(graph->mapping.frames, CTF_FRAME_END, "%s", "");
	else
		send_error(graph,
			   graph->mapping.has_origin ? CTF_FRAME_DAMAGE :
						       CTF_FRAME_REFUSE,
			   "it cannot read on");
}

void ctf_graph_run(const struct ctf_folder *folder,
		   const struct ctf_spans *spans, bool wants_modules,
		   struct ctf_frames *frames)
{
	struct graph graph = {
		.mapping = {
			.frames = frames,
			.plans = { .frames = frames, .spans = spans },
			.threads.frames = frames,
			.wants_modules = wants_modules,
		},
	};

	bt_logging_set_global_level(BT_LOGGING_LEVEL_NONE);
	graph.ctf = find_plugin("ctf");
	graph.utils = find_plugin("utils");
	if (!graph.ctf || !graph.utils)
		ctf_frames_text(frames, CTF_FRAME_REFUSE,
				"the plug-ins of libbabeltrace2 are not "
				"there");
	else if (!build(&graph, folder))
		send_error(&graph, CTF_FRAME_REFUSE, "it cannot read this");
	else
		run(&graph);
	ctf_frames_flush(frames);
	bt_graph_put_ref(graph.graph);
	ctf_mapping_fini(&graph.mapping);
	bt_plugin_put_ref(graph.ctf);
	bt_plugin_put_ref(graph.utils);
}
