import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { interrogations, interrogationScore, verdictOf } from '../../../../src/redteam/membership/interrogation.ts';
import { documentFrequency, maskWords, mba, recovered } from '../../../../src/redteam/membership/mba.ts';
import { halvesOf, s2mia } from '../../../../src/redteam/membership/s2mia.ts';
import { stripMaskMarkers } from '../../../../src/methods/mirabel/mask-markers.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

const document =
	'Maria Okafor was admitted to Ward A on 3 May with a fever. The doctor prescribed 250 mg of naproxen for ten days. She may go home when the fever is below 38 degrees.';
const others = ['Lena Ortega has a meeting at noon with the board of the bank.', 'The antenna in Geneva transmits on 2100 MHz since June.'];

describe('S²MIA', () => {
	it('asks with the first half, and holds the answer against the other one', async () => {
		const [asked, kept] = halvesOf(document)!;
		assert.equal(`${asked} ${kept}`, document);
		const known = { documents: [document], random: seededRandom(1) };
		const probe = await s2mia.prepare({ ...known, perplexity: (text) => Promise.resolve(text === '' ? null : 2) })(document);
		assert.deepEqual(probe!.queries, [asked]);
		const [right, wrong] = [await probe!.score([kept]), await probe!.score(['The bank has an antenna.'])];
		assert.ok(Math.abs(right[0]! - 1) < 1e-12 && wrong[0]! < 0.1);
		assert.deepEqual([right[1], await probe!.score([''])], [-2, [0, -Infinity]]);
		const without = await s2mia.prepare({ ...known, perplexity: null })(document);
		assert.equal((await without!.score([kept])).length, 1);
	});

	it('has nothing to ask of a few words', () => assert.equal(halvesOf('Ada likes tea.'), null));
});

describe('MBA', () => {
	const masked = maskWords(document, documentFrequency([document, ...others]), 10)!;

	it('leaves marks for the words that it masks, one in each part and none twice', () => {
		let back = masked.text;
		for (const [i, word] of masked.words.entries()) back = back.replace(`[MASK_${i + 1}]`, word);
		assert.equal(back, document);
		assert.equal(new Set(masked.words.map((word) => word.toLowerCase())).size, masked.words.length);
		assert.ok(masked.words.every((word) => word.length > 2));
		assert.ok(!stripMaskMarkers(masked.text).includes('MASK'));
	});

	it('counts numbered words by their number, in any case', () => {
		const right = masked.words.map((word, i) => `[MASK_${i + 1}]: ${word.toUpperCase()}`).join('\n');
		assert.equal(recovered(right, masked), masked.words.length);
	});

	it('counts words that are quoted, and none that the query itself has', () => {
		const shown = new Set(masked.text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
		assert.equal(recovered(document, masked), masked.words.filter((word) => !shown.has(word.toLowerCase())).length);
		assert.equal(recovered('I do not know.', masked), 0);
	});

	it('masks as many words as it is set to, and answers may be longer for more of them', async () => {
		const asked = async (masks: number): Promise<number> => {
			const probe = await mba(masks).prepare({ documents: [document, ...others], perplexity: null, random: seededRandom(1) })(document);
			return probe!.queries[0]!.match(/\[MASK_\d+\](?!:)/gu)!.length;
		};
		assert.deepEqual([await asked(2), await asked(5), await asked(8)], [2, 5, 8]);
		assert.deepEqual(
			[5, 10, 20].map((masks) => mba(masks).answerTokens),
			[128, 128, 256],
		);
	});

	it('has nothing to mask in a few words', () =>
		assert.equal(
			maskWords('Ada likes tea.', () => 1, 10),
			null,
		));
});

describe('IA', () => {
	const texts = [document, ...others];
	const maker = {
		frequency: documentFrequency(texts),
		documents: texts.length,
		others: others.join(' ').match(/[\p{L}\p{N}]+/gu)!,
		random: seededRandom(1),
		questions: 30,
	};

	it('asks thirty questions, half of them false, of which the document decides each', async () => {
		const asked = (await interrogations(document, maker))!;
		assert.equal(asked.length, 30);
		for (const [i, { text, claimed, truth }] of asked.entries()) {
			assert.ok(document.includes(truth));
			assert.equal(claimed === truth, i % 2 === 0);
			assert.ok(text.includes(claimed), text);
			if (i % 2 === 1) assert.ok(!document.includes(claimed), claimed);
		}
		assert.equal(await interrogations('Hm.', maker), null);
	});

	it('asks as many questions as it is set to', async () => {
		for (const questions of [2, 7, 100]) assert.equal((await interrogations(document, { ...maker, questions }))!.length, questions);
	});

	it('understands yes and no, who does not know, and who quotes', async () => {
		const question = { text: 'Is it true that she was given 250 mg?', claimed: '250', truth: '250' };
		const falsely = { ...question, claimed: '300' };
		const said = async (answer: string, asked = question) => verdictOf(answer, asked);
		assert.equal(await said('Yes, she was.'), 'yes');
		assert.equal(await said('**No**'), 'no');
		assert.equal(await said('I don’t know.'), 'unknown');
		assert.equal(await said('The dose of Maria Okafor is not stated.'), 'unknown');
		assert.equal(await said(''), 'unknown');
		assert.equal(await said('She got 250 mg of naproxen.'), 'yes');
		assert.equal(await said('She got 250 mg of naproxen.', falsely), 'no');
		assert.equal(await said('She got aspirin.'), 'unclear');
	});

	it('takes five for each "I don’t know": equation of the paper with λ = 5', () => {
		const yes = { text: '', claimed: 'a', truth: 'a' };
		const no = { text: '', claimed: 'b', truth: 'a' };
		assert.equal(interrogationScore(['yes', 'no', 'unknown', 'unclear'], [yes, no, yes, no], 5), (1 + 1 - 5) / 4);
		assert.equal(interrogationScore(['no', 'yes'], [yes, no], 5), 0);
		assert.equal(interrogationScore(['unknown'], [yes], 0.5), -0.5);
	});
});
