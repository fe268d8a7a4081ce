/*
 * log.js - what the report holds: events, spans, holds, counters, losses
 *
 * The columns of events that every event has are there at once; the fields of
 * types come when they are looked at, or searched.
 */

const BEGINS = 1, ENDS = 2, UNMATCHED = 4;
const PIECE = 1 << 18; /* rows between two pauses */

class Log {
	constructor(json) {
		Object.assign(this, json);
		this.tameNames();
		this.startTime = BigInt(json.start_ns);
		this.length = Math.max(json.range[1] - json.range[0], 1);
		this.rowCount = json.log.rows;
		this.isLeftOut = json.left_out !== undefined;
		this.fieldParts = new Map();
		this.firsts = [];
		let first = 0;

		for (const part of json.log.parts) {
			this.firsts.push(first);
			first += part.n;
		}
		this.ranks = this.firsts.map(() => null);
		for (const thread of this.threads)
			thread.label = labelOf(thread, this.processes[thread.process]);
		this.typeParts = this.types.map((type) =>
			new Map(type.parts.map((part) => [part.l, part])));
	}

	/* Names are those of stat and show, which have no such characters. */
	tameNames() {
		this.hosts = this.hosts.map(tame);
		this.objects = this.objects.map(tame);
		this.names = this.names.map((parts) => parts.map(tame));
		for (const thing of [...this.processes, ...this.threads, ...this.types,
			...this.tracks, ...this.counters, ...this.places]) {
			for (const [key, value] of Object.entries(thing))
				if (typeof value === 'string')
					thing[key] = tame(value);
		}
	}

	async read(progress) {
		const tables = ['log', 'spans', 'holds', 'levels', 'losses']
			.map((name) => this[`${name}Table`] = this[name]);
		const total = tables.reduce((sum, table) => sum + table.rows, 0);
		let rows = 0;
		const done = (number) => {
			rows += number;
			progress(rows, total);
		};

		await this.readEvents(this.log, done);
		this.spans = await this.readIntervals(this.spans, done,
			{ name: this.names.length });
		this.holds = await this.readIntervals(this.holds, done,
			{ object: this.objects.length });
		this.levels = await this.readLevels(this.levels, done);
		this.losses = await this.readLosses(this.losses, done);
	}

	async readEvents(table, done) {
		const n = table.rows;

		this.time = new Float64Array(n);
		this.thread = numbersBelow(this.threads.length, n);
		this.type = numbersBelow(this.types.length, n);
		this.place = numbersBelow(this.places.length + 1, n);
		this.act = new Uint8Array(n);
		await readTable(table, { t: this.time, thread: this.thread,
			type: this.type, place: this.place, act: this.act }, done);
	}

	/* Spans or holds, by their tracks, those that never ended apart. */
	async readIntervals(table, done, more) {
		const n = table.rows;
		const key = Object.keys(more)[0];
		const columns = {
			track: numbersBelow(this.tracks.length, n),
			thread: numbersBelow(this.threads.length, n),
			[key]: numbersBelow(more[key], n),
		};
		const read = { ...columns };

		if (this.isLeftOut) {
			read.begin = new Float64Array(n);
			read.dur = new Float64Array(n);
		} else {
			read.event = new Int32Array(n);
			read.end = new Int32Array(n);
		}
		await readTable(table, read, done);
		return this.sortIntervals(read, columns, key);
	}

	/* Rows come by their ends, so that each goes behind its track's last. */
	async sortIntervals(read, columns, key) {
		const { track, thread, event, end, begin, dur } = read;
		const { time } = this;
		const n = track.length;
		const firsts = firstsOf(track, this.tracks.length);
		const next = firsts.slice();
		const names = read[key];
		const result = { firsts, count: n,
			start: new Float64Array(n), end: new Float64Array(n),
			name: new columns[key].constructor(n),
			thread: new columns.thread.constructor(n),
			event: new Int32Array(n).fill(-1),
			endEvent: new Int32Array(n).fill(-1) };
		const { start: starts, end: ends, name, thread: threads,
			event: events, endEvent: endEvents } = result;

		for (let i = 0; i < n; i++) {
			const to = next[track[i]]++;
			const start = event ? time[event[i]] : begin[i];
			const stop = event ?
				end[i] < 0 ? Infinity : time[end[i]] :
				dur[i] < 0 ? Infinity : start + dur[i];

			starts[to] = start;
			ends[to] = Math.max(start, stop);
			name[to] = names[i];
			threads[to] = thread[i];
			if (event) {
				events[to] = event[i];
				endEvents[to] = end[i];
			}
			if (i % PIECE === PIECE - 1)
				await pause();
		}
		return result;
	}

