import { candidate, type Candidate, type PiiText } from './candidate.ts';
import { before, behind, lastMatch } from './cues.ts';
import { datesIn } from './dates.ts';
import { clockTime } from './times.ts';

/** What is said of visits and appointments. */
export const visitCue =
	/\b(?:visit(?:s|ed|ing)?|appointments?|appt|admi(?:tted|ssion)|discharge[ds]?|follow(?:ed)?[- ]?up|check(?:ed)?[- ]?(?:up|in|out)|consult(?:ed|ation)?|examined|seen|saw|see you|sees?|seeing|surgery|procedure|scheduled|rescheduled|came (?:in|to|by|back)|comes? (?:in|back)|booked|booking|presented|attended|return(?:ed|s)? (?:for|to|on)|clinic|slot|session|evaluated|treated|meeting with|screening|intake|hospitali[sz]ed|walked in|dropped (?:in|by)|stopped by|triage|next exam|expected (?:back|again)|operated|interview(?:ed)?|therapy|dialysis)\b/giu;
const visitBehind =
	/^[^.;]{0,40}\b(?:appointments?|visit(?:ed)?|check-?up|follow-?up|consultation|admission|admitted|discharged|slot|surgery|procedure|examined|was seen|session)\b/iu;
/** Hours of offices and dates of things that are no visit. */
const noVisit =
	/\b(?:open(?:s|ed|ing)?|close[ds]?|hours|deadline|expires?|effective|due|born|birth(?:day|date)?|dob|invoice|published|released|founded|version|updated|since)\b/giu;

const weekday = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?';
const joined = String.raw`(?:,?\s(?:at|@|around|about|by)?\s?|,\s|T)`;
const dayBefore = new RegExp(String.raw`\b${weekday}\.?,?\s(?:the\s)?$`, 'u');
const timeBehind = new RegExp(String.raw`^${joined}(${clockTime})`, 'iu');
const timeBefore = new RegExp(String.raw`(${clockTime})(?:,?\s(?:on\s)?)$`, 'iu');
const loose = new RegExp(
	String.raw`\b(?:(?:next|this|last)\s)?(?:${weekday}|tomorrow|today|yesterday)(?:\s(?:morning|afternoon|evening))?(?:${joined}${clockTime})?(?![\p{L}\d])|(?<![\d:.])${clockTime}`,
	'gu',
);

/** Dates and times of visits and appointments, by what is said around them. */
export function visitTimes({ text, country }: PiiText): Candidate[] {
	const dates = datesIn(text, country).map(({ start, end }) => withTime(text, start, end));
	const covered = (at: number): boolean => dates.some(({ start, end }) => at >= start && at < end);
	const others = Array.from(text.matchAll(loose), ({ index, 0: value }) => ({ start: index, end: index + value.trimEnd().length })).filter(
		({ start }) => dates.length < 200 && !covered(start),
	);
	return [...dates, ...others].flatMap(({ start, end }) => {
		const lead = before(text, start);
		const [cue, not] = [lastMatch(lead, visitCue), lastMatch(lead, noVisit)];
		const said = cue > not || (not === -1 && visitBehind.test(behind(text, end)));
		return said ? [candidate(start, text.slice(start, end), 'visit-time', 'visit', 'cue')] : [];
	});
}

/** A date with the weekday before it and the time beside it. */
function withTime(text: string, start: number, end: number): { start: number; end: number } {
	const day = dayBefore.exec(text.slice(Math.max(0, start - 16), start))?.[0].length ?? 0;
	const time = timeBehind.exec(text.slice(end, end + 24))?.[0].length ?? 0;
	const earlier = time > 0 ? 0 : (timeBefore.exec(text.slice(Math.max(0, start - 20), start))?.[0].length ?? 0);
	return { start: start - Math.max(day, earlier), end: end + time };
}
