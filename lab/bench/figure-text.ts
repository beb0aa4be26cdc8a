import type { Figure } from './bench.ts';

/** Shares, areas and information to three decimals; ratios to two; times and sizes to one. */
function decimals(unit: string): number {
	if (unit === 'tokens') return 0;
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
