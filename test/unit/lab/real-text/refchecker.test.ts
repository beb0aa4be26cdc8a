import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgedSentences, refCheckerTexts } from '../../../../lab/real-text/sets/refchecker.ts';

const text = 'The Arno flows through Florence. It is 241 km long. Many people like it.';
const cuts = [0, 33, 52].map((start, i, all) => ({ start, end: i === 2 ? text.length : all[i + 1]! - 1 }));
const claim = (label: 'Entailment' | 'Neutral' | 'Contradiction', ...triplet: string[]) => ({ triplet, human_label: label });
const judgments = (...claims: ReturnType<typeof claim>[]) =>
	judgedSentences(text, cuts, claims).map(({ start, end, isUnsupported }) => [text.slice(start, end), isUnsupported]);

test('a claim is about the sentence that has most of its words; a sentence without a claim is not judged', () => {
	assert.deepEqual(
		judgments(claim('Entailment', 'Arno', 'flows through', 'Florence'), claim('Contradiction', 'Arno', 'is long', '241 km')),
		[
			['The Arno flows through Florence.', false],
			['It is 241 km long.', true],
		],
	);
});

test('where a wrong claim finds no sentence, no sentence counts as supported', () => {
	const lost = claim('Neutral', 'tourists', 'visit', 'every summer');
	assert.deepEqual(judgments(claim('Entailment', 'Arno', 'flows through', 'Florence'), lost), []);
	assert.deepEqual(judgments(claim('Neutral', 'Arno', 'is long', '241 km'), lost), [['It is 241 km long.', true]]);
	assert.deepEqual(judgments(claim('Entailment', 'Arno', 'flows through', 'Florence'), { ...lost, human_label: 'Entailment' }), [
		['The Arno flows through Florence.', false],
	]);
});

test('an answer is unsupported if one of its claims is not entailed; answers without claims or contexts are left out', async () => {
	const answer = (id: string, ...claims: ReturnType<typeof claim>[]) => ({ id, response: text, claude2_response_kg: claims });
	const texts = await refCheckerTexts({
		name: 'dolly',
		questions: JSON.stringify([
			{ id: '1', question: 'Where does the Arno flow?', context: ['The Arno flows through Florence.'] },
			{ id: '2', question: 'How long is it?', context: [''] },
			{ id: '3', question: 'Who likes it?', context: ['Many.'] },
		]),
		answers: new Map([
			[
				'gpt4',
				JSON.stringify([
					answer('1', claim('Entailment', 'Arno', 'flows through', 'Florence'), claim('Neutral', 'people', 'like', 'it')),
					answer('2', claim('Entailment', 'Arno', 'flows through', 'Florence')),
					answer('3'),
					answer('4', claim('Entailment', 'Arno', 'flows through', 'Florence')),
				]),
			],
		]),
	});
	assert.deepEqual(
		texts.map(({ id, source, isUnsupported }) => [id, source, isUnsupported]),
		[['refchecker-dolly-1-gpt4', 'dolly-1', true]],
	);
});
