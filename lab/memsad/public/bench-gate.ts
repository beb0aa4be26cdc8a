/**
 * `node lab/memsad/public/bench-gate.ts DIR [A|B]`: how many honest entries a gate rejects for nearness, by the sizes of the store and of its history. DIR has a clone of
 * `snap-research/LoCoMo` as `snap-research+LoCoMo`. Each honest observation of a conversation is judged by the robust threshold of the others, against questions of that
 * conversation, with the built-in embedder fitted to all of them. The least sizes were chosen on half A.
 */
import * as z from 'zod';
import { storeThresholds } from '../../../src/analysis/memory/scan-thresholds.ts';
import { fitLexical } from '../../../src/embedding/lexical/fit-lexical.ts';
import { lexicalEncoder } from '../../../src/embedding/lexical/lexical-encoder.ts';
import { matrix } from '../../../src/methods/memsad/row-maxima.ts';
import { directionsOf, memsadScores } from '../../../src/methods/memsad/scores.ts';
import { clopperPearson } from '../../../src/statistics/binomial-interval.ts';
import { randomFor, sample } from '../../../src/statistics/random.ts';
import { terminalAdvice } from '../../../src/wording/memory-phrases.ts';
import { readClone } from './clone-files.ts';
import { halfOf } from './half.ts';

const conversations = z.array(
	z.object({
		observation: z.record(z.string(), z.record(z.string(), z.array(z.tuple([z.string()], z.unknown())))),
		qa: z.array(z.object({ question: z.string() })),
	}),
);
const sizes = { entries: [12, 20, 60, 110], queries: [50, 150] };
const draws = 1;
const never = { signal: new AbortController().signal, onProgress: () => undefined };

/** Scores of honest entries, and whether each is above the threshold of the others. */
async function rejectedOf(entries: readonly string[], queries: readonly string[]): Promise<boolean[]> {
	const encoder = lexicalEncoder(await fitLexical([...entries, ...queries]));
	const rows = async (texts: readonly string[]) => matrix(await encoder.embed(texts, never), encoder.dimensions);
	const scores = [...memsadScores(await rows(entries), directionsOf(await rows(queries))).combined];
	return scores.map((score, i) => {
		const others = Float64Array.from(scores.toSpliced(i, 1));
		const { likeness } = storeThresholds(
			{ likeness: others, proactive: null, texts: [] },
			{ entries: others.length, queries: queries.length },
			terminalAdvice,
		);
		return likeness !== null && score > likeness.threshold;
	});
}

const [folder = '.', half = 'A'] = process.argv.slice(2);
const found = await readClone(folder, { repository: 'snap-research/LoCoMo', commit: 'HEAD', paths: ['data/locomo10.json'] });
const text = found?.get('data/locomo10.json');
if (text === undefined) throw new Error(`${folder} has no clone of snap-research/LoCoMo`);
const data = conversations.parse(JSON.parse(text)).map(({ observation, qa }) => ({
	entries: [
		...new Set(
			Object.values(observation)
				.flatMap((of) => Object.values(of).flat())
				.map(([fact]) => fact),
		),
	].filter((fact) => halfOf(fact) === half),
	queries: [...new Set(qa.map(({ question }) => question))],
}));
for (const entries of sizes.entries)
	for (const queries of sizes.queries) {
		const rejected: boolean[] = [];
		for (const [i, one] of data.entries()) {
			if (one.entries.length < entries || one.queries.length < queries) continue;
			for (let draw = 0; draw < draws; draw++) {
				const random = randomFor(1, `${i} ${entries} ${queries} ${draw}`);
				// oxlint-disable-next-line no-await-in-loop -- one embedder after the other
				rejected.push(...(await rejectedOf(sample(random, one.entries, entries), sample(random, one.queries, queries))));
			}
		}
		const count = rejected.filter(Boolean).length;
		const { low, high } = clopperPearson(count, rejected.length);
		process.stdout.write(
			`half ${half}, ${entries} entries, ${queries} queries: ${count} of ${rejected.length} rejected, ${((100 * count) / rejected.length).toFixed(1)} % [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]\n`,
		);
	}
