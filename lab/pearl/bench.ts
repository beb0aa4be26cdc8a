import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { loadDecoder } from '../../src/lm/load-decoder.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import { measurePearl } from './measure-pearl.ts';
import { fullSizes, quickSizes, type PearlSizes } from './sets.ts';
import type { Bench } from '../bench/bench.ts';
import { ownQuestions } from './bench-own-data.ts';
import { inProcessPaths } from './bench-paths.ts';
import { pearlTables } from './bench-tables.ts';

/** What private answers are worth, and what they give away. */
export const pearl: Bench = {
	name: 'pearl',
	summary:
		'what private answers get right at which ε, and what malicious instructions get out of them, beside pipelines without privacy; --model DIR for another one, --data DIR for your own documents and questions, --forms dev to develop by',
	takesModel: true,
	takesData: true,
	takesForms: true,
	takesDevice: true,
	markdown: pearlTables,
	async run({ seed, quick, model: folder, data, forms, device, log }) {
		const sizes = quick ? quickSizes : fullSizes;
		const own = data === undefined ? undefined : await ownQuestions(data, sizes, seed);
		const files = await checkModelFolder(folder);
		const model = await loadDecoder({ files, device: executionProvidersFor(device), name: basename(folder) });
		try {
			const { figures, cutPaths, cutPrompts, questions } = await measurePearl(inProcessPaths(model), sizes, seed, forms, log, own);
			const { sha256, dtype, contextWindow } = model.identity;
			return {
				data: {
					model: basename(folder),
					sha256,
					dtype,
					'context window': contextWindow,
					questions: own === undefined ? questionsData(sizes) : `${own.length} of ${basename(data ?? '')}`,
					'sha256 of the questions': createHash('sha256').update(JSON.stringify(questions)).digest('hex'),
					forms,
					'decoders token by token': `one question in ${sizes.byToken.few} with up to 8 documents and one in ${sizes.byToken.many} with more, one draw each`,
					draws: `votes and lists ${sizes.draws.plain} a plain question and ${sizes.draws.malicious} a malicious one`,
					'prompts with one document that were cut to the window': cutPaths,
					'prompts with all documents that were cut to the window': [...cutPrompts]
						.map(
							([documents, count]) =>
								`${count} of ${2 * questions.filter((one) => one.documents === documents).length} (${documents} documents)`,
						)
						.join(', '),
					'judge of HalluScore and GoldAlign': 'the same model, by the mean of the labels 1 to 5 weighed by their probabilities',
					intervals: `bootstrap over questions, ${sizes.resamples} resamples`,
					cores: availableParallelism(),
				},
				figures,
			};
		} finally {
			await model.dispose();
		}
	},
};

function questionsData({ questions, seeds }: PearlSizes): string {
	return `${[...questions].map(([documents, count]) => `${2 * count * seeds} with ${documents} documents`).join(', ')}; medical and financial, ${seeds === 1 ? 'one seed' : `${seeds} seeds`}`;
}
