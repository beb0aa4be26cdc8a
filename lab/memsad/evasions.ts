import type { Matrix } from '../../src/methods/memsad/row-maxima.ts';
import { meanThreshold } from '../../src/methods/memsad/thresholds.ts';
import { triggered, type Embed, type Planted } from '../../src/redteam/memory/attack.ts';
import { cutsOf, retrievalDepth, retrieved } from '../../src/redteam/memory/retrieval.ts';
import { evadeBySynonyms, type Evasion } from '../../src/redteam/memory/synonym-adversary.ts';
import { memsadScore } from './detectors.ts';
import type { DefenseScene } from './defenses.ts';
import { materialOf } from './material.ts';

/** Words that the adversary replaces at most. */
const max = 12;

/** The adversary with synonyms on the first so many planted entries, against the combined score at `μ̂ + 2σ̂`, as the paper has it. */
export async function evasions(
	{ entries, trigger }: Planted,
	count: number,
	{
		scene: { calibration, triggered: history },
		store,
		embed,
		signal,
	}: { readonly scene: DefenseScene; readonly store: Matrix; readonly embed: Embed; readonly signal: AbortSignal },
): Promise<Evasion[]> {
	const fitted = memsadScore('combined', { calibration, history });
	const { threshold } = meanThreshold(fitted.calibration);
	const found: Evasion[] = [];
	for (const { text, target } of entries.slice(0, count)) {
		// What is made for any question is held to nothing.
		// oxlint-disable-next-line no-await-in-loop -- an encoder does one thing at a time
		const asked = target === null ? undefined : await embed([triggered(target, trigger)], 'query');
		const cuts = asked === undefined ? undefined : cutsOf(store, asked, retrievalDepth);
		found.push(
			// oxlint-disable-next-line no-await-in-loop -- see above
			await evadeBySynonyms(text, {
				score: async (texts) => [...fitted.score(await materialOf(texts, embed))],
				isRetrieved: async (texts) => {
					if (asked === undefined || cuts === undefined) return texts.map(() => false);
					const rows = await embed(texts, 'document');
					return texts.map(
						(_, i) => retrieved(cuts, asked, { ...rows, values: rows.values.subarray(i * rows.width, (i + 1) * rows.width), count: 1 })[0]!,
					);
				},
				threshold,
				max,
				signal,
			}),
		);
	}
	return found;
}
