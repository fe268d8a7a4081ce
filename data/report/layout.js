/*
 * layout.js - the rows of the timeline
 *
 * Each process has a title, its threads, the lanes of its spans with keys, its
 * counters, and its locks: who held each, and how many waited.
 */

const HEIGHTS = { title: 22, thread: 18, spans: 17, counter: 34, waiting: 16 };

function nameOf(log, name) {
	return log.names[name].filter(Boolean).join(' ');
}

/* Names that have a look: spans, and threads that hold. */
function lookNames(log) {
	return [...log.names.map((_, i) => nameOf(log, i)),
		...log.threads.map((thread) => thread.label)];
}

async function buildRows(log) {
	log.looks = looksOf(lookNames(log));
	const points = await pointsOfThreads(log);
	const losses = groupBy(log.losses, (loss) => loss.thread);
	const all = log.tracks.map((track, i) => ({ ...track, i }));
	const depths = groupBy(all.filter(({ kind }) => kind === 'thread'),
		(track) => track.thread);
	const tracks = groupBy(all, (track) => track.process);
	const threads = groupBy(log.threads.map(({ process }, t) =>
		({ process, t })), ({ process }) => process);
	const counters = groupBy(log.counters.map(({ process }, c) =>
		({ process, c })), ({ process }) => process);
	const rows = [];

	/* What is of no process, such as losses, is seen first. */
	const processes = [...log.processes.entries()].sort(([, a], [, b]) =>
		(b.pid === 0) - (a.pid === 0));

	for (const [i, process] of processes) {
		const own = tracks.get(i) || [];
		const title = { kind: 'title', height: HEIGHTS.title, process: i,
			label: titleOf(log, process) };
		const add = (row) => rows.push({ parent: title, process: i, ...row });

		rows.push(title);
		for (const { t } of threads.get(i) || [])
			addThread(log, add, t, depths.get(t) || [], points[t],
				losses.get(t));
		for (const track of sorted(own, 'lane'))
			add(spanRow(log, track, `${track.name} ${track.lane + 1}`));
		for (const { c } of counters.get(i) || []) {
			if (log.levels[c].times.length)
				add(counterRow(log, c));
		}
		for (const track of sorted(own, 'object'))
			addObject(log, add, track);
		rows[rows.length - 1].last = true;
		await pause();
	}
	log.rows = rows;
	log.threadRows = new Map();
	log.trackRows = new Map();
	for (const row of rows) {
		if (row.kind === 'thread')
			log.threadRows.set(row.thread, row);
		if (row.kind === 'spans')
			log.trackRows.set(row.track, row);
	}
}

function titleOf(log, process) {
	const host = log.hosts[process.host];

	if (!process.pid)
		return 'no process is known';
	return `${process.name || 'process'} ${process.pid}${
		host && log.hosts.length > 1 ? ` on ${host}` : ''}${
		process.command && process.command !== process.name ?
			` — ${process.command}` : ''}`;
}

function groupBy(things, key) {
	const groups = new Map();

	for (const thing of things) {
		const group = groups.get(key(thing));

		if (group)
			group.push(thing);
		else
			groups.set(key(thing), [thing]);
	}
	return groups;
}

/* Tracks of a kind: the lanes of a name, the holds of an object together. */
function sorted(tracks, kind) {
	const order = new Map();

	return tracks.filter((track) => track.kind === kind)
		.map((track) => {
			const group = track.name ?? track.object;

			if (!order.has(group))
				order.set(group, order.size);
			return { ...track, group: order.get(group) };
		})
		.sort((a, b) => a.group - b.group || a.lane - b.lane);
}

/* The rows of events that each thread has, and their times. */
async function pointsOfThreads(log) {
	if (log.isLeftOut)
		return log.threads.map(() => null);
	const { order, firsts } = byNumber(log.thread, log.threads.length);
	const { time } = log;
	const result = [];
	let rows = 0;

	for (let i = 0; i < log.threads.length; i++) {
		const events = order.subarray(firsts[i], firsts[i + 1]);

		result.push({ events, times: gathered(time, events) });
		rows += events.length;
		if (rows > PIECE) {
			rows = 0;
			await pause();
		}
	}
	return result;
}

