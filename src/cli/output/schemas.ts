import * as z from 'zod';
import { likeness } from '../../formats/data-likeness.ts';
import { membershipRedteamReport } from '../../formats/membership-redteam.ts';
import { memoryRedteamReport } from '../../formats/memory-redteam.ts';
import { memoryCheck } from '../../formats/memory-scan-record.ts';
import { privateSettings } from '../../formats/private-settings.ts';
import { calibrationReport, profileComparison } from '../../protocol/calibration.ts';
import { deviceInstallation, deviceReport, runningProgram, modelInspection } from '../../protocol/models.ts';
import { budgetState, privatePlan, VerifyBudget } from '../../protocol/private.ts';
import { piiAttackResult } from '../../protocol/redteam.ts';
import { caches, wireError } from '../../protocol/requests.ts';
import { itemKinds, markKinds } from '../../formats/review.ts';
import { promise } from '../../formats/reviewed-answer.ts';
import { quarantined, signedCounts } from '../../protocol/memory.ts';
import { MarkQueriesBenign, WriteMoments } from '../../protocol/queries.ts';

/** The output of `generate --json`: one object per answer. */
export const generateOutputSchema = z.object({
	schema: z.literal('rag-assay/generate@1'),
	file: z.string(),
	trace: z.object({ id: z.string() }),
	text: z.string(),
	/** Whether the answer was written into the file. */
	written: z.boolean(),
});
export type GenerateOutput = z.infer<typeof generateOutputSchema>;

/**
 * The last line of `analyze --json`, after one record per trace. It is present if there are enough answers and the profile says what its
 * own answers looked like.
 */
export const likenessOutputSchema = z.object({ schema: z.literal('rag-assay/likeness@1'), ...likeness.shape });
export type LikenessOutput = z.infer<typeof likenessOutputSchema>;

/** The output of `doctor --json`: one object. */
export const doctorOutputSchema = z.object({
	schema: z.literal('rag-assay/doctor@1'),
	version: z.string(),
	node: z.string(),
	platform: z.string(),
	/** What the runner and its model process run on. */
	program: runningProgram,
	model: z.object({
		name: z.string().nullable(),
		device: z.string().nullable(),
		dtype: z.string().nullable(),
		profile: z.string().nullable(),
	}),
	devices: deviceReport,
	caches,
	notes: z.array(z.string()),
});
export type DoctorOutput = z.infer<typeof doctorOutputSchema>;

/** The output of `model inspect --json`: one object. */
export const modelInspectionOutputSchema = z.object({ schema: z.literal('rag-assay/model-inspection@1'), ...modelInspection.shape });
export type ModelInspectionOutput = z.infer<typeof modelInspectionOutputSchema>;

/** The output of `device install --json`: one object. */
export const deviceInstallOutputSchema = z.object({
	schema: z.literal('rag-assay/device-install@1'),
	dryRun: z.boolean(),
	...deviceInstallation.shape,
});
export type DeviceInstallOutput = z.infer<typeof deviceInstallOutputSchema>;

/** The output of `cache clear --json`: one object. */
export const cacheClearOutputSchema = z.object({
	schema: z.literal('rag-assay/cache-clear@1'),
	files: z.number().int().nonnegative(),
	bytes: z.number().int().nonnegative(),
});
export type CacheClearOutput = z.infer<typeof cacheClearOutputSchema>;

/** The output of `calibrate --json` and `calibrate merge --json`: one object. */
export const calibrateOutputSchema = z.object({
	schema: z.literal('rag-assay/calibration@2'),
	/** The report. `null` for a shard. */
	report: calibrationReport.nullable(),
	/** Comparison with the profile that `--compare` named. `null` if it named none. Absent in what earlier versions wrote. */
	comparison: profileComparison.nullable().optional(),
	/** Files that were written. The profile or the shard is last. */
	written: z.array(z.string()),
	/** Number of subjects: answered traces, memory entries or queries. */
	measured: z.number().int().nonnegative(),
	/** What could not be read. */
	failures: z.array(wireError),
});
export type CalibrateOutput = z.infer<typeof calibrateOutputSchema>;

/** The output of `budget show --json` and `budget set --json`: one object. */
export const budgetOutputSchema = z.object({
	schema: z.literal('rag-assay/budget@1'),
	/** Budget of the corpus. `null` if the corpus has no ledger yet. */
	budget: budgetState.nullable(),
});
export type BudgetOutput = z.infer<typeof budgetOutputSchema>;

/** The output of `budget verify --json`: one object. */
export const budgetVerificationOutputSchema = z.object({
	schema: z.literal('rag-assay/budget-verification@1'),
	...VerifyBudget.result.shape,
	notes: z.array(z.string()),
});
export type BudgetVerificationOutput = z.infer<typeof budgetVerificationOutputSchema>;

/** The output of `private plan --json`: one object. */
export const privatePlanOutputSchema = z.object({
	schema: z.literal('rag-assay/private-plan@1'),
	...privatePlan.shape,
	/** Sentences about the named documents: how many repeat another one, and what in their folders is not a document. */
	notes: z.array(z.string()),
});
export type PrivatePlanOutput = z.infer<typeof privatePlanOutputSchema>;

/** The output of `redteam memory --json`: one object. Its examples contain questions of the history. */
export const redteamMemoryOutputSchema = z.object({ schema: z.literal('rag-assay/redteam-memory@1'), ...memoryRedteamReport.shape });
export type RedteamMemoryOutput = z.infer<typeof redteamMemoryOutputSchema>;

