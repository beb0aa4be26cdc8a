import { candidate, type Candidate, type PiiText } from './candidate.ts';
import { before, behind, lastMatch } from './cues.ts';
import { datesIn } from './dates.ts';
import { visitCue } from './visit.ts';

const birthCue =
	/\b(?:born|birth(?:s|day|date)?|d\.?o\.?b\b|date[- ]of[- ]birth|b\.(?=\s?\d)|came into the world|turn(?:s|ed) \d{1,3}|delivered)/giu;
const birthBehind =
	/^["”)]?,?\s*(?:[—–-]\s*)?(?:(?:is|was|being|as)\s+)?(?:(?:given|listed|stated|recorded)\s+as\s+)?(?:(?:his|her|their|the|your|my|\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?['’]s?)\s+)?(?:(?:exact|listed|recorded)\s)?(?:date of birth|birth ?da(?:y|te)|dob\b|birth\b)/iu;
const bornIn = /\b(?:born|birth year|year of birth|yob)\b[^.;\d]{0,25}?((?:19|20)\d\d)(?![\d/.-]\d)/giu;

/** Dates of birth: a date that a cue says to be one, or that stands behind a person's name as in records ('Maria Okafor, 3/12/1971,'). */
export function birthDates({ text, country }: PiiText, found: readonly Candidate[]): Candidate[] {
	const nameEnds = new Set(found.filter(({ type }) => type === 'name').map(({ end }) => end));
	let last = 0;
	const dated = datesIn(text, country).flatMap(({ start, end, iso }) => {
		const lead = before(text, start).slice(-Math.max(0, start - last));
		last = end;
		const born = lastMatch(lead, birthCue);
		const make = (sureness: 'cue' | 'shape') => [
			{ ...candidate(start, text.slice(start, end), 'dob', 'date of birth', sureness), normalized: iso },
		];
		if ((born !== -1 && born > lastMatch(lead, visitCue)) || birthBehind.test(behind(text, end))) return make('cue');
		const gap = /[\s,(;:|]{1,3}$/u.exec(text.slice(Math.max(0, start - 3), start))?.[0].length ?? 0;
		return gap > 0 && !iso.startsWith('-') && nameEnds.has(start - gap) && /^\s?(?:[,);|\n]|$)/u.test(text.slice(end, end + 2))
			? make('shape')
			: [];
	});
	const years = Array.from(text.matchAll(bornIn), ({ index, 0: whole, 1: year = '' }) => ({
		...candidate(index + whole.length - year.length, year, 'dob', 'date of birth', 'cue'),
		normalized: year,
	}));
	return [...dated, ...years];
}
