import { decimal } from '../../wording/decimal.ts';

/** A figure with its interval. */
export function measured({ value, low, high }: { readonly value: number; readonly low: number; readonly high: number }): string {
	return `${decimal(value, 2)} [${decimal(low, 2)}, ${decimal(high, 2)}]`;
}

/** Columns side by side, the first to the left and all others to the right. */
export function table(rows: readonly (readonly string[])[]): string[] {
	const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
	return rows.map((row) =>
		row
			.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
			.join('  ')
			.trimEnd(),
	);
}
