import { phoneNumber } from '../../text/pii/phone.ts';
import type { Code } from './values.ts';

/** With a country's code, and without. */
const international = /(?:\+|00(?=[1-9]))\d{1,3}(?:[ .-]?\(0\))?(?:[ ./-]{0,2}\(?\d{1,10}\)?){1,6}(?!\d)/uy;
const national = /\(?\d{2,5}\)?(?:[ ./-]{1,2}\d{2,8}){1,5}(?!\d)/uy;

/**
 * Returns the telephone number whose first digit stands at an offset of a plain text. Its signs are the digits without the country's code and without
 * the zero in front, which texts leave out: '+44 (0)20 7946 0958' and '020-7946 0958' are one number. `undefined` for other numbers.
 */
export function phoneAt(plain: string, at: number): Code | undefined {
	const open = plain.charAt(at - 1) === '(' ? 1 : 0;
	const plus = plain.charAt(at - 1 - open) === '+' ? 1 : 0;
	const start = at - open - plus;
	const isInternational = plus === 1 || (plain.startsWith('00', at) && /[1-9]/u.test(plain.charAt(at + 2)));
	const shape = isInternational ? international : national;
	shape.lastIndex = start;
	// '(503) 555-0147' may stand in parentheses of its own.
	const written = shape.exec(plain)?.[0].replace(/(?<!\([^)]*)\)$/u, '');
	if (written === undefined) return undefined;
	const signs = written.replace(/\D/gu, '');
	// Groups of thousands and lists of years look alike.
	if (signs.length < 9 || signs.length > 15 || /^\d{1,3}(?:[ .]\d{3})+$/u.test(written) || /^\d{4}(?: \d{4})+$/u.test(written))
		return undefined;
	// Without a zero or a parenthesis in front, long groups are other numbers: 'order 20417 5550136'.
	if (!isInternational && !/^[(0]/u.test(written) && /\d{7,}/u.test(written)) return undefined;
	const known = isInternational ? phoneNumber(written.replace(/^\+(\d{1,3}).?\(0\)/u, '+$1 '), 'US')?.nationalNumber : undefined;
	return { kind: 'phone', start, end: start + written.length, signs: (known ?? signs).replace(/^0+/u, '') };
}
