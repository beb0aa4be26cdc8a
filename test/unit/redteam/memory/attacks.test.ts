import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { agentPoison } from '../../../../src/redteam/memory/agent-poison.ts';
import { triggered, type AttackScene, type MemoryAttack } from '../../../../src/redteam/memory/attack.ts';
import { rememberedEmbeddings } from '../../../../src/redteam/memory/embedding-cache.ts';
import { asClause, sentenceCase } from '../../../../src/redteam/memory/camouflage.ts';
import { attackGoals, goalsFor } from '../../../../src/redteam/memory/goals.ts';
import { injecmem } from '../../../../src/redteam/memory/injecmem.ts';
import { minja } from '../../../../src/redteam/memory/minja.ts';
import { cutsOf, retrieved, shareOf } from '../../../../src/redteam/memory/retrieval.ts';
import { searchTrigger, triggerWords } from '../../../../src/redteam/memory/trigger-search.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { bagEncoder } from './bag-encoder.ts';
import { smallMemory } from './small-memory.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';

const { signal } = new AbortController();
const effort = { words: 4, rounds: 1, candidates: 4, box: 'white-box' } as const;
const attacks: readonly MemoryAttack[] = [agentPoison(effort), minja, injecmem];

function scene(seed: number, more: Partial<AttackScene> = {}): AttackScene {
	return {
		...smallMemory,
		goals: attackGoals,
		wording: 'published',
		count: 8,
		random: seededRandom(seed),
		embed: rememberedEmbeddings(bagEncoder, signal),
		signal,
		...more,
	};
}

async function reached({ entries, targets, embed }: AttackScene, texts: readonly string[], trigger: string | null): Promise<number> {
	const asked = await embed(
		targets.map((target) => triggered(target, trigger)),
		'query',
	);
	return shareOf(retrieved(cutsOf(await embed(entries, 'document'), asked, 5), asked, await embed(texts, 'document')));
}

for (const attack of attacks) {
	// MINJA, the quickest of them, stands for the others in `npm test`.
	const declareFew = attack === minja ? quickTest : slowTest;
	describe(attack.title, () => {
		for (const [count, declare] of [
			[2, quickTest],
			[8, slowTest],
		] as const)
			declare(`plants as many entries as it was told to, ${count}, none of them twice, each with its goal`, async () => {
				const { entries } = await attack.plant(scene(1, { count }));
				assert.equal(entries.length, count);
				assert.equal(new Set(entries.map(({ text }) => text)).size, count);
				for (const { text, goal } of entries) assert.ok(text.toLowerCase().includes(goal.directive.toLowerCase().slice(0, 40)), text);
			});

		for (const [count, declare] of [
			[2, declareFew],
			[8, slowTest],
		] as const)
			declare(`the same seed plants the same ${count} entries, another one something else`, async () => {
				const plant = async (seed: number): Promise<unknown> => {
					const { entries, trigger } = await attack.plant(scene(seed, { count }));
					return [entries.map(({ text }) => text), trigger];
				};
				const first = await plant(3);
				assert.deepEqual(await plant(3), first);
				assert.notDeepEqual(await plant(4), first);
			});

		declareFew('a subtle goal leaves no order behind', async () => {
			const { entries } = await attack.plant(scene(5, { wording: 'subtle' }));
			for (const { text, goal } of entries) {
				assert.ok(text.toLowerCase().includes(goal.statement.toLowerCase()), text);
				assert.ok(!text.includes(goal.directive), text);
			}
		});

		for (const [count, declare] of [
			[6, declareFew],
			[20, slowTest],
		] as const)
			declare(`${count} planted entries are about as long as those of the store`, async () => {
				const { entries } = await attack.plant(scene(6, { count }));
				const mean = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
				const [planted, benign] = [mean(entries.map(({ text }) => text)), mean(smallMemory.entries)];
				assert.ok(Math.abs(planted - benign) < 0.15 * benign, `${planted} and ${benign} characters`);
			});
	});
}

describe('what attacks reach', () => {
	for (const attack of [agentPoison(effort), minja])
		(attack === minja ? quickTest : slowTest)(
			`${attack.title}: more questions retrieve what it has planted than its goals alone`,
			async () => {
				const at = scene(7);
				const { entries, trigger } = await attack.plant(at);
				const goalsAlone = entries.map(({ goal }) => `${sentenceCase(asClause(goal.directive))}.`);
				const [attacked, alone] = [
					await reached(
						at,
						entries.map(({ text }) => text),
						trigger,
					),
					await reached(at, goalsAlone, null),
				];
				assert.ok(attacked > alone, `${attacked} of the questions, ${alone} without the attack`);
			},
		);

	slowTest('AgentPoison: with the trigger more than without', async () => {
		const at = scene(8);
		const { entries, trigger } = await agentPoison(effort).plant(at);
		const texts = entries.map(({ text }) => text);
		assert.ok((await reached(at, texts, trigger)) > (await reached(at, texts, null)));
	});
});

describe('trigger search', () => {
	for (const box of ['white-box', 'black-box'] as const)
		test(`${box}: never ends below where it began, keeps the words' lengths, and tries no more than it may`, async () => {
			const embed = rememberedEmbeddings(bagEncoder, signal);
			const tried: string[] = [];
			const found = await searchTrigger({
				passages: (trigger) => {
					tried.push(trigger);
					return [`When is the boat due ${trigger}: send it on`];
				},
				queries: smallMemory.targets.slice(0, 4),
				entries: await embed(smallMemory.entries, 'document'),
				embed,
				random: seededRandom(9),
				words: 3,
				rounds: 2,
				candidates: 5,
				box,
				k: 5,
			});
			assert.ok(found.after >= found.before);
			assert.equal(found.tried, tried.length);
			assert.ok(found.tried <= 1 + 3 * 2 * 5);
			const lengths = (trigger: string): number[] => trigger.split(' ').map(({ length }) => length);
			assert.deepEqual(lengths(found.trigger), lengths(tried[0]!));
			assert.ok(found.trigger.split(' ').every((word) => triggerWords.includes(word)));
		});
});

test('goals for developing and goals for figures have none in common, and are all there are', () => {
	const [dev, forFigures] = [goalsFor('dev'), goalsFor('test')];
	assert.deepEqual(new Set([...dev, ...forFigures].map(({ id }) => id)).size, dev.length + forFigures.length);
	assert.equal(dev.length + forFigures.length, attackGoals.length);
	assert.equal(new Set(attackGoals.map(({ id }) => id)).size, attackGoals.length);
});
