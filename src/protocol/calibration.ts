import { z } from 'zod';
import { readerKinds } from '../formats/reader.ts';
import { subjectKeySchema, subjectKinds } from '../formats/subject.ts';
import type { CalibrationSetup, Previewing } from './calibration-panel.ts';
import { wireError } from './requests.ts';
import { notification, request } from './rpc.ts';

/**
 * What a run is asked for by what is set up: of the wanted methods those that the data allow at present, and none by name where these are
 * all that they allow; of the options those that such a method has. A method that is impossible for a while stays wanted in the setup, and
 * what was set for one that is left out stays set.
 */
export function runOptions({ methods: wanted, options, ...others }: CalibrationSetup, previewing: Previewing): CalibrationSetup {
	if (previewing.kind !== 'ready') return { ...others, options, ...(wanted === undefined ? {} : { methods: wanted }) };
	const { methods: known, options: declared } = previewing.preview;
	const allowed = known.filter(({ fits }) => fits).map(({ name }) => name);
	const possible = allowed.filter((name) => wanted?.includes(name) ?? true);
	const methods = possible.length === 0 && wanted !== undefined ? wanted : possible;
	const had = new Set(declared.filter((one) => one.methods.some((name) => methods.includes(name))).map(({ name }) => name));
	return {
		...others,
		options: Object.fromEntries(Object.entries(options).filter(([name]) => had.has(name))),
		...(possible.length === allowed.length ? {} : { methods }),
	};
}

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);
/** An estimate with its 95 % interval. */
const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });
/** Name of a run: that of its folder. The same data at the same places, model and options give the same name, so that an interrupted run is found again. */
const run = z.string().regex(/^[0-9a-f]{8,64}$/);

/** Characters. */
export const longestProfileName = 120;

/** What a calibration is asked to do. */
export const calibrationOptions = z.object({
	/** Folders of data sets (RAGTruth's two files), trace files, folders of them; absolute paths. */
	data: z.array(z.string().min(1)).min(1),
	/** Names of methods (`CalibrationPreview.methods`); absent: all that the data allow. */
	methods: z.array(z.string()).min(1).optional(),
	seed: z.number().int().nonnegative().default(1),
	/** Options that methods declare (`CalibrationPreview.options`), by name; absent ones are as their methods have them. */
	options: z.record(z.string(), z.union([z.number(), z.string()])).default({}),
	/** What the profile is called; absent: after the data. */
	name: z.string().min(1).max(longestProfileName).optional(),
});
export type CalibrationOptions = z.infer<typeof calibrationOptions>;

/** An option that methods declare: what a control or a flag for it has to know. */
export const declaredOption = z.object({
	/** As `calibrationOptions.options` has it, such as `alpha`. */
	name: z.string(),
	/** Of the control, such as `Clean answers flagged, at most`. */
	title: z.string(),
	/** What it does, in a sentence or two. */
	help: z.string(),
	value: z.discriminatedUnion('kind', [
		z.object({ kind: z.literal('number'), least: z.number(), most: z.number(), whole: z.boolean(), default: z.number().nullable() }),
		z.object({
			kind: z.literal('choice'),
			choices: z.array(z.object({ name: z.string(), title: z.string() })).min(1),
			default: z.string(),
		}),
	]),
	/** Names of the methods that have it. */
	methods: z.array(z.string()).min(1),
});
export type DeclaredOption = z.infer<typeof declaredOption>;

/** What was found in data, and what can be fitted with it. */
export const calibrationPreview = z.object({
	sources: z.array(
		z.object({
			path: z.string(),
			kind: z.enum(['ragtruth', 'traces', 'entries', 'queries']),
			/** What stands in it: `trace`, `entry` or `query`. */
			subject: z.enum(subjectKinds),
			/** Subjects: answered traces, entries, queries. */
			items: count,
			/** Those that somebody has labeled: by spans, sentence by sentence in a sidecar, or in the file itself. */
			labelled: count,
			/** How many of what stand in which class, such as 120 of a `sentence` that are `grounded` and 3 of a `trace` that are `clean`. */
			classes: z.array(z.object({ of: z.string(), class: z.string(), count })),
			/** Of all items; what names no side is in neither. */
			train: count,
			test: count,
		}),
	),
	/** Of all sources. */
	items: count,
	/** Items of which numbers of a reader are kept already, by which of the measures that methods are fitted to. */
	kept: z.array(z.object({ measures: z.array(z.string()).min(1), items: count })),
	methods: z.array(
		z.object({
			name: z.string(),
			title: z.string(),
			/** What it judges. */
			subject: z.enum(subjectKinds),
			/** Who has to read the data for it. */
			readers: z.array(z.enum(readerKinds)),
			fits: z.boolean(),
			/** What it is fitted to. */
			measure: z.string(),
			/** What would be fitted on what, or what is missing and how to get it, in one sentence. */
			why: z.string(),
		}),
	),
	/** Options of these methods, each once. */
	options: z.array(declaredOption),
	/** What is to be said of the data, whatever the method; a sentence each. Absent: nothing. */
	notes: z.array(z.string()).optional(),
	failures: z.array(wireError),
});
export type CalibrationPreview = z.infer<typeof calibrationPreview>;
/** What can be fitted depends on these options; absent ones are the usual. */
export const PreviewCalibration = request(
	'ragAssay/calibration/preview',
	calibrationOptions.pick({ data: true, options: true, seed: true }).extend({ token: z.string() }),
	calibrationPreview,
);

