import type { BenchModel } from './decoding-model.ts';
import type { GenerateResult, PromptParts, GenerateOptions, ReadOptions, ScoreOptions } from '../../src/model-io/requests.ts';
import type { PathsBound, PathsRequest, PathsResult, PathsRoom } from '../../src/model-io/private-decoding.ts';
import type { ScoreResult } from '../../src/model-io/scores.ts';

type GreedyPath = Extract<PathsResult, { kind: 'greedy' }>['paths'][number];

/**
 * A model that is asked nothing twice: what the mechanisms make of the same answers at another ε, or in another draw, costs nothing more.
 * For greedy paths, for joint texts that have a seed, for scores and for answers at temperature 0, all of which repeat themselves.
 * Truncations of paths are kept apart.
 */
export class RememberingModel implements BenchModel {
	readonly #model: BenchModel;
	readonly #paths = new Map<string, GreedyPath>();
	readonly #joint = new Map<string, Promise<PathsResult>>();
	readonly #scores = new Map<string, Promise<ScoreResult>>();
	readonly #answers = new Map<string, Promise<GenerateResult>>();
	/** Paths whose documents were cut. */
	cutPaths = 0;
	/** Prompts of plain answers that were cut. */
	cutPrompts = 0;

	constructor(model: BenchModel) {
		this.#model = model;
	}

	get identity(): BenchModel['identity'] {
		return this.#model.identity;
	}

	roomForPaths(room: PathsRoom, options: ReadOptions): Promise<PathsBound> {
		return this.#model.roomForPaths(room, options);
	}

	async decodePaths(request: PathsRequest, options: ReadOptions): Promise<PathsResult> {
		if (request.decoding.kind !== 'greedy') {
			if (request.seed === undefined && request.decoding.kind !== 'ensemble-without-noise')
				throw new TypeError('a joint text without a seed is another one each time');
			return once(this.#joint, request, () => this.#model.decodePaths(request, options));
		}
		const keys = request.paths.map((path) => JSON.stringify([path, request.withoutContext, request.maxTokens]));
		const missing = [...new Set(keys)].filter((key) => !this.#paths.has(key));
		if (missing.length > 0) {
			const paths = missing.map((key) => request.paths[keys.indexOf(key)]!);
			const result = await this.#model.decodePaths({ ...request, paths }, options);
			if (result.kind !== 'greedy') throw new TypeError(`greedy paths were asked for, ${result.kind} came`);
			for (const [i, key] of missing.entries()) this.#paths.set(key, result.paths[i]!);
			this.cutPaths += result.truncations?.length ?? 0;
		}
		return { kind: 'greedy', paths: keys.map((key) => this.#paths.get(key)!) };
	}

	/** Asked anew each time: a decoder draws. */
	textBy(...asked: Parameters<BenchModel['textBy']>): Promise<string> {
		return this.#model.textBy(...asked);
	}

	score(parts: PromptParts, options: ScoreOptions): Promise<ScoreResult> {
		return once(this.#scores, [parts, options.topK], () => this.#model.score(parts, options));
	}

	generate(parts: PromptParts, options: GenerateOptions): Promise<GenerateResult> {
		const { maxTokens, temperature } = options;
		if (temperature > 0) throw new TypeError('an answer that is sampled is another one each time');
		return once(this.#answers, [parts, maxTokens], async () => {
			const result = await this.#model.generate(parts, options);
			if (result.truncation !== null) this.cutPrompts++;
			return result;
		});
	}
}

function once<T>(known: Map<string, Promise<T>>, what: unknown, ask: () => Promise<T>): Promise<T> {
	const key = JSON.stringify(what);
	const asked = known.get(key) ?? ask();
	known.set(key, asked);
	return asked;
}
