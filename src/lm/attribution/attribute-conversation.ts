import type { DecoderStructure } from '../../onnx/recognize/decoder.ts';
import {
	attendedCount,
	sourceCount,
	type AttributeResult,
	type LayerParts,
	type LensReading,
	type Origins,
} from '../../model-io/attribution.ts';
import type { ReadOptions } from '../../model-io/requests.ts';
import { querySource } from '../conversation.ts';
import type { FittedConversation } from '../fit-context-window.ts';
import type { Pieces } from '../chunk-size.ts';
import { requireKnownTokens } from '../score.ts';
import { attributeResponse, type SpadAttribution, type SpadRequest } from './attribute.ts';
import type { OpenInstrumented } from './instrumented-model.ts';

/**
 * An attribution's parts by layer, `[R, L, ..]`, of the rows that are named. A layer may have no feed-forward block, or more than
 * one: they are added up.
 */
function layerParts(
	{ tokens, layers: { attention, feedForward } }: SpadAttribution,
	{ blocks, layers: count }: DecoderStructure,
	rows: readonly number[],
): LayerParts {
	const attentionLayers = blocks.filter(({ kind }) => kind === 'attention').map(({ layer }) => layer);
	const ffnLayers = blocks.filter(({ kind }) => kind === 'ffn').map(({ layer }) => layer);
	const parts = { count, attention: new Float64Array(rows.length * count * attendedCount), ffn: new Float64Array(rows.length * count) };
	for (const [r, row] of rows.entries()) {
		for (const [b, layer] of attentionLayers.entries()) {
			const from = (b * tokens + row) * attendedCount;
			parts.attention.set(attention.subarray(from, from + attendedCount), (r * count + layer) * attendedCount);
		}
		for (const [b, layer] of ffnLayers.entries()) parts.ffn[r * count + layer]! += feedForward[b * tokens + row]!;
	}
	return parts;
}

/** How the pass is made: progress, and where a text is cut, for a model whose numbers depend on it. */
export interface PassOptions extends ReadOptions {
	readonly pieces?: Pieces | undefined;
}

/**
 * Attributes the whole response of a conversation to its seven sources (docs/methods/spad.md); one that was cut by the window, as far as it
 * was scored.
 * @param vocabulary number of tokens that the model knows.
 * @throws {UserError} RA409, RA411, RA433; the signal's reason within one chunk.
 */
export async function attributeConversation(
	open: OpenInstrumented,
	vocabulary: number,
	fitted: FittedConversation,
	options: PassOptions,
): Promise<Pick<AttributeResult, 'attributed' | 'errorBound'>> {
	const {
		conversation: { response },
		responseTokens: count,
	} = fitted;
	const base = {
		tokenIds: Uint32Array.from(response.ids.slice(0, count)),
		start: response.start.slice(0, count),
		end: response.end.slice(0, count),
		contextIds: fitted.contexts.map(({ id }) => id),
	};
	// A text of which the tokenizer makes nothing; the graph takes no empty list of rows.
	const attributed = count === 0 ? undefined : await attribute(open, vocabulary, fitted, { from: 0, to: count }, [], options);
	const none = new Float64Array();
	const {
		sources = none,
		byContext = none,
		logProbability = none,
		entropy = none,
		margin = none,
		logitMargin = none,
		energy = none,
		errorBound = none,
	} = attributed ?? {};
	return {
		attributed: { ...base, sources, contextShares: byContext, logProbability, entropy, margin, logitMargin, energy },
		errorBound: largest(errorBound),
	};
}

/**
 * Origins of some response tokens: only the text before the last of them is fed (of a model whose numbers depend on pieces, to the end of
 * its piece), and only what lies from the first to the last is attributed.
 * @param rows numbers of response tokens from 0, at least one.
 * @throws RangeError for a token that was not scored; otherwise as `attributeConversation`.
 */
