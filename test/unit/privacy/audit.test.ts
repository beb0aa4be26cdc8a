import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slowTest } from '../../support/slow-test.ts';
import { audit, auditTable, type AuditResult } from './audit.ts';
import * as mechanisms from './audited-mechanisms.ts';
import * as bugs from './planted-bugs.ts';

/** Fails by a lower bound alone: a claim that is broken, or a bug that nothing shows. */
function show(diagnostic: (line: string) => void, results: readonly AuditResult[]): void {
	for (const line of auditTable(results)) diagnostic(line);
}

test('an audit of 100,000 runs finds no more than a mechanism claims, and catches a document that votes twice', () => {
	const sound = audit(mechanisms.sentenceVoteOfOne);
	assert.ok(sound.lowerBound <= sound.epsilon && sound.lowerBound > 0.6 * sound.epsilon, `${sound.lowerBound} of ${sound.epsilon}`);
	const broken = audit(bugs.sentenceTwice);
	assert.ok(broken.lowerBound > broken.epsilon, `${broken.lowerBound} of ${broken.epsilon}`);
});

slowTest('audits of 100,000 runs never find more than the mechanisms claim, and nearly as much where neighbors are the worst', (t) => {
	// What shows at least so much of its claim that twice as much would be found out.
	const close = [
		audit(mechanisms.sentenceVoteOfOne),
		audit(mechanisms.sentenceVoteOfTwo),
		audit(mechanisms.publicList),
		audit(mechanisms.agreedList),
		audit(mechanisms.gated),
		audit(mechanisms.gatedAlone),
		audit(mechanisms.absoluteEnsemble),
		audit(mechanisms.differenceEnsemble),
		audit(mechanisms.topKOfAnother),
	];
	const others = [
		audit(mechanisms.absoluteBesideBlank),
		audit(mechanisms.differenceBesideBlank),
		audit(mechanisms.topKBesideBlank),
		audit(mechanisms.sparseVectorOfAnother),
		audit(mechanisms.keywords),
	];
	const results = [...close, ...others];
	show((line) => t.diagnostic(line), results);
	for (const { name, epsilon, lowerBound } of results) assert.ok(lowerBound <= epsilon, `${name}: ε is at least ${lowerBound}`);
	// An audit that sees nothing would pass anything.
	for (const { name, epsilon, lowerBound } of close)
		assert.ok(lowerBound > 0.6 * epsilon, `${name}: only ${lowerBound} of ${epsilon} seen`);
	for (const { name, epsilon, lowerBound } of others)
		assert.ok(lowerBound > 0.25 * epsilon, `${name}: only ${lowerBound} of ${epsilon} seen`);
});

slowTest(
	'the same audits catch a sensitivity that is halved, a document that votes twice or while it is blank, and a gate that is read from the documents',
	(t) => {
		const results = [
			...bugs.halvedSensitivities.map((bug) => audit(bug)),
			audit(bugs.halvedGapSensitivity),
			audit(bugs.sentenceTwice),
			audit(bugs.sentencesWithoutLimit),
			audit(bugs.listTwice),
			audit(bugs.gatedTwice),
			audit(bugs.listAtTwice),
			audit(bugs.blankVotes),
			audit(bugs.gateOfDocuments),
			audit(bugs.wordsCountedOften),
		];
		show((line) => t.diagnostic(line), results);
		for (const { name, epsilon, lowerBound } of results) assert.ok(lowerBound > epsilon, `${name}: only ${lowerBound} of ${epsilon} seen`);
	},
);

test('an audit of a known ratio: randomized response of ε = 1 is found to be nearly 1, and one of ε = 1.2 that claims 1 is caught', () => {
	const response = (truth: number) => ({
		name: 'randomized response',
		epsilon: 1,
		delta: 0,
		run: (bits: { below(limit: bigint): bigint }, heads: boolean): string =>
			`${heads === Number(bits.below(2n ** 40n)) / 2 ** 40 < 1 / (1 + Math.exp(-truth))}`,
		neighbors: [true, false] as const,
	});
	const honest = audit(response(1));
	assert.ok(honest.lowerBound > 0.9 && honest.lowerBound <= 1, `${honest.lowerBound}`);
	assert.ok(audit(response(1.2)).lowerBound > 1);
});
