import { attributionMemory } from '../attribution/ram-for-attribution.ts';
import type { DecoderSession } from '../decoder-session.ts';
import { firstPieceOf } from '../first-chunk.ts';
import { buildSpadGraph, type RecognizedDecoder } from '../../onnx/spad-graph.ts';
import { fallbackWindow, type ModelConfig } from '../model-config.ts';
import type { GraphFolder } from '../safety/model-folder.ts';
import { hasFusedAttention, scoringMemory } from '../ram-for-scoring.ts';

/** What reading a trace of so many tokens takes. */
export interface ReadingNeeds {
	/** Of the prompt with its contexts, and of the response in it. */
	readonly tokens: number;
	readonly responseTokens: number;
	/** Bytes of the process in all, from above: with and without contexts, and with sources too; `null` where sources cannot be attributed. */
	readonly scoringBytes: number;
	readonly attributionBytes: number | null;
	/** Of reading it with and without its contexts, by how long a short text took here; `null` where each text is read at once, which takes ever longer by the token. */
	readonly seconds: number | null;
}

/** Tokens of an ordinary trace, and of the short run. */
const [ordinary, shortRun] = [1000, 64];
/** Share of a trace that is its response, and of its question. */
const [response, question] = [1 / 5, 1 / 20];
const logitsBudget = 64 * 2 ** 20;

/**
 * What an ordinary trace needs, and one that fills the context window, estimated from the files, and from a short run of the loaded
 * model.
 * @param recognized the decoder in the graph, where sources can be attributed. @throws {UserError} RA409 when the runtime fails.
 */
export async function readingNeeds(
	files: GraphFolder,
	session: DecoderSession,
	config: ModelConfig,
	recognized: RecognizedDecoder | undefined,
): Promise<ReadingNeeds[]> {
	const window = config.contextWindow ?? fallbackWindow;
	const firstPiece = await firstPieceOf(files, config, window);
	const secondsPerToken = session.takesCache ? await timed(session, Math.min(shortRun, window)) : null;
	const heads = recognized === undefined ? 0 : buildSpadGraph(files, { proof: false, panels: true }, recognized).heads;
	return [...new Set([Math.min(ordinary, window), window])].map((tokens) => {
		const responseTokens = Math.ceil(tokens * response);
		const withoutContext = Math.ceil(tokens * question);
		const scoringBytes = scoringMemory(
			{
				session,
				logitsBudget,
				firstPiece,
				tokenizerBytes: files.tokenizer?.bytes ?? 0,
				weightBytes: files.weightBytes,
				heads: config.heads,
				fusedAttention: hasFusedAttention(files.outline.operators),
			},
			// A token has about four characters.
			{ characters: 4 * tokens, withContext: tokens - responseTokens, withoutContext, answer: responseTokens, writes: false, keptRows: 0 },
		);
		const attribution =
			recognized === undefined
				? null
				: attributionMemory(
						{
							weightBytes: files.weightBytes,
							heads,
							structure: recognized.structure,
							takesCache: recognized.takesCache && session.takesCache,
							cacheBytes: session.cacheBytes(tokens),
							screened: false,
						},
						tokens,
						responseTokens,
					);
		return {
			tokens,
			responseTokens,
			scoringBytes,
			attributionBytes: attribution === null ? null : scoringBytes + attribution,
			seconds: secondsPerToken === null ? null : secondsPerToken * (tokens + withoutContext + responseTokens),
		};
	});
}

/** Seconds a token takes, in the better of two runs: the first one warms up. */
async function timed(session: DecoderSession, tokens: number): Promise<number> {
	const ids = Array.from({ length: tokens }, (_, i) => (1 + i * 7919) % session.vocabulary);
	const seconds: number[] = [];
	for (let run = 0; run < 2; run++) {
		const start = performance.now();
		await session.step(ids, session.start(), 1);
		seconds.push((performance.now() - start) / 1000);
	}
	return Math.min(...seconds) / tokens;
}
