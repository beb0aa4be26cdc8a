import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { continuations } from '../../../../src/lm/token-classifier/token-classifier.ts';
import { Tokenizer } from '../../../../src/lm/tokenizer.ts';
import { byteLevel, sentencePiece, wordPiece } from '../tokenizers/small-tokenizers.ts';

/** A text in runs of tokens that go on with each other. */
function runsOf(tokenizer: Tokenizer, text: string): string[] {
	const tokens = tokenizer.tokenize(text, { special: false });
	const goOn = continuations(text, tokens, tokenizer.marksWords);
	const runs: string[] = [];
	goOn.forEach((continues, t) => {
		const part = text.slice(tokens.start[t], tokens.end[t]);
		if (continues) runs[runs.length - 1] += part;
		else runs.push(part);
	});
	return runs.map((run) => run.trim()).filter((run) => run !== '');
}

suite('words of tokens', () => {
	for (const [name, tokenizer, tokens] of [
		['byte-level BPE', new Tokenizer(byteLevel(), {}), ['日', '本']],
		['SentencePiece with byte fallback', new Tokenizer(sentencePiece, {}), ['日本']],
	] as const)
		test(`${name}: a word without the punctuation beside it, each token of a script without blanks for itself`, () => {
			assert.deepEqual(
				runsOf(tokenizer, 'Zoë, mother of 日本 (Ünal).').filter((run) => /\p{L}/u.test(run)),
				['Zoë', 'mother', 'of', ...tokens, 'Ünal'],
			);
		});

	test('WordPiece: as its pieces say', () => {
		assert.deepEqual(runsOf(new Tokenizer(wordPiece, {}), 'the mother, café'), ['the', 'mother', ',', 'café']);
	});

	test('what a tokenizer puts around a text', () => {
		for (const tokenizer of [new Tokenizer(byteLevel(), {}), new Tokenizer(wordPiece, {})]) {
			const { before, behind } = tokenizer.around();
			const text = 'the mother';
			assert.deepEqual(
				[...before, ...tokenizer.tokenize(text, { special: false }).ids, ...behind],
				tokenizer.tokenize(text, { special: true }).ids,
			);
		}
	});
});
