import { candidate, type Candidate, type PiiText } from './candidate.ts';
import { isIban, isPossibleSsn, passesLuhn } from './checksums.ts';
import { before, behind } from './cues.ts';
import { datesIn } from './dates.ts';
import type { PiiType } from './pii-types.ts';

/** Nine digits of which it is said that they are a social security number. */
export function isCalledSsn(text: string, index: number, value: string): boolean {
	return (
		/^\d{3}[- ]?\d{2}[- ]?\d{4}$/u.test(value) &&
		(/\b(?:ssn|social security|soc(?:ial)? sec)\b[^.;]{0,25}$/iu.test(before(text, index, 50)) ||
			/^.{0,25}\b(?:ssn|social security)\b/iu.test(behind(text, index + value.length, 50)))
	);
}

/** Letters, digits and what joins them: at least three digits, blanks only between groups of digits. */
const token =
	/(?<![\p{L}\d@.$€£+-])(?:(?!(?:MRN|SSN|ID|IDS|NO|IBAN|ACCT|REF|DOB|PIN|EXT|NHS|NINO|PO|ISBN)\s)[A-Z]{2,4} (?=\d)|[A-Za-z]{1,5}[-./#]?)?\d[A-Za-z\d]{0,30}(?![A-Za-z\d])(?:[-./ ][A-Za-z]{0,3}\d[A-Za-z\d]{0,15}(?![A-Za-z\d])){0,6}(?:-[A-Z]{1,3})?(?![\p{L}\d@%]|[-.:/]\d)/gu;
const ibanShape = /(?<![\p{L}\d])[A-Z]{2}\d{2}(?:[A-Z\d]{11,30}|(?:[ -][A-Z\d]{2,6}){2,8}(?:[ -][A-Z\d])?)(?![\p{L}\d])/gu;
const cardShape = /(?<![\p{L}\d.+-])(?:\d[ -]?){12,18}\d(?![\p{L}\d]|[-.]\d)/gu;
const ssnShape = /(?<![\p{L}\d-])\d{3}[- ]\d{2}[- ]\d{4}(?![\d-])/gu;

/** What a number of each kind is called; the nearest to it decides. */
const names: readonly (readonly [PiiType | 'none', RegExp])[] = [
	[
		'record-number',
		/\b(?:MRN|(?:medical|health|patient|client|customer|case|record|file|chart|claimant|complaint|dossier|docket|incident|encounter|admission|accession|hospital|student|employee|staff|personnel|passport|licen[sc]e|badge|registration|visa)(?:['’]s)?(?: record| file| chart| card| reference)?(?:,?\s?(?:numbers?|no\b\.?|nr\b\.?|num\b\.?|IDs?\b|identifier|#|reference|ref\b\.?|code)|(?=\s?[:#]))|(?:patient|case|client|chart|file|record|dossier|passport|licen[sc]e)(?=,?\s(?:is |was )?[(#]?$))/giu,
	],
	[
		'insurance-number',
		/\b(?:(?:insurance|member(?:ship)?|policy|policyholder|subscriber|group|medicare|medicaid|plan|beneficiary|health plan|NHS|national insurance|coverage|claim)(?:['’]s)?(?: card)?(?:,?\s?(?:numbers?|no\b\.?|nr\b\.?|num\b\.?|IDs?\b|identifier|#|reference|ref\b\.?)|(?=\s?[:#])|(?=\s(?:is |was )?[(#]?$))|SSN|social security(?: number| no\.?)?|soc(?:ial)? sec|NINO|policy|insured under)/giu,
	],
	[
		'account-number',
		/\b(?:IBAN|(?:bank|checking|savings|current|deposit|credit|debit|card|account|acct|a\/c|visa|mastercard|amex|american express|discover)(?:['’]s)?(?: account| card| a\/c)?(?:,?\s?(?:numbers?|no\b\.?|nr\b\.?|num\b\.?|IDs?\b|#))?(?: ending (?:in|with))?)/giu,
	],
	[
		'none',
		/\b(?:orders?|invoice|room|suite|apt|version|model|serial|tracking|parts?|sku|isbn|routing|swift|bic|flight|ticket|extension|ext|zip|code|batch|lot|bug|build|release|port|error|form|page|chapter|section|article|item|product|bus|gate|train|unit|step|purchase|po|dose|mg|ip|ward|bed|bay|phone|tel|telephone|call|cell|mobile|fax|reached|year|dollars|amount|balance|fee|price|total)\b/giu,
	],
];
/** Of a number that nothing else names. */
const keptUnder = /\b(?:(?:filed|registered|recorded|opened|logged|kept|known|listed|tracked) (?:under|as|with)|case)\b/iu;
/** Names of a number behind it: 'CS-10442 is the case number'. */
const behindIs =
	/^["”)]?,?\s(?:\(?(?:is|was|being|as)\s)(?:(?:the|his|her|their|your|my|\p{Lu}[\p{L}'’-]{1,40}(?:\s\p{Lu}[\p{L}'’-]{1,40})?['’]s?)\s)?/iu;

/** Record, insurance and account numbers: with a valid checksum by themselves, others where they are called so. */
export function numbers({ text, country }: PiiText): Candidate[] {
	return [...checked(text), ...called(text, country)];
}

function checked(text: string): Candidate[] {
	const found: Candidate[] = [];
	for (const { index, 0: value } of text.matchAll(ibanShape)) {
		const end = longestIban(value);
		if (end > 0) found.push(candidate(index, value.slice(0, end), 'account-number', 'IBAN', 'checked'));
		else if (/\b(?:iban|account|acct|transfer|wire|deposit|payments?|payable|paid)\b/iu.test(before(text, index, 40)))
			found.push(candidate(index, value, 'account-number', 'IBAN', 'cue'));
	}
	for (const { index, 0: value } of text.matchAll(cardShape)) {
		const lead = before(text, index, 40);
		const said = /\b(?:card|visa|mastercard|amex|american express|discover|debit|credit)\b/iu.test(lead);
		if (passesLuhn(value) && /^(?:[3-6]|2[2-7])/u.test(value) && !/\b(?:isbn|imei|tracking|order|serial)\b[^.]{0,20}$/iu.test(lead))
			found.push(candidate(index, value, 'account-number', 'card', 'checked'));
		else if (said) found.push(candidate(index, value, 'account-number', 'card', 'cue'));
	}
	for (const { index, 0: value } of text.matchAll(ssnShape))
		if (isPossibleSsn(value)) found.push(candidate(index, value, 'insurance-number', 'SSN', 'cue'));
	return found;
}

/** A shape may run on into the words behind it: the longest part that is an IBAN. */
function longestIban(value: string): number {
	for (let end = value.length; end >= 15; end--) if (isIban(value.slice(0, end)) && !/[\p{L}\d]/u.test(value[end] ?? '')) return end;
	return 0;
}

function called(text: string, country: PiiText['country']): Candidate[] {
	return Array.from(text.matchAll(token)).flatMap(({ index, 0: value }) => {
		if (value.replace(/\D/gu, '').length < 3 || datesIn(value, country).length > 0) return [];
		const type = nameBefore(before(text, index, 50)) ?? nameBehind(behind(text, index + value.length, 50));
		if (type === undefined || type === 'none') return [];
		if (isCalledSsn(text, index, value) && !isPossibleSsn(value)) return [];
		// A number without a letter that is short enough for a year or an amount needs its name right before it.
		if (
			/^\d{1,4}$/u.test(value) &&
			!/(?:number|no\.?|nr\.?|id|#|mrn|ssn|iban|ending (?:in|with))\W{0,3}(?:is |was )?\W{0,2}$/iu.test(before(text, index, 30))
		)
			return [];
		return [candidate(index, value, type, 'number by name', 'cue')];
	});
}

function nameBefore(lead: string): PiiType | 'none' | undefined {
	let best: { type: PiiType | 'none'; end: number; length: number } | undefined;
	for (const [type, pattern] of names)
		for (const match of lead.matchAll(pattern)) {
			const end = match.index + match[0].length;
			if (best === undefined || end > best.end || (end === best.end && match[0].length > best.length))
				best = { type, end, length: match[0].length };
		}
	return best?.type ?? (keptUnder.test(lead) ? 'record-number' : undefined);
}

function nameBehind(rest: string): PiiType | undefined {
	const is = behindIs.exec(rest)?.[0].length;
	if (is === undefined) return undefined;
	for (const [type, pattern] of names) {
		if (type !== 'none' && Array.from(rest.slice(is).matchAll(pattern)).some(({ index }) => index === 0)) return type;
	}
	return undefined;
}
