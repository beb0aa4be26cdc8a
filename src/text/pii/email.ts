import { candidate, type Candidate, type PiiText } from './candidate.ts';

const host = String.raw`[\p{L}\d](?:[\p{L}\d-]{0,62}[\p{L}\d])?`;
const local = String.raw`[\p{L}\d](?:[\p{L}\d._%+'-]{0,62}[\p{L}\d_+-])?`;
/** 'j.doe@example.com', and disguised: 'j.doe [at] example [dot] com', 'j.doe at example dot com'. */
const plain = new RegExp(String.raw`(?<![\p{L}\d._%+-])${local}@${host}(?:\.${host}){1,6}`, 'gu');
const at = String.raw`\s{0,2}(?:\[\s?at\s?\]|\(\s?at\s?\)|\{\s?at\s?\}|<\s?at\s?>|\[@\]|\(@\)|\s@\s)\s{0,2}`;
const dot = String.raw`(?:\.|\s{0,2}(?:\[\s?dot\s?\]|\(\s?dot\s?\)|\{\s?dot\s?\})\s{0,2}|\sdot\s)`;
const marked = new RegExp(String.raw`(?<![\p{L}\d._%+-])${local}${at}${host}(?:${dot}${host}){1,6}`, 'giu');
const spoken = new RegExp(String.raw`(?<![\p{L}\d._%+-])${local}\sat\s${host}(?:\sdot\s${host}){1,6}`, 'giu');

/** Mailboxes of offices, not of people. */
const office =
	/^(?:info|support|help|helpdesk|contact|sales|service|services|billing|no-?reply|office|admin|feedback|claims|press|jobs|careers|privacy|abuse|postmaster|webmaster|customer\.?(?:service|care)|orders|returns|hello|team|security|legal|hr|appointments|frontdesk|reception)$/u;

/** E-mail addresses, disguised ones too; addresses of offices (`info@…`) belong to nobody. */
export function emails({ text }: PiiText): Candidate[] {
	return [plain, marked, spoken].flatMap((pattern) =>
		Array.from(text.matchAll(pattern), ({ index, 0: value }) => candidate(index, value, 'email', 'e-mail', 'checked')).filter(
			({ start, end }) => !office.test(emailAddress(text.slice(start, end))?.split('@')[0] ?? ''),
		),
	);
}

/** The address itself in small letters; `undefined` for what is none. */
export function emailAddress(value: string): string | undefined {
	const bare = value
		.toLowerCase()
		.replace(/\s*[[({<]\s?(?:at|@)\s?[\])}>]\s*|\s+(?:at|@)\s+/gu, '@')
		.replace(/\s*[[({]\s?dot\s?[\])}]\s*|\s+dot\s+/gu, '.')
		.trim();
	return /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(bare) ? bare : undefined;
}
