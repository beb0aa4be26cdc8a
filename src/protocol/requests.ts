import { likeness } from '../formats/data-likeness.ts';
import * as z from 'zod';
import { analysisMethodNames } from '../formats/analysis-methods.ts';
import { analysisRecordSchema, layerStepSchema, spadVerdictSchema } from '../formats/analysis-record.ts';
import { heatMeasures } from '../formats/heat-scale.ts';
import { sentenceVerdictSchema } from '../formats/sentence-verdict.ts';
import { subjectKeySchema } from '../formats/subject.ts';
import { notification, request } from './rpc.ts';

const uri = z.string().min(1);
/** A range as `[startLine, startCharacter, endLine, endCharacter]`, in LSP positions (UTF-16). */
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
export type HeatmapMeasure = (typeof measures)[number];
/** Number of color steps of a heatmap. */
export const bucketCount = 20;

/** Largest error that may be allowed for a source. With a larger error, a source says too little. */
export const largestScreen = 1e-3;

/** Settings of the runner. They are LSP's `initializationOptions` and the payload of `SetConfiguration`. */
export const runnerSettings = z.object({
	/** Folder or repository ID. Absent: the bundled demo model. */
	model: z.string().optional(),
	revision: z.string().optional(),
	dtype: z.enum(['fp32', 'fp16', 'q8', 'q4']).optional(),
	device: z.enum(['auto', 'cuda', 'webgpu', 'dml', 'coreml', 'cpu']).default('auto'),
	/** Profile file. Absent: the bundled profile, if it fits the model. */
	profile: z.string().optional(),
	/** What embeds texts: the folder or repository ID of an encoder, or `lexical`, which is built in and needs no model. */
	embedder: z.string().min(1).default('lexical'),
	embedderDtype: z.enum(['fp32', 'fp16', 'q8', 'q4']).optional(),
	/** Folder of a token classifier that finds personal values in addition to the rules. Absent: only the rules find them. */
	piiModel: z.string().optional(),
	/** Whether to measure RePCS's influence, too. The model then reads each trace three more times. */
	eta: z.boolean().default(false),
	/** How far a source of a token may be off, so that SPAD is computed faster. The bound is proven. 0: exact. */
	screen: z.number().min(0).max(largestScreen).default(0),
	analyzeOn: z.enum(['open', 'save', 'command']).default('open'),
	/** Whether a line above each response says how many of its sentences are supported, for clients that say `showsWhy`. */
	verdictLens: z.boolean().default(true),
	/** Idle time after an edit before the document is analyzed again, milliseconds. */
	editDelay: z.number().int().min(0).default(600),
	/**
	 * Limit of the model process's memory, MiB. A job is refused if its estimate exceeds the limit. The process is ended if it exceeds the
	 * limit.
	 */
	memoryLimit: z.number().int().positive().default(8192),
	/** Seconds without a sign of life from the model process after which the user is told. */
	silenceSaidAfter: z.number().positive().default(30),
	/**
	 * Seconds without a sign of life after which the model process is ended. `textTimeLimit` applies while it renders or tokenizes a text,
	 * and `modelTimeLimit` while it reads or runs a model.
	 */
	textTimeLimit: z.number().positive().default(300),
	modelTimeLimit: z.number().positive().default(3600),
	/** Where results and models are kept. Absent: the user's cache directory. */
	cacheDirectory: z.string().optional(),
	/** Where privacy ledgers are kept if nobody has named a file for them. Absent: the user's data directory. */
	dataDirectory: z.string().optional(),
	offline: z.boolean().default(true),
	/** Token for private repositories. It comes from the editor's secret storage, never from a settings file. Absent: `HF_TOKEN`. */
	token: z.string().optional(),
	/** Name that sidecars record for the user. Absent: git's `user.name`, or else the system's user name. */
	author: z.string().min(1).optional(),
	/** File of earlier queries by which memories are judged. Absent: only methods that need no such history judge. */
	memoryHistory: z.string().optional(),
	/** When an open memory file is scanned. `open`: when it is opened or saved. `save`: when it is saved. `command`: only by command. */
	memoryScanOn: z.enum(['open', 'save', 'command']).default('open'),
	/** Documents against which logged queries are screened: a path or an address. Absent: editors screen no queries. */
	queryStore: z.string().optional(),
	/** More files that are query logs, in addition to `*.queries.jsonl`. Absolute paths. */
	queryLogs: z.array(z.string()).default([]),
	/**
	 * File of ordinary queries that determine the threshold, as an absolute path. Absent: the file beside the log or the store, if there is
	 * one.
	 */
	queryBenign: z.string().optional(),
	/** Whether the workspace is trusted. In an untrusted workspace the bundled model is used, whatever the other settings say. */
	trusted: z.boolean().default(true),
});
export type RunnerSettings = z.infer<typeof runnerSettings>;
/** What LSP's `initialize` may carry: the settings, and what the client does itself. */
export const initializationOptions = runnerSettings.extend({
	/** Whether the client has its own command `ragAssay.showWhy`, which would collide with the runner's. */
	showsWhy: z.boolean().default(false),
});

