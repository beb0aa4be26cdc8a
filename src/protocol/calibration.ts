import * as z from 'zod';
import { readerKinds } from '../formats/reader.ts';
import { subjectKeySchema, subjectKinds } from '../formats/subject.ts';
import { wireError } from './requests.ts';
import { notification, request } from './rpc.ts';

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);
/** An estimate with its 95% interval. */
const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });
/**
 * Name of a run, which is the name of its folder. The same data at the same places, the same model and the same options give the same name,
 * so that an interrupted run is found again.
 */
const run = z.string().regex(/^[0-9a-f]{8,64}$/);

/** Largest length of a profile's name, characters. */
export const longestProfileName = 120;

/** What a calibration is asked to do. */
export const calibrationOptions = z.object({
	/** Folders of data sets (RAGTruth's two files), trace files, or folders of trace files. Absolute paths. */
	data: z.array(z.string().min(1)).min(1),
	/** Names of methods (`CalibrationPreview.methods`). Absent: all that the data allow. */
	methods: z.array(z.string()).min(1).optional(),
	seed: z.number().int().nonnegative().default(1),
	/** Options that methods declare (`CalibrationPreview.options`), by name. Absent ones have the methods' defaults. */
	options: z.record(z.string(), z.union([z.number(), z.string()])).default({}),
	/** Name of the profile. Absent: it is named after the data. */
	name: z.string().min(1).max(longestProfileName).optional(),
});
export type CalibrationOptions = z.infer<typeof calibrationOptions>;

/** An option that methods declare, with what a control or a flag for it needs. */
const declaredOption = z.object({
	/** Name of the option in `calibrationOptions.options`, such as `alpha`. */
	name: z.string(),
	/** Title of the control, such as `Clean answers flagged, at most`. */
	title: z.string(),
	/** What the option does, in one or two sentences. */
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
			/** What the source contains: `trace`, `entry` or `query`. */
			subject: z.enum(subjectKinds),
			/** Number of subjects: answered traces, entries or queries. */
			items: count,
			/** Number of subjects that somebody has labeled: by spans, sentence by sentence in a sidecar, or in the file itself. */
			labelled: count,
			/** Number of members in each class, such as 120 of a `sentence` that are `supported` and 3 of a `trace` that are `clean`. */
			classes: z.array(z.object({ of: z.string(), class: z.string(), count })),
			/** Number of items on each side. An item that names no side is in neither. */
			train: count,
			test: count,
		}),
	),
	/** Number of items of all sources. */
	items: count,
	/** Items whose numbers from a reader are kept already, by the measures that methods are fitted to. */
	kept: z.array(z.object({ measures: z.array(z.string()).min(1), items: count })),
	methods: z.array(
		z.object({
			name: z.string(),
			title: z.string(),
			/** Kind of subject that the method judges. */
			subject: z.enum(subjectKinds),
			/** Readers that must read the data for the method. */
			readers: z.array(z.enum(readerKinds)),
			fits: z.boolean(),
			/** The measure that the method is fitted to. */
			measure: z.string(),
			/** What would be fitted on what, or what is missing and how to get it, in one sentence. */
			why: z.string(),
		}),
	),
	/** Options of these methods, each once. */
	options: z.array(declaredOption),
	/** Sentences about the data, whatever the method. Absent: there are none. */
	notes: z.array(z.string()).optional(),
	failures: z.array(wireError),
});
export type CalibrationPreview = z.infer<typeof calibrationPreview>;
/** Asks what can be fitted, which depends on these options. Absent options have their defaults. */
export const PreviewCalibration = request(
	'ragAssay/calibration/preview',
	calibrationOptions.pick({ data: true, options: true, seed: true }).extend({ token: z.string() }),
	calibrationPreview,
);

