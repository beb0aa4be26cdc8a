import { pick, type Random } from '../../statistics/random.ts';
import { formDistance, formOf } from './text-form.ts';

/** Small talk of notes, as an attacker puts it around what it plants so that the entry looks like its neighbours. Without any aim of its own. */
const openings = [
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
	'{Name} left.',
	'{Name} was in {Word}.',
	'It is {number} now.',
	'So much for {day}.',
	'{Name} knows.',
	'{Name}, {Name}, {number}',
	'{date}, {time}',
	'{Name} {number}.',
	'{Name}, {day} {time}.',
	'{number}, {number}.',
	'With {Name}',
	'It is as it is, and so it is to be.',
	'He is in on it, as is {Name}.',
	'We do as we did on {day}, if we can, and {Name} is in.',
	'It is up to us, or to {Name}, or to no one at all.',
	'So it is for {Name}, and so it is for us all, as of {date}',
	'If it is {number}, it is ok, if it is {number}, it is not.',
	'To do it at {time} is ok, to do it at {time} is not, as {Name} put it.',
	'{Word} {Word}.',
	'On {date}, {Name} and {Name} met in {Word}.',
	'At {time}; {Name} – {Word} {number}.',
	'Thanks, {Name}',
	'Sent at {time}.',
	'Until {date}.',
	'{date}, {time}',
	'Kept by {Name} since {date}, {time}.',
	'{Name} Falk, {number} {Word} Lane.',
	'Counted {number} of {number}.',
	'It rained on {day}',
	'{Word} {Word} by {Name}, {number} pages.',
	'Worth {number}, said {Name}.',
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

/** Wordings of what is planted that are tried for the one that can look most like its neighbors. */
export const coresTried = 16;

/** The core with an opening before it and closings behind it. */
function joined(opening: string, core: string, closings: readonly string[]): string {
	const body = opening === '' || /[:.\u2013]$/.test(opening) ? core : `${core[0]!.toLowerCase()}${core.slice(1)}`;
	const first = closings.length > 0 && !/[.?!”]$/.test(body) ? `${body}.` : body;
	return [opening, first, ...closings].filter((part) => part !== '').join(' ');
}

/**
 * Covers one of several cores so that it looks like the model, by trying openings, then closings one after another, as long as each makes it look more like
 * it. @param shown what stands in the place of a core's slots while forms are compared
 */
export function dressed(
	cores: readonly string[],
	model: string,
	random: Random,
	shown: (text: string) => string = (text) => text,
): string {
	const form = formOf(model);
	const distanceTo = (text: string): number => formDistance(formOf(shown(text)), form);
	let [best, least] = ['', Infinity];
	for (const core of cores) {
		let [text, distance] = ['', Infinity];
		let opening = '';
		for (const template of openings) {
			const next = filled(template, random);
			const there = distanceTo(joined(next, core, []));
			if (there < distance) [text, distance, opening] = [joined(next, core, []), there, next];
		}
		for (let chosen: string[] = [], better = true; better; ) {
			better = false;
			const before = chosen;
			for (const template of closings) {
				const next = [...before, filled(template, random)];
				if (before.includes(next.at(-1)!)) continue;
				const there = distanceTo(joined(opening, core, next));
				if (there < distance) [text, distance, chosen, better] = [joined(opening, core, next), there, next, true];
			}
		}
		if (distance < least) [best, least] = [text, distance];
	}
	return best;
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
