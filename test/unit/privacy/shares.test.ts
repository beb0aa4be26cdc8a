import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fewestToDivide, privateSettings } from '../../../src/formats/private-settings.ts';
import { partsOf, type RunSettings } from '../../../src/privacy/run-steps.ts';
import { idleParts } from '../../../src/privacy/shares.ts';

const { expert } = privateSettings.parse({});
const plain: RunSettings = { epsilon: 3, delta: 1e-5, decoder: 'sentence-vote', sentences: 1, expert };
const filtered: RunSettings = { ...plain, expert: { ...expert, filter: 'top-k' } };
const withWords: RunSettings = { ...plain, vocabulary: 9 };

describe('parts that somebody asked for and that have no share of ε', () => {
	it('are a filter and keywords below the number of documents from which on ε is divided', () => {
		for (let documents = 1; documents <= 40; documents++) {
			const isIdle = documents < fewestToDivide;
			assert.deepEqual(
				idleParts({ ...filtered, vocabulary: 9 }, documents),
				{ filter: isIdle, keywords: isIdle },
				`${documents} documents`,
			);
			assert.deepEqual(idleParts(filtered, documents), { filter: isIdle, keywords: false });
			assert.deepEqual(idleParts(withWords, documents), { filter: false, keywords: isIdle });
			assert.deepEqual(idleParts(plain, documents), { filter: false, keywords: false });
			// Each part that runs has a part of ε.
			const { filter, refill } = partsOf({ ...filtered, vocabulary: 9 }, documents);
			assert.deepEqual([filter === 0, refill === 0], [isIdle, isIdle]);
		}
	});

	it('are a filter that a split leaves nothing, at any number of documents; a vocabulary then sets how words are spelled', () => {
		const split = { decode: 0.5, filter: 0, refill: 0.5 };
		for (const documents of [1, 15, 16, 40]) {
			assert.deepEqual(idleParts({ ...filtered, vocabulary: 9, split }, documents), { filter: true, keywords: false });
			assert.deepEqual(idleParts({ ...filtered, split: { decode: 0.5, filter: 0.5, refill: 0 } }, documents), {
				filter: false,
				keywords: false,
			});
			assert.deepEqual(idleParts({ ...withWords, split: { decode: 1, filter: 0, refill: 0 } }, documents), {
				filter: false,
				keywords: false,
			});
		}
	});
});
