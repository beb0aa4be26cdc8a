import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { baselineScores } from '../../../../lab/spad/baseline-scores.ts';
import { featureSets } from '../../../../src/methods/spad/feature-sets.ts';
import { featureValues } from '../../../../src/methods/spad/feature-values.ts';
import { responseSpan, sentenceSpans } from '../../../../src/methods/spad/span.ts';
import { overlapWithBestPassage } from '../../../../lab/spad/string-overlap.ts';
import { syntaxOf } from '../../../../src/methods/spad/syntax.ts';
import type { AttributedResponse } from '../../../../src/model-io/attribution.ts';
import type { TaggedWord } from '../../../../src/text/tagged-text.ts';

// Written by make_oracle.py beside it, which computes everything of `expected` with numpy.
const oracle = JSON.parse(readFileSync(new URL('oracle.json', import.meta.url), 'utf8')) as {
	question: string;
	text: string;
	passages: string[];
	words: TaggedWord[];
	start: number[];
	end: number[];
	sentences: [number, number][];
	sources: number[][];
	contexts: number[][];
	certainty: [number, number, number, number, number][];
	confidenceGap: number[];
	expected: {
		tags: string[];
		new: number[];
		overlap: number;
		spans: { tokens: number[]; features: Record<keyof typeof featureSets, number[]>; baselines: Record<string, number> }[];
	};
};
const { expected } = oracle;
const column = (index: number) => Float64Array.from(oracle.certainty, (row) => row[index]!);
const response: AttributedResponse = {
	tokenIds: new Uint32Array(oracle.start.length),
	start: Uint32Array.from(oracle.start),
	end: Uint32Array.from(oracle.end),
	sources: Float64Array.from(oracle.sources.flat()),
	contextIds: ['a', 'b', 'c'],
	contextShares: Float64Array.from(oracle.contexts.flat()),
	logProbability: column(0),
	entropy: column(1),
	margin: column(2),
	energy: column(3),
	logitMargin: column(4),
};
const syntax = syntaxOf(oracle, oracle.question);
const spans = [
	responseSpan(response, syntax),
	...sentenceSpans(
		response,
		syntax,
		oracle.sentences.map(([start, end]) => ({ start, end })),
	),
];
const near = (actual: number, wanted: number, what: string): void =>
	assert.ok(Math.abs(actual - wanted) <= 1e-12 * Math.max(1, Math.abs(wanted)), `${what}: ${actual} is not ${wanted}`);

test('sub-word tokens inherit the tag and the newness of the word they overlap most', () => {
	assert.deepEqual(syntax.tags, expected.tags);
	assert.deepEqual(Array.from(syntax.isNew), expected.new);
});

test("every feature set equals numpy's, for the response and for each sentence", () => {
	assert.equal(spans.length, expected.spans.length);
	for (const [s, span] of spans.entries()) {
		assert.ok(span !== null);
		const wanted = expected.spans[s]!;
		assert.deepEqual(span.tokens, wanted.tokens);
		for (const [name, features] of Object.entries(featureSets)) {
			const values = featureValues(features, span);
			const row = wanted.features[name as keyof typeof featureSets];
			assert.equal(values.length, row.length, name);
			values.forEach((value, f) => near(value, row[f]!, `span ${s}, ${name}, ${features[f]!.name}`));
		}
	}
});

test('so do the scores that need no training', () => {
	for (const [s, span] of spans.entries()) {
		for (const [name, score] of Object.entries(baselineScores(span!, Float64Array.from(oracle.confidenceGap))))
			near(score, expected.spans[s]!.baselines[name]!, name);
	}
	near(overlapWithBestPassage(oracle.text, oracle.passages), expected.overlap, 'overlap');
});
