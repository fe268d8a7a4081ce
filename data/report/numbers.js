/* numbers.js - times, durations and counts as texts */
'use strict';

const UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];

/* A duration in the largest unit that it fills, with three digits or more;
 * a minute and more as the command writes them. */
function duration(ns) {
	const size = Math.abs(ns);

	if (size >= 60e9)
		return longDuration(Math.floor(size / 1e9), ns < 0 ? '−' : '');
	const [unit, name] = UNITS.find(([unit]) => size >= unit) || UNITS[3];
	const value = ns / unit;
	const digits = unit === 1 ? 0 : size / unit < 10 ? 2 :
		size / unit < 100 ? 1 : 0;

	return `${trimZeros(value.toFixed(digits))} ${name}`;
}

function longDuration(seconds, sign) {
	const two = (number) => String(number).padStart(2, '0');
	const minutes = Math.floor(seconds / 60);

	return sign + (minutes < 60 ? `${minutes} min ${two(seconds % 60)} s` :
		`${count(Math.floor(minutes / 60))} h ${two(minutes % 60)} min`);
}

function trimZeros(text) {
	return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/* A place on the timeline, with every nanosecond. */
function moment(ns) {
	const sign = ns < 0 ? '−' : '+';
	const size = Math.abs(ns);
	const seconds = Math.floor(size / 1e9);
	const rest = String(Math.round(size - seconds * 1e9)).padStart(9, '0');

	return `${sign}${seconds}.${rest.slice(0, 3)} ${rest.slice(3, 6)} ${
		rest.slice(6)} s`;
}

/* A place that is known to STEP nanoseconds, without the digits below. */
function roughMoment(ns, step) {
	const [unit, name] = UNITS.find(([unit]) => step * 15 >= unit) ||
		UNITS[3];
	const digits = Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9));

	return `${ns < 0 ? '−' : '+'}${(Math.abs(ns) / unit)
		.toFixed(Math.min(digits, 9))} ${name}`;
}

/* The time of day, from a start in ns that a double could not hold. */
function clock(start, ns, isUtc) {
	const time = start + BigInt(Math.round(ns));
	const seconds = (time - (time < 0n ? 999999999n : 0n)) / 1000000000n;
	const rest = String(time - seconds * 1000000000n).padStart(9, '0');
	const date = new Date(Number(seconds) * 1000);

	if (Number.isNaN(date.getTime()))
		return `${time} ns`;
	if (!isUtc)
		date.setMinutes(date.getMinutes() - date.getTimezoneOffset());
	return `${date.toISOString().slice(0, 19).replace('T', ' ')}.${rest}`;
}

function count(number) {
	return Number(number).toLocaleString('en-US');
}

/* A number of things, "1 event" or "2,000 events". */
function counted(number, noun) {
	return `${count(number)} ${noun}${Number(number) === 1 ? '' : 's'}`;
}

/* How many events are lost; UNKNOWN times their number is not known. */
function lostText(lost, unknown) {
	if (!lost)
		return unknown > 1 ? `events lost, ${count(unknown)} times` :
			'events lost';
	return `${counted(lost, 'event')} lost${unknown ? `, and ${
		counted(unknown, 'time')} an unknown number` : ''}`;
}

function percent(share) {
	return share > 0 && share < 0.01 ? '< 1 %' :
		`${Math.round(share * 100)} %`;
}
