import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { bleuTokens, sentenceBleu } from '../../../../src/redteam/membership/s2mia.ts';

/** By sacrebleu 2.4.3 (`make_bleu_oracle.py`). */
const oracle = JSON.parse(readFileSync(new URL('bleu-oracle.json', import.meta.url), 'utf8')) as {
	candidate: string;
	reference: string;
	bleu: number;
}[];

describe('sentence BLEU', () => {
	it('is what sacrebleu says, smoothed and with effective order', () => {
		for (const { candidate, reference, bleu } of oracle)
			assert.ok(Math.abs(sentenceBleu(candidate.split(' '), reference.split(' ')) - bleu) < 1e-12, candidate);
	});

	it('is 0 where nothing is shared, or nothing is there', () => {
		assert.equal(sentenceBleu([], ['a']), 0);
		assert.equal(sentenceBleu(['a'], []), 0);
		assert.equal(sentenceBleu(['b'], ['a']), 0);
	});

	it('compares words without their case, and signs by themselves', () =>
		assert.deepEqual(bleuTokens('Ward A, 250 mg: Élan-vital.'), ['ward', 'a', ',', '250', 'mg', ':', 'élan', '-', 'vital', '.']));
});
