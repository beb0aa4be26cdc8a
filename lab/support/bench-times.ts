import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { quantile } from '../../src/statistics/quantile.ts';
import { randomFor } from '../../src/statistics/random.ts';
import type { Figure } from '../bench/bench.ts';
import { clusterBootstrap } from '../cluster-bootstrap.ts';
import { atMost, type Target } from '../target.ts';

/** Tokens of the response and of its contexts that the time is measured with. */
export const sizes = { response: 2000, contexts: 16_000 };

/** What one process spent, in ms of CPU time (`first-call.ts`). */
const spentSchema = z.object({
	/** The first comparison, with all modules and the tagger loaded. */
	first: z.number(),
	/** The second one: contexts are known, and so are all sentences but one, in which a letter was typed. */
	second: z.number(),
	/** The first comparison, and the one with known contexts, once the process has run both 30 times. */
	warmFirst: z.number(),
	warmSecond: z.number(),
	/** What the tagger alone takes for the response, cold and warm. */
	coldTag: z.number(),
	warmTag: z.number(),
});
type Spent = z.infer<typeof spentSchema>;

/** Measures how long a comparison takes, in processes of their own: the first one runs code that nothing has compiled yet. */
export async function timeFigures(seed: number, processes: number): Promise<Figure[]> {
	const spent: Spent[] = [];
	const program = fileURLToPath(new URL('first-call.ts', import.meta.url));
	for (let i = 0; i < processes; i++) {
		// oxlint-disable-next-line no-await-in-loop -- one after another is what is measured
		const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify({ seed, ...sizes })]);
		spent.push(spentSchema.parse(JSON.parse(stdout)));
	}
	const middle = (values: readonly number[]): number =>
		quantile(
			values.toSorted((a, b) => a - b),
			0.5,
		);
	const random = randomFor(seed, 'times');
	const figure = (name: string, unit: 'ms' | '', of: (one: Spent) => number, target: Target | null = null): Figure => {
		const values = spent.map(of);
		return { name, value: middle(values), ...clusterBootstrap(random, values, middle), n: values.length, unit, target };
	};
	const typing = 'while typing, with contexts that were read before';
	return [
		figure(`CPU time: ${typing}`, 'ms', ({ warmSecond }) => warmSecond, atMost(20)),
		figure('CPU time: all of it, contexts included', 'ms', ({ warmFirst }) => warmFirst),
		figure('CPU time: the first comparison of a process', 'ms', ({ first }) => first, atMost(20)),
		figure('CPU time: the second one of a process, with the same contexts', 'ms', ({ second }) => second, atMost(20)),
		figure('CPU time: of each, the tagger alone', 'ms', ({ warmTag }) => warmTag),
		figure(`CPU time as a multiple of the tagger's: ${typing}`, '', ({ warmSecond, warmTag }) => warmSecond / warmTag),
		figure("CPU time as a multiple of the tagger's: the first comparison of a process", '', ({ first, coldTag }) => first / coldTag),
	];
}
