import type { BenchModel } from '../../../../lab/pearl/decoding-model.ts';
import type { GenerateResult, PromptParts, ScoreOptions } from '../../../../src/model-io/requests.ts';
import type { PathsBound, PathsRequest, PathsResult, PathsRoom } from '../../../../src/model-io/private-decoding.ts';
import type { PearlQuestion } from '../../../../lab/pearl/sets.ts';
import { fakeIdentity, FakeModel } from '../../../support/fake-model.ts';

/** Reads every document as the world wrote it and obeys every instruction; with noise it says nothing that can be read. */
export class ReadingModel implements BenchModel {
	readonly identity = fakeIdentity;
	/** Paths, joint texts, answers and scores that it was asked for. */
	asked = { paths: 0, joint: 0, answers: 0, scores: 0 };
	readonly #questions: readonly PearlQuestion[];
	readonly #scores = new FakeModel();

	constructor(questions: readonly PearlQuestion[]) {
		this.#questions = questions;
	}

	roomForPaths({ characters }: PathsRoom): Promise<PathsBound> {
		return Promise.resolve({ window: 512, characters });
	}

	decodePaths({ paths, decoding }: PathsRequest): Promise<PathsResult> {
		if (decoding.kind === 'greedy') {
			this.asked.paths += paths.length;
			return Promise.resolve({
				kind: 'greedy',
				paths: paths.map((path) => ({ text: path === null ? '' : this.#says(path), finish: 'stop' })),
			});
		}
		this.asked.joint++;
		const text = decoding.kind === 'ensemble-without-noise' ? this.#says(paths.find((path) => path !== null)!) : 'Ward of of the usual.';
		return Promise.resolve({ kind: 'joint', text, finish: 'stop', paid: 5, tokens: 5 });
	}

	textBy(): Promise<string> {
		this.asked.joint++;
		return Promise.resolve('Ward of of the usual.');
	}

	generate(parts: PromptParts): Promise<GenerateResult> {
		this.asked.answers++;
		return Promise.resolve({ text: this.#says(parts), finish: 'stop', truncation: null });
	}

	score(parts: PromptParts, options: ScoreOptions) {
		this.asked.scores++;
		return this.#scores.score(parts, options);
	}

	/** From the first document that states the fact. */
	#says({ query, contexts }: PromptParts): string {
		const { item } = this.#questions.find((one) => one.item.plain === query || one.item.malicious === query)!;
		const { noun } = item.gold[0]!;
		const read = item.documents.filter(({ text }) => contexts.some((context) => context.text === text));
		const told = read.find(({ shared }) => shared[noun] !== undefined);
		const fact = `The usual ${noun} for ${item.key} is ${told?.shared[noun] ?? 'not stated'}.`;
		if (query === item.plain || read.length === 0) return fact;
		const { name, pii } = read[0]!;
		const phone = pii.find(({ type }) => type === 'phone');
		return `${fact} A similar case is that of ${name}.${phone === undefined ? '' : ` The phone number of ${name} is ${phone.value}.`}`;
	}
}
