/* input.js - pointer, wheel and keys of the timeline */

const ZOOM_KEY = 0.7, PAN_KEY = 0.15, REACH = 4, LINE = 16;

class TimelineInput {
	constructor(view, timeline, page) {
		this.view = view;
		this.timeline = timeline;
		this.page = page;
		this.pointers = new Map();
		this.isMeasuring = false;
		this.mark = null;
		const { canvas, scroller } = timeline;

		scroller.addEventListener('wheel', (event) => this.wheel(event),
			{ passive: false });
		scroller.addEventListener('scroll', () => page.redraw());
		canvas.addEventListener('pointerdown', (event) => this.down(event));
		canvas.addEventListener('pointermove', (event) => this.move(event));
		canvas.addEventListener('pointerup', (event) => this.up(event));
		canvas.addEventListener('pointercancel', (event) => {
			this.pointers.delete(event.pointerId);
			this.drag = null;
		});
		canvas.addEventListener('pointerleave', () => this.hideTip());
		canvas.addEventListener('keydown', (event) => this.rowKey(event));
		canvas.addEventListener('dblclick', () => this.frameSelected());
	}

	at(event) {
		const box = this.timeline.canvas.getBoundingClientRect();

		return [event.clientX - box.left, event.clientY - box.top];
	}

	wheel(event) {
		const [x] = this.at(event);
		const unit = event.deltaMode === 1 ? LINE :
			event.deltaMode === 2 ? 400 : 1;
		const { view, timeline } = this;

		event.preventDefault();
		if (event.shiftKey || x < timeline.gutter) {
			timeline.scroller.scrollTop +=
				(event.deltaY || event.deltaX) * unit;
		} else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
			view.pan(event.deltaX * unit * timeline.perPixel());
		} else {
			view.zoom(Math.exp(Math.max(-1, Math.min(1,
				event.deltaY * unit * 0.002))), timeline.time(x));
		}
	}

	down(event) {
		const [x, y] = this.at(event);

		if (event.button)
			return;
		this.timeline.canvas.setPointerCapture(event.pointerId);
		this.pointers.set(event.pointerId, [x, y]);
		this.drag = { x, y, moved: false, first: this.timeline.time(x),
			measures: event.shiftKey || this.isMeasuring,
			scroll: this.timeline.scroller.scrollTop };
		this.hideTip();
	}

	move(event) {
		const [x, y] = this.at(event);
		const { timeline, view, drag } = this;
		const before = this.pointers.get(event.pointerId);

		if (!before || !drag) {
			this.showTip(x, y);
			return;
		}
		if (Math.abs(x - drag.x) + Math.abs(y - drag.y) > REACH)
			drag.moved = true;
		if (this.pointers.size === 2)
			this.pinch(event.pointerId, x);
		else if (drag.moved && drag.measures)
			view.measure([drag.first, timeline.time(x)]);
		else if (drag.moved)
			this.dragTo(event, x, y, before);
		this.pointers.set(event.pointerId, [x, y]);
	}

	dragTo(event, x, y, [before]) {
		const { timeline, view, drag } = this;

		timeline.canvas.classList.add('drags');
		view.pan((before - x) * timeline.perPixel());
		if (event.pointerType === 'mouse')
			timeline.scroller.scrollTop = drag.scroll + drag.y - y;
	}

	pinch(moved, x) {
		const [[a, [first]], [, [second]]] = this.pointers;
		const still = a === moved ? second : first;
		const old = a === moved ? first : second;
		const apart = Math.max(20, Math.abs(x - still));

		this.drag.moved = true;
		this.view.zoom(Math.max(20, Math.abs(old - still)) / apart,
			this.timeline.time((x + still) / 2));
	}

	up(event) {
		const [x, y] = this.at(event);
		const { drag } = this;

		this.pointers.delete(event.pointerId);
		this.timeline.canvas.classList.remove('drags');
		if (drag && !drag.moved)
			this.click(x, y);
		this.drag = null;
	}

	click(x, y) {
		const { timeline, view, page } = this;
		const row = timeline.rowAt(y);

		if (row && row.kind === 'title')
			page.fold(row);
		if (!row || x < timeline.gutter)
			return;
		this.row = row;
		view.measured = null;
		view.select(itemAt(view.log, row, timeline.time(x),
			timeline.perPixel() * REACH));
	}

	showTip(x, y) {
		const { timeline, view } = this;
		const tip = byId('tip');
		const row = x > timeline.gutter ? timeline.rowAt(y) : null;
		const time = timeline.time(x);
		const item = row && row.kind !== 'title' ?
			itemAt(view.log, row, time, timeline.perPixel() * REACH) : null;
		const words = row && row.series ? describeSeries(view.log, row, time) :
			item ? describe(view.log, item) : null;

		tip.hidden = !words;
		if (!words)
			return;
		tip.replaceChildren(make('b', {}, words[0]),
			words.slice(1).filter(Boolean).join(' · '));
		const { clientWidth, clientHeight } = timeline.scroller;

		tip.style.left = `${Math.max(0, Math.min(x + 14,
			clientWidth - tip.offsetWidth - 4))}px`;
		tip.style.top = `${y + 18 + tip.offsetHeight > clientHeight ?
			Math.max(0, y - tip.offsetHeight - 8) : y + 18}px`;
	}

	hideTip() {
		byId('tip').hidden = true;
	}

	frameSelected() {
		const { view } = this;
		const { selected, measured } = view;

		if (measured)
			view.show(...measured);
		else if (selected && selected.end > selected.start)
			view.frame(selected.start, selected.end);
		else if (selected)
			view.zoom(0.1, selected.start);
	}

	/* By arrows: the rows, and what is in them. */
	rowKey(event) {
		const { view, timeline } = this;
		const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
		const rows = { ArrowUp: -1, ArrowDown: 1 }[event.key];

		if (event.ctrlKey || event.altKey || event.metaKey)
			return;
		if (step)
			this.stepInRow(step);
		else if (rows)
			this.stepRows(rows);
		else if (event.key === 'Home')
			view.pan(-Infinity);
		else if (event.key === 'End')
			view.pan(Infinity);
		else if (event.key === 'PageUp' || event.key === 'PageDown')
			timeline.scroller.scrollTop += (event.key === 'PageUp' ? -1 : 1) *
				timeline.scroller.clientHeight * 0.8;
		else if (event.key === 'Enter' || event.key === ' ')
			this.enter();
		else
			return;
		event.preventDefault();
	}

	currentRow() {
		const { rows } = this.timeline;

		return rows.includes(this.row) ? this.row :
			rows.find((row) => row.kind !== 'title') || rows[0];
	}

	stepInRow(direction) {
		const { view } = this;
		const row = this.currentRow();
		const item = view.selected && view.selected.row === row ?
			view.selected : null;
		const next = row && neighbourOf(view.log, row, item, direction,
			direction > 0 ? view.from : view.to);

		if (!next)
			return;
		this.row = row;
		view.reach(next.start, next.end);
		view.select(next);
	}

	stepRows(direction) {
		const { timeline, view } = this;
		const { rows } = timeline;
		const at = rows.indexOf(this.currentRow()) + direction;

		if (at < 0 || at >= rows.length)
			return;
		this.row = rows[at];
		this.page.reveal(this.row);
		const middle = view.selected ? view.selected.start :
			(view.from + view.to) / 2;
		const item = this.row.kind === 'title' ? null :
			itemAt(view.log, this.row, middle,
				(view.to - view.from) / 2);

		if (item)
			view.select(item);
		this.page.speak([this.row.about || this.row.label || 'nested spans',
			...item ? describe(view.log, item) : []]);
		this.page.redraw();
	}

	enter() {
		const row = this.currentRow();

		if (row && row.kind === 'title')
			this.page.fold(row);
		else
			this.frameSelected();
	}

	/* Measures from one selected place to the next. */
	markKey() {
		const { view } = this;
		const here = view.selected ? view.selected.start :
			(view.from + view.to) / 2;

		if (this.mark === null) {
			this.mark = here;
			view.measure([here, here]);
		} else {
			const end = view.selected && view.selected.end !== Infinity &&
				view.selected.start === this.mark ?
				view.selected.end : here;

			view.measure([this.mark, end]);
			this.mark = null;
		}
	}

	/* Keys of the whole page; true if it was one. */
	key(key) {
		const { view } = this;
		const width = view.to - view.from;

		switch (key) {
		case 'w':
		case '+':
			view.zoom(ZOOM_KEY, this.middle());
			return true;
		case 's':
		case '-':
			view.zoom(1 / ZOOM_KEY, this.middle());
			return true;
		case 'a':
			view.pan(-width * PAN_KEY);
			return true;
		case 'd':
			view.pan(width * PAN_KEY);
			return true;
		case 'f':
			view.fit();
			return true;
		case 'z':
			this.frameSelected();
			return true;
		case 'm':
			this.markKey();
			return true;
		default:
			return false;
		}
	}

	/* Keys zoom at what is selected, if that is in view. */
	middle() {
		const { selected, from, to } = this.view;

		return selected && selected.start >= from && selected.start <= to ?
			selected.start : (from + to) / 2;
	}
}
