import type { MemoryScanRecord } from '../../formats/memory-scan-record.ts';
import { reasonsInWords } from './memory-words.ts';

/** In which order flagged entries are listed. */
export const memoryOrders = ['suspicion', 'place', 'reason'] as const;
export type MemoryOrder = (typeof memoryOrders)[number];

export const orderTitles: Readonly<Record<MemoryOrder, string>> = {
	suspicion: 'Most Suspicious First',
	place: 'In File Order',
	reason: 'By Reason',
};

const gravity = { error: 0, warning: 1, info: 2 } as const;

/** By how grave it is, how many things speak against it, and how far above its threshold it is. */
function suspicionOf({ findings, margin }: MemoryScanRecord): [number, number, number] {
	const active = findings.filter(({ ignored }) => !ignored);
	return [Math.min(3, ...active.map(({ severity }) => gravity[severity])), -active.length, -(margin ?? 0)];
}

/** Entries in the order that is wanted, which keeps that of the store otherwise. */
export function ordered(records: readonly MemoryScanRecord[], order: MemoryOrder): MemoryScanRecord[] {
	switch (order) {
		case 'place':
			return [...records];
		case 'suspicion': {
			const keys = new Map(records.map((record) => [record, suspicionOf(record)]));
			return records.toSorted((a, b) => compare(keys.get(a) ?? [0, 0, 0], keys.get(b) ?? [0, 0, 0]));
		}
		case 'reason':
			return records.toSorted((a, b) => compareText(reasonsInWords(a.reasons), reasonsInWords(b.reasons)));
	}
}

/** Those in which every word of the filter stands: in the text, a reason, a message or a near query. */
export function filtered(records: readonly MemoryScanRecord[], filter: string): MemoryScanRecord[] {
	const words = filter
		.toLowerCase()
		.split(/\s+/)
		.filter((word) => word !== '');
	if (words.length === 0) return [...records];
	return records.filter(({ text, reasons, findings, nearest, id }) => {
		const said = [id, text, reasonsInWords(reasons), ...findings.map(({ message }) => message), ...nearest.map(({ query }) => query)]
			.join('\n')
			.toLowerCase();
		return words.every((word) => said.includes(word));
	});
}

function compare(a: readonly number[], b: readonly number[]): number {
	const at = a.findIndex((value, i) => value !== b[i]);
	return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function compareText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
