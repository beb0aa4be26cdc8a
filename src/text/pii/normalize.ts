import type { CountryCode } from 'libphonenumber-js/min';
import { datesIn } from './dates.ts';
import { emailAddress } from './email.ts';
import type { PiiType } from './pii-types.ts';
import { phoneNumber } from './phone.ts';
import { timeIn } from './times.ts';
import { numberInWords } from './age.ts';
import { stateOf } from './us-states.ts';

/**
 * A value as it is compared with others: small letters, no accents, no punctuation, single blanks; dates as ISO 8601, phone numbers as E.164,
 * e-mail addresses without disguise, states by their letters. What is normalized already stays.
 */
export function normalizePii(type: PiiType, value: string, country: CountryCode = 'US'): string {
	switch (type) {
		case 'dob':
		case 'visit-time':
			return foundIn(value, squeezed, (text) => time(text, country));
		case 'phone':
			return phone(value, country);
		case 'email':
			return foundIn(value, (text) => text.trim().toLowerCase(), emailAddress);
		case 'record-number':
		case 'insurance-number':
		case 'account-number':
			return squeezed(value).replaceAll(' ', '');
		case 'age':
			return age(value);
		case 'sex':
			return sex(value);
		case 'state':
			return foundIn(value, squeezed, stateOf);
		case 'name':
			return name(value);
		case 'address':
		case 'organization':
		case 'city':
		case 'other':
			return squeezed(value);
	}
}

/**
 * Returns what `find` finds in `value`, then what it finds in the plain spelling, then the plain spelling.
 * Plain spelling can bring a value out: 'Boston.9 am' has no time that stands alone, 'boston 9 am' has one.
 */
function foundIn(value: string, plainSpelling: (text: string) => string, find: (text: string) => string | undefined): string {
	const plain = plainSpelling(value);
	return find(value) ?? find(plain) ?? plain;
}

/** Letters and digits of any script in small letters, without marks, with single blanks for all between them. */
export function squeezed(value: string): string {
	return value
		.normalize('NFKD')
		.replace(/[\p{M}'’]/gu, '')
		.toLowerCase()
		.normalize('NFKD')
		.replace(/[\p{M}'’]/gu, '')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}

/** Digits alone where no plan knows the number. */
function phone(value: string, country: CountryCode): string {
	const digits = (value.trim().startsWith('+') ? '+' : '') + value.replace(/\D/g, '');
	return (phoneNumber(value, country) ?? phoneNumber(digits, country))?.number ?? digits;
}

/** 'Okafor, Maria' is Maria Okafor. */
function name(value: string): string {
	const [, family, given] = /^([^,]{1,60}),\s*([^,]{1,60})$/u.exec(value.trim()) ?? [];
	return squeezed(family === undefined || given === undefined ? value : `${given} ${family}`);
}

const normalizedTime = /^(?:(?:\d{4}|-)-\d\d(?:-\d\d)?(?:T\d\d:\d\d)?|\d\d:\d\d)$/u;

function time(value: string, country: CountryCode): string | undefined {
	if (normalizedTime.test(value)) return value;
	const day = datesIn(value, country)[0]?.iso;
	const hour = timeIn(value);
	return day !== undefined && hour !== undefined ? `${day}T${hour}` : (day ?? hour);
}

function age(value: string): string {
	const plain = squeezed(value);
	const count = /\d+/.exec(plain)?.[0] ?? numberInWords(plain)?.toString();
	const unit = /\b(month|week|day)/.exec(plain)?.[1];
	return count === undefined ? plain : unit === undefined ? count : `${count} ${unit}s`;
}

function sex(value: string): string {
	const plain = squeezed(value);
	if (/^(?:f|female|woman|girl|lady)$/.test(plain)) return 'female';
	return /^(?:m|male|man|boy|gentleman)$/.test(plain) ? 'male' : plain;
}
