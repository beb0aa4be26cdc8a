import { knownMass, leastDivergence, type PartlyKnown } from './least-divergence.ts';
import { window } from '../../src/methods/repcs/repcs.ts';

/** A token as a server lists it; `token` tells it apart from every other one (its id or bytes: texts may be equal). `logProbability` in nats. */
export interface ListedToken {
	readonly token: string;
	readonly logProbability: number;
}

/** What a server tells of one next-token distribution. */
export interface ListedDistribution {
	/** The most probable tokens: none that is left out is more probable than the last of them. */
	readonly top: readonly ListedToken[];
	/** The token that came, which servers list beside the top when it is not among them. */
	readonly chosen?: ListedToken;
}

/** What top-k log-probabilities tell of `Z`. */
export interface BlackBoxScore {
	/** At most `Z`, nats, and above it by no more than the lists are rounded; to be shown as a lower bound, never as `Z`. */
	readonly lowerBound: number;
	/** `lowerBound / tokens`. */
	readonly perToken: number;
	/** Mean mass that the lists cover, with and without context, in `[0, 1]`. */
	readonly covered: { readonly withContext: number; readonly withoutContext: number };
	/** Lower bound of each token's KL, nats; `[tokens]`. */
	readonly kl: Float64Array;
	readonly tokens: number;
}

/** What servers write for a token that they hold too unlikely to say how unlikely. */
const unknown = -9999;

/**
 * RePCS for servers that return only the top log-probabilities (docs/methods/repcs.md): the lists of each response token on both paths, behind the
 * same words of the response.
 * @returns `null` for a response without tokens
 * @throws RangeError for unequal numbers of lists, an empty list, a token that one lists twice, or probabilities above 1.
 */
export function blackBoxRepcs(
	withContext: readonly ListedDistribution[],
	withoutContext: readonly ListedDistribution[],
): BlackBoxScore | null {
	if (withContext.length !== withoutContext.length)
		throw new RangeError(`${withContext.length} lists with context, ${withoutContext.length} without`);
	const tokens = Math.min(window, withContext.length);
	if (tokens === 0) return null;
	const [rag, para] = [withContext, withoutContext].map((path) => path.slice(0, tokens).map(partlyKnown));
	const kl = Float64Array.from(rag!, (p, t) => leastDivergence(p, para![t]!));
	const lowerBound = kl.reduce((sum, one) => sum + one, 0);
	const covered = (path: readonly PartlyKnown[]): number => path.reduce((sum, one) => sum + knownMass(one), 0) / tokens;
	return { lowerBound, perToken: lowerBound / tokens, covered: { withContext: covered(rag!), withoutContext: covered(para!) }, kl, tokens };
}

function partlyKnown({ top, chosen }: ListedDistribution): PartlyKnown {
	const listed = top.filter(({ logProbability }) => logProbability > unknown);
	if (listed.length === 0) throw new RangeError('a list without tokens');
	const known = new Map(listed.map(({ token, logProbability }) => [token, logProbability]));
	if (known.size < listed.length) throw new RangeError('a list names a token twice');
	const cap = Math.exp(Math.min(...known.values()));
	if (chosen !== undefined && chosen.logProbability > unknown && !known.has(chosen.token)) known.set(chosen.token, chosen.logProbability);
	return { known, cap };
}
