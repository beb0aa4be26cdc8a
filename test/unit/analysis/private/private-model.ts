import type { PathsModel } from '../../../../src/analysis/private/paths-model.ts';
import type { GenerateResult, PromptParts, ScoreOptions } from '../../../../src/model-io/requests.ts';
import type { PathsBound, PathsRequest, PathsResult, PathsRoom } from '../../../../src/model-io/private-decoding.ts';
import { fakeIdentity, FakeModel } from '../../../support/fake-model.ts';

type Joint = Extract<PathsResult, { kind: 'joint' }>;

/** A model that answers each path by a rule of its own, `null` standing for no document; a path that takes no part says nothing. It keeps what it was asked. Scores as `FakeModel`. */
export class PrivateModel implements PathsModel {
	readonly identity = fakeIdentity;
	readonly paths: PathsRequest[] = [];
	readonly generated: PromptParts[] = [];
	readonly #scores = new FakeModel();
	readonly #answer: (document: string | null) => string;
	readonly #refusal: Error | undefined;
	readonly #joint: Joint | undefined;
	readonly #written: (parts: PromptParts) => string;

	constructor(
		answer: (document: string | null) => string,
		{
			joint,
			written = () => '',
			refusal,
		}: { readonly joint?: Joint; readonly written?: (parts: PromptParts) => string; readonly refusal?: Error } = {},
	) {
		this.#refusal = refusal;
		this.#answer = answer;
		this.#joint = joint;
		this.#written = written;
	}

	roomForPaths({ characters }: PathsRoom): Promise<PathsBound> {
		return this.#refusal === undefined ? Promise.resolve({ window: 512, characters }) : Promise.reject(this.#refusal);
	}

	decodePaths(request: PathsRequest): Promise<PathsResult> {
		this.paths.push(request);
		if (request.decoding.kind !== 'greedy') return Promise.resolve(this.#joint!);
		return Promise.resolve({
			kind: 'greedy',
			paths: request.paths.map((parts) => ({ text: parts === null ? '' : this.#answer(parts.contexts[0]?.text ?? null), finish: 'stop' })),
		});
	}

	score(parts: PromptParts, options: ScoreOptions) {
		return this.#scores.score(parts, options);
	}

	generate(parts: PromptParts): Promise<GenerateResult> {
		this.generated.push(parts);
		return Promise.resolve({ text: this.#written(parts), finish: 'stop', truncation: null });
	}
}
