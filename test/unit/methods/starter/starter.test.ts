import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textFeatures, wholeAnswer } from '../../../../src/methods/starter/starter-features.ts';
import { starterScore, starterThreshold, type StarterForm } from '../../../../src/methods/starter/starter-model.ts';
import { indexGiven } from '../../../../src/methods/support/given-index.ts';
import { judgeSupport } from '../../../../src/methods/support/support.ts';
import { tagText } from '../../../../src/text/sentences.ts';

const contexts = ['The bridge of Ulm has four arches and carries the tram.', 'It was opened on 3 May 1912.'];

async function featuresOf(response: string) {
	const tagged = await tagText(response, 'en');
	const index = indexGiven(contexts.map((text, i) => ({ context: `c${i + 1}`, text })));
	return { tagged, sentences: textFeatures(response, judgeSupport({ response, tagged, language: 'en' }, index), index) };
}

test('a copied sentence has nothing against it, and an invented one has', async () => {
	const { sentences } = await featuresOf(`${contexts[0]!} The painter Lindqvist designed two copper towers in 1877.`);
	const [copied, invented] = sentences;
	assert.deepEqual(copied!.features, { missingWords: 0, missingPairs: 0, valueNotGiven: 0, valueContradicted: 0, elsewhere: 0 });
	assert.equal(invented!.features.missingWords, 1);
	assert.equal(invented!.features.missingPairs, 1);
	assert.equal(invented!.features.elsewhere, 1);
	assert.equal(invented!.features.valueNotGiven + invented!.features.valueContradicted > 0, true);
});

test('an answer’s features are the means of its sentences’, by content words', async () => {
	const { sentences } = await featuresOf(`${contexts[0]!} Copper towers rise.`);
	const [copied, invented] = sentences;
	const whole = wholeAnswer(sentences)!;
	assert.equal(whole.contentWords, copied!.contentWords + invented!.contentWords);
	assert.equal(whole.features.missingWords, invented!.contentWords / whole.contentWords);
	assert.equal(wholeAnswer([]), null);
	assert.equal(wholeAnswer([{ ...copied!, contentWords: 0 }]), null);
});

test('a text is flagged if all fits agree, and more of a feature is never less suspect', () => {
	const form: StarterForm = {
		features: ['missingWords', 'missingPairs'],
		fits: [
			{ leftOut: 'a', intercept: -1, weights: [4, 0], thresholds: { sentence: 1, answer: 2 } },
			{ leftOut: 'b', intercept: -2, weights: [1, 5], thresholds: { sentence: 0, answer: 1 } },
		],
	};
	const score = (missingWords: number, missingPairs: number, level: 'sentence' | 'answer' = 'sentence') =>
		starterScore(form, level, { features: { missingWords, missingPairs, valueNotGiven: 0, valueContradicted: 0, elsewhere: 0 } });
	assert.ok(score(1, 1) > starterThreshold);
	assert.ok(score(1, 0) < starterThreshold, 'one fit disagrees');
	assert.ok(score(0, 1) < starterThreshold, 'the other disagrees');
	assert.equal(score(0.5, 1), starterThreshold);
	assert.ok(score(0.8, 0.5, 'answer') < score(0.8, 0.5));
	for (let x = 0; x < 1; x += 0.1)
		for (let y = 0; y < 1; y += 0.1) assert.ok(score(x + 0.1, y) >= score(x, y) && score(x, y + 0.1) >= score(x, y));
});
