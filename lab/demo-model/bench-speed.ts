import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PromptParts } from '../../src/model-io/requests.ts';
import { clusterBootstrap } from '../cluster-bootstrap.ts';
import type { Figure } from '../figure.ts';
import { filledPrompts } from './fill-prompt.ts';
import { promptOf, type Subject } from './subject.ts';
import { answerOne, joined, textOf } from '../world/answers.ts';
import { valueOf } from '../world/entity.ts';
import { makeSituation } from '../world/twins.ts';
import { tokenizeConversation } from '../../src/lm/conversation.ts';
import type { DecoderModel } from '../../src/lm/decoder-model.ts';
import { loadDecoder } from '../../src/lm/load-decoder.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { layoutFor } from '../../src/lm/layout.ts';
import { checkModelFolder, type ModelFiles } from '../../src/lm/safety/model-folder.ts';
import { loadTokenizer } from '../../src/lm/tokenizer.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { randomFor, type Random } from '../../src/statistics/random.ts';
import { atMost } from '../target.ts';

/** As the product asks for. */
const topK = 5;
/** Prompt of a trace that with its answer of three sentences has about 250 tokens. */
const [shortest, longest] = [190, 215];

/** Checks and loads the model so many times on the CPU; the last one stays loaded and is the caller's to dispose of. */
export async function loadTimes(
	folder: string,
	count: number,
	seed: number,
): Promise<{ model: DecoderModel; files: ModelFiles; figures: Figure[] }> {
	const times: number[] = [];
	for (;;) {
		const start = performance.now();
		const files = await checkModelFolder(folder);
		const model = await loadDecoder({ files, device: executionProvidersFor('cpu'), name: basename(folder) });
		times.push(performance.now() - start);
		if (times.length === count) {
			const first: Figure = { name: 'load: first in a process', value: times[0]!, low: null, high: null, n: 1, unit: 'ms', target: null };
			return { model, files, figures: [first, medianTime('load: median', times, randomFor(seed, 'load'))] };
		}
		await model.dispose();
	}
}

/** Counts the tokens of a whole prompt. */
export async function promptCounter(files: ModelFiles): Promise<Subject['promptTokens']> {
	const tokenizer = await loadTokenizer(files);
	const layout = layoutFor(tokenizer.template);
	return (parts) => tokenizeConversation(layout, tokenizer, { ...parts, response: undefined }).withContext.ids.length;
}

/** Traces of about 250 tokens with right answers of three sentences. */
export function typicalTraces(
	random: Random,
	subject: Pick<Subject, 'promptTokens'>,
	count: number,
): (PromptParts & { readonly response: string })[] {
	return filledPrompts(
		random,
		{ subject, forms: 'test' },
		() => makeSituation(random, 'three', 'test', false),
		count,
		shortest,
		longest,
	).map((situation) => {
		const { entity, asked } = situation;
		return {
			...promptOf(situation),
			response: textOf(joined(asked.map((attribute) => answerOne(random, entity.name, attribute, valueOf(entity, attribute))))),
		};
	});
}

/** How long it takes until a heatmap's scores are there: typical traces, both paths. */
export async function scoringTimes(subject: Subject, count: number, seed: number): Promise<Figure[]> {
	const random = randomFor(seed, 'scoring times');
	const { signal } = new AbortController();
	const times: number[] = [];
	const sizes: number[] = [];
	// One more than counted: the first one warms up.
	for (const parts of typicalTraces(random, subject, count + 1)) {
		const start = performance.now();
		const { scored } = await subject.model.score(parts, { topK, signal, onProgress: () => undefined });
		times.push(performance.now() - start);
		sizes.push(subject.promptTokens(parts) + scored.tokenIds.length);
	}
	const size: Figure = {
		name: 'scored traces, prompt and answer: median',
		value: median(sizes.slice(1)),
		low: null,
		high: null,
		n: count,
		unit: 'tokens',
		target: null,
	};
	return [medianTime('scoring both paths: median', times.slice(1), random), size];
}

/** What of the folder is needed to run. */
export async function fileSize({
	weightBytes,
	config,
	tokenizer,
	tokenizerConfig,
	generationConfig,
	chatTemplate,
}: ModelFiles): Promise<Figure> {
	const files = [config, tokenizer, tokenizerConfig, generationConfig, chatTemplate].filter((file) => file !== undefined);
	const bytes = await Promise.all(files.map(async ({ realPath }) => (await stat(realPath)).size));
	return {
		name: 'model files',
		value: bytes.reduce((sum, size) => sum + size, weightBytes) / 1e6,
		low: null,
		high: null,
		n: 1,
		unit: 'MB',
		target: atMost(20),
	};
}

function medianTime(name: string, times: readonly number[], random: Random): Figure {
	return { name, value: median(times), ...clusterBootstrap(random, times, median), n: times.length, unit: 'ms', target: null };
}

function median(values: readonly number[]): number {
	return quantile(
		values.toSorted((a, b) => a - b),
		0.5,
	);
}
