import { likeness } from '../formats/likeness.ts';
import { z } from 'zod';
import { analysisMethodNames } from '../formats/analysis-methods.ts';
import { analysisRecordSchema, layerStepSchema, spadVerdictSchema } from '../formats/analysis-record.ts';
import { heatMeasures } from '../formats/heat-scale.ts';
import { subjectKeySchema } from '../formats/subject.ts';
import { notification, request } from './rpc.ts';

const uri = z.string().min(1);
/** `[startLine, startCharacter, endLine, endCharacter]`, LSP positions (UTF-16). */
const quad = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()]);
export const wireError = z.object({
	code: z.string(),
	message: z.string(),
	hint: z.string().optional(),
	place: z.object({ file: z.string(), line: z.number().optional(), column: z.number().optional() }).optional(),
});
export type WireError = z.infer<typeof wireError>;

/** What a heatmap can show: CG, KL and surprise (nats), the classifier's suspicion, and the seven sources of a token's probability. */
export const measures = heatMeasures;
export type Measure = (typeof measures)[number];
/** Number of color steps of a heatmap. */
export const bucketCount = 20;

/** A source that may be off by more says too little. */
export const largestScreen = 1e-3;

/** Settings of the runner: `initializationOptions` of LSP, and the payload of `ConfigurationChanged`. */
export const runnerSettings = z.object({
	/** Folder or repository id; absent: the bundled demo model. */
	model: z.string().optional(),
	revision: z.string().optional(),
	dtype: z.enum(['fp32', 'fp16', 'q8', 'q4']).optional(),
	device: z.enum(['auto', 'cuda', 'webgpu', 'dml', 'coreml', 'cpu']).default('auto'),
	/** Profile file; absent: the bundled one when it fits the model. */
	profile: z.string().optional(),
	/** What embeds texts: a folder or repository id of an encoder, or `lexical`, the built-in one, which needs no model. */
	embedder: z.string().min(1).default('lexical'),
	embedderDtype: z.enum(['fp32', 'fp16', 'q8', 'q4']).optional(),
	/** Folder of a token classifier that finds personal values, beside the rules; absent: rules alone. */
	piiModel: z.string().optional(),
	/** Whether RePCS's influence is measured, too: the model then reads each trace three times more. */
	eta: z.boolean().default(false),
	/** How far a source of a token may be off (proven) so that SPAD is computed faster; 0: exact. */
	screen: z.number().min(0).max(largestScreen).default(0),
	analyzeOn: z.enum(['open', 'save', 'command']).default('open'),
	/** Idle time after an edit before it is analyzed again, milliseconds. */
	editDelay: z.number().int().min(0).default(600),
	/** Limit of the model process's memory, MiB: a job is refused whose estimate exceeds it, and a process is ended that does. */
	memoryLimit: z.number().int().positive().default(8192),
	/** Seconds after which it is said that the model process gives no sign of life. */
	silenceSaidAfter: z.number().positive().default(30),
	/** Seconds without a sign of life after which the model process is ended: while it renders or tokenizes a text, and while it reads or runs a model. */
	textTimeLimit: z.number().positive().default(300),
	modelTimeLimit: z.number().positive().default(3600),
	/** Where results and models are kept; absent: the user's cache directory. */
	cacheDirectory: z.string().optional(),
	/** Where privacy ledgers are kept that nobody has named; absent: the user's data directory. */
	dataDirectory: z.string().optional(),
	offline: z.boolean().default(true),
	/** For private repositories: from the editor's secret storage, never from a settings file; absent: `HF_TOKEN`. */
	token: z.string().optional(),
	/** Who speaks in sidecars; absent: git's `user.name`, else the system's name. */
	author: z.string().min(1).optional(),
	/** Queries that memories are judged by, a file; absent: only what needs no history judges. */
	memoryHistory: z.string().optional(),
	/** When an open memory file is scanned: also when it is opened, when it is saved, or by command alone. */
	memoryScanOn: z.enum(['open', 'save', 'command']).default('open'),
	/** Documents that logged queries are asked of, a path or an address; absent: editors screen no queries. */
	queryStore: z.string().optional(),
	/** Files that are query logs beside `*.queries.jsonl`, absolute paths. */
	queryLogs: z.array(z.string()).default([]),
	/** Ordinary queries that the threshold is made of, an absolute path; absent: those that lie beside the log or the store, or none. */
	queryBenign: z.string().optional(),
	/** In an untrusted workspace the bundled model is used, whatever the other settings say. */
	trusted: z.boolean().default(true),
});
export type RunnerSettings = z.infer<typeof runnerSettings>;
/** What LSP's `initialize` may carry: the settings, and what the client does itself. */
export const initializationOptions = runnerSettings.extend({
	/** It has a command `ragAssay.showWhy` of its own, which the runner's would collide with. */
	showsWhy: z.boolean().default(false),
});

