import { percent } from './units.ts';
import type { Amount, Value } from './values.ts';

type Operator = '+' | '-' | '*' | '/';
type Token =
	| { readonly kind: 'number'; readonly value: number; readonly isShare: boolean }
	| { readonly kind: 'sign'; readonly sign: Operator | '(' | ')' };

const operators: Readonly<Record<string, Operator>> = {
	'+': '+',
	'-': '-',
	'−': '-',
	'–': '-',
	'×': '*',
	'*': '*',
	'·': '*',
	'÷': '/',
	'/': '/',
};
const precedence: Readonly<Record<Operator, number>> = { '+': 1, '-': 1, '*': 2, '/': 2 };
/** What may stand between two numbers of a calculation, beside its signs: currencies, units and at most three words of what is counted. */
const besideSigns = /^[\s\p{Sc}%°]*(?:\p{L}[\p{L}.²³]*\s+){0,3}[\s\p{Sc}]*$/u;
const equals = /^[^=≈]{0,24}(?:=|≈)[\s\p{Sc}]*$/u;
/** Numbers of a calculation at most. */
const mostNumbers = 12;

/**
 * Returns whether a sentence shows how an amount is computed, and the calculation is right: '2 × $12 + 3 × $7 = $45', '15 hours (1,200 / 80)'. Its operands are values of their own, which have to
 * be given.
 * @param plain the response in plain text
 * @param values those of the sentence
 */