/** The output of `redteam membership --json`: one object. Its examples contain words of the store. */
export const redteamMembershipOutputSchema = z.object({
	schema: z.literal('rag-assay/redteam-membership@1'),
	...membershipRedteamReport.shape,
});
export type RedteamMembershipOutput = z.infer<typeof redteamMembershipOutputSchema>;

/** The output of `redteam pii --json`: one object. It contains neither values nor answers, because these are private. */
export const redteamPiiOutputSchema = z.object({
	schema: z.literal('rag-assay/redteam-pii@1'),
	documents: z.number().int().nonnegative(),
	query: z.string(),
	seed: z.number().int(),
	settings: privateSettings,
	...piiAttackResult.shape,
});
export type RedteamPiiOutput = z.infer<typeof redteamPiiOutputSchema>;

/**
 * The output of `private review --json`: one object. A review also shows text that the release does not contain. This object never contains
 * such text.
 */
export const privateReviewOutputSchema = z.object({
	schema: z.literal('rag-assay/private-review@1'),
	/** The file under review. `review` is the file that keeps its review. */
	file: z.string(),
	review: z.string(),
	/** Whether the review continues where it was left. */
	resumed: z.boolean(),
	who: z.string(),
	guarantee: promise,
	/** Why there is no guarantee, what it depends on, and what could not be known, in sentences. */
	notes: z.array(z.string()),
	/** What is to be done next: marked sentences, the sample, another person's turn, or nothing. */
	stage: z.enum(['marked', 'audit', 'second', 'ready']),
	/** Number of all sentences, of those that must be decided, and of those that are decided. */
	sentences: z.number().int().nonnegative(),
	required: z.number().int().nonnegative(),
	decided: z.number().int().nonnegative(),
	stillToDo: z.array(z.string()),
	/** Sentences that wait for `who`, in the order of the text, counted from 1. */
	toDecide: z.array(
		z.object({
			sentence: z.number().int().positive(),
			kind: z.enum(itemKinds),
			/** Text that would go out. Empty if the sentence is left out. */
			text: z.string(),
			/** Original sentence. `null` if it is private text that the release does not contain. */
			original: z.string().nullable(),
			reasons: z.array(z.object({ kind: z.enum([...markKinds, 'returned', 'changed', 'drawn', 'refill', 'redaction']), text: z.string() })),
		}),
	),
});
export type PrivateReviewOutput = z.infer<typeof privateReviewOutputSchema>;

const changed = z.number().int().nonnegative();

/** The output of `memory check --json`: one object. */
export const memoryCheckOutputSchema = z.object({
	schema: z.literal('rag-assay/memory-check@1'),
	/** Whether nothing of the level of `--fail-on` or above was found. */
	accepted: z.boolean(),
	...memoryCheck.shape,
});
export type MemoryCheckOutput = z.infer<typeof memoryCheckOutputSchema>;

/** The output of `memory quarantine|restore|approve|sign|benign --json`: one object. */
export const memoryChangeOutputSchema = z.object({
	schema: z.literal('rag-assay/memory-change@1'),
	what: z.enum(['quarantine', 'restore', 'list', 'approve', 'sign', 'benign']),
	/** Whether something was written. `false`: the object says what would be done. */
	written: z.boolean(),
	/** File that was written or would be written. */
	file: z.string(),
	/** For `approve`: all files that were written. `file` is the first one. */
	files: z.array(z.string()).optional(),
	/** Entries of `quarantine`, `restore` and `list`. */
	entries: z.array(quarantined).optional(),
	/** For `restore`: entries that were in the file again and only left the quarantine. */
	already: z.array(quarantined).optional(),
	/** For `restore`: whether the file is byte for byte what it was. */
	identical: z.boolean().optional(),
	/**
	 * For `approve`: number of entries that are approved now, of those that were not approved before (`added`), and of those that no longer
	 * exist (`gone`). `sign` has `gone`, too.
	 */
	approved: changed.optional(),
	added: changed.optional(),
	gone: changed.optional(),
	/** For `approve`: number of approved entries that scans still flag, because of their wording. */
	flagged: changed.optional(),
	/**
	 * For `sign`: number of signed entries. `new`: nobody had signed them before. `unchanged`: their signature was valid. `renewed`: they
	 * were altered, and were signed because somebody named them.
	 */
	signed: changed.optional(),
	new: changed.optional(),
	unchanged: changed.optional(),
	renewed: changed.optional(),
	/**
	 * For `sign`: number of entries that were left out, because they were altered, were made from a flagged entry, or because of their
	 * wording. `key` is the key that signs.
	 */
	left: signedCounts.shape.left.optional(),
	key: z.string().optional(),
	/** For `benign`: number of changed entries. */
	changed: changed.optional(),
	/** What else is good to know, in sentences. */
	says: z.array(z.string()),
});
export type MemoryChangeOutput = z.infer<typeof memoryChangeOutputSchema>;

/** The output of `queries moments --json`: one object. */
export const queryMomentsOutputSchema = z.object({ schema: z.literal('rag-assay/query-moments@1'), ...WriteMoments.result.shape });
export type QueryMomentsOutput = z.infer<typeof queryMomentsOutputSchema>;

/** The output of `queries benign --json`: one object. */
export const queryBenignOutputSchema = z.object({ schema: z.literal('rag-assay/query-benign@1'), ...MarkQueriesBenign.result.shape });
export type QueryBenignOutput = z.infer<typeof queryBenignOutputSchema>;