// --- editor ---

/** State of one open document's analysis. */
export const analysisState = z.discriminatedUnion('kind', [
	/** Not one of our formats, or half of a pair. */
	z.object({ kind: z.literal('none') }),
	/** Analysis waits for save or command. */
	z.object({ kind: z.literal('idle') }),
	z.object({ kind: z.literal('queued') }),
	/** The model reads it, or is loaded for it, as `doing` says then. */
	z.object({ kind: z.literal('running'), done: z.number(), total: z.number(), doing: z.string().optional() }),
	/** `cut`: the model had no room to read everything; the notes say of what. */
	z.object({
		kind: z.literal('done'),
		notes: z.array(z.string()),
		findings: z.number(),
		profile: z.string().nullable(),
		cut: z.boolean(),
		/** Why the profile in force cannot judge; absent where it does, and where there is none. */
		refused: wireError.optional(),
		/** Why no sentence is judged though the profile could, in words: 'not judged: it has no contexts'; absent where one is, and without a profile. */
		notJudged: z.string().optional(),
		/** How the last answers, this one among them, look beside those of the profile; absent where it does not say. */
		likeness: likeness.optional(),
	}),
	/** Readable, but with no response to analyze. */
	z.object({ kind: z.literal('no-response') }),
	z.object({ kind: z.literal('failed'), error: wireError }),
	z.object({ kind: z.literal('cancelled') }),
]);
export type AnalysisState = z.infer<typeof analysisState>;

/** Analyze an open document now, whatever `analyzeOn` says; answers when done. */
export const Analyze = request('ragAssay/analyze', z.object({ uri }), analysisState);
/** Stop what runs or waits for a document; answers at once. */
export const CancelAnalysis = request('ragAssay/cancelAnalysis', z.object({ uri }), z.null());
/** The document's state changed; `version` is the document's. Colors of an older version are stale. */
export const AnalysisChanged = notification('ragAssay/analysisChanged', z.object({ uri, version: z.number().int(), state: analysisState }));
/** Which documents are visible, the active one first: their jobs go first. */
export const VisibleDocuments = notification('ragAssay/visibleDocuments', z.object({ uris: z.array(uri) }));
/** Every trace file below these folders, open or not; findings go to Problems. Progress by LSP work-done progress. */
export const AnalyzeWorkspace = request(
	'ragAssay/analyzeWorkspace',
	z.object({ folders: z.array(uri) }),
	z.object({
		analyzed: z.number().int(),
		failed: z.number().int(),
		findings: z.number().int(),
		/** How much of what was analyzed a profile has judged: without one, no findings mean nothing. */
		judged: z.enum(['all', 'some', 'none']),
		/** Why the profile in force could not judge, as with one document. */
		refused: wireError.optional(),
		/** How the last of the answers look beside those of the profile; absent where it does not say. */
		likeness: likeness.optional(),
	}),
);

/** Colors of one document. `buckets[b]` holds the ranges of bucket `b`, in order. */
export const Heatmap = request(
	'ragAssay/heatmap',
	z.object({ uri, measure: z.enum(measures) }),
	z
		.object({
			version: z.number().int(),
			measure: z.enum(measures),
			buckets: z.array(z.array(quad)).length(bucketCount),
			/** Values at the edges between buckets, ascending, in the measure's unit: for the legend. */
			edges: z.array(z.number()).length(bucketCount - 1),
			/** Why nothing is colored where the measure was not computed, in one sentence. */
			missing: z.string().nullable(),
			sources: z.array(
				z.object({ source: z.enum(['query', 'rag']), context: z.string().optional(), index: z.number().int(), range: quad }),
			),
		})
		.nullable(),
);

/** The response's sentences and their worst tokens, worst sentence first: what color says, as text. */
export const Sentences = request(
	'ragAssay/sentences',
	z.object({ uri }),
	z.array(
		z.object({
			/** Whose sentence it is. */
			subject: subjectKeySchema,
			range: quad,
			text: z.string(),
			score: z.number().nullable(),
			verdict: z.string().nullable(),
			/** Why the profile's detectors, which could, do not judge it, in words: 'not judged: it has no contexts'; `null` where they do, or there are none. */
			notJudged: z.string().nullable(),
			entropyMean: z.number(),
			cgMean: z.number(),
			cgTop5: z.number(),
			spad: spadVerdictSchema.nullable(),
			worst: z.array(z.object({ text: z.string(), range: quad, probability: z.number(), entropy: z.number(), cg: z.number() })),
		}),
	),
);

