import { randomFor } from '../../src/statistics/random.ts';
import type { HeldOutForms } from '../world/domain.ts';
import { contamination } from './contamination.ts';
import { askAnswerable, copying } from './copying.ts';
import type { Figure } from '../figure.ts';
import { layouts } from './layouts.ts';
import { refusing } from './refusing.ts';
import { askMemorized, remembering } from './remembering.ts';
import { sampling } from './sampling.ts';
import { sharing } from './sharing.ts';
import { similarCases } from './similar-cases.ts';
import type { Sizes } from './sizes.ts';
import type { Losses, Measurement, Subject } from './subject.ts';

/** Everything that is measured of the demo model besides its speed, and how many questions of each sort were lost. */
export async function measureDemoModel(
	subject: Subject,
	sizes: Sizes,
	forms: HeldOutForms,
	seed: number,
	log: (message: string) => void,
): Promise<{ figures: Figure[]; losses: ReadonlyMap<string, Losses> }> {
	const run: Measurement = { subject, sizes, forms, randomFor: (name) => randomFor(seed, name), log, losses: new Map() };
	const answerable = await askAnswerable(run);
	const stated = await askMemorized(run);
	const figures = [
		...(await copying(run, answerable)),
		...(await remembering(run, stated)),
		...(await refusing(run)),
		...(await contamination(run, stated, answerable)),
		...(await sampling(run)),
		...(await similarCases(run)),
		...(await layouts(run)),
		...(await sharing(run)),
	];
	return { figures, losses: run.losses };
}