// --- editor ---

/** State of the analysis of one open document. */
const analysisState = z.discriminatedUnion('kind', [
	/** The document is not in one of the product's formats, or it is half of a pair. */
	z.object({ kind: z.literal('none') }),
	/** The analysis waits until the document is saved or the command is run. */
	z.object({ kind: z.literal('idle') }),
	z.object({ kind: z.literal('queued') }),
	/**
	 * The model reads the document. If `doing` is present, it says what else is being done, such as loading the model. `shown`: one more
	 * of the document's traces is read now, and so many of them can be shown while the others are read.
	 */
	z.object({
		kind: z.literal('running'),
		done: z.number(),
		total: z.number(),
		doing: z.string().optional(),
		shown: z.number().int().positive().optional(),
	}),
	/** The document is analyzed. `cut`: the model had no room to read everything. The notes say what it did not read. */
	z.object({
		kind: z.literal('done'),
		notes: z.array(z.string()),
		findings: z.number(),
		profile: z.string().nullable(),
		cut: z.boolean(),
		/** Why the profile in force cannot judge. Absent if it can judge, or if there is no profile. */
		refused: wireError.optional(),
		/**
		 * Why no sentence is judged although the profile could judge, in words: 'not judged: the trace has no contexts'. Absent if a sentence is
		 * judged, and without a profile.
		 */
		notJudged: z.string().optional(),
		/** How the latest answers, including this one, compare with the answers of the profile. Absent if the profile does not say. */
		likeness: likeness.optional(),
	}),
	/** The document can be read, but has no response to analyze. */
	z.object({ kind: z.literal('no-response') }),
	z.object({ kind: z.literal('failed'), error: wireError }),
	z.object({ kind: z.literal('cancelled') }),
]);
export type AnalysisState = z.infer<typeof analysisState>;

/** Analyzes an open document now, whatever `analyzeOn` says. Answers when the analysis is done. */
export const Analyze = request('ragAssay/analyze', z.object({ uri }), analysisState);
/** Stops the analysis that runs or waits for a document. Answers at once. */
export const CancelAnalysis = request('ragAssay/cancelAnalysis', z.object({ uri }), z.null());
/** Says that a document's state changed. `version` is the document's version. Colors of an older version are out of date. */
export const AnalysisChanged = notification('ragAssay/analysisChanged', z.object({ uri, version: z.number().int(), state: analysisState }));
/**
 * Says what is known of a trace file that is not open, as if it were open: its text on the disk is the one that was analyzed. `none`: nothing is known
 * any more.
 */
export const ClosedAnalysis = notification('ragAssay/closedAnalysis', z.object({ uri, state: analysisState }));
/**
 * Says that the last tab of a document was closed. VS Code may hold the document for minutes, but its Problems are gone at once. They come back as those of
 * a file that is not open, until the editor asks for the document's own again.
 */
export const TabClosed = notification('ragAssay/tabClosed', z.object({ uri }));
/** Says which documents are visible, the active one first. Their jobs run first. */
export const VisibleDocuments = notification('ragAssay/visibleDocuments', z.object({ uris: z.array(uri) }));
/** Asks for the colors of one document. `buckets[b]` holds the ranges of bucket `b`, in order. */
export const Heatmap = request(
	'ragAssay/heatmap',
	z.object({ uri, measure: z.enum(measures) }),
	z
		.object({
			version: z.number().int(),
			measure: z.enum(measures),
			buckets: z.array(z.array(quad)).length(bucketCount),
			/** Values at the edges between buckets, ascending, in the measure's unit. The legend shows them. */
			edges: z.array(z.number()).length(bucketCount - 1),
			/** Why nothing is colored if the measure was not computed, in one sentence. */
			missing: z.string().nullable(),
			/** Whether the sources are parts of lines, as strings of JSON are, and not whole lines. */
			inline: z.boolean(),
			sources: z.array(
				z.object({ source: z.enum(['query', 'rag']), context: z.string().optional(), index: z.number().int(), range: quad }),
			),
		})
		.nullable(),
);

