import { recites } from '../world/memory.ts';
import type { Situation } from '../world/situation.ts';
import { askAll } from './ask.ts';
import { aboutFresh, aboutMemorized, domainIds, times } from './draw.ts';
import { share, type Figure } from '../figure.ts';
import { answersWith, refuses } from './judge.ts';
import type { Measurement } from './subject.ts';
import { atLeast } from '../target.ts';

/** What greedy answers say of an attribute that no passage states. */
export async function refusing(run: Measurement): Promise<Figure[]> {
	const random = run.randomFor('withheld');
	const fresh = await askAll(
		run,
		'withheld, fresh',
		domainIds.flatMap((id) => times(run.sizes.withheldEach, () => aboutFresh(random, run.forms, id, true))),
	);
	const memorised = async (name: string, wanted: (situation: Situation) => boolean) => {
		const draw = () => {
			for (;;) {
				const situation = aboutMemorized(random, run.forms, 'memory', true);
				if (wanted(situation)) return situation;
			}
		};
		return askAll(run, name, times(run.sizes.withheldMemorized, draw));
	};
	const companies = await memorised('withheld, memorised companies', ({ entity }) => recites(entity));
	const others = await memorised('withheld, other memorised', ({ entity }) => !recites(entity));
	return [
		share('withheld, fresh: refused', fresh, refuses, atLeast(0.75)),
		share('withheld, fresh: another value of the passages', fresh, answersWith('misattributed')),
		share('withheld, fresh: invented value', fresh, answersWith('fabricated')),
		share('withheld, memorised companies: refused', companies, refuses),
		share('withheld, memorised companies: recited', companies, answersWith('memory')),
		share('withheld, other memorised: refused', others, refuses),
		share('withheld, other memorised: recited', others, answersWith('memory')),
	];
}