/** `[query, rag, past, self, ffn, ln, initial]`: parts of a probability. */
const sources = z.array(z.number()).length(7);
const contextShare = z.object({
	id: z.string(),
	/** From 0, in the order of the trace: the context's color. */
	index: z.number().int(),
	/** The context's text in the document at `uri`. */
	uri,
	range: quad,
	/** What it gave: of a token, a part of its probability; of several, the mean. */
	share: z.number(),
});

/**
 * *Where did this come from?* With `range` (a cursor is an empty one), of the response tokens that it touches; without, of the
 * whole response, whose `lit` is then empty: the contexts say enough, and every token of a prompt gave something to some token.
 * So is that of more than 256 tokens.
 * `null` where nothing is known: no analysis, no attribution (`Heatmap` says why), or no response token in `range`.
 */
export const Origins = request(
	'ragAssay/origins',
	z.object({ uri, range: quad.optional() }),
	z
		.object({
			/** The response's document, and its version. */
			uri,
			version: z.number().int(),
			/** The response tokens asked about, as one text; `null` for the whole response. Without `tokens` it is the end of the response that there was no room to score: nothing is known of it. */
			subject: z.object({ range: quad, text: z.string(), tokens: z.number().int() }).nullable(),
			/** Mean of the asked tokens' sources. */
			sources,
			/** Words that fed them, strongest first; none where the contexts gave next to nothing. `weight` is the share relative to the strongest, above 0 and at most 1. */
			lit: z.array(z.object({ uri, range: quad, context: z.string(), index: z.number().int(), share: z.number(), weight: z.number() })),
			/** Contexts by their share, largest first. */
			contexts: z.array(contextShare),
			/** Ids of the contexts in which the words asked about stand as they are, whatever attention to them gave; none of the whole response. */
			wordForWord: z.array(z.string()),
		})
		.nullable(),
);

/** Everything about one response token, for the inspector; `null` as for `Origins`. */
export const TokenDetail = request(
	'ragAssay/tokenDetail',
	z.object({ uri, position: z.object({ line: z.number().int(), character: z.number().int() }) }),
	z
		.object({
			uri,
			version: z.number().int(),
			range: quad,
			/** From 0, of how many the response has. */
			index: z.number().int(),
			count: z.number().int(),
			model: z.string(),
			token: analysisRecordSchema.shape.tokens.element,
			sources,
			/** Contexts by their share, largest first. */
			contexts: z.array(contextShare),
			/** The token's path: the probe starts at `initial`, after the last layer `ln` is added. */
			layers: z.array(layerStepSchema),
			/** Of its sentence. */
			sentence: z.object({ range: quad, text: z.string(), spad: spadVerdictSchema.nullable() }).nullable(),
			/** Of the response. */
			response: spadVerdictSchema.nullable(),
			attribution: analysisRecordSchema.shape.attribution.unwrap(),
			/** What the model had no room to read, in a sentence; `null` where it read every context whole. */
			readWithout: z.string().nullable(),
		})
		.nullable(),
);

/**
 * Write an answer for a trace that has none. Pieces arrive as `GeneratedText`, the whole at the end. Canceled, it answers
 * with what there is (`finish: 'cancelled'`), or `RequestCancelled` when there is nothing.
 */
export const Generate = request(
	'ragAssay/generate',
	z.object({
		uri,
		token: z.string(),
		maxTokens: z.number().int().positive().default(256),
		temperature: z.number().min(0).default(0),
		topP: z.number().gt(0).max(1).default(1),
		seed: z.number().int().optional(),
	}),
	z.object({ text: z.string(), finish: z.enum(['stop', 'length', 'cancelled']), notes: z.array(z.string()) }),
);
export const GeneratedText = notification('ragAssay/generatedText', z.object({ token: z.string(), piece: z.string() }));

// --- model and runner ---