/** Asks for the response's sentences and their worst tokens, the worst sentence first. This says in text what colors show. */
export const Sentences = request(
	'ragAssay/sentences',
	z.object({ uri }),
	z.array(
		z.object({
			/** The subject that the sentence belongs to. */
			subject: subjectKeySchema,
			range: quad,
			text: z.string(),
			score: z.number().nullable(),
			verdict: sentenceVerdictSchema,
			/** Nats. `null`: no model read the sentence, because it is a thought or only names a source. */
			entropyMean: z.number().nullable(),
			cgMean: z.number().nullable(),
			cgTop5: z.number().nullable(),
			spad: spadVerdictSchema.nullable(),
			worst: z.array(z.object({ text: z.string(), range: quad, probability: z.number(), entropy: z.number(), cg: z.number() })),
		}),
	),
);

/** Asks what an editor offers in the hover at a position of a response, such as going to the context that says otherwise. */
export const HoverActions = request(
	'ragAssay/hoverActions',
	z.object({ uri, position: z.object({ line: z.number().int(), character: z.number().int() }) }),
	z.array(
		z.discriminatedUnion('kind', [
			z.object({ kind: z.literal('place'), title: z.string(), uri, range: quad }),
			/** `command` is one of `commands`, and `argument` its only argument. */
			z.object({ kind: z.literal('command'), title: z.string(), command: z.string(), argument: z.unknown() }),
		]),
	),
);

/** Parts of a probability: `[query, rag, past, self, ffn, ln, initial]`. */
const sources = z.array(z.number()).length(7);
const contextOrigin = z.object({
	id: z.string(),
	/** Index of the context in the trace, from 0. It determines the context's color. */
	index: z.number().int(),
	/** The document that holds the context's text. `range` is the text's place in it. */
	uri,
	range: quad,
	/** How many of the words in question come from the context. */
	words: z.number().int().nonnegative(),
	/** Probability of the word without the context. `null` for several words, and if the context was only hidden together with others. */
	without: z.number().nullable(),
});

/**
 * Asks *Where did this come from?*
 * With `range`, the answer is about the words of the response that the range touches. A cursor is an empty range. Without `range`, the answer
 * is about the whole response.
 * `lit` is empty for the whole response: the contexts say enough. It is also empty for words of more than 256 tokens.
 * The answer is `null` if nothing is known: there is no analysis, contexts were not hidden (the record's notes say why), or there is no word of
 * the response in `range`.
 */
export const Origins = request(
	'ragAssay/origins',
	z.object({ uri, range: quad.optional() }),
	z
		.object({
			/** The response's document. `version` is the version of that document. */
			uri,
			version: z.number().int(),
			/**
			 * The words in question, as one text. `null` for the whole response. If `words` is 0, the range is in the end of the response that the
			 * model had no room to score, and nothing is known about it.
			 */
			subject: z.object({ range: quad, text: z.string(), words: z.number().int() }).nullable(),
			/** How many words the answer is about. */
			words: z.number().int(),
			/** Where the word comes from, in a line. For several words, how many come from which context. */
			origin: z.string(),
			/**
			 * Words of the contexts that the words come from: those that are the same, or else those that the model attended to most, strongest
			 * first. `weight` is above 0 and at most 1.
			 */
			lit: z.array(z.object({ uri, range: quad, context: z.string(), index: z.number().int(), weight: z.number() })),
			/** Contexts. The context that most words come from comes first, or the one that a single word comes from. */
			contexts: z.array(contextOrigin),
			/** Why the prompt was read without each context, and contexts were not hidden from the response alone, as a clause. */
			leftOut: z.string().nullable(),
			/** IDs of the contexts that contain the words verbatim, whatever hiding them changes. Empty for the whole response. */
			wordForWord: z.array(z.string()),
		})
		.nullable(),
);

