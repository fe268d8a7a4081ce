/* help.js - the keys, and how to search */

const HELP = [
	['Timeline', [
		['wheel', 'zoom at the pointer; with Shift, or over the names: scroll'],
		['drag', 'move; two fingers zoom'],
		['Shift-drag', 'measure a time'],
		['double click', 'zoom to the span, or to what was measured'],
		['W S', 'zoom in, zoom out'],
		['A D', 'move left, right'],
		['F', 'fit the whole log'],
		['Z', 'zoom to what is selected or measured'],
		['M', 'measure: once where it begins, once where it ends'],
		['arrows', 'in the timeline: rows, and what is in them'],
		['Enter', 'in the timeline: zoom to the span; fold a process'],
		['Esc', 'close, give up searching and selecting'],
	]],
	['Search', [
		['/', 'to the search'],
		['N Shift-N', 'next, previous event found'],
		['word', 'events with it in name, thread, place or a text; or a number'],
		['field=7  field>60', 'events whose field is so; = != < <= > >='],
		['"two words"', 'a text with blanks; several terms: all of them'],
	]],
	['Tabs', [
		['1 … 7', 'the tabs below the timeline'],
		['address', 'keeps time, tab, search and what is selected: a link to this place'],
	]],
	['What is drawn', [
		['hatched', 'events are lost here: their number is beside it'],
		['pale', 'spans too short to be seen alone, or that never ended'],
		['ticks', 'events of a thread; the higher, the more in a pixel'],
		['“held”', 'who had the lock; below it how many waited'],
	]],
];

function fillHelp(dialog) {
	dialog.replaceChildren(
		make('h2', { id: 'help-title', tabindex: -1, autofocus: true }, 'Help'),
		...HELP.flatMap(([title, lines]) => [make('h3', {}, title),
			make('dl', {}, ...lines.flatMap(([key, text]) =>
				[make('dt', {}, make('kbd', {}, key)),
					make('dd', {}, text)]))]),
		make('form', { method: 'dialog' },
			make('button', {}, 'Close')));
}