export function isShownResult(amount: Amount, plain: string, values: readonly Value[]): boolean {
	const result = amount.readings[0];
	if (result === undefined) return false;
	const others = values.filter((one): one is Amount => one.kind === 'amount' && one.start !== amount.start);
	const amounts = [...others, amount].toSorted((a, b) => a.start - b.start);
	const at = amounts.indexOf(amount);
	const before = amounts[at - 1];
	const isSum = (terms: readonly Amount[], open: string): boolean => {
		const value = terms.length < 2 || terms.some((term) => isInOtherUnit(term, amount)) ? null : valueOf(tokensOf(terms, plain, open));
		return value !== null && Math.abs(value - result.value) <= result.step / 2 + 1e-9 * Math.abs(value);
	};
	if (before !== undefined && equals.test(plain.slice(before.end, amount.start))) {
		const terms = chainTo(at - 1, amounts, plain);
		const first = terms[0]!.start;
		if (isSum(terms, /[(\s\p{Sc}]*$/u.exec(plain.slice(Math.max(0, first - 8), first))![0])) return true;
	}
	const next = amounts[at + 1];
	if (next === undefined || !/^[\s\p{L}%]{0,24}\([\s\p{Sc}]*$/u.test(plain.slice(amount.end, next.start))) return false;
	const terms = chainFrom(at + 1, amounts, plain);
	return /^[\s\p{L}\p{Sc}%]{0,24}\)/u.test(plain.slice(terms.at(-1)!.end)) && isSum(terms, '');
}

/** Whether two amounts measure the same in units that differ: 500 grams and 1 kilogram. */
function isInOtherUnit(a: Amount, b: Amount): boolean {
	const alike = a.units.flatMap((unit) => b.units.filter(({ measure }) => measure === unit.measure).map((other) => [unit, other] as const));
	return alike.length > 0 && alike.every(([unit, other]) => unit.factor !== other.factor);
}

/** The amounts that end a calculation at `last`. */
function chainTo(last: number, amounts: readonly Amount[], plain: string): readonly Amount[] {
	let first = last;
	while (first > 0 && last - first < mostNumbers && signsBetween(amounts[first - 1]!, amounts[first]!, plain) !== null) first--;
	return amounts.slice(first, last + 1);
}

function chainFrom(first: number, amounts: readonly Amount[], plain: string): readonly Amount[] {
	let last = first;
	while (last + 1 < amounts.length && last - first < mostNumbers && signsBetween(amounts[last]!, amounts[last + 1]!, plain) !== null)
		last++;
	return amounts.slice(first, last + 1);
}

/** The signs between two numbers that belong to one calculation: an operator, with parentheses around it. `null`: they do not. */
function signsBetween(a: Amount, b: Amount, plain: string): readonly (Operator | '(' | ')')[] | null {
	const between = plain.slice(a.end, b.start).replaceAll(/(?<=\s)[xX](?=[\s\p{Sc}]|$)/gu, '×');
	const found = /^([^()+\-−–×*·÷/=≈]*)(\)*)\s*([+\-−–×*·÷/])\s*(\(*)([^()+\-−–×*·÷/=≈]*)$/u.exec(between);
	if (found === null) return null;
	const [, words = '', closing = '', operator = '', opening = '', more = ''] = found;
	if (!besideSigns.test(`${words} `) || !/^[\s\p{Sc}]*$/u.test(more)) return null;
	return [...Array.from(closing, () => ')' as const), operators[operator]!, ...Array.from(opening, () => '(' as const)];
}

function tokensOf(terms: readonly Amount[], plain: string, open: string): Token[] {
	const tokens: Token[] = Array.from(open.replaceAll(/[^(]/gu, ''), () => ({ kind: 'sign', sign: '(' }));
	for (const [i, term] of terms.entries()) {
		if (i > 0) tokens.push(...signsBetween(terms[i - 1]!, term, plain)!.map((sign) => ({ kind: 'sign', sign }) as const));
		tokens.push({
			kind: 'number',
			value: term.readings[0]?.value ?? Number.NaN,
			isShare: term.units.includes(percent),
		});
	}
	const closed = tokens.filter((token) => token.kind === 'sign' && token.sign === ')').length;
	const opened = tokens.filter((token) => token.kind === 'sign' && token.sign === '(').length;
	// A parenthesis around the whole, or one that ends behind the last number.
	return closed > opened ? [] : [...tokens, ...Array.from({ length: opened - closed }, () => ({ kind: 'sign', sign: ')' }) as const)];
}

/** The value of a calculation by the usual precedence; a share that is added or taken away is one of what stands before it. `null`: it is none. */
function valueOf(tokens: readonly Token[]): number | null {
	const values: { value: number; isShare: boolean }[] = [];
	const waiting: (Operator | '(')[] = [];
	const apply = (): boolean => {
		const operator = waiting.pop();
		const [b, a] = [values.pop(), values.pop()];
		if (operator === undefined || operator === '(' || a === undefined || b === undefined) return false;
		values.push({ value: computed(a, operator, b), isShare: a.isShare && b.isShare });
		return true;
	};
	for (const token of tokens) {
		if (token.kind === 'number') {
			values.push(token);
			continue;
		}
		const { sign } = token;
		if (sign === '(') {
			waiting.push(sign);
			continue;
		}
		for (let last = waiting.at(-1); last !== undefined && last !== '('; last = waiting.at(-1)) {
			if (sign !== ')' && precedence[last] < precedence[sign]) break;
			if (!apply()) return null;
		}
		if (sign !== ')') waiting.push(sign);
		else if (waiting.pop() !== '(') return null;
	}
	while (waiting.length > 0) if (!apply()) return null;
	const [only, ...more] = values;
	return only !== undefined && more.length === 0 && Number.isFinite(only.value) ? only.value : null;
}

function computed(a: { value: number; isShare: boolean }, operator: Operator, b: { value: number; isShare: boolean }): number {
	const isShareOfIt = b.isShare && !a.isShare;
	const [left, right] = [a.isShare && !b.isShare ? a.value / 100 : a.value, isShareOfIt ? b.value / 100 : b.value];
	switch (operator) {
		case '+':
			return a.value + (isShareOfIt ? a.value * right : right);
		case '-':
			return a.value - (isShareOfIt ? a.value * right : right);
		case '*':
			return left * right;
		case '/':
			return a.value / right;
	}
}
