import { z } from 'zod';
import { furtherReadings } from '../formats/analysis-methods.ts';

/**
 * Messages between the runner and the model process (an IPC channel with `serialization: 'advanced'`, so typed arrays cross as they are).
 * Every request carries an `id`; the answers to it carry the same.
 */

/** A device, or WebGPU but for its attention. */
export const placementName = z.enum(['cuda', 'webgpu', 'dml', 'coreml', 'cpu', 'webgpu (attention on cpu)']);

const parts = z.object({
	system: z.string().optional(),
	query: z.string(),
	contexts: z.array(z.object({ id: z.string(), text: z.string() })),
	response: z.string().optional(),
});

/** How far a source may be off so that it is computed faster; absent: exact. */
const screen = z.number().positive().optional();

export const modelRequest = z.discriminatedUnion('type', [
	z.object({
		type: z.literal('load'),
		id: z.number(),
		/** Folder or repository id. */
		model: z.string(),
		revision: z.string().optional(),
		token: z.string().optional(),
		dtype: z.enum(['fp32', 'fp16', 'q8', 'q4']).optional(),
		device: z.enum(['auto', 'cuda', 'webgpu', 'dml', 'coreml', 'cpu']),
		/** What an earlier process of this runner has chosen for the same `device`, and checked: not checked again. */
		checkedDevice: placementName.optional(),
		/** Folder of the bundled model, on which devices are checked. */
		demoModel: z.string(),
		/** Where downloaded models are kept. */
		modelStore: z.string(),
		/** Where the libraries are that `device install cuda` brings; need not exist. */
		cudaFolder: z.string().optional(),
		/** Where instrumented graphs are kept, with what is known about them; absent: nowhere. */
		graphStore: z.string().optional(),
		offline: z.boolean(),
	}),
	z.object({ type: z.literal('unload'), id: z.number() }),
	/** What a model can be used for, on the CPU. It need not be the one that is loaded. */
	z.object({
		type: z.literal('inspect'),
		id: z.number(),
		model: z.string(),
		revision: z.string().optional(),
		token: z.string().optional(),
		dtype: z.enum(['fp32', 'fp16', 'q8', 'q4']).optional(),
		modelStore: z.string(),
		offline: z.boolean(),
	}),
	z.object({ type: z.literal('devices'), id: z.number(), demoModel: z.string(), cudaFolder: z.string().optional() }),
	/** Brings what CUDA needs into `folder`, no archives but those `announced`, or (`null`) says what that would be; the answer is a `DeviceInstallation`. */
	z.object({
		type: z.literal('installCuda'),
		id: z.number(),
		folder: z.string(),
		announced: z.array(z.string()).nullable(),
		/** Address of the package index. */
		index: z.string().optional(),
	}),
	/** Refused with an error before it starts when the estimate exceeds `memoryLimit` (bytes); the error speaks for what follows, `also`, too. */
	z.object({
		type: z.literal('score'),
		id: z.number(),
		parts,
		topK: z.number().int(),
		memoryLimit: z.number(),
		also: z.array(z.enum(furtherReadings)).optional(),
	}),
	/** What RePCS's influence is fitted from, of the first `tokens` response tokens. Refused as `score`. */
	z.object({ type: z.literal('mixture'), id: z.number(), parts, tokens: z.number().int().positive(), memoryLimit: z.number() }),
	/** The seven sources of each response token. Refused as `score`, and where the model's graph is not understood. */
	z.object({ type: z.literal('attribute'), id: z.number(), parts, memoryLimit: z.number(), screen }),
	/** Where the response tokens `rows` come from. Refused as `attribute`. */
	z.object({
		type: z.literal('origins'),
		id: z.number(),
		parts,
		rows: z.array(z.number().int().nonnegative()).min(1),
		memoryLimit: z.number(),
		screen,
	}),
	z.object({
		type: z.literal('generate'),
		id: z.number(),
		parts,
		maxTokens: z.number().int(),
		temperature: z.number(),
		topP: z.number(),
		seed: z.number().optional(),
		memoryLimit: z.number(),
	}),
	/** Stop the request `target` at its next chunk. */
	z.object({ type: z.literal('cancel'), target: z.number() }),
]);
export type ModelRequest = z.infer<typeof modelRequest>;

/** Any buffer under it, also a shared one. */
const float64 = z.custom<Float64Array>((value) => value instanceof Float64Array, 'expected a Float64Array');
const uint32 = z.custom<Uint32Array>((value) => value instanceof Uint32Array, 'expected a Uint32Array');

