import { assumedHeads } from './attention-budget.ts';
import type { DecoderSession } from './decoder-session.ts';
import { chunkTokens, type Feeding } from './prefill.ts';

/** What of a loaded model decides the memory of reading and writing with it. */
export interface ScoringModel extends Pick<Feeding, 'logitsBudget' | 'firstPiece' | 'pieces'> {
	readonly session: Pick<DecoderSession, 'vocabulary' | 'logitBytes' | 'takesCache' | 'trimsLogits' | 'cacheBytes'>;
	/** Of `tokenizer.json`. */
	readonly tokenizerBytes: number;
	readonly weightBytes: number;
	/** Query heads, where they are known. */
	readonly heads: number | undefined;
	/** Whether attention is an operator of its own in every layer. */
	readonly fusedAttention: boolean;
}

/** What is read or written. */
export interface ScoredText {
	/** Of the trace. */
	readonly characters: number;
	/** Tokens of the prompt with contexts, and of the one without them. */
	readonly withContext: number;
	readonly withoutContext: number;
	/** Tokens of the response; at most, where it is written. */
	readonly answer: number;
	readonly writes: boolean;
	/** Bytes of the rows of an answer that was just written, while they are kept for scoring it. */
	readonly keptRows: number;
}

const MiB = 2 ** 20;
/** Node, the runtime and the tokenizer, measured with the demo model. */
export const processBytes = 160 * MiB;
/** A byte of `tokenizer.json`, read and kept, measured with a vocabulary of 150,000. */
export const tokenizerCopies = 24;
/** Of the logits that are held at once, what is resident at most: the runtime's arena grows by doubling, and tensors wait for the garbage collector. Measured: 5. */
export const logitsCopies = 6;
/**
 * Attention maps of one layer that exist at a time where a text is read at once. Measured on 2,500 to 6,000 tokens with 4 and 16 heads: with
 * plain operators 2.2 to 5.7; with fused ones GroupQueryAttention 0.1 (1.1 with a soft cap, 2.2 in half precision), MultiHeadAttention 1.6,
 * `Attention` of either domain 2.5.
 */
const mapsAtOnce = { plain: 6, fused: 3 };
/** Operators that were measured so. */
const measured: ReadonlySet<string> = new Set([
	'com.microsoft:GroupQueryAttention',
	'com.microsoft:MultiHeadAttention',
	'com.microsoft:Attention',
	':Attention',
]);
/** A character's tokens, places and sources while a trace is tokenized, measured on 3 MB of text. */
export const tokenizingBytes = 128;

/** Whether a graph of these operators has no attention but in fused ones, which do without some of the maps. @param operators as `domain:name`. */
export function hasFusedAttention(operators: ReadonlySet<string>): boolean {
	return ![...operators].some((operator) => operator.endsWith(':Softmax')) && [...operators].some((operator) => measured.has(operator));
}

/**
 * Bytes that a process needs in all for scoring a text, or for writing an answer: tokenizer, weights, both paths' caches while one
 * replaces the other, attention scores of what is fed at once, logits, the rows of an answer that was just written. An estimate from
 * above for weights that the runtime keeps as they are in the file.
 */
export function scoringMemory(
	model: ScoringModel,
	{ characters, withContext, withoutContext, answer, writes, keptRows }: ScoredText,
): number {
	const { session, logitsBudget, firstPiece, pieces } = model;
	const whole = withContext + answer;
	// What is written goes token by token.
	const piece = writes ? 1 : (pieces?.(whole) ?? 1);
	const atOnce = !session.takesCache || piece === whole;
	const first = atOnce ? whole : firstPiece(whole);
	const caches = session.cacheBytes(whole) * 2 + (writes ? 0 : session.cacheBytes(withoutContext + answer));
	// A text that is fed in chunks has one map of a chunk; of what is more the runtime may hold several.
	const mapRows = first <= chunkTokens ? chunkTokens : (!atOnce ? 1 : mapsAtOnce[model.fusedAttention ? 'fused' : 'plain']) * first;
	const maps = (model.heads ?? assumedHeads) * mapRows * whole * 4;
	const row = session.vocabulary * session.logitBytes;
	// A first piece has a row for each of its tokens, on both paths, where the graph cannot be told to leave them out.
	const wholes = first > chunkTokens && !session.trimsLogits ? 2 * first * row : 0;
	const logits = Math.max(2 * row, Math.min(logitsBudget, 2 * chunkTokens * row));
	const kept = writes ? Math.min(logitsBudget, answer * session.vocabulary * 4) : keptRows;
	// Reading the file and packing the weights for the device holds them twice at most, for small models the rule rather than the exception.
	return (
		processBytes +
		model.tokenizerBytes * tokenizerCopies +
		characters * tokenizingBytes +
		model.weightBytes * 2 +
		caches +
		maps +
		Math.max(2 * logitsBudget, logitsCopies * logits) +
		wholes +
		kept
	);
}

/** Bytes of logits that a path more than scoring's two takes, from above: of two, the budget is all that there is; pieces that are fixed come on top. */
export function thirdPathMemory(
	{ session: { vocabulary, logitBytes }, pieces }: Pick<ScoringModel, 'session' | 'pieces'>,
	tokens: number,
): number {
	if (pieces === undefined) return 0;
	const piece = pieces(tokens);
	return piece * vocabulary * logitBytes * (piece > chunkTokens ? 1 : logitsCopies);
}
