import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realTextTables } from '../../../../lab/real-text/bench-tables.ts';
import { crossFitted, fitted, fourScores } from '../../../../lab/real-text/joined-scores.ts';
import { scoreFigures } from '../../../../lab/real-text/measure-scores.ts';
import { contentWords, givenWords, missingWordShare } from '../../../../lab/real-text/missing-words.ts';
import { scoredTexts, type ScoredText } from '../../../../lab/real-text/text-scores.ts';
import { sourceCount } from '../../../../src/model-io/attribution.ts';
import { missingPairShare } from '../../../../src/methods/starter/starter-features.ts';
import { randomFor } from '../../../../src/statistics/random.ts';
import { tagText } from '../../../../src/text/sentences.ts';

test('missing words are content words that no context has; pairs lie within one context', async () => {
	const text = 'The Arno is 241 kilometers long.';
	const { words } = await tagText(text, 'en');
	const given = givenWords(['the ARNO is', '241 km', 'It is long.']);
	const content = contentWords(text, words, { start: 0, end: text.length });
	assert.deepEqual(
		content.map(({ start, end }) => text.slice(start, end)),
		['Arno', '241', 'kilometers', 'long'],
	);
	assert.equal(missingWordShare(text, content, given), 1 / 4);
	// Of 'the arno', 'arno is', 'is 241', '241 kilometers', 'kilometers long', the contexts have the first two.
	assert.equal(missingPairShare(text, given.pairs), 3 / 5);
	assert.equal(missingPairShare('Arno', given.pairs), 0);
	assert.equal(missingWordShare('', [], given), 0);
});

test('scores are means over the tokens of a sentence, and the largest surprise is a content word’s', async () => {
	const response = 'It is red. The end.';
	const tagged = await tagText(response, 'en');
	// 'It', ' is', ' red', '.', ' The', ' end', '.'
	const [start, end] = [
		[0, 2, 5, 9, 10, 14, 18],
		[2, 5, 9, 10, 14, 18, 19],
	];
	const tokens = start.length;
	const sources = Float64Array.from({ length: tokens * sourceCount }, (_, i) => i);
	const numbers = {
		attributed: {
			tokenIds: new Uint32Array(tokens),
			start: Uint32Array.from(start),
			end: Uint32Array.from(end),
			contextIds: [],
			sources,
			contextShares: new Float64Array(),
			logProbability: Float64Array.of(-1, -9, -3, -2, -1, -4, -7),
			entropy: Float64Array.of(1, 2, 3, 2, 5, 5, 5),
			margin: new Float64Array(tokens),
			logitMargin: new Float64Array(tokens),
			energy: new Float64Array(tokens),
		},
		confidenceGap: Float64Array.of(0, 1, 1, 2, 0, 0, 0),
	};
	const judged = {
		id: 'a',
		source: 's',
		parts: { query: '?', contexts: [{ id: 'c', text: 'It is red.' }], response },
		isUnsupported: true,
		sentences: [{ ...tagged.sentences[0]!, isUnsupported: false }],
	};
	const { answer, sentences } = scoredTexts(judged, numbers, tagged);
	assert.deepEqual(sentences, [
		{
			source: 's',
			isUnsupported: false,
			scores: {
				entropy: 2,
				surprise: 15 / 4,
				largestSurprise: 3,
				confidenceGap: -1,
				missingWords: 0,
				missingPairs: 0,
				// Means of columns 5 and 1 of the rows 0 to 3.
				normShare: -(5 + 3.5 * 3),
				contextShare: -(1 + 3.5 * 3),
			},
			sources: Array.from({ length: sourceCount }, (_, s) => s + 1.5 * sourceCount),
			form: [4, 0, 2],
		},
	]);
	assert.equal(answer.isUnsupported, true);
	assert.equal(answer.scores.largestSurprise, 4);
	assert.equal(answer.scores.missingWords, 1 / 2, 'of red and end');
	assert.deepEqual(answer.form, [7, 0, 2]);
});

/** Texts whose entropy tells, and nothing else. */
function texts(count: number, name: string): ScoredText[] {
	const random = randomFor(1, name);
	return Array.from({ length: count }, (_, i) => {
		const isUnsupported = i % 2 === 0;
		const scores = { surprise: random(), largestSurprise: random(), confidenceGap: random(), missingWords: random() };
		return {
			source: `${name} ${Math.floor(i / 2)}`,
			isUnsupported,
			scores: {
				...scores,
				entropy: random() + (isUnsupported ? 0.8 : 0),
				missingPairs: random(),
				normShare: random(),
				contextShare: random(),
			},
			sources: Array.from({ length: sourceCount }, random),
			form: [random(), 0, 1],
		};
	});
}

test('joined scores are fitted on other sources, and on another set as a whole', () => {
	const [own, other] = [texts(80, 'own'), texts(80, 'other')];
	const labels = own.map(({ isUnsupported }) => Number(isUnsupported));
	const values = crossFitted(randomFor(1, 'folds'), own, labels, fourScores);
	assert.equal(values?.length, 80);
	assert.equal(
		crossFitted(
			randomFor(1, 'folds'),
			own,
			labels.map(() => 1),
			fourScores,
		),
		undefined,
	);
	assert.equal(fitted(own.slice(0, 1), [1], fourScores), undefined);

	const figures = scoreFigures(
		'answer',
		[
			{ name: 'own', texts: own },
			{ name: 'other', texts: other },
			{ name: 'one class', texts: own.filter(({ isUnsupported }) => isUnsupported) },
		],
		{ seed: 1, resamples: 200, shuffles: 10 },
	);
	const of = (name: string) => figures.find((figure) => figure.name === `answer, own, ${name}`)!;
	for (const name of ['mean entropy', 'four scores joined', 'four scores fitted on other']) {
		assert.ok(of(name).value > 0.8, name);
		assert.ok(of(name).low! > 0.7, name);
	}
	for (const name of ['control: length and position', 'control: four scores on shuffled labels', 'mean surprise']) {
		assert.ok(of(name).value < 0.65, name);
	}
	assert.ok(!figures.some(({ name }) => name.startsWith('answer, one class')));
	assert.ok(!figures.some(({ name }) => name.endsWith('fitted on one class')));
});

test('tables have a row for each score and a column for each model', () => {
	const figure = (name: string, value: number) => ({ name, value, low: 0.1, high: 0.9, n: 1200, unit: '', target: null });
	assert.equal(
		realTextTables({
			quick: false,
			figures: [
				figure('smol, answer, BEGIN, mean entropy', 0.8),
				figure('smol, answer, BEGIN, missing words', 0.7),
				figure('demo, answer, BEGIN, mean entropy', 0.5),
			],
		}),
		[
			'**BEGIN, by answer**',
			'',
			'| score | smol | demo |',
			'| --- | ---: | ---: |',
			'| n | 1,200 | 1,200 |',
			'| mean entropy | 0.800 [0.100, 0.900] | 0.500 [0.100, 0.900] |',
			'| missing words | 0.700 [0.100, 0.900] |  |',
		].join('\n'),
	);
});
