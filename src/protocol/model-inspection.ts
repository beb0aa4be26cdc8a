import { z } from 'zod';
import { analysisMethodNames, analysisMethods, type NeededReading } from '../formats/analysis-methods.ts';
import { request } from './message.ts';
import { readingDifference } from '../reading/model-identity.ts';

/** What a model folder can be used for, and where its graph and `config.json` disagree. */
export const modelInspection = z.object({
	name: z.string(),
	dtype: z.string(),
	/** The model file, and its size with its weights. */
	file: z.string(),
	bytes: z.number(),
	/** Model files of the folder by dtype, with the bytes of their weights. */
	weights: z.array(z.object({ dtype: z.string(), file: z.string(), bytes: z.number() })),
	/** What an ordinary trace needs, and one that fills the context window: estimates. `null` where the model cannot be scored. */
	needs: z
		.array(
			z.object({
				/** Of the trace, and of the response in it. */
				tokens: z.number().int(),
				responseTokens: z.number().int(),
				/** Of the model process in all, from above; `null` where sources cannot be attributed. */
				scoringBytes: z.number(),
				attributionBytes: z.number().nullable(),
				/** Of reading it with and without contexts on the CPU, from a short run; `null` where each text is read at once. */
				seconds: z.number().nullable(),
			}),
		)
		.nullable(),
	/** The decoder in the graph; `null` where it is not understood. */
	structure: z
		.object({
			layers: z.number().int(),
			hidden: z.number().int(),
			vocabulary: z.number().int(),
			nodes: z.number().int(),
			/** Layers whose attention reads the same state as another branch: the feed-forward block, or one without attention. */
			parallelLayers: z.number().int(),
			/** Layers, from 0, in which a branch without attention looks at other tokens: its share counts as `ffn`. */
			mixingLayers: z.array(z.number().int()),
		})
		.nullable(),
	methods: z.array(
		z.object({
			method: z.enum(analysisMethodNames),
			supported: z.boolean(),
			/** Why, in one sentence: for an unsupported graph the node, and what was expected there. */
			reason: z.string(),
		}),
	),
	/** Largest deviations that the numeric self-check found, by what was compared (`null`: no number; absent: it was not needed, or there is no cache); `null` where it was not made. */
	check: z.record(z.string(), z.number().nullable()).nullable(),
	/** How far readings are apart at once and token by token, on a fixed text, where numbers depend on the pieces in which a text is fed; `null` where they do not, or nothing can be scored. */
	readings: readingDifference.nullable(),
	/** What of its graph would run on the CPU on WebGPU, one sentence. */
	webgpu: z.string(),
	/** How far each layer's rows look back; empty where the graph is not understood. */
	windows: z.array(
		z.object({
			layer: z.number().int(),
			sees: z.enum(['window', 'all', 'unknown']),
			/** Keys that a row sees, its own included, in a sliding window; of `all`, how many were tried, `null` where the operator has no window; `null` of `unknown`. */
			keys: z.number().int().nullable(),
		}),
	),
	/** Where the graph and `config.json` disagree, one sentence each: the graph is what runs. */
	contradictions: z.array(z.string()),
	/** What `config.json` says and could not be held against the graph, one sentence each. */
	notCompared: z.array(z.string()),
});
export type ModelInspection = z.infer<typeof modelInspection>;
/** Of the model of the settings; it is loaded for this, beside the one that is in use. */
export const InspectModel = request('ragAssay/inspectModel', z.null(), modelInspection);

type Support = Pick<ModelInspection['methods'][number], 'supported' | 'reason'>;

/** What a model can be used for, from what it can be asked: a method needs all of its readings, and the last says most of it. */
export function methodSupport(of: Readonly<Record<NeededReading, Support>>): ModelInspection['methods'] {
	return analysisMethods.map(({ name, readings }) => {
		const { supported, reason } = of[readings.find((one) => !of[one].supported) ?? readings.at(-1) ?? 'score'];
		return { method: name, supported, reason };
	});
}