const progress = {
	done: count,
	total: count,
	failed: count,
	/** Seconds until the end. `null` until this can be estimated. */
	secondsLeft: z.number().nonnegative().nullable(),
};
export const calibrationState = z.discriminatedUnion('kind', [
	/** The model reads the traces. */
	z.object({ kind: z.literal('measuring'), ...progress }),
	/** Thresholds and classifiers are fitted. `step` says which, for people. */
	z.object({ kind: z.literal('fitting'), step: z.string(), ...progress }),
	z.object({ kind: z.literal('done') }),
	/** The run was canceled while traces were read. What was measured is kept. A new start continues from there. */
	z.object({ kind: z.literal('cancelled'), ...progress }),
	/**
	 * The run was canceled while fitting. All traces except `failed` had been read. What was measured is kept, and no fit is kept. A new
	 * start reads what failed and then fits.
	 */
	z.object({ kind: z.literal('cancelled-fitting'), failed: count }),
	z.object({ kind: z.literal('failed'), error: wireError }),
]);
export type CalibrationState = z.infer<typeof calibrationState>;

/** Starts a run, or continues an interrupted one. Answers at once. The run goes on in the runner even if no client watches it. */
export const StartCalibration = request('ragAssay/calibration/start', calibrationOptions, z.object({ run }));
export const CalibrationChanged = notification('ragAssay/calibration/changed', z.object({ run, state: calibrationState }));
/** Asks for the current run of this runner, or the one that ended last. `null` if there is none yet. */
export const CurrentCalibration = request(
	'ragAssay/calibration/current',
	z.null(),
	z.object({ run, options: calibrationOptions, state: calibrationState }).nullable(),
);
export const CancelCalibration = request('ragAssay/calibration/cancel', z.object({ run }), z.null());

/** What a threshold does. */
const thresholdPoint = z.object({
	threshold: z.number(),
	truePositives: count,
	falsePositives: count,
	trueNegatives: count,
	falseNegatives: count,
	/** Rate with its interval. `null` if there is no class to measure it on, or if that class determined the threshold. */
	truePositiveRate: interval.nullable(),
	falsePositiveRate: interval.nullable(),
	precision: interval.nullable(),
});
export type ThresholdPoint = z.infer<typeof thresholdPoint>;

const curve = z.object({ x: z.array(share), y: z.array(share), /** Score at each point. */ threshold: z.array(z.number().nullable()) });

const numbers = z.array(z.number());

/** What a classifier relies on: SHAP values of its features over the rows that it was trained on (docs/methods/spad.md). */
const learnedReport = z.object({
	/** Number of rows that were explained. `of` is the number of rows that the classifier was trained on. */
	rows: count,
	of: count,
	/** What a row is, such as `sentence` and `sentences`. */
	rowNouns: z.object({ one: z.string(), many: z.string() }),
	/** All features that affect any row, the one with the most weight first. */
	features: z.array(
		z.object({
			/** Name in the classifier's file, such as `RAG_NOUN`. */
			name: z.string(),
			/** The same name in words. */
			title: z.string(),
			/** Mean size of the feature's SHAP values, in log-odds of being positive. */
			mean: z.number().positive(),
			/**
			 * Rank correlation of the feature's values with its SHAP values. Above 0, larger values speak for positive. `null` if the feature
			 * never changes.
			 */
			direction: z.number().min(-1).max(1).nullable(),
			/**
			 * At most 200 rows, by rising SHAP value. `rank` is the place of the row's value among all values, from 0 (the smallest) to 1 (the
			 * largest). `shap` is what the value did to the log-odds. Empty after the first 20 features.
			 */
			points: z.object({ rank: numbers, shap: numbers }),
		}),
	),
});
export type LearnedReport = z.infer<typeof learnedReport>;

