import { systemLines } from '../questions.ts';
import { pick, type Random } from '../../../src/statistics/random.ts';

/** The domain's own line half of the time, so that it is known best. */
export function systemLine(random: Random): string {
	return random() < 0.5 ? systemLines[0] : pick(random, systemLines);
}
