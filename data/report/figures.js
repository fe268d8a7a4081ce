/*
 * figures.js - what stat says, and what the page adds to it: places to go to
 */

/* A time of stat, which has them since 1970, as one of the page. */
function sinceStart(log, ns) {
	return ns === null || ns === undefined ? NaN :
		Number(BigInt(ns) - log.startTime);
}

function statTable(log, name) {
	return (log.stat && log.stat[name]) || [];
}

/* The process that a row of stat is about; -1 if it is not known. */
function processOf(log, { host, comm, pid }) {
	return log.processes.findIndex((process) => process.pid === pid &&
		process.name === comm &&
		(!host || log.hosts[process.host] === host));
}

const threadLabel = ({ comm, tid }) => `${comm}/${tid}`;

const BARS_A_DECADE = 8;
const SLOWEST = 8;

/*
 * The spans of each name, without their objects: { name, count, open, slowest,
 * bars }, a bar for each eighth of a decade: how many, and the longest one.
 */
async function spanGroups(log) {
	const { spans, names } = log;
	const groups = new Map();
	const byName = names.map(([name], i) => {
		if (!groups.has(name))
			groups.set(name, { name, look: i, count: 0, open: 0, total: 0,
				slowest: [], bars: new Map() });
		return groups.get(name);
	});

	for (let i = 0; i < spans.count; i++) {
		if (i % PIECE === PIECE - 1)
			await pause();
		const group = byName[spans.name[i]];
		const length = spans.end[i] - spans.start[i];

		if (length === Infinity) {
			group.open++;
			continue;
		}
		group.count++;
		group.total += length;
		addToBar(group.bars, length, i);
		addSlowest(group.slowest, length, i);
	}
	return [...groups.values()].sort((a, b) => b.total - a.total);
}

function addToBar(bars, length, i) {
	const key = length <= 1 ? 0 :
		Math.floor(Math.log10(length) * BARS_A_DECADE + 1e-9);
	const bar = bars.get(key);

	if (!bar) {
		bars.set(key, { count: 1, longest: i, length });
		return;
	}
	bar.count++;
	if (length > bar.length) {
		bar.length = length;
		bar.longest = i;
	}
}

/* A short list, the slowest first. */
function addSlowest(list, length, i) {
	if (list.length === SLOWEST && length <= list[SLOWEST - 1].length)
		return;
	let at = list.length;

	while (at > 0 && list[at - 1].length < length)
		at--;
	list.splice(at, 0, { length, i });
	list.length = Math.min(list.length, SLOWEST);
}

function slowestOfAll(groups, wanted) {
	return groups.flatMap((group) => group.slowest)
		.sort((a, b) => b.length - a.length).slice(0, wanted);
}

/* The rows of stat about spans of a name. */
function pairsOf(log, name) {
	return statTable(log, 'pairs').filter(({ span, begin }) =>
		(span || begin) === name);
}

/* What waited most: locks, and other objects that threads waited for. */
function waitedFor(log) {
	return [...statTable(log, 'locks'), ...statTable(log, 'waits')]
		.filter(({ wait_ns: ns }) => ns > 0)
		.sort((a, b) => b.wait_ns - a.wait_ns);
}

/* Who cost the others most while it held a lock. */
function worstHolder(log, lock) {
	return statTable(log, 'holders').filter((holder) =>
		holder.object === lock.object && holder.pid === lock.pid &&
		holder.cost_ns > 0)
		.sort((a, b) => b.cost_ns - a.cost_ns)[0];
}

/* Where a holder took a lock: a line, a function, or what the events say. */
function holderPlace(log, { place, address, function: name, ...holder }) {
	log.holdPlaces ||= placesOfHolds(log);
	const places = [...log.holdPlaces.get(`${threadLabel(holder)} ${
		holder.object}`) || []].filter((text) => fits(text, address));

	return place || name || (places.length === 1 ? places[0] :
		address ? `0x${BigInt(address).toString(16)}` : '');
}

const PAGE_BITS = 0xfffn;

/* A place as an offset in a file may be an address: files are mapped by pages. */
function fits(text, address) {
	const [, offset] = text.match(/\+(0x[0-9a-f]+)$/) || [];

	return !offset || !address ||
		(BigInt(offset) & PAGE_BITS) === (BigInt(address) & PAGE_BITS);
}

/* The places at which each thread took each object. */
function placesOfHolds(log) {
	const { event, thread, name, count } = log.holds;
	const result = new Map();

	for (let i = 0; i < count; i++) {
		const { tid, process } = log.threads[thread[i]];
		const key = `${log.processes[process].name}/${tid} ${
			log.objects[name[i]]}`;
		const place = event[i] < 0 ? 0 : log.place[event[i]];

		if (!result.has(key))
			result.set(key, new Set());
		result.get(key).add(place ? log.places[place - 1].text : '');
	}
	return result;
}

/* The longest wait for an object, or -1. */
function longestWait(log, { object, ...process }) {
	const waits = waitsOf(log, processOf(log, process), object);
	const { start, end } = log.spans;
	let best = -1;

	for (const i of waits) {
		if (best < 0 || end[i] - start[i] > end[best] - start[best])
			best = i;
	}
	return best;
}
