import { seededRandom } from '../../../src/statistics/random.ts';
import { CorpusMoments } from '../../../src/methods/mirabel/corpus-moments.ts';
import { momentsFile, readMoments } from '../../../src/methods/mirabel/moments-file.ts';
import type { Found, ScreenedCorpus } from '../../../src/methods/mirabel/screen-query.ts';
import { dot } from '../methods/memsad/embeddings.ts';

const rules = ['empirical', 'skew', 'gumbel', 'exact'] as const;

export interface TwinCase {
	readonly query: Float32Array;
	readonly corpus: ScreenedCorpus;
	readonly found: readonly Found[];
}

/** Fifty cases of a corpus; the same are made by make_golden.py, whose comments say what they hold. */
export function twinCases(seed: number): TwinCase[] {
	const random = seededRandom(seed);
	const below = (n: number): number => (random() * 2 ** 32) % n;
	const d = 2 + below(23);
	const n = seed % 5 === 0 ? 1 + below(8) : 1 + below(400);
	const tilt = below(3) * 60;
	const rows: number[][] = [];
	for (let i = 0; i < n; i++)
		rows.push(
			i > 1 && (seed % 7 === 0 || below(20) === 0)
				? rows[1]!
				: Array.from({ length: d }, (_, k) => below(201) - 100 + tilt + (k === 0 ? 300 : 0)),
		);
	const queries = Array.from({ length: 50 }, () => {
		const [kind, of] = [below(4), rows[below(n)]!];
		const noise = Array.from({ length: d }, (_, k) => below(201) - 100 + tilt + (k === 0 ? 1 : 0));
		return unit(kind < 2 ? noise : kind === 2 ? of : of.map((value, k) => 3 * value + noise[k]!));
	});
	const sampled = seed % 3 === 0 ? Math.floor(n / 2) : Math.max(1, n - below(4));
	const documents = rows.map(unit);
	const moments = CorpusMoments.empty(d);
	for (const each of documents) moments.add(each);
	const sample = Float32Array.from(documents.slice(0, sampled).flatMap((each) => [...each]));
	const threshold = { rule: 'exact', rho: 0.05, z: null, queries: 0 } as const;
	// By way of the file, as a user's program has it.
	const file = momentsFile({ encoder: { name: 'none', sha256: '0'.repeat(64) }, moments, sample, seed, threshold });
	const read = readMoments(JSON.parse(JSON.stringify(file)));
	return queries.map((query, at) => {
		const corpus = { ...read, threshold: thresholdOf(seed, at) };
		const found = documents
			.map((each, document) => ({ id: `${document}`, similarity: dot(each, query) }))
			.toSorted((a, b) => b.similarity - a.similarity)
			.slice(0, 4);
		return { query, corpus, found };
	});
}

/** As `queries moments` writes one; only the empirical rule asks for its score. */
function thresholdOf(seed: number, at: number): ScreenedCorpus['threshold'] {
	const turn = Math.floor(at / 4);
	const [rule, rho] = [rules[at % 4]!, at % 3 === 0 ? 0.2 : 0.05];
	// As of `lexical`. The second is that of copies.
	if (rule === 'empirical' && turn % 2 === 1) return { rule, rho, z: [2 + (seed % 9), 1e12, null][turn % 3]!, score: 'room' };
	const z = [2.5, 1.5, null][turn % 3]!;
	return turn % 4 === 0 ? { rule, rho, z } : { rule, rho, z, score: rule === 'empirical' ? 'z' : 'room' };
}

function unit(row: readonly number[]): Float32Array {
	const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
	return Float32Array.from(row, (value) => value / length);
}
