import { profileAnswers, type ProfileAnswers } from '../../src/analysis/likeness/likeness-of.ts';
import type { LikenessRow } from '../../src/analysis/likeness/likeness-row.ts';
import { drawReference } from '../../src/analysis/likeness/reference-file.ts';
import { randomFor, sample } from '../../src/statistics/random.ts';
import { share, type Figure } from '../figure.ts';
import { atLeast, atMost } from '../target.ts';

/** Answers of one kind that batches are drawn of. */
export interface AnswerPool {
	readonly name: string;
	/** Whether the reference holds this kind, alone or among others; `null`: a neighbor of it, for which there is no target. */
	readonly own: boolean | null;
	readonly rows: readonly LikenessRow[];
}

const batchSize = 50;

/**
 * Measures how often batches of 50 are called unlike a reference of this name, by the pool that they are drawn of (batches of a pool share answers),
 * and how many answers of each pool are not judged by themselves.
 */
export function likenessFigures(
	reference: { readonly name: string; readonly rows: readonly LikenessRow[] },
	pools: readonly AnswerPool[],
	draws: number,
	seed: number,
): Figure[] {
	const profile = profileAnswers(
		drawReference(
			reference.rows.map((row, i) => ({ group: String(i), row })),
			seed,
		),
		{ english: true },
	);
	return pools.flatMap((pool) => {
		const { name, own, rows } = pool;
		const random = randomFor(seed, `${reference.name} ${name}`);
		const verdicts = Array.from({ length: draws }, () => profile.likenessOf(sample(random, rows, batchSize)));
		const named = [...new Set(verdicts.flatMap(({ differs }) => differs))].join('; ');
		const batches = share(
			`${reference.name}, batches of ${name}: called unlike${named === '' ? '' : ` (${named})`}`,
			verdicts,
			({ unlike }) => unlike === true,
			own === null ? null : own ? atMost(0.05) : atLeast(0.95),
		);
		return [batches, ...setApartFigures(reference.name, profile, [pool])];
	});
}

/** Measures how many answers of each pool a profile does not judge, because something sets them apart from those that it was made from. */
export function setApartFigures(profile: string, { setsApart }: Pick<ProfileAnswers, 'setsApart'>, pools: readonly AnswerPool[]): Figure[] {
	return pools.map(({ name, own, rows }) =>
		share(
			`${profile}, answers of ${name}: not judged`,
			rows,
			(row) => setsApart(row) !== null,
			own === null ? null : own ? atMost(0.01) : atLeast(0.98),
		),
	);
}
