import { basename, join } from 'node:path';
import type { SpansByLevel } from './measure-detection.ts';
import { loadDecoder } from '../../src/lm/load-decoder.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import type { BenchOptions, BenchResult } from '../bench/bench.ts';
import { labeledSpans, work } from './bench-labeled-spans.ts';
import { twinSeeds } from './twin-seeds.ts';
import { twinSet } from './bench-twin-set.ts';

/** Both sides of a labeled set, as the model reads them, with the facts that a result states of them. */
export interface TwinSpans {
	readonly train: SpansByLevel;
	readonly test: SpansByLevel;
	readonly facts: BenchResult['data'];
}

/** The set of `--data`, or one by the twin recipe that the model answers; numbers that are kept are not computed again. */
export async function twinSpans(
	{ seed, quick, model: folder, data, log }: Pick<BenchOptions, 'seed' | 'quick' | 'model' | 'data' | 'log'>,
	signal: AbortSignal,
): Promise<TwinSpans> {
	const files = await checkModelFolder(folder);
	const model = await loadDecoder({ files, device: executionProvidersFor('cpu'), name: basename(folder) });
	try {
		const { sha256 } = model.identity;
		const counts = quick ? { train: 500, test: 300 } : { train: 3000, test: 2000 };
		const seeds = twinSeeds(seed);
		const set = data ?? (await twinSet(join(work, sha256.slice(0, 16)), counts, seeds, model, signal, log));
		const { train, test, sha256: dataHash } = await labeledSpans(set, files, model, signal, log);
		return {
			train,
			test,
			facts: {
				model: basename(folder),
				sha256,
				set: data === undefined ? `twin recipe, seeds ${seeds.train} and ${seeds.test}, answered by the model` : basename(data),
				'sha256 of the set': dataHash,
				...spanCounts('train', train),
				...spanCounts('test', test),
			},
		};
	} finally {
		await model.dispose();
	}
}

function spanCounts(side: string, spans: SpansByLevel): Record<string, string> {
	return Object.fromEntries(
		Object.entries(spans).map(([level, all]) => [
			`${side}, ${level}s`,
			`${all.length}, ${all.filter(({ positive }) => positive).length} ungrounded, in ${new Set(all.map(({ group }) => group)).size} groups`,
		]),
	);
}
