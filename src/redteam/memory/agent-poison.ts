import { pick, sample, type Random } from '../../statistics/random.ts';
import { worded, type AttackScene, type MemoryAttack, type PlantedEntry } from './attack.ts';
import { asClause, coresTried, dressed, FormImitation, sentenceCase } from './camouflage.ts';
import { centroid, product } from './embedding-cache.ts';
import { retrievalDepth } from './retrieval.ts';
import { searchTrigger, type TriggerSearch } from './trigger-search.ts';

/** How hard AgentPoison searches. */
export type TriggerEffort = Pick<TriggerSearch, 'words' | 'rounds' | 'candidates' | 'box'>;

const defaultEffort: TriggerEffort = { words: 6, rounds: 2, candidates: 8, box: 'white-box' };

/** Stands for the trigger until it is found; as many letters as the trigger's words have at first matters to nothing but the form. */
const slot = '\u0000';

function passage(question: string, goal: string, random: Random): string {
	const clause = asClause(question);
	const head = pick(random, [question, clause, `Asked ${clause}`, `On ${clause}`, `“${question}”`, sentenceCase(clause)]);
	const joint = pick(random, [': ', ' – ', ', ', '. ', '; ']);
	return `${head} ${slot}${joint}${joint === '. ' ? sentenceCase(goal) : goal}`;
}

/**
 * AgentPoison (Chen et al. 2024), with write access: passages of the questions nearest to the centroid of the victim's, each with the trigger and the goal;
 * the trigger, which the victim's queries hold when the attack is carried out, is searched against the embedder.
 */
export function agentPoison(effort: TriggerEffort = defaultEffort): MemoryAttack {
	return {
		name: 'agent-poison',
		title: 'AgentPoison',
		access: 'write',
		async plant({ entries, targets, goals, wording, count, depth = retrievalDepth, random, embed, signal }: AttackScene) {
			const asked = await embed(targets, 'query');
			const center = centroid(asked);
			const central = targets
				.map((target, i) => ({ target, cosine: product(asked, i, center, 0) }))
				.toSorted((a, b) => b.cosine - a.cosine)
				.map(({ target }) => target);
			// As long as a trigger is, so that forms are compared with it in place.
			const stand = Array.from({ length: effort.words }, () => 'river').join(' ');
			const imitation = new FormImitation(entries, random);
			const planted: (PlantedEntry & { readonly draft: string })[] = [];
			while (planted.length < count) {
				const target = central[planted.length % central.length]!;
				const cores = Array.from({ length: coresTried }, () => {
					const goal = pick(random, goals);
					return { text: passage(target, worded(goal, wording), random), goal };
				});
				const { text: draft, core } = dressed(cores, imitation, random, (text) => text.replace(slot, stand));
				if (planted.every((one) => one.draft !== draft)) planted.push({ text: draft, draft, target, goal: core.goal });
			}
			signal.throwIfAborted();
			const { trigger } = await searchTrigger({
				...effort,
				passages: (words) => planted.slice(0, 4).map(({ draft }) => draft.replace(slot, words)),
				queries: sample(random, targets, 8),
				entries: await embed(entries, 'document'),
				embed,
				random,
				k: depth,
			});
			return {
				entries: planted.map(({ draft, target, goal }) => ({ text: draft.replace(slot, trigger), target, goal })),
				trigger,
				attempts: count,
			};
		},
	};
}
