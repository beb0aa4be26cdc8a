import * as z from 'zod';
import { furtherReadings } from '../formats/analysis-methods.ts';
import { pathsBound, pathsDecoding } from '../model-io/private-decoding.ts';
import { promptParts } from '../model-io/requests.ts';

/**
 * Messages between the runner and the model process (an IPC channel with `serialization: 'advanced'`, so typed arrays cross as they are).
 * Every request carries an `id`, and its answers carry the same one. The request's declaration says what its `result` holds. For texts that a
 * model reads, it is declared in src/model-io.
 */

/** A device, or WebGPU but for its attention. */
export const placementName = z.enum(['cuda', 'webgpu', 'dml', 'coreml', 'cpu', 'webgpu (attention on cpu)']);

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
		parts: promptParts,
		topK: z.number().int(),
		memoryLimit: z.number(),
		also: z.array(z.enum(furtherReadings)).optional(),
	}),
	/** What RePCS's influence is fitted from, of the first `tokens` response tokens. Refused as `score`. */
	z.object({
		type: z.literal('mixture'),
		id: z.number(),
		parts: promptParts,
		tokens: z.number().int().positive(),
		memoryLimit: z.number(),
	}),
	/** The response without each of its contexts; the answer is a `HidingResult`. Refused as `score`. */
	z.object({ type: z.literal('hide'), id: z.number(), parts: promptParts, memoryLimit: z.number() }),
	/** The seven sources of each response token. Refused as `score`, and where the model's graph is not understood. */
	z.object({ type: z.literal('attribute'), id: z.number(), parts: promptParts, memoryLimit: z.number(), screen }),
	/** Where the response tokens `rows` come from. Refused as `attribute`. */
	z.object({
		type: z.literal('origins'),
		id: z.number(),
		parts: promptParts,
		rows: z.array(z.number().int().nonnegative()).min(1),
		memoryLimit: z.number(),
		screen,
	}),
	/** The second reading of the response tokens `rows`; the answer is a `LensReading`. Refused as `attribute`. */
	z.object({
		type: z.literal('lens'),
		id: z.number(),
		parts: promptParts,
		rows: z.array(z.number().int().nonnegative()).min(1),
		memoryLimit: z.number(),
	}),
	z.object({
		type: z.literal('generate'),
		id: z.number(),
		parts: promptParts,
		maxTokens: z.number().int(),
		temperature: z.number(),
		topP: z.number(),
		seed: z.number().optional(),
		memoryLimit: z.number(),
	}),
	/** How long the paths of a `decodePaths` may be, before any document is sent; the answer is a `PathsBound`. Refused as `score`. */
	z.object({
		type: z.literal('roomForPaths'),
		id: z.number(),
		paths: z.number().int().positive(),
		jointly: z.boolean(),
		withoutContext: promptParts,
		maxTokens: z.number().int().positive(),
		characters: z.number().int().nonnegative(),
		memoryLimit: z.number(),
	}),
	/** Several prompts continued together; the answer is a `PathsResult`. Refused as `score`. Without a seed, draws are the operating system's. */
	z.object({
		type: z.literal('decodePaths'),
		id: z.number(),
		paths: z.array(promptParts.nullable()).min(1),
		withoutContext: promptParts,
		maxTokens: z.number().int().positive(),
		decoding: pathsDecoding,
		bound: pathsBound.optional(),
		seed: z.number().int().optional(),
		memoryLimit: z.number(),
	}),
	/**
	 * What a token classifier finds in texts; the answer is a `TokenClassification`. No language model need be loaded. Refused as `score`, before the
	 * classifier is loaded.
	 */
	z.object({
		type: z.literal('classify'),
		id: z.number(),
		/** Folder: nothing is downloaded. */
		model: z.string(),
		texts: z.array(z.string()),
		memoryLimit: z.number(),
	}),
	/**
	 * Vectors of texts by an encoder, which is loaded for the first of them and kept; without texts it is only loaded. The answer is an `EmbeddedTexts`. No
	 * language model need be loaded. Refused as `score`, before the encoder is loaded.
	 */
	z.object({
		type: z.literal('embed'),
		id: z.number(),
		/** Folder or repository id. */
		model: z.string(),
		revision: z.string().optional(),
		token: z.string().optional(),
		dtype: z.enum(['fp32', 'fp16', 'q8', 'q4']).optional(),
		modelStore: z.string(),
		offline: z.boolean(),
		texts: z.array(z.string()),
		/** What they are to who asks: some encoders put another prompt before a query than before what may answer it. */
		as: z.enum(['query', 'document']).optional(),
		memoryLimit: z.number(),
	}),
	/** Stop the request `target` at its next chunk. */
	z.object({ type: z.literal('cancel'), target: z.number() }),
]);
export type ModelRequest = z.infer<typeof modelRequest>;

const failure = z.object({
	code: z.string(),
	message: z.string(),
	hint: z.string().optional(),
	place: z.object({ file: z.string(), line: z.number().optional(), column: z.number().optional() }).optional(),
	/** Absent for a user's mistake; for a defect, for the log only. */
	stack: z.string().optional(),
});

/** What the model process does that blocks it: `src/runner/models/watchdog.ts` has the words and the limits. */
const modelStep = z.enum(['devices', 'installing', 'files', 'template', 'text', 'opening', 'trial', 'instrumenting', 'running']);
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
