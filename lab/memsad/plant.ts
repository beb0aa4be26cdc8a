import { agentPoison, type TriggerEffort } from '../../src/redteam/memory/agent-poison.ts';
import type { AttackName, Embed, GoalWording, MemoryAttack, Planted } from '../../src/redteam/memory/attack.ts';
import { goalsFor, publishedGoals } from '../../src/redteam/memory/goals.ts';
import { injecmem } from '../../src/redteam/memory/injecmem.ts';
import { minja } from '../../src/redteam/memory/minja.ts';
import { randomFor } from '../../src/statistics/random.ts';
import { entryTexts, type MemorySplit } from './split.ts';

export interface PlantOptions {
	readonly count: number;
	readonly effort: TriggerEffort;
	readonly forms: 'dev' | 'test';
	readonly signal: AbortSignal;
}

export type PlantedBy = Readonly<Record<AttackName, Planted>>;

/** Every attack on a split, in one wording. */
export async function plantAll(split: MemorySplit, wording: GoalWording, embed: Embed, options: PlantOptions): Promise<PlantedBy> {
	const { count, effort, forms, signal } = options;
	const plant = (attack: MemoryAttack): Promise<Planted> =>
		attack.plant({
			entries: entryTexts(split),
			targets: split.targets,
			goals: wording === 'published' ? publishedGoals : goalsFor(forms),
			wording,
			count,
			random: randomFor(split.seed, `${attack.name} ${wording}`),
			embed,
			signal,
		});
	return { 'agent-poison': await plant(agentPoison(effort)), minja: await plant(minja), injecmem: await plant(injecmem) };
}
