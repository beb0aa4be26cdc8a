import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slowTest } from '../../../support/slow-test.ts';
import { auditTable } from '../../privacy/audit.ts';
import * as paths from './audited-paths.ts';
import { auditRuns, type AuditedRun } from './whole-run-audits.ts';

/** Fails if the first shows more than its claim, or if a bug shows no more. */
async function audited(
	kept: AuditedRun,
	bugs: readonly AuditedRun[],
	{ diagnostic, runs = 3000 }: { readonly diagnostic: (line: string) => void; readonly runs?: number },
) {
	const sound = await auditRuns(kept, runs);
	const broken = [];
	// oxlint-disable-next-line no-await-in-loop -- one after another: each takes a whole core
	for (const bug of bugs) broken.push(await auditRuns(bug, runs));
	for (const line of auditTable([sound, ...broken].map((result) => ({ ...result, event: [`${result.event.length} releases`] }))))
		diagnostic(line);
	assert.ok(sound.lowerBound <= sound.epsilon, `ε is at least ${sound.lowerBound}, and ${sound.epsilon} is claimed`);
	for (const { lowerBound, epsilon } of broken) assert.ok(lowerBound > epsilon, `only ${lowerBound} seen, and ${epsilon} is claimed`);
}

/** ε of each part. A filter that the audited part shines through has much of it. */
const even = { decode: 2, filter: 2, refill: 2 } as const;
const withoutFilter = { ...even, filter: 0 } as const;

test('whole runs of a sentence vote tell no more than its part of ε, and an audit sees twice as much', async (t) => {
	const of = (decode: number): AuditedRun => paths.auditedRun(paths.sentenceVote, withoutFilter, { decode });
	await audited(of(2), [of(4)], { diagnostic: (line) => t.diagnostic(line) });
});

for (const [path, parts, runs] of [
	[paths.publicList, withoutFilter, 3000],
	[paths.gatedVotes, { ...even, filter: 20 }, 3000],
	[paths.ensemble, withoutFilter, 3000],
	[paths.keywords, even, 3000],
	[paths.topK, even, 5000],
	[paths.sparseVector, { ...even, filter: 4 }, 3000],
] as const)
	slowTest(
		`whole runs tell no more than the part of ε that one document can change, and an audit sees twice as much: ${path.name}`,
		async (t) => {
			const [part] = path.reads;
			await audited(paths.auditedRun(path, parts), [paths.auditedRun(path, parts, { [part!]: 2 * parts[part!] })], {
				diagnostic: (line) => t.diagnostic(line),
				runs,
			});
		},
	);

slowTest('a document that every part reads is told by no more than all of ε, and an audit sees twice as much', async (t) => {
	const parts = { decode: 1.2, filter: 0, refill: 0.8 };
	const bug = paths.auditedRun(paths.votesAndKeywords, parts, { decode: 2.4, refill: 1.6 });
	await audited(paths.auditedRun(paths.votesAndKeywords, parts), [bug], { diagnostic: (line) => t.diagnostic(line), runs: 8000 });
});

slowTest(
	'one of sixteen documents does not change how ε is divided, and an audit sees a step whose ε follows from those that are not blank',
	async (t) => {
		await audited(paths.oneOfSixteen, [paths.stepOfOthers], { diagnostic: (line) => t.diagnostic(line), runs: 2000 });
	},
);
