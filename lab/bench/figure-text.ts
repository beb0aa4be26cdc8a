import type { Target } from '../target.ts';
import type { Figure } from './bench.ts';
import { reaches } from './result.ts';

/** Shares, areas and information to three decimals; ratios to two; times and sizes to one; what is counted to none. */
function decimals(unit: string): number {
	if (unit === 'tokens' || unit === 'files') return 0;
	if (unit === '×') return 2;
	return unit === '' || unit === 'nats' ? 3 : 1;
}

export function valueText({ value, unit }: Figure): string {
	return value.toFixed(decimals(unit));
}

/** '[0.951, 0.973]', or nothing where there is no interval. */
export function intervalText({ low, high, unit }: Figure): string {
	return low === null || high === null ? '' : `[${low.toFixed(decimals(unit))}, ${high.toFixed(decimals(unit))}]`;
}

/** A target as tables and terminals have it: '≥ 0.95', '0.1 to 0.5', 'interval holds 0.5'. */
export function targetText(target: Target): string {
	switch (target.op) {
		case '>=':
			return `≥ ${target.value}`;
		case '<=':
			return `≤ ${target.value}`;
		case '>':
			return `> ${target.value}`;
		case 'between':
			return `${target.low} to ${target.high}`;
		case 'holds':
			return `interval holds ${target.value}`;
	}
}

/** '≥ 0.95: reached', '≥ 0.95: **missed**'; empty without a target. */
export function reachedText(figure: Figure): string {
	return figure.target === null ? '' : `${targetText(figure.target)}: ${reaches(figure) === true ? 'reached' : '**missed**'}`;
}
