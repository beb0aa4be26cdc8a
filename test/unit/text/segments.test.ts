import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { segmentsOf } from '../../../src/text/segments.ts';
import { anyCharacter } from '../../support/any-character.ts';

const granularities = ['word', 'sentence'] as const;

function whole(segmenter: Intl.Segmenter, text: string): { start: number; end: number }[] {
	return Array.from(segmenter.segment(text), ({ index, segment }) => ({ start: index, end: index + segment.length }));
}

/** What rules of UAX #29 and dictionaries look at: letters of many scripts, marks, signs, numbers, emoji, halves of pairs. */
const odd = [
	'a',
	'B',
	'word',
	'U.S.',
	'e.g.',
	'don\u2019t',
	'x.y',
	'.',
	'. ',
	'! ',
	'?',
	'...',
	':',
	',',
	' ',
	'  ',
	'\n',
	'\r\n',
	'\u2028',
	'\u0085',
	'\t',
	'\u00a0',
	'(',
	')',
	') ',
	'"',
	'\u201d',
	"'",
	'_',
	'-',
	'1',
	'3.14',
	'1,000',
	'@',
	'\u0301',
	'\u200d',
	'\u200b',
	'\u00ad',
	'\ufeff',
	'\u{1F469}\u200D\u{1F467}',
	'\u{1F600}',
	'\u{1F1E9}\u{1F1EA}',
	'\u{1F1EB}',
	'\u{1D400}',
	'\ud83d',
	'\udc00',
	'\u{10A50}',
	'\u4e2d\u6587',
	'\u6211\u5011\u5728\u9019\u88e1',
	'\u4eca\u65e5\u306f\u826f\u3044\u5929\u6c17\u3067\u3059',
	'\u3002',
	'\uff0c',
	'\u3001',
	'\u30ab\u30bf\u30ab\u30ca',
	'\u30fb',
	'\u30fc',
	'\uff9e',
	'\uff61',
	'\u3005',
	'\ud55c\uad6d\uc5b4',
	'\u{20000}',
	'\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e04\u0e23\u0e31\u0e1a',
	'\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22',
	'\u0e46',
	'\u0e2f',
	'\u0ea5\u0eb2\u0ea7\u0e9e\u0eb2\u0eaa\u0eb2',
	'\u1780\u17b6\u179a\u179f\u17b7\u1780\u17d2\u179f\u17b6',
	'\u17d4',
	'\u1019\u103c\u1014\u103a\u1019\u102c\u1005\u102c',
	'\u104b',
	'\u043c\u0438\u0440',
	'\u039a\u03b1\u03bb\u03ae',
	'\u05e9\u05dc\u05d5\u05dd',
	'\u05d0"\u05d1',
	'\u0645\u0631\u062d\u0628\u0627',
	'\u061f',
	'\u0939\u093f\u0928\u094d\u0926\u0940',
	'\u0964',
	'\u1362',
	'\u1230\u120b\u121d',
];
const text = fc
	.array(
		fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...odd) }, { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 3 }) }),
		{ maxLength: 120, size: 'max' },
	)
	.map((parts) => parts.join(''));

for (const granularity of granularities) {
	const segmenter = new Intl.Segmenter('und', { granularity });

	test(`segments (${granularity}) of a text in pieces are those of the whole`, () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 2, max: 40 }), (each, pieceLength) => {
				assert.deepEqual(Array.from(segmentsOf(segmenter, each, pieceLength, Infinity)), whole(segmenter, each));
			}),
			{ numRuns: 3000 },
		);
	});

	test(`segments (${granularity}) of a text of scripts without spaces, with signs between, in pieces of the usual size`, () => {
		const phrases = fc
			.array(fc.constantFrom(...odd.filter((part) => /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\uffef]/.test(part))), {
				minLength: 1000,
				maxLength: 2000,
				size: 'max',
			})
			.map((parts) => parts.join(''));
		fc.assert(
			fc.property(phrases, (each) => {
				assert.deepEqual(Array.from(segmentsOf(segmenter, each)), whole(segmenter, each));
			}),
			{ numRuns: 20, endOnFailure: true },
		);
	});

	test(`segments (${granularity}) cover the text, in order, also where a run is too long to be kept whole`, () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 2, max: 20 }), fc.integer({ min: 1, max: 30 }), (each, pieceLength, runLength) => {
				const found = Array.from(segmentsOf(segmenter, each, pieceLength, runLength));
				assert.equal(found.map(({ start, end }) => each.slice(start, end)).join(''), each);
				assert.ok(found.every(({ start, end }, i) => end > start && start === (found[i - 1]?.end ?? 0)));
			}),
		);
	});
}

test('a long run of letters that a dictionary cuts is cut within, and nothing else is', () => {
	const words = new Intl.Segmenter('und', { granularity: 'word' });
	const run = '\u6211\u5011\u5728\u9019\u88e1\u5de5\u4f5c'.repeat(3000);
	const found = Array.from(segmentsOf(words, run));
	assert.deepEqual(found, whole(words, run), 'the words are short: the cut changes nothing here');
	for (const one of [
		'a'.repeat(20_000),
		`${'a'.repeat(4095)}.b`,
		'\u{1F600}'.repeat(5000),
		'\u{1F1E9}\u{1F1EA}'.repeat(3000),
		`${'a\u0301'.repeat(5000)}.${'\u0301'.repeat(5000)}b`,
	]) {
		assert.deepEqual(Array.from(segmentsOf(words, one)), whole(words, one));
	}
});

test('the first Japanese text of a process is cut as every later one', () => {
	const source = `
		import { segmentsOf } from ${JSON.stringify(new URL('../../../src/text/segments.ts', import.meta.url).href)};
		const text = "\\u3005'\\u30fc\\u4eca\\u65e5\\u306f\\u826f\\u3044\\u5929\\u6c17 a";
		const words = () => Array.from(segmentsOf(new Intl.Segmenter('und', { granularity: 'word' }), text), ({ start, end }) => text.slice(start, end));
		console.log(JSON.stringify([words(), words()]));`;
	const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8' });
	assert.equal(stderr, '');
	const [first, second] = JSON.parse(stdout) as string[][];
	assert.deepEqual(first, second);
	assert.deepEqual(first?.slice(0, 4), ['\u3005', "'", '\u30fc', '\u4eca\u65e5']);
});