export async function originsInConversation(
	open: OpenInstrumented,
	vocabulary: number,
	fitted: FittedConversation,
	rows: readonly number[],
	options: PassOptions,
): Promise<Origins> {
	const { from, to, asked } = askedOf(rows, fitted);
	const attributed = await attribute(open, vocabulary, fitted, { from, to }, asked, options);
	return {
		rows: Uint32Array.from(rows),
		contexts: fitted.contexts.map(({ id }, k) => {
			const { positions, start, end } = fitted.conversation.contextTokens(k);
			const shares = asked.flatMap((row) => {
				const keys = attributed.keyShares.get(row)!;
				return positions.map((position) => keys[position]!);
			});
			return { id, start, end, shares: Float64Array.from(shares) };
		}),
		layers: layerParts(attributed, open.structure, asked),
		errorBound: largest(attributed.errorBound),
	};
}

/** The second reading of some response tokens, on a session that gives it. Otherwise as `originsInConversation`. */
export async function lensInConversation(
	open: OpenInstrumented,
	vocabulary: number,
	fitted: FittedConversation,
	rows: readonly number[],
	options: PassOptions,
): Promise<LensReading> {
	const { from, to, asked } = askedOf(rows, fitted);
	const { lens } = await attribute(open, vocabulary, fitted, { from, to }, asked, options, true);
	const contexts = fitted.contexts.map(({ id }) => id);
	const sources = new Float64Array(rows.length * sourceCount);
	const contextShares = new Float64Array(rows.length * contexts.length);
	for (const [i, row] of asked.entries()) {
		const own = lens.get(row)!;
		sources.set(own.sources, i * sourceCount);
		contextShares.set(own.byContext, i * contexts.length);
	}
	return { rows: Uint32Array.from(rows), contextIds: contexts, sources, contextShares, notByValues: open.notByValues };
}

/** @throws RangeError for a token that was not scored. */
function askedOf(rows: readonly number[], { responseTokens }: FittedConversation): { from: number; to: number; asked: number[] } {
	const [from, last] = [Math.min(...rows), Math.max(...rows)];
	if (!(Number.isInteger(from) && from >= 0 && last < responseTokens))
		throw new RangeError(`response tokens ${from} to ${last} of ${responseTokens}`);
	return { from, to: last + 1, asked: rows.map((row) => row - from) };
}

function largest(bounds: Float64Array): number {
	return bounds.reduce((max, bound) => Math.max(max, bound), 0);
}

async function attribute(
	{ session, mode, heads, onWarning }: OpenInstrumented,
	vocabulary: number,
	fitted: FittedConversation,
	range: { from: number; to: number },
	asked: readonly number[],
	{ pieces, ...options }: PassOptions,
	lens = false,
): Promise<SpadAttribution> {
	const request = { ...requestFor(fitted, range, asked, pieces !== undefined), lens };
	requireKnownTokens([...request.ids, ...request.targets], vocabulary);
	return attributeResponse(session, request, {
		...options,
		mode,
		heads,
		piece: pieces?.(request.ids.length),
		onRetry: (failure) => onWarning?.(`a text could not be attributed in pieces and is fed as a whole: ${failure.message}`),
	});
}

/** @param whole whether what follows the last token that is attributed is part of the text: as far as it is scored. */
function requestFor(
	{ conversation: { withContext, response }, contexts, responseTokens }: FittedConversation,
	{ from, to }: { from: number; to: number },
	asked: readonly number[],
	whole: boolean,
): SpadRequest {
	const before = response.ids.slice(0, (whole ? responseTokens : to) - 1);
	const sources = Array.from(withContext.sources, (source) => (source === querySource ? 0 : source + 1));
	return {
		ids: [...withContext.ids, ...before],
		targets: response.ids.slice(from, to),
		first: withContext.ids.length - 1 + from,
		groups: Int32Array.from([...sources, ...before.map(() => -1)]),
		contexts: contexts.length,
		asked: [...new Set(asked)],
	};
}
