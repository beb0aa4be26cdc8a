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
import { endpointJudge } from './bench-judge-endpoint.ts';
import { modelJudge } from './label-judge.ts';
import { inProcessPaths } from './bench-paths.ts';
import { pearlTables } from './bench-tables.ts';

/** What private answers are worth, and what they give away. */
export const pearl: Bench = {
	name: 'pearl',
	summary:
		'what private answers get right at which ε, and what malicious instructions get out of them, beside pipelines without privacy; --model DIR for another one, --judge URL --judge-model NAME for a judge behind an address (https://HOST/v1 or …/v1/systemone; key: RAG_ASSAY_JUDGE_KEY), --data DIR for your own documents and questions, --forms dev to develop by',
	takesModel: true,
	takesData: true,
	takesForms: true,
	takesJudge: true,
	takesDevice: true,
	markdown: pearlTables,
	async run({ seed, quick, model: folder, data, forms, device, judge: remote, log }) {
		const sizes = quick ? quickSizes : fullSizes;
		const own = data === undefined ? undefined : await ownQuestions(data, sizes, seed);
		// First, because it is the sooner refused.
		const asked = remote === undefined ? undefined : endpointJudge(remote);
		const files = await checkModelFolder(folder);
		const model = await loadDecoder({ files, device: executionProvidersFor(device), name: basename(folder) });
		try {
			const paths = inProcessPaths(model);
			const judge = asked ?? modelJudge(paths, `the model of the bench (${basename(folder)}), by what it finds of each label`);
			const { figures, cutPaths, cutPrompts, questions } = await measurePearl(paths, sizes, seed, forms, { judge, log, own });
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
					'judge of HalluScore and GoldAlign': `${judge.name}: the mean of the labels 1 to 5, weighed by their probabilities`,
					'calibration of the judge':
						'logistic (Platt), by whether a claim is none of the documents’ and whether the answer is right; fitted to the answers of other questions',
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
