import { createHash } from 'node:crypto';
import { availableParallelism, cpus } from 'node:os';
import { basename } from 'node:path';
import { fullSizes, measureRepcs, quickSizes, type MeasuredRepcs } from './measure-repcs.ts';
import { loadDecoder } from '../../src/lm/load-decoder.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import type { Bench } from '../bench/bench.ts';
import { repcsLatency } from './bench-latency.ts';
import { repcsTables } from './bench-tables.ts';

/** What RePCS finds, what its threshold promises, and what it costs. */
export const repcs: Bench = {
	name: 'repcs',
	summary:
		"memorised answers told from fresh ones by RePCS and baselines, what its threshold promises, and the latency at SmolLM2-135M's shape; --model DIR for another one, --device NAME for another device",
	takesModel: true,
	markdown: repcsTables,
	takesDevice: true,
	async run({ seed, quick, model: folder, device, log }) {
		const sizes = quick ? quickSizes : fullSizes;
		const latency = await repcsLatency({ seed, quick, device, log });
		const files = await checkModelFolder(folder);
		const model = await loadDecoder({ files, device: executionProvidersFor(device), name: basename(folder) });
		try {
			const { figures, lost, judged } = await measureRepcs(model, sizes, seed, log);
			const { sha256, dtype } = model.identity;
			return {
				data: {
					model: basename(folder),
					sha256,
					dtype,
					queries: `${sizes.each} of each set, answered greedily; ${sizes.sampledEach} of each sampled again for SelfCheck, 5 samples each at temperature 1`,
					'sha256 of the query sets': createHash('sha256').update(JSON.stringify(judged)).digest('hex'),
					'answers left out': lossData(lost),
					...latency.data,
					processor: cpus()[0]?.model ?? 'unknown',
					cores: availableParallelism(),
				},
				figures: [...figures, ...latency.figures],
			};
		} finally {
			await model.dispose();
		}
	},
};

function lossData(lost: MeasuredRepcs['lost']): string {
	const kinds = [...new Set(lost.map(({ set, why }) => `${set} (${why})`))];
	return kinds.length === 0
		? 'none'
		: kinds.map((kind) => `${lost.filter(({ set, why }) => `${set} (${why})` === kind).length} ${kind}`).join(', ');
}
