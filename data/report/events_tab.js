/*
 * events_tab.js - the events of the view as a table of any length
 *
 * Only the rows on the screen are elements. A browser cannot scroll over
 * millions of lines, so that a long table has a bar of fewer pixels, and the
 * wheel and keys go by lines.
 */

const EVENT_HEIGHT = 22, MOST_PIXELS = 6e6;

class EventsTab {
	constructor(view, page) {
		this.view = view;
		this.log = view.log;
		this.page = page;
		this.first = 0;
		this.pool = [];
		this.state = make('span', { role: 'status' });
		this.rows = make('div', { id: 'events-rows', role: 'presentation' });
		this.space = make('div', { role: 'presentation' });
		this.scroller = make('div', { id: 'events', role: 'grid', tabindex: 0,
			'aria-label': 'Events of the view' }, this.rows, this.space);
		this.head = make('div', { id: 'events-head' });
		this.element = make('div', { id: 'panel-events', class: 'panel' },
			this.head, this.scroller);
		this.scroller.addEventListener('scroll', () => this.scrolled());
		this.scroller.addEventListener('wheel', (event) =>
			this.wheel(event), { passive: false });
		this.scroller.addEventListener('keydown', (event) =>
			this.key(event));
		this.rows.addEventListener('click', (event) => {
			const row = event.target.closest('.event');

			if (row)
				view.select(eventItem(this.log, row.event));
		});
	}

	/* The rows of the view: all of a range, or those found in it. */
	update() {
		const { view, log } = this;
		const [low, high] = log.rowsIn(view.from, view.to);

		this.low = view.query ? lower(view.found, low) : low;
		this.total = (view.query ? lower(view.found, high) : high) - this.low;
		this.inView = high - low;
		this.first = Math.max(0, Math.min(this.first, this.total - 1));
		this.setHeight();
		this.reveal();
		this.draw();
	}

	setHeight() {
		const high = this.total * EVENT_HEIGHT;

		this.isLong = high > MOST_PIXELS;
		this.space.style.height = `${Math.min(high, MOST_PIXELS)}px`;
		this.scroller.setAttribute('aria-rowcount', this.total);
	}

	rowAt(i) {
		return this.view.query ? this.view.found[this.low + i] : this.low + i;
	}

	indexOf(row) {
		const i = (this.view.query ? lower(this.view.found, row) : row) -
			this.low;

		return i >= 0 && i < this.total && this.rowAt(i) === row ? i : -1;
	}

	lines() {
		return Math.max(1, Math.floor(this.scroller.clientHeight /
			EVENT_HEIGHT));
	}

	lastFirst() {
		return Math.max(0, this.total - this.lines());
	}

	scrolled() {
		const { scroller } = this;
		const room = scroller.scrollHeight - scroller.clientHeight;

		if (scroller.scrollTop === this.placed)
			return;
		this.placed = undefined;
		this.first = this.isLong ?
			Math.round(scroller.scrollTop / Math.max(1, room) *
				this.lastFirst()) : scroller.scrollTop / EVENT_HEIGHT;
		this.draw();
	}

	scrollTo(first) {
		const { scroller } = this;
		const room = scroller.scrollHeight - scroller.clientHeight;

		this.first = Math.max(0, Math.min(first, this.lastFirst()));
		scroller.scrollTop = this.isLong ?
			this.first / Math.max(1, this.lastFirst()) * room :
			this.first * EVENT_HEIGHT;
		this.placed = scroller.scrollTop;
		this.draw();
	}

	wheel(event) {
		if (!this.isLong)
			return;
		event.preventDefault();
		this.scrollTo(this.first + event.deltaY *
			(event.deltaMode === 1 ? 1 : 1 / EVENT_HEIGHT));
	}

	key(event) {
		const here = this.indexOf(this.view.eventRow());
		const step = { ArrowDown: 1, ArrowUp: -1, PageDown: this.lines(),
			PageUp: -this.lines(), Home: -Infinity, End: Infinity }[event.key];

		if (!step || !this.total || event.altKey || event.ctrlKey)
			return;
		event.preventDefault();
		const start = here < 0 ? Math.floor(this.first) - Math.sign(step) :
			here;
		const wanted = Math.max(0, Math.min(start + step, this.total - 1));

		this.view.select(eventItem(this.log, this.rowAt(wanted)));
	}

