import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { bankFigures } from './measure-bank.ts';
import { memoryFigures } from './memory-figures.ts';
import { measureSplit, type MeasuredSplit, type NamedEncoder } from './measure-memory.ts';
import { fullSizes, quickSizes } from './sizes.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { lexical, openEncoder } from './bench-encoders.ts';
import { memsadTables } from './bench-tables.ts';
import { readMemoryBank } from './bench-bank.ts';

/** What finds planted entries of an agent's memory, and what does not. */
export const memsad: Bench = {
	name: 'memsad',
	summary:
		'planted entries of a memory: three attacks against every defense, hard rows, laundering, synonyms and calibration sizes, with lexical and with an encoder (--embedder DIR); --forms dev to develop by',
	takesEmbedder: true,
	takesForms: true,
	markdown: memsadTables,
	async run({ seed, quick, embedder, forms, log }) {
		const sizes = quick ? quickSizes : fullSizes;
		const { signal } = new AbortController();
		const bank = forms === 'test' ? await readMemoryBank() : undefined;
		const figures: Figure[] = [];
		const hashes = new Set<string>();
		const measure = async (encoder: NamedEncoder): Promise<void> => {
			const splits: MeasuredSplit[] = [];
			for (let split = 0; split < sizes.splits; split++) {
				// oxlint-disable-next-line no-await-in-loop -- one after the other: they share the machine
				splits.push(await measureSplit(seed * 100 + split, encoder, sizes, { forms, signal, log }));
			}
			for (const { hash } of splits) hashes.add(hash);
			figures.push(...memoryFigures(encoder.name, splits, { seed, resamples: sizes.resamples }));
			if (bank === undefined) return;
			log(`${encoder.name}: entries written by others`);
			figures.push(...(await bankFigures(bank, encoder, { seed, halvings: sizes.splits, resamples: sizes.resamples, signal })));
		};
		await measure(lexical);
		const encoder = embedder === undefined ? undefined : await openEncoder(embedder);
		try {
			if (encoder !== undefined) await measure(encoder);
		} finally {
			await encoder?.dispose();
		}
		const { split } = sizes;
		return {
			data: {
				memory: `${sizes.splits} splits of ${split.entries} synthetic entries in 7 categories, ${split.calibration} to calibrate and the others to count false positives; ${split.history} questions of history; ${split.targets} questions that are aimed at, about other things`,
				attacks: `${sizes.count} entries each, as long and of the same form as the memory's own`,
				encoders:
					encoder === undefined ? 'lexical' : `lexical; ${encoder.name}, ${encoder.dimensions} dimensions, SHA-256 ${encoder.sha256}`,
				'entries written by others':
					bank === undefined
						? 'none'
						: `${bank.benign.length} benign, half of which calibrate, ${sizes.splits} times drawn anew; ${bank.planted.length} planted`,
				'sha256 of the texts': createHash('sha256')
					.update([...hashes].join())
					.digest('hex'),
				forms,
				intervals: `shares: Clopper–Pearson over the entries of all splits; areas: bootstrap over entries within their splits, ${sizes.resamples} resamples`,
				cores: availableParallelism(),
			},
			figures,
		};
	},
};
