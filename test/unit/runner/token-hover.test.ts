import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnalysisToken } from '../../../src/formats/analysis-record.ts';
import { tokenAt, tokenHover } from '../../../src/runner/features/token-hover.ts';

function token(start: number, end: number, part: Partial<AnalysisToken> = {}): AnalysisToken {
	return {
		text: 'x', start, end, logprob: -1, entropy: 2, entropyWithoutContext: 2.5, cg: 0.5, kl: 0.25, logprobWithoutContext: -2, rank: 2, rankWithoutContext: 7, pos: 'NOUN',
		alternatives: [], alternativesWithoutContext: [], sources: null, contexts: null, suspicion: null, ...part,
	};
}

describe('tokenHover', () => {
	it('tells everything about a token, and lets nothing that the model wrote act', () => {
		const hover = tokenHover(token(0, 1, {
			text: '|<b>`', alternatives: [{ text: '\n| a | b |', logprob: Math.log(0.5) }, { text: '[x](command:y)', logprob: -20 }], alternativesWithoutContext: [{ text: ' yes', logprob: -0.00001 }],
		}), 'ho`st');
		assert.equal(hover, [
			'`` │<b>` `` NOUN · read by `` ho`st ``',
			'',
			'**CG +0.500 nats**: the context made the model surer · KL 0.250 nats',
			'',
			'| | with context | without context |',
			'| :-- | :-- | :-- |',
			'| probability | 36.8 %, rank 2 | 13.5 %, rank 7 |',
			'| entropy | 2.000 nats | 2.500 nats |',
			'| candidates | `⏎│␣a␣│␣b␣│` 50 % | `␣yes` 100 % |',
			'|  | `[x](command:y)` <0.1 % |  |',
		].join('\n'));
	});

	it('says in words what the sign of CG means', () => {
		assert.match(tokenHover(token(0, 1, { cg: -0.5 }), 'm'), /CG −0\.500 nats\*\*: the context made the model less sure/);
		assert.match(tokenHover(token(0, 1, { cg: 0.01 }), 'm'), /CG \+0\.010 nats\*\*: the context made no difference/);
	});
});

describe('tokenAt', () => {
	it('finds the token that covers an offset', () => {
		const tokens = [token(5, 7), token(7, 7), token(7, 10), token(12, 13)];
		assert.deepEqual([4, 5, 6, 7, 9, 10, 11, 12, 13].map((offset) => tokenAt(tokens, offset)?.start), [undefined, 5, 5, 7, 7, undefined, undefined, 12, undefined]);
		assert.equal(tokenAt([], 0), undefined);
	});
});
