import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { contexts, flagged, judged } from './judged.ts';

const fees = 'Tresh Bank closes its branch in Odelle on 14 March 2024. The monthly fee of the Plus account is 4.90 euros.';
const press = 'A press release names the branch. Customers get a letter.';

describe('words and evidence', () => {
	test('content words that no context has, in no inflection', async () => {
		const response = 'The branch closed because customers left angrily.';
		const { sentences } = await judged(response, contexts(fees, press));
		const [only] = sentences;
		assert.deepEqual(
			only!.missing!.map(({ start, end }) => response.slice(start, end)),
			['left', 'angrily'],
		);
		assert.equal(only!.contentWords, 5);
	});

	test('the context and its sentence that support a sentence best', async () => {
		const index = contexts(press, fees);
		const { sentences } = await judged('Plus accounts have a monthly fee. Letters are sent to customers. Bananas grow.', index);
		assert.deepEqual(
			sentences.map(({ evidence }) =>
				evidence === null ? null : [evidence.text, index.texts[evidence.text]!.plain.slice(evidence.start, evidence.end)],
			),
			[[1, 'The monthly fee of the Plus account is 4.90 euros.'], [0, 'Customers get a letter.'], null],
		);
		assert.equal(sentences[0]!.evidence!.share, 1);
		assert.ok(sentences[1]!.evidence!.share < 1);
	});

	test('of sentences that share as much, the one with the value of the answer', async () => {
		const index = contexts(
			'The monthly fee of the Plus account is due in advance. After some years without a change, the monthly fee of the account rose to 4.90 euros in May.',
		);
		const shown = async (response: string): Promise<string | null> => {
			const { evidence } = (await judged(response, index)).sentences[0]!;
			return evidence === null ? null : index.texts[evidence.text]!.plain.slice(evidence.start, evidence.end);
		};
		assert.match((await shown('The monthly fee of the account is 4.90 euros.')) ?? '', /^After some years/);
		assert.match((await shown('The monthly fee of the account is due.')) ?? '', /^The monthly fee/);
	});

	test('the question and the system give values, and are no evidence', async () => {
		const index = contexts(fees);
		const asked = (await import('../../../../src/methods/support/given-index.ts')).indexGiven([
			{ context: null, text: 'Does it close on 15 March 2024?' },
			{ context: 'c0', text: fees },
		]);
		const answer = 'Bananas do not close on 15 March 2024.';
		assert.equal((await flagged(answer, index)).length, 1);
		const { sentences } = await judged(answer, asked);
		assert.equal(sentences[0]!.evidence?.text, 1);
	});

	test('words of another language are not compared', async () => {
		const { sentences } = await judged('Die Filiale in Odelle schlie\u00dft, und die Kunden sind nicht froh mit der Bank.', contexts(fees));
		assert.equal(sentences[0]!.missing, null);
	});
});

describe('parts that claim nothing have neither values nor words', () => {
	const claimsNothing = [
		'The contexts do not say how much a fee of 95 dollars bought in Brussels.',
		'<think>Maybe the fee is 77 euros in Antwerp?</think>',
		'### Closing 12 branches in Antwerp',
		'```\nfee = 99 # Antwerp\n```',
	];
	for (const response of claimsNothing)
		test(response, async () => {
			const { values, sentences } = await judged(response, contexts(fees));
			assert.deepEqual(values, []);
			assert.deepEqual(
				sentences.map(({ contentWords, missing, evidence }) => [contentWords, missing, evidence]),
				sentences.map(() => [0, [], null]),
			);
		});

	test('a sentence that says more than a refusal has both', async () => {
		const { values, sentences } = await judged('The fee is not stated in the brochure, it is 77 euros in Antwerp.', contexts(fees));
		assert.ok(values.length > 0 && sentences[0]!.contentWords > 0);
	});
});

test('a sentence that was compared before is found the same in another place, and again where what stands around it changes', async () => {
	const texts = ['Store the syrup below 30 \u00b0C. Anna Okafor opened the shop on 4 May 2021.', press];
	const known = contexts(...texts);
	const sentence = 'Anna Okafor opened it on 14 May 2021 angrily.';
	const answers = [
		sentence,
		`The syrup is fine at 20 \u00b0C. ${sentence}`,
		`${sentence} The syrup is fine at 40 \u00b0C.`,
		`The syrup is kept at 40 \u00b0C. ${sentence}`,
		'The syrup is kept below 40 \u00b0C',
		'The syrup is kept at 30 \u00b0C or below',
		'The syrup is kept at 25 \u00b0C or below',
	];
	// oxlint-disable-next-line no-await-in-loop -- one after another, with the same index
	for (const answer of [...answers, ...answers.toReversed()])
		assert.deepEqual(await judged(answer, known), await judged(answer, contexts(...texts)), answer);
});

test('references of HTML are no words and no values, in a response and in a context', async () => {
	const given = contexts('Smith &amp; Sons pay &#8364;50 for R&amp;D. It&rsquo;s due in 30&nbsp;days.');
	const right = 'Smith &amp; Sons pay 50&nbsp;euros for R&amp;D, which is due in 30 days.';
	assert.deepEqual(await flagged(right, given), []);
	const { sentences } = await judged(right, given);
	assert.deepEqual(sentences[0]!.missing, []);
	const wrong = 'Smith &amp; Sons pay 70&nbsp;euros for R&amp;D.';
	const { values } = await judged(wrong, given);
	const found = values.flatMap(({ value, found: { state } }) => (state === 'contradicted' ? [wrong.slice(value.start, value.end)] : []));
	assert.deepEqual(found, ['70&nbsp;euros']);
});

test('a text that is its own context has nothing to flag', async () => {
	for (const name of ['README.md', 'docs/testing.md', 'docs/calibration.md', 'docs/results/real-text.md', 'CHANGELOG.md']) {
		const text = readFileSync(fileURLToPath(new URL(`../../../../${name}`, import.meta.url)), 'utf8').slice(0, 30_000);
		assert.deepEqual(await flagged(text, contexts(text)), [], name);
	}
});

test('a word with and without an ending for how often or how is no missing word', async () => {
	const missingOf = async (answer: string, context: string): Promise<string[]> =>
		(await judged(answer, contexts(context))).sentences.flatMap(({ missing }) =>
			(missing ?? []).map(({ start, end }) => answer.slice(start, end)),
		);
	assert.deepEqual(await missingOf('The rent is due every month.', 'The monthly rent is due.'), []);
	assert.deepEqual(await missingOf('The ferry sails daily.', 'The ferry sails each day.'), []);
	assert.deepEqual(await missingOf('The annual fee is due.', 'The fee is due each year.'), []);
	assert.deepEqual(await missingOf('The weekly fee is due.', 'The fee is due each month.'), ['weekly']);
});