/** One threshold or classifier of a run. */
const detectorReport = z.object({
	/** Method and level, such as `repcs response`. Unique within a run. */
	id: z.string(),
	method: z.string(),
	/** What it judges, such as `sentence`, `response` or `entry`. */
	level: z.string(),
	/** Nouns for one and for several of them, such as `sentence` and `sentences`. */
	levelNouns: z.object({ one: z.string(), many: z.string() }),
	title: z.string(),
	/** Unit of the score: `nats`, `probability`, … */
	unit: z.string(),
	/** The side of the threshold on which a score is flagged. */
	direction: z.enum(['above', 'below']),
	/** Names of the two classes, as in `Sentences that are unsupported`: `supported` and `unsupported`, `clean` and `memorized`. */
	classes: z.object({ negative: z.string(), positive: z.string() }),
	threshold: z.number(),
	/** How the threshold was chosen, in one sentence. */
	chosen: z.string(),
	/**
	 * On what the figures below were measured, in one sentence. These are data that had no part in the choice, if there are any. If nothing
	 * was measured, the sentence says why.
	 */
	measuredOn: z.string(),
	/** Number of scores that the figures below cover. A score without a known truth is only in the histogram. */
	n: count,
	/** Histogram of the scores. `edges` has one member more than each list of counts. */
	histogram: z.object({ edges: z.array(z.number()), negative: z.array(count), positive: z.array(count) }),
	/** Curve with at most 200 points. `null` if a class is missing. */
	roc: curve.nullable(),
	precisionRecall: curve.nullable(),
	auc: interval.nullable(),
	/**
	 * Two-sample Kolmogorov–Smirnov test of the two classes' scores. `statistic` is the largest distance between their distribution
	 * functions. `pValue` is the probability of a distance at least as large if both had one distribution. It assumes that scores are
	 * independent. Absent if a class is missing.
	 */
	kolmogorovSmirnov: z.object({ statistic: share, pValue: share }).optional(),
	point: thresholdPoint,
	/**
	 * Half the height of the 95% Dvoretzky–Kiefer–Wolfowitz band around the share of negatives that are flagged. The band holds for every
	 * threshold at once, so also for one that was moved. Absent if scores are not independent.
	 */
	bandHalfHeight: z.number().nonnegative().optional(),
	/** Other scores on the same spans. */
	baselines: z.array(z.object({ name: z.string(), auc: interval.nullable() })),
	/** Items that were judged wrong, the worst first, at most 50. */
	wrong: z.array(
		z.object({
			subject: subjectKeySchema,
			/** Place of the item. Offsets are UTF-16 code units into `file`. `null` if it is not in a text file. */
			place: z.object({ file: z.string(), start: count, end: count }).nullable(),
			text: z.string(),
			score: z.number(),
			/** The item's class, by its label. */
			truth: z.string(),
		}),
	),
	/** What more labels would bring, if this is known. */
	learningCurve: z.object({ points: z.array(z.object({ labels: count, auc: interval })), advice: z.string() }).nullable(),
	/**
	 * What the classifier learned. `null` if no classifier judges, or if it is the classifier of another detector (`sameClassifierAs`).
	 * Absent in results from before this was kept.
	 */
	learned: learnedReport.nullable().optional(),
	/**
	 * ID of the detector whose classifier judges here, too. What it learned is in that detector's report. Absent if the detector has its own
	 * classifier, or none.
	 */
	sameClassifierAs: z.string().optional(),
	/** Method of a detector that judges sentences before this one, if the profile has it. Absent: there is none. */
	after: z.literal('starter').optional(),
	notes: z.array(z.string()),
});
export type DetectorReport = z.infer<typeof detectorReport>;

/** Everything that a finished run found. */
export const calibrationReport = z.object({
	run,
	name: z.string(),
	/** Readers of the data, in the order in which they were opened. Empty for methods that need none. */
	readers: z.array(z.object({ kind: z.enum(readerKinds), name: z.string(), sha256: z.string() })),
	/** Number of subjects that were measured. */
	items: count,
	/** The kinds of subjects among them, each once. Absent in results from before this was recorded. */
	subjects: z.array(z.enum(subjectKinds)).optional(),
	detectors: z.array(detectorReport),
	/** Sentences about the data, whatever the method. Absent: there are none. */
	notes: z.array(z.string()).optional(),
	/** Methods that could not be fitted, and why. */
	left: z.array(z.object({ method: z.string(), why: z.string() })),
	/** Items that could not be measured. The results do without them. */
	failures: z.array(wireError),
	seconds: z.number().nonnegative(),
});
export type CalibrationReport = z.infer<typeof calibrationReport>;
/** Asks for the report of a run that is done. */
export const GetCalibrationReport = request('ragAssay/calibration/report', z.object({ run }), calibrationReport);
/** Asks what another threshold would do, on the same data as `DetectorReport.point`. */
export const TryThreshold = request(
	'ragAssay/calibration/tryThreshold',
	z.object({ run, id: z.string(), threshold: z.number() }),
	thresholdPoint,
);

