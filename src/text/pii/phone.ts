import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/min';
import { candidate, type Candidate, type PiiText } from './candidate.ts';
import { before, behind } from './cues.ts';
import { datesIn } from './dates.ts';
import { isCalledSsn } from './numbers.ts';

/** A number as the numbering plan of its country, or of `country`, reads it; '00' before a country's code is '+'. */
export function phoneNumber(value: string, country: CountryCode): PhoneNumber | undefined {
	const international = value
		.trim()
		.replace(/^\(?00(?=[1-9])/u, '+')
		.replace(/^\+(\d{1,3})\s?\(0\)/u, '+$1 ');
	const parsed = parsePhoneNumberFromString(international, international.startsWith('+') ? undefined : country);
	return parsed?.isPossible() === true ? parsed : undefined;
}

/** Digits in groups, at most 20 of them, as people write telephone numbers. */
const grouped =
	/(?<![\p{L}\d.,$€£#@_/-])(?:\+|\(\+?)?\d(?:[ ().\u00A0\u2010\u2011\u2013/-]{0,3}\d){6,18}(?:,?\s?(?:ext|x|extension)\.?\s?\d{1,5})?(?![\p{L}\d@_]|[.,:/-]\d)/giu;

const cue =
	/\b(?:phone|telephone|tel|cell|mobile|fax|call(?:ed|ing|s)?|text(?:ed|ing)?|reach(?:ed|able)?|ring|rang|dial(?:ed)?|voicemail|whatsapp|sms|contact(?:ed)?|ph|number to call|landline|pager)\b/iu;
/** Numbers of companies and offices: everybody may know them. */
const hotline =
	/\b(?:hot ?line|help ?line|toll[- ]free|customer (?:service|care|support)|call (?:us|center|our)|support line|main (?:line|number)|front desk|switchboard|our (?:office|number|phone)|reach us|contact us)\b/iu;
const tollFree = /^\+1(?:800|888|877|866|855|844|833)/u;
/** What other numbers are called. */
const otherNumber =
	/\b(?:isbn|iban|account|acct|card|order|invoice|serial|tracking|part|model|routing|policy|case|claim|mrn|record|member|ssn|social security|ticket|reference|ref|version|ip|id|no|#)\b(?:\s+(?:with\s|under\s)?(?:number|no|#|id|code))?\W{0,3}(?:(?:is|was)\s)?\W{0,2}$/iu;

/** Numbers that are called by what they are for. A person's own number ('the patient\u2019s number') may be one to call. */
const namedNumber =
	/\b(?:nhs|medicare|medicaid|national insurance|insurance|membership|subscriber|beneficiary|passport|licen[sc]e|student|badge|registration|visa|tax|vat) (?:numbers?|no\b\.?|nr\b\.?|ids?\b|identifier|#)\W{0,3}(?:(?:is|was)\s)?\W{0,2}$/iu;

/** Telephone numbers, by the numbering plans of `libphonenumber-js`; what is no number there counts where it is said to be one. */
export function phones({ text, country }: PiiText): Candidate[] {
	return Array.from(text.matchAll(grouped)).flatMap(({ index, 0: value }) => {
		const lead = before(text, index);
		// The rest of an IBAN or of another code.
		if (
			otherNumber.test(lead) ||
			namedNumber.test(lead) ||
			isCalledSsn(text, index, value) ||
			hotline.test(lead) ||
			/[A-Z]{2}\d{2}[ -]$/u.test(lead)
		)
			return [];
		if (datesIn(value, country).some(({ start, end }) => end - start >= value.length - 1)) return [];
		const number = phoneNumber(value, country);
		if (number !== undefined && tollFree.test(number.number)) return [];
		const said =
			cue.test(lead.slice(-45)) ||
			/^["”)]?\s(?:is|was|\()[^.;,]{0,20}\b(?:phone|telephone|cell|mobile)\b/iu.test(behind(text, index + value.length));
		const international = /^\(?(?:\+|00)/u.test(value);
		if (number?.isValid() === true && (said || international || looksLikePhone(value)))
			return [candidate(index, value, 'phone', 'phone', 'checked')];
		if (number !== undefined && (international || looksLikePhone(value))) return [candidate(index, value, 'phone', 'phone', 'cue')];
		return said || looksForeign(value) ? [candidate(index, value, 'phone', 'phone', said ? 'cue' : 'shape')] : [];
	});
}

/** Ten digits in groups of three, three and four, or eleven behind a 1. */
function looksLikePhone(value: string): boolean {
	return /^\(?(?:\+?1[ .-]{1,2})?\(?\d{3}\)?[ .\u2010\u2011\u2013/-]{1,2}\d{3}[ .\u2010\u2011\u2013-]{1,2}\d{4}(?:\D|$)/u.test(value);
}

/** A zero in front, as in most countries' long-distance numbers, and two to four groups of two to five digits. */
function looksForeign(value: string): boolean {
	return /^\(?0\d{1,4}\)?(?:[ /-]\d{2,8}){1,4}$/u.test(value) && value.replace(/\D/g, '').length >= 9;
}
