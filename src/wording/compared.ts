import { decimal } from './decimal.ts';

/**
 * A score beside a threshold, with as many decimals as it takes to tell the two apart: `0.921 > 0.920`.
 * @param name what the threshold is called, where that is to be said: `3.21 < τ 6.50`.
 */
export function compared(score: number, threshold: number, name = ''): string {
	const sign = score > threshold ? '>' : score < threshold ? '<' : '=';
	const digits = sign === '=' ? 2 : ([2, 3, 4, 6, 9].find((n) => score.toFixed(n) !== threshold.toFixed(n)) ?? 12);
	return `${decimal(score, digits)} ${sign} ${name === '' ? '' : `${name} `}${decimal(threshold, digits)}`;
}
