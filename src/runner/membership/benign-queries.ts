import { basename } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { ScreeningRule } from '../../formats/query-screen-record.ts';
import { empiricalZ } from '../../methods/mirabel/thresholds.ts';
import { percentOf } from '../../wording/percent.ts';
import { plural } from '../../wording/plural.ts';
import { benignFile } from '../queries/benign-file.ts';
import { readBenignQueries } from '../queries/log-file.ts';

/** Queries of the store's own users, and where they were found without being named. */
export interface BenignQueries {
	readonly queries: readonly string[];
	readonly note: string | null;
}

/**
 * Different benign queries: of the file that was named, or else of the one beside the store.
 * @throws {UserError} RA682 for the empirical rule without enough of them, before a store is read; as `readBenignQueries`
 */
export async function benignQueries(
	named: string | undefined,
	store: string,
	{ rule, rho }: { readonly rule?: ScreeningRule | undefined; readonly rho: number },
): Promise<BenignQueries> {
	const file = (await benignFile({ store, named, find: true }))?.path;
	const queries = file === undefined ? [] : await readBenignQueries(file);
	const { needs } = empiricalZ([], rho);
	if (rule === 'empirical' && queries.length < needs)
		throw new UserError(
			errorNumbers.tooFewBenignQueries,
			file === undefined
				? 'The empirical threshold is made of benign queries, and none were named.'
				: `There ${queries.length === 1 ? 'is' : 'are'} ${plural(queries.length, 'benign query', 'benign queries')}, and a rate of ${percentOf(rho)} takes at least ${needs}.`,
			{
				...(file === undefined ? {} : { place: { file } }),
				hint: `Name a file of at least ${needs} queries of your own users with --benign, or put it beside the store as benign.queries.jsonl; or name another --rule.`,
			},
		);
	return { queries, note: file === undefined || named !== undefined ? null : `Benign queries: ${basename(file)}, beside the store.` };
}
