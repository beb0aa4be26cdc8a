import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnalysisToken, SpadVerdict } from '../../../../src/formats/analysis-record.ts';
import { tokenAt, tokenHover, type HoverRecord } from '../../../../src/runner/traces/token-hover.ts';
import { recitedFigures } from '../../../support/example-analysis-report.ts';

function token(start: number, end: number, part: Partial<AnalysisToken> = {}): AnalysisToken {
	return {
		text: 'x',
		start,
		end,
		logprob: -1,
		entropy: 2,
		entropyWithoutContext: 2.5,
		cg: 0.5,
		kl: 0.25,
		logprobWithoutContext: -2,
		rank: 2,
		rankWithoutContext: 7,
		pos: 'NOUN',
		alternatives: [],
		alternativesWithoutContext: [],
		sources: null,
		contexts: null,
		suspicion: null,
		...part,
	};
}

function record(part: Partial<HoverRecord> = {}): HoverRecord {
	return {
		model: { name: 'm', sha256: '', device: 'cpu' },
		tokens: [],
		sentences: [],
		response: null,
		attribution: null,
		repcs: null,
		closedBook: null,
		truncation: null,
		findings: [],
		...part,
	};
}

function verdict(part: Partial<SpadVerdict>): SpadVerdict {
	return {
		classifier: 'spad+',
		level: 'sentence',
		probability: 0.934,
		threshold: 0.61,
		hallucinated: true,
		reasons: [],
		counterReasons: [],
		given: { words: 'new', rag: 0, ffn: 0 },
		paper: null,
		...part,
	};
}

/** What a hover says below the verdict. */
const numbersOf = (...of: Parameters<typeof tokenHover>): string => tokenHover(...of).numbers;

describe('the numbers of a hover', () => {
	it('tells everything about a token, and lets nothing that the model wrote act', () => {
		const hover = numbersOf(
			token(0, 1, {
				text: '|<b>`',
				alternatives: [
					{ text: '\n| a | b |', logprob: Math.log(0.5) },
					{ text: '[x](command:y)', logprob: -20 },
				],
				alternativesWithoutContext: [{ text: ' yes', logprob: -0.00001 }],
			}),
			record({ model: { name: 'ho`st', sha256: '', device: 'cpu' } }),
		);
		assert.equal(
			hover,
			[
				'**Numbers** of the token `` │<b>` `` (NOUN, 36.8%), read by `` ho`st ``',
				'',
				'**CG +0.500 nats**: the context made the model surer · KL 0.250 nats',
				'',
				'| | with context | without context |',
				'| :-- | :-- | :-- |',
				'| probability | 36.8%, rank 2 | 13.5%, rank 7 |',
				'| entropy | 2.000 nats | 2.500 nats |',
				'| candidates | `⏎│␣a␣│␣b␣│` 50% | `␣yes` 100% |',
				'|  | `[x](command:y)` <0.1% |  |',
			].join('\n'),
		);
	});

	it('says in words what the sign of CG means', () => {
		assert.match(numbersOf(token(0, 1, { cg: -0.5 }), record()), /CG −0\.500 nats\*\*: the context made the model less sure/);
		assert.match(numbersOf(token(0, 1, { cg: 0.01 }), record()), /CG \+0\.010 nats\*\*: the context made no difference/);
	});

	it('says what is suspected, by which classifier and of what level, then where the probability comes from, before the figures of both paths', () => {
		const sentence = { cgMean: 0, cgTop5: 0, entropyMean: 0, score: null, verdict: null };
		const response = verdict({ classifier: 'spad', level: 'response', probability: 0.2, threshold: 0.5, hallucinated: false });
		const lines = numbersOf(
			token(5, 7, {
				suspicion: 0.87,
				logprob: Math.log(0.9),
				sources: [0, 0.75, 0, 0, 0.15, 0, 0],
				contexts: { 'case-2': 0.5, 'case-1': 0.25 },
			}),
			record({
				sentences: [
					{ ...sentence, start: 0, end: 5, spad: verdict({ probability: 0.1, hallucinated: false }) },
					{ ...sentence, start: 5, end: 9, spad: verdict({}) },
				],
				response: { score: 0.2, threshold: 0.5, hallucinated: false, spad: response },
				attribution: {
					contexts: ['case-1', 'case-2'],
					parallelLayers: 2,
					mixingLayers: [0, 1, 3],
					errorBound: 0,
					sumError: 0,
					classifiers: [],
				},
			}),
		).split('\n');
		assert.deepEqual(lines.slice(1, 5), [
			'',
			'**Suspicion 0.87** · SPAD+ on the sentence: 0.93, above 0.61 · SPAD on the whole response: 0.20, not above 0.50',
			'',
			'| Source of this probability | Part | |',
		]);
		assert.ok(lines.includes('| contexts | +0.750 | ████████████ |'));
		assert.ok(lines.includes('In 2 layers attention counts before the model\u2019s own layers, which read the same state.'));
		assert.ok(lines.includes('In 3 layers tokens influence each other without attention. This counts as the model\u2019s own layers.'));
		assert.ok(lines.findIndex((line) => line.startsWith('| contexts')) < lines.findIndex((line) => line.startsWith('**CG')));
	});

	it("says where the token's word comes from, and what the other contexts change; nothing for a token of no word", () => {
		const wordOrigins = {
			contexts: ['note-1', 'b|`', 'c'],
			how: 'hidden' as const,
			why: null,
			words: [
				{
					text: '36.7',
					start: 5,
					end: 9,
					logprob: Math.log(0.98),
					none: -7,
					from: ['note-1'],
					without: { 'note-1': -6, 'b|`': Math.log(0.9), c: Math.log(0.98) },
				},
				{ text: 'is', start: 2, end: 4, logprob: -0.1, none: -0.1, from: [], without: { 'note-1': -0.1, 'b|`': -0.1, c: -0.1 } },
			],
		};
		const line = (start: number, end: number) => numbersOf(token(start, end), record({ wordOrigins })).split('\n')[2];
		assert.equal(
			line(4, 7),
			'Word `36.7`: 98% · without any context <0.1% · without `note-1` 0.2% · without `` b│` `` 90% · without `c` 98%',
		);
		assert.equal(line(1, 4), 'Word `is`: 90% · without any context 90% · without `note-1` 90% · without `` b│` `` 90% · without `c` 90%');
		assert.doesNotMatch(line(10, 12)!, /^Word/);
	});

	it('says how far screened sources may be off, and nothing of exact ones', () => {
		const hover = (errorBound: number): string =>
			numbersOf(
				token(0, 1, { sources: [0, 0.75, 0, 0, 0.15, 0, 0], contexts: {} }),
				record({ attribution: { contexts: [], parallelLayers: 0, errorBound, sumError: 0, classifiers: [] } }),
			);
		assert.match(hover(0.0007), /\n\nScreened: each part is within 0\.0007 of the exact one\.\n\n\*\*CG/);
		assert.doesNotMatch(hover(0), /within|exact/);
	});

	it('names the response alone where only that is judged, and says nothing of sources where there are none', () => {
		const hover = numbersOf(
			token(0, 1),
			record({
				response: {
					score: 0.7,
					threshold: 0.5,
					hallucinated: true,
					spad: verdict({ level: 'response', probability: 0.7, threshold: 0.5 }),
				},
			}),
		);
		assert.match(hover, /\n\nSPAD\+ on the whole response: 0\.70, above 0\.50\n\n\*\*CG/);
		assert.doesNotMatch(hover, /Source of/);
	});
});

