import type { PathsModel } from '../../../../src/analysis/private/paths-model.ts';
import { EnsembleDecoder } from '../../../../src/methods/pearl/ensemble.ts';
import { GatedVotesDecoder, type TokenDecoder } from '../../../../src/methods/pearl/gated-votes.ts';
import { brokenOff } from '../../../../src/methods/pearl/redact.ts';
import type { PathsBound, PathsRequest, PathsResult } from '../../../../src/model-io/private-decoding.ts';
import type { GenerateResult, PromptParts, ScoreOptions } from '../../../../src/model-io/requests.ts';
import type { RandomBits } from '../../../../src/privacy/random-bits.ts';
import { fakeIdentity, FakeModel } from '../../../support/fake-model.ts';

/** A document, and what the model makes of it. */
export interface ReadDocument {
	/** Keywords are counted in it. Empty: blank. */
	readonly text: string;
	/** The model's own answer from it. */
	readonly answer?: string;
	/** The token that it makes likeliest everywhere. */
	readonly token?: string;
	/** How far it closes each sentence of an answer, nats. */
	readonly gaps?: readonly number[];
}

/** What the model writes for all documents together: in each place one of a few tokens. A place with one token is sure without documents. */
export type Places = readonly (readonly string[])[];

/** Logit of a token that is sure, and of one that is out of the question. */
const [sure, never] = [12, -12];
/** How much likelier the last token of a place is without documents than each other one, nats: as much as clipping shows of it, and too little to be free. */
const lean = 2;

/**
 * A model of a handful of tokens, whose answers, rows and scores follow from a document by a table. The tokens of a text for all documents are chosen by the product's own
 * decoders, with the bits of the run.
 */
export class FewTokensModel implements PathsModel {
	readonly identity = fakeIdentity;
	readonly #places: Places;
	readonly #vocabulary: readonly string[];
	readonly #byText: ReadonlyMap<string, ReadDocument>;
	readonly #bits: RandomBits;

	constructor(documents: readonly ReadDocument[], places: Places, bits: RandomBits) {
		this.#places = places;
		this.#vocabulary = [...new Set(places.flat())];
		this.#byText = new Map(documents.map((document) => [document.text, document]));
		this.#bits = bits;
	}

	roomForPaths(): Promise<PathsBound> {
		return Promise.resolve({ window: 512, characters: 1000 });
	}

	decodePaths({ paths, decoding }: PathsRequest): Promise<PathsResult> {
		if (decoding.kind === 'greedy') {
			const answers = paths.map((parts) => ({ text: this.#documentOf(parts)?.answer ?? '', finish: 'stop' as const }));
			return Promise.resolve({ kind: 'greedy', paths: answers });
		}
		if (decoding.kind === 'ensemble-without-noise') return Promise.reject(new TypeError('not asked for'));
		const size = this.#vocabulary.length;
		const decoder: TokenDecoder =
			decoding.kind === 'ensemble'
				? new EnsembleDecoder(decoding, this.#bits, size)
				: new GatedVotesDecoder({ ...decoding, refusals: [] }, this.#bits, size);
		let text = '';
		for (const place of this.#places) {
			const rows = paths.map((parts) => parts && this.#row(place, this.#documentOf(parts)));
			const choice = decoder.next(this.#row(place, null), rows);
			if (choice.kind === 'redact')
				return Promise.resolve({ kind: 'joint', text: brokenOff(text), finish: 'redacted', paid: decoder.paid, tokens: 1 });
			text += this.#vocabulary[choice.id]!;
		}
		return Promise.resolve({ kind: 'joint', text, finish: 'stop', paid: decoder.paid, tokens: this.#places.length });
	}

	/** Without documents each sentence has an entropy of 1. */
	score(parts: PromptParts, options: ScoreOptions) {
		const { gaps = [] } = this.#documentOf(parts) ?? {};
		const sentenceOf = Array.from(
			parts.response!.matchAll(/\s*\S+/g),
			({ index }) => parts.response!.slice(0, index).split('.').length - 1,
		);
		return new FakeModel({ entropy: (t) => 1 - (gaps[sentenceOf[t]!] ?? 0) }).score(parts, options);
	}

	generate(): Promise<GenerateResult> {
		return Promise.reject(new TypeError('not asked for'));
	}

	#documentOf(parts: PromptParts | null): ReadDocument | null {
		const text = parts?.contexts[0]?.text;
		return text === undefined ? null : this.#byText.get(text)!;
	}

	/** Logits: sure of the token that a document tells, and without one leaning to the last of the place. */
	#row(place: readonly string[], document: ReadDocument | null): Float32Array {
		const told = document?.token;
		return Float32Array.from(this.#vocabulary, (token) => {
			if (told !== undefined) return token === told ? sure : never;
			if (!place.includes(token)) return never;
			return token === place.at(-1) ? sure : sure - lean;
		});
	}
}
