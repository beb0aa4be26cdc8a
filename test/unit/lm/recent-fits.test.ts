import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FittedConversation } from '../../../src/lm/fit-context-window.ts';
import { RecentFits } from '../../../src/lm/recent-fits.ts';
import type { PromptParts } from '../../../src/model-io/requests.ts';

const partsOf = (response: string, context = 'The fee is 5 dollars.'): PromptParts => ({
	query: 'What is the fee?',
	contexts: [{ id: 'a', text: context }],
	response,
});

test('a text that is asked about again is fitted once, also as another copy; any difference is fitted anew', () => {
	const fits = new RecentFits();
	let made = 0;
	const fit = (parts: PromptParts, room = 0): FittedConversation =>
		fits.of(parts, room, () => ({ responseTokens: ++made }) as FittedConversation);
	const first = fit(partsOf('Five.'));
	assert.equal(fit(partsOf('Five.')), first);
	assert.equal(fit({ ...partsOf('Five.'), contexts: [] }).responseTokens, 2);
	assert.equal(fit(partsOf('Five.')), first);
	assert.equal(fit(partsOf('Five.'), 8).responseTokens, 3);
	assert.equal(fit(partsOf('Five.', 'The fee is 6 dollars.')).responseTokens, 4);
	assert.equal(fit(partsOf('Six.')).responseTokens, 5);
	// Only the last ones are kept.
	assert.equal(fit(partsOf('Five.')).responseTokens, 6);
});

test('a text that cannot be fitted is not kept', () => {
	const fits = new RecentFits();
	assert.throws(
		() =>
			fits.of(partsOf('Five.'), 0, () => {
				throw new Error('too long');
			}),
		/too long/,
	);
	assert.equal(fits.of(partsOf('Five.'), 0, () => ({ responseTokens: 1 }) as FittedConversation).responseTokens, 1);
});