function addThread(log, add, t, depths, points, losses) {
	const thread = log.threads[t];

	add({ kind: 'thread', height: HEIGHTS.thread, label: thread.label,
		thread: t, points: points && points.times,
		events: points && points.events, losses });
	for (const track of depths.sort((a, b) => a.depth - b.depth))
		add({ ...spanRow(log, track, ''), thread: t });
}

/* Spans that never ended lie apart, as later ones may overlap them. */
function spanRow(log, track, label) {
	const isHold = track.kind === 'object';
	const table = isHold ? log.holds : log.spans;
	const first = table.firsts[track.i];
	let stop = table.firsts[track.i + 1];
	const end = stop;

	while (stop > first && table.end[stop - 1] === Infinity)
		stop--;
	const spans = new Pyramid(table.start.subarray(first, stop),
		table.end.subarray(first, stop), isHold ?
			holders(log, first, stop) : table.name.subarray(first, stop));
	const row = { kind: 'spans', height: HEIGHTS.spans, label, table, isHold,
		first, spans, track: track.i };

	if (stop < end)
		row.open = new Pyramid(table.start.subarray(stop, end),
			openEnds(log, table, stop, end), isHold ?
				holders(log, stop, end) :
				table.name.subarray(stop, end));
	row.openFirst = stop;
	row.textOf = (i) => isHold ? log.threads[table.thread[i]].label :
		nameOf(log, table.name[i]);
	return row;
}

/* A hold looks like the thread that holds. */
function holders(log, first, stop) {
	const result = new Uint32Array(stop - first);

	for (let i = first; i < stop; i++)
		result[i - first] = log.names.length + log.holds.thread[i];
	return result;
}

function openEnds(log, table, first, stop) {
	const ends = new Float64Array(stop - first);

	for (let i = first; i < stop; i++)
		ends[i - first] = i + 1 < stop ? table.start[i + 1] : log.range[1];
	return ends;
}

function counterRow(log, c) {
	const counter = log.counters[c];
	const { times, values, events } = log.levels[c];
	const series = new Series(times, values);

	return { kind: 'counter', height: HEIGHTS.counter, label: counter.name,
		counter: c, series, events,
		note: `${short(series.least)} … ${short(series.most)}${
			counter.unit}` };
}

function short(number) {
	return Number.isSafeInteger(number) ? count(number) :
		String(Number(number.toPrecision(4)));
}

function addObject(log, add, track) {
	const name = log.objects[track.object];

	add(spanRow(log, track, track.lane ? '' : `${name} held`));
	if (track.lane)
		return;
	const waits = waitsOf(log, track.process, name);

	if (waits.length)
		add({ kind: 'waiting', height: HEIGHTS.waiting, waits,
			label: '↳ waiting', about: `${name} waited for`, note: '',
			series: waitingSeries(log, waits) });
}

/* The spans of a process that name an object: the waits for it. */
function waitsOf(log, process, object) {
	log.waits ||= waitsOfAll(log);
	return log.waits.get(`${process} ${object}`) || [];
}

function waitsOfAll(log) {
	const { name, thread, count } = log.spans;
	const { names, threads } = log;
	const lists = new Map();
	const result = new Map();

	for (let i = 0; i < count; i++) {
		if (!names[name[i]][1])
			continue;
		const key = threads[thread[i]].process * names.length + name[i];
		const list = lists.get(key);

		if (list)
			list.push(i);
		else
			lists.set(key, [i]);
	}
	for (const [key, list] of lists) {
		const text = `${Math.floor(key / names.length)} ${
			names[key % names.length][1]}`;

		result.set(text, (result.get(text) || []).concat(list));
	}
	return result;
}

/* How many wait: one more from each start on, one less from each end on. */
function waitingSeries(log, waits) {
	const { start, end } = log.spans;
	const starts = gathered(start, waits).sort();
	const ends = gathered(end, waits).sort();
	const times = [], values = [];
	let begun = 0, ended = 0;

	while (begun < starts.length || ends[ended] < Infinity) {
		if (begun === starts.length || ends[ended] <= starts[begun])
			times.push(ends[ended++]);
		else
			times.push(starts[begun++]);
		values.push(begun - ended);
	}
	return new Series(Float64Array.from(times), Float64Array.from(values));
}