describe('what a hover says of the whole response', () => {
	const repcs = {
		z: 3.211,
		perToken: 0.05,
		literal: 1,
		tokens: 64,
		score: 'z',
		threshold: 6.5,
		alpha: 0.05,
		memorised: true,
		influence: null,
	} as const;
	const lines = (part: Partial<NonNullable<HoverRecord['repcs']>>) =>
		numbersOf(token(0, 1), record({ repcs: { ...repcs, ...part } }))
			.split('\n')
			.filter((line) => line.startsWith('RePCS ('));

	it('has its RePCS score beside the threshold, and whether that flags it', () => {
		assert.deepEqual(lines({}), ['RePCS (whole response): Z 3.21 < \u03c4 6.50 nats, \u03b1 0.05, flagged']);
		assert.deepEqual(lines({ score: 'z-per-token', threshold: 0.04, alpha: null, memorised: false }), [
			'RePCS (whole response): Z/T 0.05 > \u03c4 0.04 nats a token, \u03c4 set by hand',
		]);
	});

	it('has the verdict of closed book first, where that judges, and RePCS beside', () => {
		const of = (part: Partial<NonNullable<HoverRecord['closedBook']>>) =>
			numbersOf(token(0, 1), record({ repcs, closedBook: { ...recitedFigures, ...part } }))
				.split('\n')
				.filter((line) => /memory|^RePCS/.test(line));
		const figures =
			'whole response: largest entropy 0.50 nats, largest surprise 0.25 without contexts; threshold 2.00 for answers of one sentence, \u03b1 0.01';
		assert.deepEqual(of({}), [
			`Possibly from memory: without the contexts the model would have been just as sure of these words · ${figures} · RePCS Z 3.21 < \u03c4 6.50 nats, \u03b1 0.05`,
		]);
		assert.match(
			of({ memorised: false })[0] ?? '',
			/^No sign of memory: without the contexts the model would not have been sure of these words · /,
		);
		assert.deepEqual(of({ memorised: null, notJudged: 'refusal' }), ['From memory? not judged: the answer says that it does not know']);
		assert.match(of({ threshold: null, thresholdGroup: null, alpha: null, memorised: null })[0] ?? '', /^RePCS \(whole response\): /);
	});

	it('says why it was not judged', () => {
		assert.deepEqual(lines({ memorised: null, notJudged: 'refusal' }), [
			'RePCS (whole response): not judged: the answer says that it does not know',
		]);
	});

	it('has nothing where it was not judged and nobody wrote down why', () => {
		assert.deepEqual([lines({ memorised: null }), lines({ score: null, threshold: null, alpha: null, memorised: null })], [[], []]);
	});
});

describe('tokenAt', () => {
	it('finds the token that covers an offset', () => {
		const tokens = [token(5, 7), token(7, 7), token(7, 10), token(12, 13)];
		assert.deepEqual(
			[4, 5, 6, 7, 9, 10, 11, 12, 13].map((offset) => tokenAt(tokens, offset)?.start),
			[undefined, 5, 5, 7, 7, undefined, undefined, 12, undefined],
		);
		assert.equal(tokenAt([], 0), undefined);
	});
});