const progress = {
	done: count,
	total: count,
	failed: count,
	/** `null` until it can be told. */
	secondsLeft: z.number().nonnegative().nullable(),
};
export const calibrationState = z.discriminatedUnion('kind', [
	/** The model reads the traces. */
	z.object({ kind: z.literal('measuring'), ...progress }),
	/** Thresholds and classifiers are fitted; `step`: which, for people. */
	z.object({ kind: z.literal('fitting'), step: z.string(), ...progress }),
	z.object({ kind: z.literal('done') }),
	/** While traces were read. What was measured is kept: starting again goes on from there. */
	z.object({ kind: z.literal('cancelled'), ...progress }),
	/** While fitting: all traces but `failed` had been read. What was measured is kept, of the fits nothing: starting again reads what failed, then fits. */
	z.object({ kind: z.literal('cancelled-fitting'), failed: count }),
	z.object({ kind: z.literal('failed'), error: wireError }),
]);
export type CalibrationState = z.infer<typeof calibrationState>;

/** Starts a run, or goes on with an interrupted one; answers at once. It lives in the runner, whoever looks. */
export const StartCalibration = request('ragAssay/calibration/start', calibrationOptions, z.object({ run }));
export const CalibrationChanged = notification('ragAssay/calibration/changed', z.object({ run, state: calibrationState }));
/** The run that goes on or ended last in this runner; `null`: none yet. */
export const CurrentCalibration = request(
	'ragAssay/calibration/current',
	z.null(),
	z.object({ run, options: calibrationOptions, state: calibrationState }).nullable(),
);
export const CancelCalibration = request('ragAssay/calibration/cancel', z.object({ run }), z.null());

/** What a threshold does. */
export const thresholdPoint = z.object({
	threshold: z.number(),
	truePositives: count,
	falsePositives: count,
	trueNegatives: count,
	falseNegatives: count,
	/** `null` without a class to measure it on, or where that class chose the threshold. */
	truePositiveRate: interval.nullable(),
	falsePositiveRate: interval.nullable(),
	precision: interval.nullable(),
});
export type ThresholdPoint = z.infer<typeof thresholdPoint>;

const curve = z.object({ x: z.array(share), y: z.array(share), /** Score at each point. */ threshold: z.array(z.number().nullable()) });

const numbers = z.array(z.number());

/** What a classifier goes by: SHAP values of its features over the rows that it was trained on (docs/methods/spad.md). */
export const learnedReport = z.object({
	/** Rows that were explained, of those that it was trained on. */
	rows: count,
	of: count,
	/** What a row is, such as `sentence` and `sentences`. */
	rowNouns: z.object({ one: z.string(), many: z.string() }),
	/** All that move any row, what weighs most first. */
	features: z.array(
		z.object({
			/** As the classifier's file has it, such as `RAG_NOUN`. */
			name: z.string(),
			/** The same in words. */
			title: z.string(),
			/** Mean size of its SHAP values, log-odds of being positive. */
			mean: z.number().positive(),
			/** Rank correlation of its values with its SHAP values: above 0 where larger values speak for positive. `null`: it never changes. */
			direction: z.number().min(-1).max(1).nullable(),
			/**
			 * Some rows, at most 200, by rising SHAP value: `rank` says where the row's value stands among all, from 0 (the least) to 1 (the greatest), `shap` what it
			 * did to the log-odds. Empty beyond the first 20 features.
			 */
			points: z.object({ rank: numbers, shap: numbers }),
		}),
	),
});
export type LearnedReport = z.infer<typeof learnedReport>;

