import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Bench, Figure } from '../bench/bench.ts';
import { hostileShapes } from './hostile-shapes.ts';
import { atMost } from '../target.ts';

/** What one process is to read, and how often. */
export const growthRun = z.object({ shape: z.string(), parts: z.array(z.number().int().positive()), repeats: z.number().int().positive() });

const growthResults = z.array(
	z.object({
		/** Of the processor, by the fastest reading: what else the machine does counts for nothing. */
		seconds: z.number().nonnegative(),
		/** Of the file. */
		bytes: z.number(),
		/** Problems and notes that it ends in. */
		problems: z.number(),
		/** Of resident memory, up to this size; `null` where the system does not say. */
		peakBytes: z.number().nullable(),
	}),
);
export type GrowthResult = z.infer<typeof growthResults>[number];

/** Below this a time is start-up and chance. */
const minSeconds = 0.05;

const program = fileURLToPath(new URL('bench-growth-run.ts', import.meta.url));

/**
 * How the processor's time grows with a file that was made to keep its reader busy: each shape at three sizes, n, 2n and 4n. The exponent is log2 of
 * the ratio of times from one size to the next, over both steps: 1 is linear, 2 quadratic. Where reading takes few milliseconds it says little, so
 * that such a shape has no target.
 */
export const growth: Bench = {
	name: 'growth',
	summary: 'how time and memory grow with files that were made to keep a reader busy',
	async run({ quick, log }) {
		const figures: Figure[] = [];
		for (const [
			shape,
			{
				parts: [few, many],
			},
		] of Object.entries(hostileShapes)) {
			const n = quick ? few : many;
			// oxlint-disable-next-line no-await-in-loop -- one after another is what is measured
			const results = await measured({ shape, parts: [n, 2 * n, 4 * n], repeats: quick ? 2 : 4 });
			const [small, , large] = results as [GrowthResult, GrowthResult, GrowthResult];
			log(`${shape}: ${results.map(({ seconds }) => `${(1000 * seconds).toFixed(1)} ms`).join(', ')}; ${large.problems} problems`);
			const common = { low: null, high: null, n: 4 * n };
			figures.push(
				{
					name: `${shape}, exponent`,
					value: Math.log2(large.seconds / small.seconds) / 2,
					...common,
					unit: '',
					target: large.seconds < minSeconds ? null : atMost(1.4),
				},
				{ name: `${shape}, seconds`, value: large.seconds, ...common, unit: 's', target: null },
				...(large.peakBytes === null
					? []
					: [{ name: `${shape}, memory`, value: large.peakBytes / 2 ** 20, ...common, unit: 'MiB', target: atMost(1024) }]),
				{ name: `${shape}, told`, value: large.problems, ...common, unit: '', target: atMost(200) },
			);
		}
		return { data: { sizes: 'n, 2n, 4n; the figures are of 4n', model: 'none: all but its arithmetic' }, figures };
	},
};

async function measured(run: z.infer<typeof growthRun>): Promise<GrowthResult[]> {
	const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(run)]);
	return growthResults.parse(JSON.parse(stdout));
}