const alternative = z.object({ id: z.number(), text: z.string(), logProbability: z.number() });
const path = z.object({
	logProbability: float64,
	entropy: float64,
	rank: uint32,
	alternatives: z.array(z.array(alternative)),
});
export const truncationSchema = z
	.object({
		contextWindow: z.number(),
		promptTokens: z.number(),
		responseTokens: z.number(),
		cutContexts: z.array(
			z.object({ id: z.string(), index: z.number(), tokens: z.number(), keptTokens: z.number(), keptLength: z.number() }),
		),
		unscoredResponseTokens: z.number(),
		message: z.string(),
	})
	.nullable();

/** How far two readings of one fixed text are apart, of a model whose numbers depend on the pieces in which it is fed: largest distances, nats. */
export const readingDifference = z.object({ tokens: z.number().int(), logProbability: z.number(), entropy: z.number() });

export const modelIdentity = z.object({
	name: z.string(),
	sha256: z.string(),
	device: z.string(),
	dtype: z.string(),
	layout: z.string(),
	contextWindow: z.number(),
	readings: readingDifference.optional(),
});
export const scoreResult = z.object({
	scored: z.object({
		tokenIds: uint32,
		start: uint32,
		end: uint32,
		withContext: path,
		withoutContext: path,
		kl: float64,
	}),
	truncation: truncationSchema,
});
/** One number a token each. */
export const mixtureResult = z.object({
	cross: float64,
	spread: float64,
	moved: float64,
	renyiContextOnly: float64,
	renyiWithContext: float64,
});
export const attributeResult = z.object({
	attributed: z.object({
		tokenIds: uint32,
		start: uint32,
		end: uint32,
		sources: float64,
		contextIds: z.array(z.string()),
		contextShares: float64,
		logProbability: float64,
		entropy: float64,
		margin: float64,
		logitMargin: float64,
		energy: float64,
	}),
	truncation: truncationSchema,
	parallelLayers: z.number().int(),
	/** Layers, from 0, in which a branch without attention looks at other tokens. */
	mixingLayers: z.array(z.number().int()),
	errorBound: z.number().nonnegative(),
	/** Why a screen that was asked for was not used; `null` where it was, or none was. */
	unscreened: z.string().nullable(),
});
export const originsResult = z.object({
	rows: uint32,
	contexts: z.array(z.object({ id: z.string(), start: uint32, end: uint32, shares: float64 })),
	layers: z.object({ count: z.number().int(), attention: float64, ffn: float64 }),
	errorBound: z.number().nonnegative(),
});
export const generateResult = z.object({ text: z.string(), finish: z.enum(['stop', 'length', 'cancelled']), truncation: truncationSchema });

const failure = z.object({
	code: z.string(),
	message: z.string(),
	hint: z.string().optional(),
	place: z.object({ file: z.string(), line: z.number().optional(), column: z.number().optional() }).optional(),
	/** Absent for a user's mistake; for a defect, for the log only. */
	stack: z.string().optional(),
});

/** What the model process does that blocks it: `src/runner/model-steps.ts` has the words and the limits. */
export const modelStep = z.enum(['devices', 'installing', 'files', 'template', 'text', 'opening', 'trial', 'instrumenting', 'running']);
export type ModelStep = z.infer<typeof modelStep>;

export const modelAnswer = z.discriminatedUnion('type', [
	/** Sent once, when the process is able to take requests. */
	z.object({ type: z.literal('hello'), pid: z.number() }),
	z.object({ type: z.literal('progress'), id: z.number(), message: z.string(), done: z.number(), total: z.number() }),
	/** What the request is about to do: nothing more may be heard of it until that is done. */
	z.object({ type: z.literal('step'), id: z.number(), step: modelStep }),
	z.object({ type: z.literal('text'), id: z.number(), piece: z.string() }),
	z.object({ type: z.literal('result'), id: z.number(), value: z.unknown() }),
	z.object({ type: z.literal('cancelled'), id: z.number() }),
	z.object({ type: z.literal('error'), id: z.number(), error: failure }),
]);
export type ModelAnswer = z.infer<typeof modelAnswer>;
export type IdentityAnswer = z.infer<typeof modelIdentity>;
export type ScoreAnswer = z.infer<typeof scoreResult>;
export type MixtureAnswer = z.infer<typeof mixtureResult>;
export type AttributeAnswer = z.infer<typeof attributeResult>;
export type OriginsAnswer = z.infer<typeof originsResult>;
export type GenerateAnswer = z.infer<typeof generateResult>;
