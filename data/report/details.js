/* details.js - all that is known of what is selected */

function definitions(pairs) {
	return make('dl', {}, ...pairs.filter(([, text]) => text !== '' &&
		text !== null && text !== undefined).flatMap(([name, text]) =>
		[make('dt', {}, name), make('dd', {}, text)]));
}

function timeOf(log, ns) {
	return `${clock(log.startTime, ns, log.utc)}${log.utc ? ' UTC' : ''}`;
}

function threadText(log, t) {
	const thread = log.threads[t];
	const process = log.processes[thread.process];
	const host = log.hosts[process.host];

	return `${thread.label}${thread.tid === thread.pid ? '' :
		` of ${process.name}/${process.pid}`}${host ? ` on ${host}` : ''}`;
}

/* The nodes that describe an item; fields of events may take a moment. */
async function detailsOf(log, item, page) {
	switch (item.kind) {
	case 'event':
		return eventDetails(log, item, page);
	case 'loss':
		return [make('h2', {}, item.loss.text), definitions([
			['reason', item.loss.reason],
			['thread', threadText(log, item.loss.thread)],
			['from', moment(item.start)], ['to', moment(item.end)],
			['time', timeOf(log, item.start)]])];
	default:
		return spanDetails(log, item, page);
	}
}

async function eventDetails(log, { event, start }, page) {
	const type = log.type[event];
	const l = log.partOf(event);
	const part = await log.fieldsOf(type, l);
	const rank = log.ranksOf(l)[event - log.firsts[l]];
	const fields = fieldsOfEvent(log, type, part, rank);
	const place = log.place[event] ? log.places[log.place[event] - 1] : null;
	const template = fields.find(({ kind }) => kind === 'template');
	const act = log.act[event];

	return [
		make('h2', {}, log.types[type].name),
		steps([['‹ of this type', () => page.stepType(event, -1)],
			['of this type ›', () => page.stepType(event, 1)]]),
		template ? make('p', {}, template.text) : null,
		definitions([
			['at', moment(start)],
			['time', timeOf(log, start)],
			['thread', threadText(log, log.thread[event])],
			...fields.filter(({ kind }) => kind !== 'template')
				.map((field) => [field.name || 'data', plain(field.text)]),
			['place', place && (place.source || place.text)],
			['function', place && place.function],
			['span', [act & BEGINS && 'begins one', act & ENDS && 'ends one',
				act & UNMATCHED && 'an end without a beginning']
				.filter(Boolean).join(', ')],
			['row', `${count(event + 1)} of ${count(log.rowCount)}`],
		]),
	];
}

function spanDetails(log, item, page) {
	const { table, index } = item;
	const waits = item.kind === 'hold' ? waitsDuring(log, item) : [];
	const holds = item.kind === 'span' ? holdsDuring(log, item) : [];
	const jump = (event) => event >= 0 ? () =>
		page.view.goTo(event) : null;

	return [
		make('h2', {}, spanName(log, item)),
		steps([['Zoom to it', () => page.view.frame(item.start, item.end)],
			['Its begin', jump(table.event[index])],
			['Its end', jump(table.endEvent[index])]]),
		definitions([
			['length', lengthText(item)],
			['from', moment(item.start)],
			['to', item.end === Infinity ? null : moment(item.end)],
			['time', timeOf(log, item.start)],
			['thread', threadText(log, table.thread[index])],
			['meanwhile', waits.length ? `${
				counted(waits.length, 'thread')} waited` : null],
		]),
		waits.length ? list(...waits.slice(0, 10).map((i) => lineOf({
			what: log.threads[log.spans.thread[i]].label,
			much: duration(log.spans.end[i] - log.spans.start[i]),
		}, () => page.goToSpan(log.spans, i)))) : null,
		holds.length ? make('h3', {}, 'Held meanwhile by') : null,
		holds.length ? list(...holds.map((i) => lineOf({
			what: log.threads[log.holds.thread[i]].label,
			much: lengthText(spanItem(log, log.holds, i)),
		}, () => page.goToSpan(log.holds, i)))) : null,
	];
}

/* The first holds, by other threads, of the object that a span is about. */
function holdsDuring(log, { table, index, start, end, row }) {
	const object = log.names[table.name[index]][1];
	const result = [];

	for (const other of object ? log.rows : []) {
		if (!other.isHold || other.process !== row.process ||
			log.objects[log.tracks[other.track].object] !== object)
			continue;
		const { starts, ends } = other.spans;
		let i = Math.max(0, upper(starts, start) - 1);

		for (; i < starts.length && starts[i] < end &&
			result.length < 10; i++) {
			if (ends[i] > start && log.holds.thread[other.first + i] !==
				table.thread[index])
				result.push(other.first + i);
		}
	}
	return result;
}

/* The waits for an object that overlap a hold of it by another thread. */
function waitsDuring(log, { table, index, start, end, row }) {
	const { spans } = log;

	return waitsOf(log, row.process, log.objects[table.name[index]])
		.filter((i) => spans.start[i] < end && spans.end[i] > start &&
			spans.thread[i] !== table.thread[index]);
}

function steps(buttons) {
	return make('div', { class: 'steps' }, ...buttons
		.filter(([, go]) => go).map(([text, go]) =>
			make('button', { type: 'button', onclick: go }, text)));
}
