import type { AnalysisToken } from '../formats/analysis-record.ts';

/** What is coloured as one piece: tokens `[first, last]` that cover document offsets `[start, end)`. */
export interface TokenGroup {
	readonly first: number;
	readonly last: number;
	readonly start: number;
	readonly end: number;
}

/**
 * Joins a token without characters of its own (a later byte of a split character) with the piece before it,
 * or with the first piece where none is before, so that no token is lost to the eye.
 */
export function tokenGroups(tokens: readonly Pick<AnalysisToken, 'start' | 'end'>[]): TokenGroup[] {
	const groups: TokenGroup[] = [];
	for (const [i, token] of tokens.entries()) {
		const previous = groups.at(-1);
		if (previous !== undefined && (token.end === token.start || previous.end === previous.start)) {
			groups[groups.length - 1] = { first: previous.first, last: i, start: previous.start, end: token.end };
		} else groups.push({ first: i, last: i, start: token.start, end: token.end });
	}
	return groups;
}