	/* The values of each counter. */
	async readLevels(table, done) {
		const n = table.rows;
		const counter = numbersBelow(this.counters.length, n);
		const value = new Float64Array(n);
		const when = this.isLeftOut ? new Float64Array(n) :
			new Uint32Array(n);

		await readTable(table, { counter, value,
			[this.isLeftOut ? 't' : 'event']: when }, done);
		const { order, firsts } = byNumber(counter, this.counters.length);

		return this.counters.map((_, i) => {
			const own = order.subarray(firsts[i], firsts[i + 1]);
			const places = gathered(when, own);

			return {
				times: this.isLeftOut ? places :
					gathered(this.time, places),
				values: gathered(value, own),
				events: this.isLeftOut ? null : places,
			};
		});
	}

	async readLosses(table, done) {
		const n = table.rows;
		const read = { t: new Float64Array(n), dur: new Float64Array(n),
			thread: new Uint32Array(n), lost: new Float64Array(n),
			reason: new Uint32Array(n) };

		await readTable(table, read, done);
		return Array.from({ length: n }, (_, i) => ({
			start: read.t[i],
			end: read.t[i] + Math.max(0, read.dur[i]),
			thread: read.thread[i],
			lost: read.lost[i],
			text: lostText(read.lost[i], 0),
			reason: read.reason[i] ? this.reasons[read.reason[i] - 1] :
				'stream full',
		}));
	}

	/* The part of the events' table that has a row. */
	partOf(row) {
		return upper(this.firsts, row) - 1;
	}

	/* The how manieth of its type each event of a part is there. */
	ranksOf(l) {
		if (!this.ranks[l]) {
			const first = this.firsts[l];
			const rows = this.logTable.parts[l].n;
			const next = new Uint32Array(this.types.length);
			const ranks = new Uint32Array(rows);

			for (let i = 0; i < rows; i++)
				ranks[i] = next[this.type[first + i]]++;
			this.ranks[l] = ranks;
		}
		return this.ranks[l];
	}

	/* The fields of the events of a type in a part; null if it has none. */
	fieldsOf(type, l) {
		const part = this.typeParts[type].get(l);

		if (!part)
			return null;
		if (!this.fieldParts.has(part))
			this.fieldParts.set(part, this.loadFields(part));
		return this.fieldParts.get(part);
	}

	async loadFields(part) {
		let unpacked = { rows: part.n, columns: {}, strings: [] };

		try {
			unpacked = await unpack(part);
		} catch (error) {
			complain(`Fields of events cannot be shown: ${error.message}.`);
		}
		this.fieldParts.set(part, unpacked);
		return unpacked;
	}

	/* The events' range of rows in a range of times. */
	rowsIn(from, to) {
		return [lower(this.time, from), upper(this.time, to)];
	}
}

/* A thread as show names it: comm/tid, or comm/name:tid. */
function labelOf({ name, tid }, process) {
	if (!process.pid && !tid)
		return '-';
	const isNamed = name !== process.name &&
		!name.endsWith(`:${process.name}`);

	return `${isNamed ? `${process.name}/${name}:` : `${name}/`}${tid || '-'}`;
}

/* The order in which rows have their numbers one after another, and where
 * each number begins there. */
function byNumber(numbers, limit) {
	const firsts = firstsOf(numbers, limit);
	const order = new Uint32Array(numbers.length);
	const next = firsts.slice();

	for (let i = 0; i < numbers.length; i++)
		order[next[numbers[i]]++] = i;
	return { order, firsts };
}

/* The values at some indices. */
function gathered(values, indices) {
	const result = new values.constructor(indices.length);

	for (let i = 0; i < indices.length; i++)
		result[i] = values[indices[i]];
	return result;
}

function firstsOf(numbers, limit) {
	const firsts = new Uint32Array(limit + 1);

	for (let i = 0; i < numbers.length; i++)
		firsts[numbers[i] + 1]++;
	for (let i = 0; i < limit; i++)
		firsts[i + 1] += firsts[i];
	return firsts;
}