/** Thresholds that a person has moved, by `DetectorReport.id`. */
const moved = z.array(z.object({ id: z.string(), threshold: z.number() })).default([]);
/**
 * Paths of classifiers that only the replaced profile named: no profile beside it names them any more. They can be deleted. Nothing deletes
 * them.
 */
const unused = z.array(z.string());
/** Writes the profile and its classifiers. `file` must end in `.assay-profile.json`. An existing file is replaced, so ask first. */
export const SaveProfile = request(
	'ragAssay/calibration/save',
	z.object({ run, file: z.string().min(1), moved }),
	z.object({ file: z.string(), written: z.array(z.string()), unused }),
);

/** A figure on both sides: in the saved profile, and in this run. */
const bothShares = { before: share, after: share };
const weight = z.object({
	/** Share of the sum of all mean |SHAP| of the feature's classifier. */
	share,
	/** Rank correlation of the feature's values with its SHAP values. `null` if it is unknown, or if the feature has no weight there. */
	direction: z.number().min(-1).max(1).nullable(),
});

/** What two classifiers rely on, side by side. The figures are shares, so that models whose log-odds differ in size can be compared. */
const learnedComparison = z.object({
	/** Method and level, such as `spad+ sentence`. */
	id: z.string(),
	title: z.string(),
	/** Names of the models that read. `null` if none is named. */
	models: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
	/** Shares by where a feature looks: each of the seven sources, the model's certainty, and the agreement of contexts. */
	sources: z.array(z.object({ name: z.string(), title: z.string(), ...bothShares })),
	/**
	 * The same shares by kind of words, such as `the contexts, content words`. Each part has at least 2% on one side. The part with the most
	 * weight is first.
	 */
	parts: z.array(z.object({ title: z.string(), ...bothShares })),
	/** The ten features with the most weight on either side, the one with the most weight first. */
	features: z.array(
		z.object({
			name: z.string(),
			title: z.string(),
			before: weight,
			after: weight,
			/** Whether the feature clearly speaks for positive on one side and clearly against it on the other. */
			reversed: z.boolean(),
		}),
	),
});
export type LearnedComparison = z.infer<typeof learnedComparison>;

/** What a run would change in an existing profile. */
export const profileComparison = z.object({
	file: z.string(),
	name: z.string(),
	created: z.string(),
	/** Why the two cannot be compared number by number: another model, layout or embedder, by name. */
	differs: z.array(z.string()),
	/**
	 * Differences in how the two were made that do not prevent a comparison: other data, another version of the product or of ONNX Runtime,
	 * another device, protocol, number of settings or seed. What a threshold was asked to be is in its `why`.
	 */
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
	/** What the classifiers that both profiles have rely on. Absent if nobody looked. */
	learned: z.array(learnedComparison).optional(),
	/** Why some classifiers of the two profiles are not compared, a sentence each. */
	learnedLeft: z.array(z.string()).optional(),
});
export type ProfileComparison = z.infer<typeof profileComparison>;
export const CompareProfile = request('ragAssay/calibration/compare', z.object({ run, file: z.string().min(1), moved }), profileComparison);

// --- the command line: one request from data to profile ---

/** Calibrates, and answers when done. Progress arrives as `Progress`. With `shard`, it measures only that part and writes it to `out`. */
export const CalibrateFiles = request(
	'ragAssay/calibration/files',
	calibrationOptions.extend({
		token: z.string(),
		/** File for the profile, or for a shard's measurements. */
		out: z.string().min(1),
		/** A saved profile to compare with. Absent: none. A shard has none either. */
		compare: z.string().min(1).optional(),
		shard: z.object({ index: z.number().int().min(1), of: z.number().int().min(1) }).optional(),
	}),
	z.object({
		/** The report. `null` for a shard. */
		report: calibrationReport.nullable(),
		/** Comparison with the named profile. `null` if none was named. */
		comparison: profileComparison.nullable(),
		written: z.array(z.string()),
		unused,
		measured: count,
		failures: z.array(wireError),
	}),
);
/** Joins the shards of one calibration into the profile that a run without shards gives. */
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