/** One threshold or classifier of a run. */
export const detectorReport = z.object({
	/** Method and level, such as `repcs response`: unique within a run. */
	id: z.string(),
	method: z.string(),
	/** What it judges, such as `sentence`, `response` or `entry`. */
	level: z.string(),
	/** How people call one and several of them, such as `sentence` and `sentences`. */
	levelNouns: z.object({ one: z.string(), many: z.string() }),
	title: z.string(),
	/** Of the score: `nats`, `probability`, … */
	unit: z.string(),
	/** On which side of the threshold a score is flagged. */
	direction: z.enum(['above', 'below']),
	/** What the two classes are called, as in `Sentences that are ungrounded`: `grounded` and `ungrounded`, `clean` and `memorised`. */
	classes: z.object({ negative: z.string(), positive: z.string() }),
	threshold: z.number(),
	/** How it was chosen, in one sentence. */
	chosen: z.string(),
	/** On what the figures below were measured, in one sentence: data that had no part in the choice, wherever there are any; or why nothing was measured. */
	measuredOn: z.string(),
	/** Scores that the figures below are of; one whose truth is not known stands in the histogram alone. */
	n: count,
	/** Of the scores: `edges` has one more than each list of counts. */
	histogram: z.object({ edges: z.array(z.number()), negative: z.array(count), positive: z.array(count) }),
	/** At most 200 points each; `null` where a class is missing. */
	roc: curve.nullable(),
	precisionRecall: curve.nullable(),
	auc: interval.nullable(),
	/**
	 * Two-sample Kolmogorov–Smirnov test of the two classes' scores: the largest distance between their distribution functions, and the chance of
	 * as large a one if both were one distribution, which takes scores as independent. Absent where a class is missing.
	 */
	kolmogorovSmirnov: z.object({ statistic: share, pValue: share }).optional(),
	point: thresholdPoint,
	/**
	 * Half the height of the 95 % Dvoretzky–Kiefer–Wolfowitz band around the share of negatives that are flagged: it holds for every threshold at once, so
	 * for one that was moved, too. Absent where scores are not independent.
	 */
	bandHalfHeight: z.number().nonnegative().optional(),
	/** Other scores on the same spans. */
	baselines: z.array(z.object({ name: z.string(), auc: interval.nullable() })),
	/** Most wrong first, at most 50. */
	wrong: z.array(
		z.object({
			subject: subjectKeySchema,
			/** Where it stands; offsets are UTF-16 units into `file`. `null`: in no text file. */
			place: z.object({ file: z.string(), start: count, end: count }).nullable(),
			text: z.string(),
			score: z.number(),
			/** What it is, by its label. */
			truth: z.string(),
		}),
	),
	/** What more labels would bring, where that is known. */
	learningCurve: z.object({ points: z.array(z.object({ labels: count, auc: interval })), advice: z.string() }).nullable(),
	/** `null` where no classifier judges, or that of another detector (`sameClassifierAs`); absent in results from before this was kept. */
	learned: learnedReport.nullable().optional(),
	/** Id of the detector whose classifier judges here, too: what it learned stands there. Absent: a classifier of its own, or none. */
	sameClassifierAs: z.string().optional(),
	notes: z.array(z.string()),
});
export type DetectorReport = z.infer<typeof detectorReport>;

/** All that a finished run found. */
export const calibrationReport = z.object({
	run,
	name: z.string(),
	/** Who read the data, in the order in which they were opened; none for methods that need none. */
	readers: z.array(z.object({ kind: z.enum(readerKinds), name: z.string(), sha256: z.string() })),
	/** Subjects that were measured. */
	items: count,
	/** Which kinds there are among them, each once; absent in results from before this was written down. */
	subjects: z.array(z.enum(subjectKinds)).optional(),
	detectors: z.array(detectorReport),
	/** What is to be said of the data, whatever the method; a sentence each. Absent: nothing. */
	notes: z.array(z.string()).optional(),
	/** Methods that could not be fitted, and why. */
	left: z.array(z.object({ method: z.string(), why: z.string() })),
	/** Items that could not be measured; the rest stands without them. */
	failures: z.array(wireError),
	seconds: z.number().nonnegative(),
});
export type CalibrationReport = z.infer<typeof calibrationReport>;
/** Of a run that is done. */
export const GetCalibrationReport = request('ragAssay/calibration/report', z.object({ run }), calibrationReport);
/** What another threshold would do, on the same data as `DetectorReport.point`. */
export const TryThreshold = request(
	'ragAssay/calibration/tryThreshold',
	z.object({ run, id: z.string(), threshold: z.number() }),
	thresholdPoint,
);

