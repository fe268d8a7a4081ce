/* event_text.js - the fields of an event, as posixtrace show has them */

function valueOf(part, column, rank) {
	const { form, values, absent } = part.columns[column] || {};

	if (!values || absent && absent[rank])
		return null;
	if (form === 't')
		return values[rank] ? part.strings[values[rank] - 1] : null;
	return values[rank];
}

function fieldText(field, value) {
	const unit = field.unit || '';

	switch (field.kind) {
	case 'int':
		return String(value) === field.none ? String(value) :
			`${value}${unit}`;
	case 'hex':
		return `0x${(typeof value === 'bigint' ? value : BigInt(value))
			.toString(16)}${unit}`;
	case 'float':
		return `${doubleText(value)}${unit}`;
	case 'float32':
		return `${Number.isFinite(value) ? narrowText(value) :
			doubleText(value)}${unit}`;
	case 'bool':
		return value ? 'true' : 'false';
	default:
		return String(value);
	}
}

/* As C writes what is no number. */
function doubleText(value) {
	return Number.isNaN(value) ? 'nan' :
		String(value).replace('Infinity', 'inf');
}

/* The fewest digits that are read as this value of 32 bits. */
function narrowText(value) {
	for (let digits = 1; digits < 9; digits++) {
		const text = Number(value.toPrecision(digits));

		if (Math.fround(text) === value)
			return String(text);
	}
	return String(value);
}

const quoted = (text) => text === '' || /[\s"\x00-\x1f\x7f]/.test(text) ?
	JSON.stringify(text) : text;

/* The fields of an event: [{ name, text, kind, isDetail, value }]. */
function fieldsOfEvent(log, type, part, rank) {
	const fields = [];

	log.types[type].fields.forEach((field, i) => {
		const value = part ? valueOf(part, i, rank) : null;

		if (value !== null)
			fields.push({ name: field.name, kind: field.kind, value,
				text: fieldText(field, value),
				isDetail: field.detail });
	});
	return fields;
}

/* A text without what would turn the direction of others, as show has it. */
const plain = (text) => text.replace(UNTAMED, (character) =>
	character < ' ' ? character :
		`\\u{${character.charCodeAt(0).toString(16)}}`);

/* The line of an event behind its name. */
function lineOfFields(fields) {
	const template = fields.find(({ kind }) => kind === 'template');
	const data = fields.find(({ kind }) => kind === 'data');

	if (template)
		return plain(template.text.replace(/\n\s*/g, ' '));
	const named = fields.filter((field) => !field.isDetail &&
		field.kind !== 'data').map((field) => `${field.name}=${
		field.kind === 'text' ? quoted(field.text) : field.text}`);

	if (data && data.text)
		named.push(named.length ? `+ ${data.text}` : data.text);
	return plain(named.join(' '));
}