/** Asks for everything about one response token, for the inspector. `null` in the same cases as for `Origins`. */
export const TokenDetail = request(
	'ragAssay/tokenDetail',
	z.object({ uri, position: z.object({ line: z.number().int(), character: z.number().int() }) }),
	z
		.object({
			uri,
			version: z.number().int(),
			range: quad,
			/** Index of the token in the response, from 0. `count` is the number of tokens in the response. */
			index: z.number().int(),
			count: z.number().int(),
			model: z.string(),
			token: analysisRecordSchema.shape.tokens.element,
			sources,
			/**
			 * The word that the token is a part of, and where it comes from, in a line. `null` for a token that is part of no word, and if contexts
			 * were not hidden.
			 */
			word: z.object({ text: z.string(), origin: z.string(), probability: z.number(), none: z.number() }).nullable(),
			/** Contexts. The one that the word comes from comes first. Empty without a word. */
			contexts: z.array(contextOrigin),
			/** The token's path through the layers. The probe starts at `initial`. `ln` is added after the last layer. */
			layers: z.array(layerStepSchema),
			/** The token's sentence. */
			sentence: z.object({ range: quad, text: z.string(), verdict: sentenceVerdictSchema, spad: spadVerdictSchema.nullable() }).nullable(),
			/** The verdict on the response. */
			response: spadVerdictSchema.nullable(),
			attribution: analysisRecordSchema.shape.attribution.unwrap(),
			/** What the model had no room to read, in a sentence. `null` if it read every context in full. */
			readWithout: z.string().nullable(),
		})
		.nullable(),
);

/**
 * Asks for the second reading of one response token: probes with the final norm inside, heads weighed by what their values add. The model
 * reads the prompt again for it. `null` in the same cases as for `Origins`.
 */
export const SecondReading = request(
	'ragAssay/secondReading',
	z.object({ uri, position: z.object({ line: z.number().int(), character: z.number().int() }) }),
	z
		.object({
			/** Index of the token in the response, from 0. */
			index: z.number().int(),
			sources,
			/** Each context's part of the contexts' source, in the order of the trace. */
			contexts: z.array(z.object({ id: z.string(), index: z.number().int(), part: z.number() })),
			/** Why heads are weighed as in the first reading, and not by their values, as a clause. `null`: by their values. */
			notByValues: z.string().nullable(),
		})
		.nullable(),
);

/**
 * Writes an answer for a trace that has none. Pieces arrive as `GeneratedText`. The answer to the request holds the whole text.
 * If canceled, it answers with the text so far (`finish: 'cancelled'`), or with `RequestCancelled` if there is none.
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

const modelState = z.object({
	state: z.enum(['unloaded', 'loading', 'ready', 'working', 'restarting', 'failed']),
	model: z.string().nullable(),
	device: z.string().nullable(),
	dtype: z.string().nullable(),
	profile: z.string().nullable(),
	/** Why no profile judges: sentences, one line for each difference. `null` if a profile judges, and before this is known. */
	profileProblem: z.string().nullable().default(null),
	/**
	 * Which detectors of the profile do not judge because they were made for other readers, why, and what to do. Empty if all of them judge.
	 * The notes hold the same sentences.
	 */
	profileLeft: z.array(z.string()).default([]),
	/** Memory of the model process in bytes, without mapped files. */
	memory: z.number().nullable(),
	/**
	 * How long the model process has given no sign of life (at least this many seconds), what it was doing, and when it is ended. `null` if
	 * it gives signs of life or has nothing to do.
	 */
	silence: z.object({ seconds: z.number(), doing: z.string(), endsAfter: z.number() }).nullable().default(null),
	jobs: z.number().int(),
	/** What the current work needs, in words. `null` before this is known. */
	needs: z.string().nullable().default(null),
	error: wireError.nullable(),
	/** Sentences that a user should know, such as that no profile fits the model. */
	notes: z.array(z.string()),
	/** What a load is doing, such as a download or a check. `done` and `total` are in bytes. `total` is 0 if it is unknown. */
	loading: z.object({ message: z.string(), done: z.number(), total: z.number() }).nullable().default(null),
});
export type ModelState = z.infer<typeof modelState>;
export const ModelStateChanged = notification('ragAssay/modelStateChanged', modelState);
export const GetModelState = request('ragAssay/modelState', z.null(), modelState);
export const LoadModel = request('ragAssay/loadModel', z.null(), modelState);
export const UnloadModel = request('ragAssay/unloadModel', z.null(), z.null());
/** Says that settings changed. Answers when they are in force. */
export const SetConfiguration = request('ragAssay/configurationChanged', runnerSettings, z.null());
const cacheFolder = z.object({ folder: z.string(), files: z.number().int(), bytes: z.number() });
export const caches = z.object({
	results: cacheFolder,
	graphs: cacheFolder,
	models: cacheFolder,
	/** What `device install cuda` has downloaded, for all versions of ONNX Runtime. */
	cuda: cacheFolder,
});
export type Caches = z.infer<typeof caches>;
/** Asks what is kept on disk, and where. */
export const GetCaches = request('ragAssay/caches', z.null(), caches);
/** Deletes results and instrumented graphs. Answers with the number of files and bytes that were deleted. */
export const ClearCache = request('ragAssay/clearCache', z.null(), z.object({ files: z.number().int(), bytes: z.number() }));

