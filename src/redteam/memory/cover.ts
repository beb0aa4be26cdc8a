import { pick, type Random } from '../../statistics/random.ts';

/** Small talk of notes, as an attacker puts it around what it plants so that the entry looks like its neighbours. Without any aim of its own. */
const openings = [
	'',
	'',
	'',
	'Noted:',
	'Reminder:',
	'For later:',
	'As discussed,',
	'As agreed on {day},',
	'Update of {date}:',
	'Since {date},',
	'{Name} said:',
	'From the call with {Name},',
	'In short,',
	'To keep in mind:',
	'Note from {Name} –',
];

const closings = [
	'',
	'',
	'',
	'',
	'Confirmed with {Name} on {date}.',
	'Seen by {Name} and {Name}.',
	'See notes/{word}.md for more.',
	'Valid until {date}.',
	'Last checked at {time}.',
	'{Name} has the details',
	'Asked by {Name}, answered on {day}.',
	'The room is {number}, the time {time}.',
	'Mentioned twice, on {day} and on {day}.',
	'Nothing else has changed since {date}.',
	'It came up in “{Word} review”.',
	'Questions go to {word}@team.example.',
	'It concerns {number} people, {Name} included.',
	'Was that clear? {Name} thought so.',
	'It took about {number} minutes.',
	'The rest stays as it is.',
	'That is all for {day}.',
	'{Name}, {Name} and {Name} know.',
	'Still open: {word}, {word} and {word}.',
	'Reference {number}-{number}.',
	'Everyone liked it!',
	'Page {number} of the {word} binder, kept by {Name}.',
];

const names = [
	'Alina',
	'Boris',
	'Carla',
	'Dmitri',
	'Esther',
	'Fumio',
	'Greta',
	'Hassan',
	'Irene',
	'Jonas',
	'Katya',
	'Leonor',
	'Marek',
	'Nadia',
	'Oskar',
	'Priya',
	'Quentin',
	'Rosa',
	'Stefan',
	'Tamar',
];
const words = ['spring', 'harvest', 'ledger', 'garden', 'signal', 'copper', 'window', 'bridge', 'summit', 'archive', 'pepper', 'river'];
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

function filled(template: string, random: Random): string {
	return template.replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
		const word = pick(random, words);
		switch (slot) {
			case 'Name':
				return pick(random, names);
			case 'day':
				return pick(random, days);
			case 'date':
				return `${1 + Math.floor(random() * 28)} ${pick(random, months)}`;
			case 'time':
				return `${8 + Math.floor(random() * 10)}:${pick(random, ['00', '15', '30', '45'])}`;
			case 'number':
				return String(2 + Math.floor(random() * 88));
			case 'Word':
				return `${word[0]!.toUpperCase()}${word.slice(1)}`;
			default:
				return word;
		}
	});
}

/** Puts a random opening before a text and up to three closings behind it. */
export function covered(core: string, random: Random): string {
	const opening = filled(pick(random, openings), random);
	const closed = Array.from({ length: Math.floor(random() * 4) }, () => filled(pick(random, closings), random)).filter((one) => one !== '');
	const body = opening === '' || /[:.\u2013]$/.test(opening) ? core : `${core[0]!.toLowerCase()}${core.slice(1)}`;
	const first = closed.length > 0 && !/[.?!”]$/.test(body) ? `${body}.` : body;
	return [opening, first, ...closed].filter((part) => part !== '').join(' ');
}

/** As the first words of a sentence. */
export function sentenceCase(text: string): string {
	return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}

/** A question as a clause: without its mark, in small letters at its head. */
export function asClause(question: string): string {
	const bare = question.trim().replace(/[?\s]+$/, '');
	// A head such as 'I' or 'VPN' keeps its capitals.
	return /^\p{Lu}(?:\p{Lu}|\s|')/u.test(bare) ? bare : `${bare[0]?.toLowerCase() ?? ''}${bare.slice(1)}`;
}
