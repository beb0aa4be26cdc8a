import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit, auditTable, type AuditResult } from './audit.ts';
import {
	absoluteEnsemble,
	differenceEnsemble,
	gated,
	gateOfDocuments,
	halvedSensitivity,
	keywords,
	publicList,
	sentenceVoteOfOne,
	sentenceVoteOfTwo,
	sparseVector,
	topK,
	votingTwice,
} from './audited-mechanisms.ts';

/** Fails by a lower bound alone: a claim that is broken, or a bug that nothing shows. */
function show(diagnostic: (line: string) => void, results: readonly AuditResult[]): void {
	for (const line of auditTable(results)) diagnostic(line);
}

test('audits of 100,000 runs never find more than the mechanisms claim, and nearly as much where neighbors are the worst', (t) => {
	const results = [
		audit(sentenceVoteOfOne),
		audit(sentenceVoteOfTwo),
		audit(publicList),
		audit(gated),
		audit(differenceEnsemble),
		audit(absoluteEnsemble),
		audit(topK),
		audit(sparseVector),
		audit(keywords),
	];
	show((line) => t.diagnostic(line), results);
	for (const { name, epsilon, lowerBound } of results) assert.ok(lowerBound <= epsilon, `${name}: ε is at least ${lowerBound}`);
	// An audit that sees nothing would pass anything: these come near their claim.
	const [one, two, list] = results;
	for (const { name, epsilon, lowerBound } of [one!, two!, list!])
		assert.ok(lowerBound > 0.7 * epsilon, `${name}: only ${lowerBound} of ${epsilon} seen`);
	for (const { name, epsilon, lowerBound } of results)
		assert.ok(lowerBound > 0.25 * epsilon, `${name}: only ${lowerBound} of ${epsilon} seen`);
});

test('the same audits catch a sensitivity that is halved, a document that votes twice, and a gate that is read from the documents', (t) => {
	const results = [audit(halvedSensitivity), audit(votingTwice), audit(gateOfDocuments)];
	show((line) => t.diagnostic(line), results);
	for (const { name, epsilon, lowerBound } of results) assert.ok(lowerBound > epsilon, `${name}: only ${lowerBound} of ${epsilon} seen`);
});

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
