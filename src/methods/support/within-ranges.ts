import type { DateForm } from './dates.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import { rangesOf } from './pairs.ts';
import type { AnswerSentence } from './rivals.ts';
import type { CalendarDate, ClockTime, Value } from './values.ts';

/*
 * A day or a time of day inside a given range: 'closed on 25 December' where a context has 'closed from 24 to 26 December'.
 */

/** What says that something is so at a moment, and does not begin or end then: 'is open at 9:00', 'on 25 December'. */
const atMoment = /(?<!\p{L})(?:at|on|um|am|à|le|el|a las?|alle|às|em|no|il)(?: (?:the|about|around))? (?:\p{L}+,? )?$/iu;
const boundary =
	/(?<!\p{L})(?:opens|opening|begins?|beginning|starts?|starting|ends?|ending|closes|closing|until|till|from|by|before|after|since|through|deadline|due|arrives?|departs?|leaves?|runs|öffnet|schließt|beginnt|endet|ab|bis|ouvre|ferme|commence|finit|jusqu|dès|abre|cierra|empieza|termina|hasta|desde|apre|chiude|inizia|finisce|fino|dal|fecha|começa|até)(?!\p{L})/iu;

function saysMoment(value: Value, { plain, start, end }: AnswerSentence): boolean {
	return atMoment.test(plain.slice(Math.max(start, value.start - 24), value.start)) && !boundary.test(plain.slice(start, end));
}

/** Returns whether a time of day is inside a range of a context, and the answer says that something is so at this time. */
export function isTimeWithinRange(time: ClockTime, sentence: AnswerSentence, index: GivenIndex): boolean {
	if (!saysMoment(time, sentence)) return false;
	return rangesOf(index).some(({ low, high }) => {
		if (low.value.kind !== 'time' || high.value.kind !== 'time') return false;
		const [from, to] = [low.value.minutes[0]!, high.value.minutes.at(-1)!];
		return time.minutes.some((one) => one > from && one < to);
	});
}

/** Returns whether a day is inside a range of a context, and the answer says that something is so on this day. */
export function isDayWithinRange(date: CalendarDate, sentence: AnswerSentence, index: GivenIndex): boolean {
	if (!saysMoment(date, sentence)) return false;
	return index.values.some((last) => {
		if (last.value.kind !== 'date') return false;
		const first = firstDayOfRange(last, index);
		return first !== undefined && last.value.forms.some((form) => date.forms.some((said) => isBetween(said, first, form)));
	});
}

/** 'From 24 to 26 December': the first day shares the month of the last one. */
const dayBefore =
	/(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.|º)? ?(?:to|and|until|through|-|–|~|bis|und|au|al|a|e|y|et|até) ?(?:the |le |el )?$/iu;

/** Returns the day of the month that stands before a given date as the first one of a range, without a month of its own. */
export function firstDayOfRange({ value, text }: GivenValue, { texts }: GivenIndex): number | undefined {
	const day = dayBefore.exec(texts[text]!.plain.slice(Math.max(0, value.start - 16), value.start))?.[1];
	return day === undefined ? undefined : Number(day);
}

function isBetween(said: DateForm, first: number, last: DateForm): boolean {
	if (said.day === undefined || said.month !== last.month || last.day === undefined) return false;
	if (said.year !== undefined && last.year !== undefined && said.year !== last.year) return false;
	return said.day > first && said.day < last.day;
}
