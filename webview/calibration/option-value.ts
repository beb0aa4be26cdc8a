import type { CalibrationSetup, DeclaredOption } from '../../src/protocol/calibration-panel.ts';
import { readNumber } from '../shared/words.ts';

type Value = CalibrationSetup['options'][string];

/** What was written for an option: a value, or none, which leaves it to the methods; or nothing that can be used. */
export type OptionReading = { readonly right: true; readonly value?: Value } | { readonly right: false };

/** Reads what a person has written or chosen. What the methods have anyway is left to them. */
export function readOption({ value: declared }: Pick<DeclaredOption, 'value'>, text: string): OptionReading {
	if (declared.kind === 'choice') {
		const isThere = declared.choices.some(({ name }) => name === text);
		return isThere ? settled(text, declared.default) : { right: false };
	}
	if (text.trim() === '') return declared.default === null ? { right: true } : { right: false };
	const value = readNumber(text);
	if (value === undefined || value < declared.least || value > declared.most) return { right: false };
	return declared.whole && !Number.isInteger(value) ? { right: false } : settled(value, declared.default);
}

function settled(value: Value, usual: Value | null): OptionReading {
	return value === usual ? { right: true } : { right: true, value };
}

/** What an option does, and what it may be. */
export function optionHint({ help, value }: Pick<DeclaredOption, 'help' | 'value'>): string {
	if (value.kind === 'choice') return help;
	const ends =
		value.most >= Number.MAX_SAFE_INTEGER ? `of at least ${plain(value.least)}` : `from ${plain(value.least)} to ${plain(value.most)}`;
	return `${help} A ${value.whole ? 'whole number' : 'number'} ${ends}${value.default === null ? '; empty: left to the methods' : ''}.`;
}

/** Without an exponent. */
function plain(number: number): string {
	return number.toLocaleString('en', { maximumFractionDigits: 20, useGrouping: false });
}
