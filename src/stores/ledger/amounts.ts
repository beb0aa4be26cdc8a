/** What is spent or may be: ε in millionths, δ in units of 10⁻¹⁵. Whole numbers, of which sums are exact. */
export interface Amount {
	readonly microEpsilon: number;
	readonly femtoDelta: number;
}

export const nothing: Amount = { microEpsilon: 0, femtoDelta: 0 };

/** The amount of what has other members, too. */
export function amountOf({ microEpsilon, femtoDelta }: Amount): Amount {
	return { microEpsilon, femtoDelta };
}

/** What is spent: rounded up. @throws {RangeError} for what is no finite number of at least 0. */
export function spentAmount(epsilon: number, delta: number): Amount {
	return { microEpsilon: units(epsilon, 6, 'up'), femtoDelta: units(delta, 15, 'up') };
}

/** What may be spent: rounded down. @throws {RangeError} as `spentAmount`. */
export function allowedAmount(epsilon: number, delta: number): Amount {
	return { microEpsilon: units(epsilon, 6, 'down'), femtoDelta: units(delta, 15, 'down') };
}

export function plus(a: Amount, b: Amount): Amount {
	return { microEpsilon: a.microEpsilon + b.microEpsilon, femtoDelta: a.femtoDelta + b.femtoDelta };
}

/** What is left of `a`; none of it is below 0. */
export function minus(a: Amount, b: Amount): Amount {
	return { microEpsilon: Math.max(0, a.microEpsilon - b.microEpsilon), femtoDelta: Math.max(0, a.femtoDelta - b.femtoDelta) };
}

/** The larger of each. */
export function larger(a: Amount, b: Amount): Amount {
	return { microEpsilon: Math.max(a.microEpsilon, b.microEpsilon), femtoDelta: Math.max(a.femtoDelta, b.femtoDelta) };
}

/** Whether both of `a` are within `b`. */
export function isWithin(a: Amount, b: Amount): boolean {
	return a.microEpsilon <= b.microEpsilon && a.femtoDelta <= b.femtoDelta;
}

/** ε and δ as numbers: the nearest to what the whole numbers say. */
export function numbersOf({ microEpsilon, femtoDelta }: Amount): { readonly epsilon: number; readonly delta: number } {
	return { epsilon: microEpsilon / 1e6, delta: femtoDelta / 1e15 };
}

/** For people: `ε 1.5 and δ 0.000004`. */
export function amountInWords(amount: Amount): string {
	const { epsilon, delta } = numbersOf(amount);
	return `ε ${epsilon} and δ ${delta}`;
}

/**
 * How many units of 10^−`decimals` a number has. It is taken for the decimal number that it is written as (0.1, and not the double beside it), of which ten
 * make exactly 1; that decimal differs from the double by less than one part in 10¹⁵.
 */
function units(value: number, decimals: number, direction: 'up' | 'down'): number {
	const [, whole, fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
	if (whole === undefined) throw new RangeError(`expected a finite number of at least 0, found ${value}`);
	// Digits before the unit's place, and those behind it.
	const digits = whole + fraction;
	const cut = whole.length + Number(exponent) + decimals;
	const kept = cut <= 0 ? 0 : Number(digits.slice(0, cut).padEnd(cut, '0'));
	const rest = digits.slice(Math.max(0, cut));
	const rounded = direction === 'up' && /[1-9]/.test(rest) ? kept + 1 : kept;
	if (!Number.isSafeInteger(rounded)) throw new RangeError(`${value} is more than can be counted`);
	return rounded;
}
