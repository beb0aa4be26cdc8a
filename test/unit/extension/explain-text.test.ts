import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
	whyResponseMarkdown,
	sentenceNumbers,
	strongestReason,
	whyMarkdown,
	worstTokens,
	type Sentence,
} from '../../../src/extension/explain-text.ts';

const sentence: Sentence = {
	subject: { kind: 'trace', id: 't' },
	range: [0, 0, 0, 9],
	text: 'At noon.',
	score: 0.8,
	verdict: { kind: 'profile', verdict: 'ungrounded', ignored: false },
	entropyMean: 1.234,
	cgMean: -0.5,
	cgTop5: 1.5,
	spad: null,
	worst: [{ text: ' noon', range: [0, 2, 0, 7], probability: 0.0123, entropy: 2, cg: -0.125 }],
};

test("a sentence's explanation has its numbers and its worst tokens", () => {
	const text = whyMarkdown(sentence);
	assert.match(text, /^\*\*Not supported by the contexts\.\*\*/);
	assert.match(text, /Mean entropy \*\*1\.23\*\* nats/);
	assert.match(text, /Mean confidence gap \*\*−0\.50\*\* nats/);
	assert.match(text, /\| ` {2}noon ` \| &nbsp; 1\.23% \| &nbsp; 2\.00 \| &nbsp; −0\.13 \|/);
	assert.match(
		whyMarkdown({ ...sentence, verdict: { kind: 'none' }, score: null }),
		/^\*\*Not judged: no profile fits this model\.\*\* Its numbers:/,
	);
	assert.match(
		whyMarkdown({ ...sentence, verdict: { kind: 'not-judged', notJudged: 'no-contexts', unreadContexts: [] } }),
		/^\*\*Not judged: the trace has no contexts\.\*\* Its numbers:/,
	);
});

test('a classifier is named with its level, and says why in words that are no markup', () => {
	const reason = (text: string) => ({ text, ofSources: text.startsWith('numbers'), telling: true, contribution: 1, features: [] });
	const spad: NonNullable<Sentence['spad']> = {
		classifier: 'spad+',
		level: 'sentence',
		probability: 0.934,
		threshold: 0.61,
		hallucinated: true,
		paper: { probability: 0.7, threshold: 0.5 },
		given: { words: 'new', rag: 0.08, ffn: 0.62 },
		counterReasons: [reason('d'), reason('e'), reason('f'), reason('g')],
		reasons: [
			reason("numbers here come from the model's own layers, 0.62, not from the contexts, 0.08"),
			...['<b>', '*2*', '3', '4', '5'].map(reason),
		],
	};
	const judged: Sentence = { ...sentence, spad };
	assert.deepEqual(whyMarkdown(judged).split('\n').slice(0, 8), [
		'**Not supported by the contexts.**',
		'',
		'Reasons for this verdict:',
		'',
		"- numbers here come from the model's own layers, 0.62, not from the contexts, 0.08",
		'- \\<b\\>',
		'- \\*2\\*',
		'- 3',
	]);
	// Of the other side there are fewer, and the numbers come last.
	assert.match(
		whyMarkdown(judged),
		/- 4\n\nReasons against it:\n\n- d\n- e\n- f\n\nOf their probability, as a mean, new words here get 0\.08 from the contexts and 0\.62 from the model's own layers\.\n\nSPAD\+ \(sentence classifier\): this sentence is unsupported with probability 0\.93, above its threshold 0\.61\.\n\nThe paper's own classifier \(SPAD\) says 0\.70; its threshold is 0\.50\.\n\nHow sure/,
	);
	assert.equal(sentenceNumbers(judged), 'suspicion 0.93 (threshold 0.61) · entropy 1.23 · gap −0.50');
	assert.match(strongestReason(judged), /^numbers here come/);
	const trusted: Sentence = {
		...sentence,
		verdict: { kind: 'profile', verdict: 'grounded', ignored: false },
		spad: { ...spad, hallucinated: false, probability: 0.2, paper: null, reasons: [], counterReasons: [reason('d')] },
	};
	assert.match(
		whyMarkdown(trusted),
		/^\*\*Not flagged\.\*\*\n\nReasons for this verdict:\n\n- d\n\nOf their probability, as a mean, new words [^\n]*\n\nSPAD\+ \(sentence classifier\): this sentence is unsupported with probability 0\.20, not above its threshold 0\.61\.\n\nHow sure your model was of its words:\n\n- Mean entropy/,
	);
	assert.deepEqual([strongestReason(trusted), strongestReason(sentence)], ['', '']);
	// What must not judge shows no figure that would be read as a verdict.
	const unjudged: Sentence = { ...judged, spad: { ...spad, hallucinated: null, notJudged: 'unlike-profile' } };
	const starter: Sentence = { ...unjudged, verdict: { kind: 'starter', flagged: true, score: 0.9, ignored: false } };
	for (const [one, words] of [
		[starter, 'Probably not supported by the contexts (starter profile, not calibrated on your data).'],
		[
			{ ...unjudged, verdict: { kind: 'not-judged', notJudged: 'unlike-profile', unreadContexts: [] } } satisfies Sentence,
			'Not judged: the answer is unlike the calibration answers.',
		],
	] as const) {
		assert.ok(whyMarkdown(one).startsWith(`**${words}** Its numbers:\n`), whyMarkdown(one));
		assert.doesNotMatch(whyMarkdown(one) + sentenceNumbers(one), /SPAD|0\.93|suspicion/);
	}
});

test('a sentence that repeats its contexts says so, and by which figure, whoever judged it', () => {
	const text = whyMarkdown({ ...sentence, verdict: { kind: 'profile', verdict: 'leak', ignored: false }, cgTop5: 3.4 });
	assert.match(text, /^\*\*Possibly copied from the contexts\.\*\*.*\n\nThe contexts determined its words/);
	assert.match(text, /Confidence gap of its top 5 tokens \*\*3\.40\*\* nats/);
	assert.doesNotMatch(whyMarkdown(sentence), /top 5|copied/);
});

test("why a response is flagged: the finding's own words, as text", () => {
	const text = whyResponseMarkdown('Possibly from memory: <b>.');
	assert.match(text, /^\*\*Possibly from memory: \\<b\\>\.\*\*\n/);
	assert.match(text, /first 64 tokens/);
});

test('a token cannot break out of its cell', () => {
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom('`', '|', '\\', '\n', '<', '*', 'a', '\u202e', '\u0000') }), (text) => {
			const rows = whyMarkdown({ ...sentence, worst: [{ ...sentence.worst[0]!, text }] }).split('\n');
			const row = rows.at(-1)!;
			assert.equal(rows.length, whyMarkdown(sentence).split('\n').length);
			const [, fence, inner] = /^\| (`+) (.*) \1 \| &nbsp; [^|]*\| &nbsp; [^|]*\| &nbsp; [^|]*\|$/.exec(row)!;
			assert.equal(
				[...inner!.matchAll(/`+/g)].some(([run]) => run === fence),
				false,
				row,
			);
			for (const forbidden of ['|', '\u0000', '\u202e']) assert.equal(inner!.replaceAll('\\|', '').includes(forbidden), false, row);
		}),
	);
});

test('the same in one line, for a list that is read aloud', () => {
	assert.equal(sentenceNumbers(sentence), 'entropy 1.23 · gap −0.50');
	assert.equal(worstTokens(sentence), 'worst: “noon” 1.23%');
});
