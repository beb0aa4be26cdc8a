import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { loadDecoder } from '../../src/lm/load-decoder.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import { measureMemory } from './measure-memory.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { closedBookTables } from './bench-closed-book-tables.ts';

/** Compares what closed book and RePCS call memorized, in words and layouts that the model was trained on and in others. */
export const closedBook: Bench = {
	name: 'closed-book',
	summary:
		'what thresholds of closed book, RePCS and baselines call memorized: clean answers, memorized ones, and answers that contexts gave against memory, in the trained layouts and in others; three draws of everything; --model DIR for another model, --device NAME for another device',
	takesModel: true,
	takesDevice: true,
	markdown: closedBookTables,
	async run({ seed, quick, model: folder, device, log }) {
		const sizes = quick ? { calibrating: 120, each: 20 } : { calibrating: 600, each: 200 };
		const seeds = quick ? [seed] : [seed, seed + 1, seed + 2];
		const model = await loadDecoder({
			files: await checkModelFolder(folder),
			device: executionProvidersFor(device),
			name: basename(folder),
		});
		try {
			const figures: Figure[] = [];
			for (const own of seeds) {
				log(`seed ${own}`);
				// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
				figures.push(...(await measureMemory(model, sizes, own, log)));
			}
			const { sha256, dtype } = model.identity;
			return {
				data: {
					model: basename(folder),
					sha256,
					dtype,
					seeds: seeds.join(', '),
					answers: `${sizes.calibrating} clean ones to calibrate on, ${sizes.each} of each set in each place, answered greedily`,
					cores: availableParallelism(),
				},
				figures,
			};
		} finally {
			await model.dispose();
		}
	},
};
