import { readForeign } from '../../src/formats/foreign/registry.ts';
import { mappingText } from '../../src/formats/foreign/row-mapping.ts';
import { errorNumbers } from '../../src/error-numbers.ts';

/** What a person who opens a file of another tool gets. */
export const outcomes = ['read', 'read, with a warning that nothing is compared', 'mapping proposed', 'no answers', 'passed over'] as const;

export interface Became {
	readonly outcome: (typeof outcomes)[number];
	/** The outcome with the format, the traces or the mapping. */
	readonly words: string;
}

/** Returns what the reader makes of a file: a format and its traces, a proposed mapping with the traces that it reads, or nothing. */
export function whatBecame(text: string): Became {
	const input = { document: 'file', text };
	const read = readForeign(input);
	if (read === null) return { outcome: 'passed over', words: 'passed over: neither JSON nor CSV' };
	if (read.format === null) {
		const { proposal } = read;
		if (proposal === null) return { outcome: 'passed over', words: 'passed over' };
		const mapped = readForeign(input, proposal);
		const count = mapped === null || mapped.format === null ? 0 : mapped.traces.length;
		return { outcome: 'mapping proposed', words: `mapping proposed: ${mappingText(proposal)}: ${traceCount(count)}` };
	}
	const { format, traces, problems } = read;
	if (traces.length === 0) return { outcome: 'no answers', words: `${format}: no answers` };
	const labeled = traces.filter(({ labels = [] }) => labels.length > 0).length;
	const warned =
		traces.every(({ contexts }) => contexts.length === 0) && problems.some(({ code }) => code === errorNumbers.doubtfulReading);
	return {
		outcome: warned ? 'read, with a warning that nothing is compared' : 'read',
		words: [
			`${format}: ${traceCount(traces.length)}`,
			...(labeled === 0 ? [] : [`${labeled} with labels`]),
			...(warned ? ['a warning that none has contexts'] : []),
		].join(', '),
	};
}

function traceCount(count: number): string {
	return `${count} ${count === 1 ? 'trace' : 'traces'}`;
}
