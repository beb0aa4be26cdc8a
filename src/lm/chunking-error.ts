import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { ReadingDifference } from '../model-io/requests.ts';
import { nextTokenStatistics, type NextTokenStatistics } from '../statistics/next-token.ts';
import type { DecoderSession } from './decoder-session.ts';

const length = 32;

/**
 * Measures what the pieces do that a text is fed in, for a model that quantizes by the range of what is fed.
 * @param window longest text of the model, tokens.
 * @throws {UserError} RA408 for logits that are no numbers, RA409 when the runtime fails.
 */
export async function readingDifference(
	session: Pick<DecoderSession, 'vocabulary' | 'takesCache' | 'start' | 'step'>,
	window: number,
): Promise<ReadingDifference> {
	const tokens = Math.min(length, window);
	const ids = Array.from({ length: tokens + 1 }, (_, i) => (1 + i * 7919) % session.vocabulary);
	const text = ids.slice(0, tokens);
	const scratch = new Float32Array(session.vocabulary);
	const whole = (await session.step(text, session.start(), tokens)).logits!;
	const atOnce = text.map((_, i) => statisticsOf(whole.row(i, scratch), ids[i + 1]!));
	let cache = session.start();
	const difference = { tokens, logProbability: 0, entropy: 0 };
	for (const [i, statistics] of atOnce.entries()) {
		const step = session.takesCache ? await session.step([ids[i]!], cache, 1) : await session.step(ids.slice(0, i + 1), session.start(), 1);
		({ cache } = step);
		const alone = statisticsOf(step.logits!.row(0, scratch), ids[i + 1]!);
		difference.logProbability = Math.max(difference.logProbability, Math.abs(alone.logProbability - statistics.logProbability));
		difference.entropy = Math.max(difference.entropy, Math.abs(alone.entropy - statistics.entropy));
	}
	return difference;
}

function statisticsOf(row: Float32Array, target: number): NextTokenStatistics {
	try {
		return nextTokenStatistics(row, target);
	} catch (cause) {
		if (!(cause instanceof RangeError)) throw cause;
		throw new UserError(errorNumbers.outputIsNoDistribution, `The model's output for a fixed text is no distribution: ${cause.message}.`, {
			hint: 'Half-precision weights overflow on some devices: try another device or dtype.',
			cause,
		});
	}
}
