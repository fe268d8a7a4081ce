/* odd_config.c - events that look like those of RKH, with widths that no target
 * has */
#include <string.h>
#include <trace_np.h>

static trace_event_id_t type_of(const char *name, const char *description)
{
	trace_event_id_t type;

	if (posix_trace_eventid_open(name, &type) ||
	    posix_trace_eventid_describe_np(type, description))
		return POSIX_TRACE_UNNAMED_USEREVENT;
	return type;
}

int main(void)
{
	const trace_event_id_t odd = type_of(
		"SMA_FIFO", "[[packed]]; uint64_t id [[detail]]; "
			    "uint64_t off [[detail]]; uint32_t len [[detail]]; "
			    "uint64_t ao[9]; char *sig; uint64_t nelem");
	const trace_event_id_t config = type_of(
		"FWK_TCFG", "[[packed]]; uint8_t id [[detail]]; "
			    "uint64_t off [[detail]]; uint32_t len [[detail]]; "
			    "uint8_t te_id; uint8_t ptr; uint8_t ts");
	unsigned char data[200];

	memset(data, 200, sizeof(data));
	posix_trace_event(odd, data, sizeof(data));
	posix_trace_event(config, data, sizeof(data));
	posix_trace_event(odd, data, sizeof(data));
	return 0;
}