/** Thresholds that a person has moved, by `DetectorReport.id`. */
const moved = z.array(z.object({ id: z.string(), threshold: z.number() })).default([]);
/** Paths of classifiers that the profile which was replaced named, and that no profile beside it names any more: they can be deleted, and nothing deletes them. */
const unused = z.array(z.string());
/** Writes the profile and its classifiers; `file` must end in `.assay-profile.json`. An existing one is replaced: ask first. */
export const SaveProfile = request(
	'ragAssay/calibration/save',
	z.object({ run, file: z.string().min(1), moved }),
	z.object({ file: z.string(), written: z.array(z.string()), unused }),
);

/** Both sides of a figure: in the saved profile, and in this run. */
const bothShares = { before: share, after: share };
const weight = z.object({
	/** Of the sum of all mean |SHAP| of its classifier. */
	share,
	/** Rank correlation of values with SHAP values; `null`: unknown, or the feature does not count there. */
	direction: z.number().min(-1).max(1).nullable(),
});

/** What two classifiers go by, side by side: shares, so that models whose log-odds are of different sizes can be compared. */
export const learnedComparison = z.object({
	/** Method and level, such as `spad+ sentence`. */
	id: z.string(),
	title: z.string(),
	/** Names of the models that read; `null` where none is named. */
	models: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
	/** By where a feature looks: each of the seven sources, the model's certainty, the agreement of contexts. */
	sources: z.array(z.object({ name: z.string(), title: z.string(), ...bothShares })),
	/** The same by kind of words, such as `the contexts, content words`: what has at least 2 % on either side, what weighs most first. */
	parts: z.array(z.object({ title: z.string(), ...bothShares })),
	/** The ten features that weigh most on either side, what weighs most first. */
	features: z.array(
		z.object({
			name: z.string(),
			title: z.string(),
			before: weight,
			after: weight,
			/** Whether it speaks for positive on one side and against it on the other, clearly on both. */
			reversed: z.boolean(),
		}),
	),
});
export type LearnedComparison = z.infer<typeof learnedComparison>;

/** What a run would change in a profile that is there. */
export const profileComparison = z.object({
	file: z.string(),
	name: z.string(),
	created: z.string(),
	/** Why the two cannot be compared number by number: another model, layout or embedder, by name. */
	differs: z.array(z.string()),
	/** What made them otherwise that can be compared: other data, another version of the product or of ONNX Runtime, another device, protocol, number of settings or seed. What a threshold was asked to be is in its `why`. */
	made: z.array(z.string()).optional(),
	detectors: z.array(
		z.object({
			id: z.string(),
			title: z.string(),
			change: z.enum(['same', 'within-noise', 'changed', 'added', 'removed']),
			before: z.object({ threshold: z.number(), auc: interval.nullable() }).nullable(),
			after: z.object({ threshold: z.number(), auc: interval.nullable() }).nullable(),
			/** What changed, and whether it is more than noise, in one sentence. */
			why: z.string(),
		}),
	),
	/** What the classifiers of both go by: of those that both have. Absent: nobody looked. */
	learned: z.array(learnedComparison).optional(),
	/** Why classifiers that one of them has are not laid side by side, a sentence each. */
	learnedLeft: z.array(z.string()).optional(),
});
export type ProfileComparison = z.infer<typeof profileComparison>;
export const CompareProfile = request('ragAssay/calibration/compare', z.object({ run, file: z.string().min(1), moved }), profileComparison);

// --- the command line: one request from data to profile ---

/** Calibrates and answers when done; progress as `Progress`. `shard`: measures that part alone and writes it to `out`. */
export const CalibrateFiles = request(
	'ragAssay/calibration/files',
	calibrationOptions.extend({
		token: z.string(),
		/** The profile, or of a shard its measurements. */
		out: z.string().min(1),
		/** A saved profile to compare with; absent, and for a shard: none. */
		compare: z.string().min(1).optional(),
		shard: z.object({ index: z.number().int().min(1), of: z.number().int().min(1) }).optional(),
	}),
	z.object({
		/** `null` for a shard. */
		report: calibrationReport.nullable(),
		/** With the profile that was named; `null` where none was. */
		comparison: profileComparison.nullable(),
		written: z.array(z.string()),
		unused,
		measured: count,
		failures: z.array(wireError),
	}),
);
/** Joins shards of one calibration into the profile that an unsharded run gives. */
export const MergeShards = request(
	'ragAssay/calibration/merge',
	z.object({ token: z.string(), shards: z.array(z.string().min(1)).min(1), out: z.string().min(1), compare: z.string().min(1).optional() }),
	z.object({
		report: calibrationReport,
		comparison: profileComparison.nullable(),
		written: z.array(z.string()),
		unused,
		failures: z.array(wireError),
	}),
);
