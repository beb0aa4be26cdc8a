import { isOrder } from './mood.ts';
import type { RuleName } from './pattern-match.ts';
import { sentencesOf } from './rule.ts';
import type { TargetMatch } from './targets.ts';

/**
 * Invoices, contracts and the like that go to one mail address: 'Send invoices to billing@our-company.example, as agreed'. Every office has such a note, and
 * whoever wants the invoices of others writes the same words, so it is a warning that names the address.
 */

/** Longest sentence that is looked at, in UTF-16 units. */
const longest = 240;
const papers =
	'(?:invoices?|bills?|receipts?|statements?|quotes?|quotations?|offers?|bids?|contracts?|agreements?|payslips?|time ?sheets?|purchase orders?|expense (?:reports?|claims?|sheets?)|remittance (?:advice|slips?)|credit notes?|delivery notes?|reminders?|applications?|payroll(?: files?| sheets?)?)';
const owner = "(?:the|an?|our|my|your|their|his|her|its|this|these|those|[\\w-]+(?:'s|s'))";
const sends = '(?:send|forward|e-?mail|mail|submit|pass on|relay|route)';
const mail = '[\\w.+-]{1,60}@[\\w-]{1,60}(?:\\.[\\w-]{1,60})+';
const goes = new RegExp(
	`(?<![\\w-])${sends} (?:on )?(?:${owner} )?(?:[\\w-]+ ){0,3}?${papers}(?: (?:for|of|from|by|about|in) (?:${owner} )?(?:[\\w-]+ ?){1,3})?,? (?:on |over )?to (?:${owner} )?(?:[\\w-]+ ){0,4}?${mail}`,
	'giu',
);

/** What makes it more than that, wherever it stands: all of something, what people keep to themselves, and what is done unseen. */
const more =
	/\b(?:all|any|each|every(?! (?:day|week|month|quarter|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|other|two|second))|cop(?:y|ies)|b?cc|customers?'?|clients?'?|patients?'?|users?'?|employees?'?|students?'?|private|personal|confidential|sensitive|internal|secret(?:ly)?|quietly|silently|covertly|unseen|hidden|attach\w*|including|along with|from (?:now|here|today)|henceforth|going forward|starting|whenever|automatically|instead|rather|without|never|passwords?|credentials?|keys?|tokens?|conversations?|chats?|messages?|list)\b/iu;

/** Rules by which such a sentence is found that says more against it than is known. */
const softened: ReadonlySet<RuleName> = new Set(['forward', 'redirect', 'payment', 'standing-order']);

/** Whether what a rule says of `[start, end)` is that papers go to a mail address, and nothing else is wrong with the sentence. @param text in plain spelling */
export function isPaperwork(text: string, rule: RuleName, start: number, end: number): boolean {
	if (!softened.has(rule)) return false;
	const sentence = sentencesOf(text).find((one) => one.start <= start && end <= one.end);
	if (sentence === undefined || sentence.end - sentence.start > longest) return false;
	return isPlain(text.slice(sentence.start, sentence.end));
}

function isPlain(sentence: string): boolean {
	const addresses = sentence.match(new RegExp(`${mail}|://`, 'giu'));
	return addresses?.length === 1 && paperwork(sentence).length > 0 && !more.test(sentence.replace(new RegExp(mail, 'iu'), ''));
}

/** Orders to send papers to a mail address. @param text in plain spelling */
export function paperwork(text: string): TargetMatch[] {
	if (!text.includes('@')) return [];
	return Array.from(text.matchAll(goes))
		.filter(({ index }) => isOrder(text, index))
		.map(({ 0: all, index }) => ({
			name: 'forward',
			severity: 'warning',
			start: index,
			end: index + all.length,
			description: 'tells the agent to send documents to a mail address',
		}));
}
