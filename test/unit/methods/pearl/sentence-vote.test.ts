import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countVotes, releaseByVotes, wordingBallot } from '../../../../src/methods/pearl/sentence-vote.ts';
import { seededBits } from '../../../../src/privacy/random-bits.ts';

const none = new Map<string, string>();

test('a document counts once for each of its first S different sentences', () => {
	const counts = countVotes([['a', 'a', 'b', 'c'], ['b', 'a'], [], ['c', 'c', 'c']], 2);
	assert.deepEqual(
		[...counts],
		[
			['a', 2],
			['b', 2],
			['c', 1],
		],
	);
});

test('one document more moves at most S counts, each by one', () => {
	const ballot = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 6 });
	fc.assert(
		fc.property(fc.array(ballot, { maxLength: 8 }), ballot, fc.integer({ min: 1, max: 4 }), (ballots, more, max) => {
			const [before, after] = [countVotes(ballots, max), countVotes([...ballots, more], max)];
			const moved = [...after].filter(([said, count]) => count !== (before.get(said) ?? 0));
			assert.ok(moved.length <= max);
			for (const [said, count] of moved) assert.equal(count - (before.get(said) ?? 0), 1);
		}),
	);
});

test('at ε = 3 what seven documents say comes out, what one says does not, and the order is that of the alphabet', () => {
	// Optimal partition selection at ε = 3, δ = 1e-5 releases 1 of 10^5 single votes, and 7 alike with 1 − 1e-4 (p_5 = 0.954, methods.md §6).
	const ballots = Array.from({ length: 7 }, (_, i) => [`own ${i}`, 'z is so', 'a is so']);
	for (let seed = 0; seed < 20; seed++) {
		const told = releaseByVotes(
			ballots.map((ballot) => ballot.slice(1)),
			{ sentences: 2, epsilon: 6, delta: 5e-6, bits: seededBits(seed) },
		);
		assert.deepEqual(told, ['a is so', 'z is so']);
		assert.deepEqual(
			releaseByVotes(
				ballots.map(([first]) => [first!]),
				{ sentences: 1, epsilon: 3, delta: 1e-5, bits: seededBits(seed) },
			),
			[],
		);
	}
});

test('nothing of one document’s spelling comes out: forms are counted and shown, sentences are not', () => {
	const shouting = wordingBallot(['THE WARD IS 4'], none);
	const others = Array.from({ length: 9 }, () => wordingBallot(['The ward is 4.'], none));
	const told = releaseByVotes([...others, shouting], { sentences: 1, epsilon: 8, delta: 1e-5, bits: seededBits(1) });
	assert.deepEqual(told, ['The ward is 4.']);
});
