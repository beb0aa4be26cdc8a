import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attackMemory, type MemoryAttackPlan } from '../../../../src/redteam/memory/attack-memory.ts';
import { rememberedEmbeddings } from '../../../../src/redteam/memory/embedding-cache.ts';
import { bagEncoder } from './bag-encoder.ts';
import { smallMemory } from './small-memory.ts';

const { signal } = new AbortController();
const embed = rememberedEmbeddings(bagEncoder, signal);

async function attacked(changed: Partial<MemoryAttackPlan>) {
	const report = await attackMemory(
		{
			entries: smallMemory.entries,
			queries: [...smallMemory.history, ...smallMemory.targets],
			attacks: ['injecmem'],
			synonyms: false,
			laundering: false,
			count: 4,
			depth: 5,
			detectors: { rule: 'mean-plus-deviations' },
			seeds: [1],
			...changed,
		},
		{ embed, signal, onProgress: () => undefined },
	);
	return { report, attack: report.attacks[0]! };
}

test('the deeper an agent reads, the more questions reach a planted entry', async () => {
	const [one, many] = [await attacked({ depth: 1 }), await attacked({ depth: 60 })];
	assert.deepEqual([one.report.retrievalDepth, many.report.retrievalDepth], [1, 60]);
	assert.ok(one.attack.retrieval.attacked.value < many.attack.retrieval.attacked.value);
});

test('κ, the rate and α change what the detectors flag', async () => {
	const near = async (detectors: MemoryAttackPlan['detectors']) => {
		const { report, attack } = await attacked({ detectors });
		const { tpr, fpr } = attack.detectors.find(({ name }) => name === 'near queries')!;
		return { says: report.calibration, flagged: tpr.value + fpr.value, roc: attack.roc };
	};
	const [strict, usual, lax] = [
		await near({ rule: 'mean-plus-deviations', kappa: 6 }),
		await near({ rule: 'mean-plus-deviations' }),
		await near({ rule: 'mean-plus-deviations', kappa: 0 }),
	];
	assert.match(strict.says, /the mean and 6 deviations of/);
	assert.match(usual.says, /the mean and two deviations of/);
	assert.ok(strict.flagged < lax.flagged && strict.flagged <= usual.flagged && usual.flagged <= lax.flagged);
	// 60 entries calibrate: too few for a rate of 0.02, enough for 0.15.
	assert.match((await near({ rule: 'conformal' })).says, /No false-positive rate is promised/);
	assert.match((await near({ rule: 'conformal', rate: 0.15 })).says, /at most 10% are flagged by their scores/);
	const [nearest, mean] = [await near({ rule: 'mean-plus-deviations', alpha: 1 }), await near({ rule: 'mean-plus-deviations', alpha: 0 })];
	assert.notDeepEqual(nearest.roc, mean.roc);
});

test('a larger \u03ba flags no more, and thresholds of other questions flag other entries', async () => {
	const { attack } = await attacked({ seeds: [1, 2] });
	assert.deepEqual(
		attack.kappas.map(({ kappa }) => kappa),
		[1, 1.5, 2, 2.5, 3],
	);
	for (const [i, { tpr, fpr }] of attack.kappas.slice(1).entries())
		assert.ok(tpr.value <= attack.kappas[i]!.tpr.value && fpr.value <= attack.kappas[i]!.fpr.value);
	assert.ok(attack.kappas[0]!.fpr.value > attack.kappas.at(-1)!.fpr.value);
	assert.deepEqual([attack.kappas[0]!.tpr.n, attack.kappas[0]!.fpr.n], [8, 120]);
	assert.deepEqual(
		attack.histories.map(({ ownShare }) => ownShare),
		[1, 0.5, 0],
	);
	// All queries are the agent's own: mean and two deviations of them, as in the row of \u03ba = 2.
	assert.deepEqual([attack.histories[0]!.tpr, attack.histories[0]!.fpr], [attack.kappas[2]!.tpr, attack.kappas[2]!.fpr]);
	// Entries lie nearer to the agent's own questions than to others, so that such a threshold is too low.
	assert.ok(attack.histories[2]!.fpr.value > attack.histories[0]!.fpr.value);
});