	/* Scrolls to the selected event, if it is among the rows. */
	reveal() {
		const here = this.indexOf(this.view.eventRow());

		if (here < 0 || this.shown === this.view.selected)
			return;
		this.shown = this.view.selected;
		if (here < this.first || here >= this.first + this.lines())
			this.scrollTo(here - Math.floor(this.lines() / 2));
	}

	draw() {
		if (!this.element.parentNode || this.element.hidden)
			return;
		const begin = Math.floor(this.first);
		const shift = (this.first - begin) * EVENT_HEIGHT;
		const lines = Math.min(this.lines() + 2, this.total - begin);

		this.drawHead();
		while (this.pool.length < lines)
			this.addRow();
		this.pool.forEach((row, i) => {
			row.hidden = i >= lines;
			if (i < lines) {
				row.style.top = `${i * EVENT_HEIGHT - shift}px`;
				this.fill(row, begin + i);
			}
		});
	}

	addRow() {
		const row = make('div', { class: 'event', role: 'row' },
			...[0, 1, 2, 3, 4].map(() =>
				make('span', { role: 'gridcell' })));

		row.id = `event-${this.pool.length}`;
		this.pool.push(row);
		this.rows.append(row);
	}

	drawHead() {
		const { log, view } = this;
		const isNarrow = this.scroller.clientWidth < 600;

		this.element.style.setProperty('--columns', isNarrow ?
			'128px minmax(0, 1fr) minmax(0, 1.4fr) 0 0' :
			'136px minmax(90px, 1fr) minmax(90px, 1fr) minmax(0, 2.6fr) minmax(0, .8fr)');
		this.isNarrow = isNarrow;
		const what = log.isLeftOut ?
			'The events are left out of this report (--max-events).' :
			view.query ?
				`${count(this.total)} found of ${count(this.inView)} in view` :
				`${counted(this.total, 'event')} in view`;
		const names = isNarrow ? ['time', 'event', what] :
			['time', 'thread', 'event', what, 'place'];

		this.head.replaceChildren(...names.map((name) =>
			make('span', {}, name)));
	}

	fill(row, i) {
		const { log, view } = this;
		const event = this.rowAt(i);
		const type = log.type[event];
		const thread = log.threads[log.thread[event]].label;
		const place = log.place[event];
		const fields = this.fields(event, type);
		const isSelected = view.eventRow() === event;
		const texts = this.isNarrow ?
			[moment(log.time[event]), log.types[type].name, fields, '', ''] :
			[moment(log.time[event]), thread, log.types[type].name, fields,
				place ? log.places[place - 1].text : ''];

		row.event = event;
		row.setAttribute('aria-rowindex', i + 1);
		row.setAttribute('aria-selected', isSelected);
		if (isSelected)
			this.scroller.setAttribute('aria-activedescendant', row.id);
		texts.forEach((text, cell) => this.fillCell(row.children[cell], text,
			cell > 0));
	}

	/* The fields come a moment later where their part is not there yet. */
	fields(event, type) {
		const l = this.log.partOf(event);
		const part = this.log.fieldsOf(type, l);

		if (part instanceof Promise) {
			part.then(() => this.page.redraw());
			return '…';
		}
		return lineOfFields(fieldsOfEvent(this.log, type, part,
			this.log.ranksOf(l)[event - this.log.firsts[l]]));
	}

	/* The first word of the query is marked. */
	fillCell(cell, text, isMarked) {
		const word = isMarked && this.view.query.split(/\s+/)[0];
		const at = word ? text.toLowerCase().indexOf(word.toLowerCase()) : -1;

		if (at < 0)
			cell.textContent = text;
		else
			cell.replaceChildren(text.slice(0, at),
				make('mark', {}, text.slice(at, at + word.length)),
				text.slice(at + word.length));
	}
}
