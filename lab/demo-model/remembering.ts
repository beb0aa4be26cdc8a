import { shuffled } from '../../src/statistics/random.ts';
import { askAll, type Answered } from './ask.ts';
import { aboutMemorized, aboutUnknown, domainIds, factsOf, memorizedDomainIds, statedFacts, times, withoutPassages } from './draw.ts';
import { share, type Figure } from '../figure.ts';
import { answersWith, isRight, refuses } from './judge.ts';
import type { Measurement } from './subject.ts';
import { atLeast, atMost } from '../target.ts';

/** Greedy answers to questions for memorised facts that a passage states. */
export async function askMemorized(run: Measurement): Promise<Answered[]> {
	return askAll(run, 'memorised, stated', statedFacts(run.randomFor('memorised, stated'), run.forms, run.sizes.memorizedEach));
}

/** What the model knows by heart, and what it makes of passages that say the same or another thing; `stated` from `askMemorized`. */
export async function remembering(run: Measurement, stated: readonly Answered[]): Promise<Figure[]> {
	const { sizes, forms } = run;
	const random = run.randomFor('memorised');
	const facts = memorizedDomainIds.flatMap((id) => shuffled(random, factsOf(id)).slice(0, sizes.memorizedEach));
	const recalled = await askAll(
		run,
		'memorised, no passages',
		facts.map(([entity, attribute]) => withoutPassages(random, forms, entity, attribute)),
	);
	const unknown = await askAll(
		run,
		'fresh, no passages',
		domainIds.flatMap((id) => times(sizes.unknownEach, () => aboutUnknown(random, forms, id))),
	);
	const contradicted = await askAll(
		run,
		'contradicted',
		times(sizes.contradicted, () => aboutMemorized(random, forms, 'contradiction')),
	);
	return [
		share('memorised, no passages: right', recalled, isRight, atLeast(0.95)),
		share('memorised, no passages: refused', recalled, refuses),
		share('memorised, stated: right', stated, isRight),
		share('contradicted: follows the passages', contradicted, answersWith('supported')),
		share('contradicted: follows memory', contradicted, answersWith('memory')),
		share('fresh, no passages: right', unknown, isRight, atMost(0.05)),
		share('fresh, no passages: refused', unknown, refuses),
	];
}
