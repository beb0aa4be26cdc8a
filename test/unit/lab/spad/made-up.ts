import type { JudgedSpan } from '../../../../lab/spad/judged-span.ts';
import { tableColumns, type TableName } from '../../../../lab/spad/feature-tables.ts';
import type { LabeledResponse } from '../../../../lab/spad/labeled-response.ts';
import type { ResponseNumbers } from '../../../../lab/spad/response-numbers.ts';
import { sourceCount } from '../../../../src/model-io/attribution.ts';

/** Numbers of a response whose tokens are its words, each with the space before it; every number tells its token and array apart. */
export function numbersFor(text: string, passages: number): ResponseNumbers {
	const words = [...text.matchAll(/\s*\S+/g)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
	const column = (base: number): Float64Array => Float64Array.from(words, (_, t) => base + t / 100);
	return {
		attributed: {
			tokenIds: Uint32Array.from(words, (_, t) => t + 7),
			start: Uint32Array.from(words, ({ start }) => start),
			end: Uint32Array.from(words, ({ end }) => end),
			sources: Float64Array.from({ length: words.length * sourceCount }, (_, i) => i / 1000),
			contextIds: Array.from({ length: passages }, (_, k) => String(k + 1)),
			contextShares: Float64Array.from({ length: words.length * passages }, (_, i) => i / 500),
			logProbability: column(-1),
			entropy: column(1),
			margin: column(0.1),
			logitMargin: column(2),
			energy: column(-20),
		},
		confidenceGap: column(0.3),
	};
}

export function labelled(response: string, rest: Partial<LabeledResponse> = {}): LabeledResponse {
	const parts = { query: 'Which ward?', contexts: [{ id: '1', text: 'Maria Okafor stayed in Ward A.' }], response };
	return { id: 'r', group: 'g', parts, labels: [], temperature: 0, tags: null, ...rest };
}

/** A span whose every feature and score is `score`. */
export function spanWith(score: number, positive: boolean, group: string, rest: Partial<JudgedSpan> = {}): JudgedSpan {
	const row = (table: TableName): Float64Array => new Float64Array(tableColumns[table].length).fill(score);
	return {
		id: group,
		group,
		positive,
		errors: positive ? ['fabricated'] : [],
		refusal: false,
		temperature: 0,
		rows: {
			spad: row('spad'),
			'spad+': row('spad+'),
			'spad+cg': row('spad+cg'),
			'logit-9': row('logit-9'),
			'logit-17': row('logit-17'),
			'spad+logit-17': row('spad+logit-17'),
			redeep: row('redeep'),
			format: row('format'),
		},
		scores: { perplexity: score, entropy: score, energy: score, confidenceGap: score, margin: score, ragShare: score, overlap: score },
		...rest,
	};
}
