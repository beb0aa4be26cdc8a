import { readFileSync, writeFileSync } from 'node:fs';
import { textSha256 } from '../../../../src/formats/sidecar.ts';
import type { MemoryScanRecord, MemoryScanSummary } from '../../../../src/formats/memory-scan-record.ts';
import type { Quarantined } from '../../../../src/protocol/memory.ts';
import type { EditorMemoryService } from '../../../../src/runner/memory/memory-service.ts';

export const summary: MemoryScanSummary = {
	store: 'memory.jsonl',
	kind: 'jsonl',
	entries: 2,
	flagged: 1,
	ignored: 0,
	history: { queries: 12, name: 'asked.jsonl' },
	encoder: { name: 'lexical', sha256: 'a'.repeat(64), dimensions: 8, cannotSee: 'It does not see synonyms.' },
	calibration: {
		from: 'store',
		rule: 'robust',
		entries: 2,
		alpha: null,
		says: 'Thresholds come from the store itself; nothing is promised.',
	},
	drift: { found: true, p: 0.001, level: 0.01, delta: 0.003, window: 180 },
	remarks: [],
	problems: 0,
	doubts: 0,
	told: [],
};

/** A record with what is given; `text` stands at `start` of the file. */
export function recordOf(
	given: Partial<MemoryScanRecord> & { readonly text: string },
	file = '/w/memory.jsonl',
	start = 0,
): MemoryScanRecord {
	const place = { file, start, end: start + given.text.length };
	return {
		schema: 'rag-assay/memory-scan@1',
		store: 'memory.jsonl',
		subject: { kind: 'entry', id: given.id ?? '1' },
		id: '1',
		content: textSha256(given.text),
		place,
		score: null,
		max: null,
		mean: null,
		threshold: null,
		margin: null,
		radius: null,
		divergence: null,
		proactive: null,
		nearest: [],
		provenance: 'not-checked',
		madeFrom: [],
		reasons: [],
		findings: [],
		flagged: false,
		...given,
	};
}

/** A finding against all of an entry. */
export function against(message: string, given: Partial<MemoryScanRecord['findings'][number]> = {}): MemoryScanRecord['findings'][number] {
	return {
		reason: 'validation',
		code: 'rag-assay/memory-directive',
		severity: 'warning',
		message,
		score: null,
		threshold: null,
		place: null,
		ignored: false,
		...given,
	};
}

/** A memory whose entries are the lines of its file; those with FORWARD are flagged. It writes the file as the product does, and knows nothing else. */
export function lineMemory(): EditorMemoryService & { readonly held: Quarantined[]; scans: number; reason: 'validation' | 'drift' } {
	const held: Quarantined[] = [];
	const refuse = () => Promise.reject(new Error('nobody asks for this here'));
	const memory = {
		held,
		scans: 0,
		/** Of what it finds. */
		reason: 'validation' as 'validation' | 'drift',
		scan: async ({ store }: { store: string }, { onRecords }: Parameters<EditorMemoryService['scan']>[1]) => {
			memory.scans++;
			let start = 0;
			const records = readFileSync(store, 'utf8')
				.split('\n')
				.flatMap((text) => {
					const flagged = text.includes('FORWARD');
					const record = recordOf(
						{
							id: text,
							text,
							flagged,
							reasons: flagged ? ['validation'] : [],
							findings: flagged ? [against('It asks to forward data.', { reason: memory.reason })] : [],
						},
						store,
						start,
					);
					start += text.length + 1;
					return text === '' ? [] : [record];
				});
			await onRecords(records, records.length, records.length);
			return { ...summary, store, entries: records.length, flagged: records.filter(({ flagged }) => flagged).length };
		},
		quarantine: async ({ store, ids, reason }: { store: string; ids: string[]; reason: string }) => {
			writeFileSync(
				store,
				readFileSync(store, 'utf8')
					.split('\n')
					.filter((line) => !ids.includes(line))
					.join('\n'),
			);
			const moved = ids.map((text) => ({ id: text, text, content: textSha256(text), reason, who: 'Dana', when: '2026-11-23T08:00:00Z' }));
			held.push(...moved);
			return { moved, file: store, says: [] };
		},
		restore: refuse,
		listQuarantine: async () => [...held],
		approve: refuse,
		approved: async () => null,
		sign: refuse,
		benign: async ({ ids, note }: { ids: string[]; note: string }) => ({ file: note, changed: ids.length, by: [] }),
	};
	return memory;
}