/** Exit codes that say why the runner ended, for the program that started it. */
export const exitCodes = {
	/** The runner received `shutdown`, then `exit`. */
	done: 0,
	/** The client ended without `shutdown`. */
	abandoned: 1,
	/** The runner was started with arguments that it does not understand. */
	usage: 2,
	/** A frame was larger than the limit or could not be read. Nothing after it can be read. */
	badFrame: 65,
	/** A defect in the runner. */
	defect: 70,
} as const;

/** Says that the runner is about to end. `restart` says whether a new start can help. */
export const Exiting = notification('ragAssay/exiting', z.object({ reason: z.string(), restart: z.boolean() }));

// --- files, for the command line ---

/** Analyzes files on disk. Traces arrive as `FileAnalyzed` in the order of the files, then the answer arrives. */
export const AnalyzeFiles = request(
	'ragAssay/analyzeFiles',
	z.object({
		token: z.string(),
		paths: z.array(z.string()).min(1),
		methods: z.array(z.enum(analysisMethodNames)).optional(),
		/** Whether tokens get their path through the layers. If so, `methods` must include one that attributes. */
		layers: z.boolean().optional(),
		/** File for a self-contained HTML report. */
		html: z.string().optional(),
		/** What the members of another tool's records are. Absent: formats are recognized. */
		mapping: z.object({ question: z.string().optional(), contexts: z.string(), answer: z.string() }).optional(),
	}),
	z.object({
		traces: z.number().int(),
		failures: z.array(wireError),
		html: z.string().nullable(),
		/** How the latest of the answers compare with the answers of the profile. `null` if the profile does not say. */
		likeness: likeness.nullable(),
		/** What is to be said of whole files, such as the format in which one was read. */
		notes: z.array(z.object({ file: z.string(), words: z.string() })),
	}),
);
export const FileAnalyzed = notification(
	'ragAssay/fileAnalysed',
	z.object({
		token: z.string(),
		record: analysisRecordSchema,
		/**
		 * The response as it is in the file. `start` is its offset in the file. The tokens' offsets point into the same file. With `breaks`, `text` is
		 * the response without the escapes of its file, and they say where its parts are (`piecewiseMap`).
		 */
		response: z.object({
			start: z.number().int(),
			text: z.string(),
			breaks: z
				.array(z.object({ text: z.number().int(), document: z.number().int() }))
				.readonly()
				.optional(),
		}),
	}),
);
/** Reports the progress of a request that carries a token. */
export const Progress = notification(
	'ragAssay/progress',
	z.object({
		token: z.string(),
		/** What is being done. It does not say how much of it, or how long it takes. */
		message: z.string(),
		done: z.number(),
		total: z.number(),
		/** How long the rest takes, seconds. Absent if this is unknown. */
		secondsLeft: z.number().nonnegative().optional(),
	}),
);
/** Writes answers for the traces of these files that have none. With `write`, the answers are written into the files. */
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
export { isAboutResponse, isAboutSentence, isAboutValue } from '../formats/analysis-record.ts';
export type { AnalysisRecord, SpadVerdict } from '../formats/analysis-record.ts';
