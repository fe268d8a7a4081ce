/*
 * view.js - which part of the log is shown, what is selected and found
 *
 * The address keeps it: #from=…&to=… in nanoseconds since the beginning, the row
 * of an event (e), of a span or hold, the tab, and what is searched (q). Who wants
 * to know of changes listens.
 */

const NARROWEST = 10; /* ns */

class View {
	constructor(log) {
		const [first, last] = log.range;
		const margin = Math.max(Math.round(log.length * 0.01), 5);

		this.log = log;
		this.listeners = [];
		this.whole = [first - margin, last + margin];
		[this.from, this.to] = this.whole;
		this.selected = null;
		this.query = this.wanted = '';
		this.tab = '';
		this.found = new Uint32Array(0);
		this.measured = null;
		this.search = 0;
		this.readAddress();
		window.addEventListener('hashchange', () => {
			this.readAddress();
			this.tell('range', 'selected', 'address');
		});
	}

	listen(listener) {
		this.listeners.push(listener);
	}

	/* The changes are 'range', 'selected', 'found', 'measured', 'tab', and
	 * 'address', which the user changes. */
	tell(...changes) {
		for (const listener of this.listeners)
			listener(changes);
		if (!changes.includes('measured')) {
			clearTimeout(this.timer);
			this.timer = setTimeout(() => this.writeAddress(), 200);
		}
	}

	show(from, to) {
		const [first, last] = this.whole;

		if (!(Number.isFinite(from) && Number.isFinite(to)))
			return;
		if (to < from)
			[from, to] = [to, from];
		const width = Math.min(Math.max(to - from, NARROWEST), last - first);
		const more = (width - (to - from)) / 2;
		const start = Math.min(Math.max(from - more, first), last - width);

		this.from = start;
		this.to = start + width;
		this.tell('range');
	}

	fit() {
		this.show(...this.whole);
	}

	isWhole() {
		return this.to - this.from >= this.whole[1] - this.whole[0];
	}

	/* Zooms with a time at its place. */
	zoom(factor, time = (this.from + this.to) / 2) {
		const width = Math.max((this.to - this.from) * factor, NARROWEST);
		const share = (time - this.from) / (this.to - this.from);

		this.show(time - width * share, time + width * (1 - share));
	}

	pan(ns) {
		const width = this.to - this.from;
		const [first, last] = this.whole;
		const from = Math.min(Math.max(this.from + ns, first), last - width);

		this.show(from, from + width);
	}

	/* Shows a time, and around it what was shown before. */
	reach(start, end = start) {
		const width = this.to - this.from;

		if (start >= this.from && Math.min(end, start + width) <= this.to)
			return;
		this.show(start - width / 2, start + width / 2);
	}

	/* Shows a span with some time around it. */
	frame(start, end) {
		const stop = Math.min(end, this.log.range[1]);
		const margin = Math.max((stop - start) * 0.25, 50);

		this.show(start - margin, stop + margin);
	}

	select(item) {
		this.selected = item;
		this.tell('selected');
	}

	measure(range) {
		this.measured = range;
		this.tell('measured');
	}

	async find(query) {
		const search = ++this.search;

		this.query = query.trim();
		const found = await findEvents(this.log, this.query,
			() => search === this.search);

		if (!found)
			return null;
		this.found = found;
		this.tell('found');
		return found.length;
	}

	/* Selects the found event before (-1) or behind (1) the selected one. */
	step(direction) {
		const { found } = this;
		const here = this.eventRow();
		const time = (this.from + this.to) / 2;
		let at = direction > 0 ?
			here >= 0 ? upper(found, here) :
				lower(found, this.log.rowsIn(this.from, time)[0]) :
			(here >= 0 ? lower(found, here) :
				upper(found, this.log.rowsIn(time, this.to)[0])) - 1;

		if (!found.length)
			return;
		at = (at + found.length) % found.length;
		this.goTo(found[at]);
	}

	eventRow() {
		return this.selected && this.selected.kind === 'event' ?
			this.selected.event : -1;
	}

	goTo(row) {
		const item = eventItem(this.log, row);

		this.reach(item.start);
		this.select(item);
	}

	writeAddress() {
		const { selected } = this;
		const place = !selected ? '' : selected.kind === 'event' ?
			`&e=${selected.event}` : selected.table ?
				`&${selected.kind}=${selected.index}` : '';
		const wanted = `#from=${Math.floor(this.from)}&to=${
			Math.ceil(this.to)}${place}${this.tab && `&tab=${this.tab}`}${
			this.query && `&q=${encodeURIComponent(this.query)}`}`;

		this.address = wanted;
		if (location.hash !== wanted)
			history.replaceState(null, '', wanted);
	}

	readAddress() {
		const words = new URLSearchParams(location.hash.slice(1));
		const number = (name) => words.get(name) ?
			Number(words.get(name)) : NaN;

		if (location.hash === this.address)
			return;
		this.wanted = words.get('q') || '';
		this.tab = words.get('tab') || '';
		this.show(number('from'), number('to'));
		this.selected = this.itemOf(words);
		if (this.selected && !words.has('from'))
			this.reach(this.selected.start);
	}

	/* What an address says is selected; it may be of another log. */
	itemOf(words) {
		const { log } = this;
		const among = (name, limit) => /^\d+$/.test(words.get(name)) &&
			Number(words.get(name)) < limit;
		const table = { span: log.spans, hold: log.holds };
		const name = ['span', 'hold'].find((name) =>
			among(name, table[name].count));

		return name ? spanItem(log, table[name], Number(words.get(name))) :
			among('e', log.rowCount) ? eventItem(log, Number(words.get('e'))) :
				null;
	}
}

/* What can be selected: an event, a span or hold, a loss. */
function eventItem(log, event) {
	const start = log.time[event];

	return { kind: 'event', event, start, end: start,
		row: log.threadRows.get(log.thread[event]) };
}

function spanItem(log, table, i) {
	const track = upper(table.firsts, i) - 1;

	return { kind: table === log.holds ? 'hold' : 'span', table, index: i,
		start: table.start[i], end: table.end[i],
		row: log.trackRows.get(track) };
}

function lossItem(log, loss) {
	return { kind: 'loss', loss, start: loss.start, end: loss.end,
		row: log.threadRows.get(loss.thread) };
}