export const modelState = z.object({
	state: z.enum(['unloaded', 'loading', 'ready', 'working', 'restarting', 'failed']),
	model: z.string().nullable(),
	device: z.string().nullable(),
	dtype: z.string().nullable(),
	profile: z.string().nullable(),
	/** Why no profile judges: sentences, a line for each difference; `null` where one does, and before anybody knows. */
	profileProblem: z.string().nullable().default(null),
	/** Which of its detectors do not judge, because they were made for other readers, why, and what to do; none where all of them do. Also among the notes. */
	profileLeft: z.array(z.string()).default([]),
	/** Memory of the model process without files that are mapped, bytes. */
	memory: z.number().nullable(),
	/** For how many seconds the model process has given no sign of life at least, while doing what, and when it is ended; `null` where it does or has nothing to do. */
	silence: z.object({ seconds: z.number(), doing: z.string(), endsAfter: z.number() }).nullable().default(null),
	jobs: z.number().int(),
	/** What the work that is going on takes, in words; `null` before it is known. */
	needs: z.string().nullable().default(null),
	error: wireError.nullable(),
	/** Something a user should know, such as that no profile fits the model. */
	notes: z.array(z.string()),
	/** What a load is doing (a download, a check), in bytes; `total` 0 when unknown. */
	loading: z.object({ message: z.string(), done: z.number(), total: z.number() }).nullable().default(null),
});
export type ModelState = z.infer<typeof modelState>;
export const ModelStateChanged = notification('ragAssay/modelStateChanged', modelState);
export const GetModelState = request('ragAssay/modelState', z.null(), modelState);
export const LoadModel = request('ragAssay/loadModel', z.null(), modelState);
export const UnloadModel = request('ragAssay/unloadModel', z.null(), z.null());
/** Settings changed; answers when they are in force. */
export const ConfigurationChanged = request('ragAssay/configurationChanged', runnerSettings, z.null());
export const cacheFolder = z.object({ folder: z.string(), files: z.number().int(), bytes: z.number() });
export const caches = z.object({
	results: cacheFolder,
	graphs: cacheFolder,
	models: cacheFolder,
	/** What `device install cuda` has brought, for all versions of ONNX Runtime. */
	cuda: cacheFolder,
});
export type Caches = z.infer<typeof caches>;
/** What is kept on disk, and where. */
export const GetCaches = request('ragAssay/caches', z.null(), caches);
/** Deletes results and instrumented graphs; answers what they held. */
export const ClearCache = request('ragAssay/clearCache', z.null(), z.object({ files: z.number().int(), bytes: z.number() }));

/** Why the runner ended, for whoever started it. */
export const exitCodes = {
	/** `shutdown`, then `exit`. */
	done: 0,
	/** The client went away without `shutdown`. */
	abandoned: 1,
	/** Started with arguments that are not understood. */
	usage: 2,
	/** A frame over the limit, or one that cannot be read: nothing after it can. */
	badFrame: 65,
	/** A defect of ours. */
	defect: 70,
} as const;

/** The runner is about to end; `restart` says whether a new start can help. */
export const Exiting = notification('ragAssay/exiting', z.object({ reason: z.string(), restart: z.boolean() }));

// --- files, for the command line ---

/** Analyze files of the disk. Traces arrive as `FileAnalysed` in the order of the files, then the answer. */
export const AnalyzeFiles = request(
	'ragAssay/analyzeFiles',
	z.object({
		token: z.string(),
		paths: z.array(z.string()).min(1),
		methods: z.array(z.enum(analysisMethodNames)).optional(),
		/** Whether flagged sentences get the words of the contexts that fed them; one that attributes must not be missing from `methods` then. */
		origins: z.boolean().optional(),
		/** Whether each token gets them, too; one that attributes must not be missing from `methods` then. */
		tokenOrigins: z.boolean().optional(),
		/** Whether tokens get their path through the layers; one that attributes must not be missing from `methods` then. */
		layers: z.boolean().optional(),
		/** Writes a self-contained HTML report here. */
		html: z.string().optional(),
	}),
	z.object({
		traces: z.number().int(),
		failures: z.array(wireError),
		html: z.string().nullable(),
		/** How the last of the answers look beside those of the profile; `null` where the profile does not say. */
		likeness: likeness.nullable(),
	}),
);
export const FileAnalyzed = notification(
	'ragAssay/fileAnalysed',
	z.object({
		token: z.string(),
		record: analysisRecordSchema,
		/** The response as it stands in the file, from `start`: the tokens' offsets point into it. */
		response: z.object({ start: z.number().int(), text: z.string() }),
	}),
);
/** Progress of a request that carries a token. */
export const Progress = notification(
	'ragAssay/progress',
	z.object({
		token: z.string(),
		/** What is being done, without how much of it and how long it takes. */
		message: z.string(),
		done: z.number(),
		total: z.number(),
		/** How long the rest takes; absent where it cannot be told. */
		secondsLeft: z.number().nonnegative().optional(),
	}),
);
/** Answers for the traces of these files that have none; `write` puts them into the files. */
export const GenerateFiles = request(
	'ragAssay/generateFiles',
	z.object({
		token: z.string(),
		paths: z.array(z.string()).min(1),
		write: z.boolean(),
		maxTokens: z.number().int().positive(),
		temperature: z.number().min(0),
		topP: z.number().gt(0).max(1),
		seed: z.number().int().optional(),
	}),
	z.object({
		answers: z.array(z.object({ file: z.string(), trace: z.string(), text: z.string(), written: z.boolean() })),
		failures: z.array(wireError),
	}),
);

export { analysisRecordSchema, spadVerdictSchema };
export { isAboutResponse, isAboutSentence } from '../formats/analysis-record.ts';
export type { AnalysisRecord, SpadVerdict } from '../formats/analysis-record.ts';
