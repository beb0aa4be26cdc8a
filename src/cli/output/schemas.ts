import { z } from 'zod';
import { likeness } from '../../formats/likeness.ts';
import { membershipRedteamReport } from '../../formats/membership-redteam.ts';
import { memoryRedteamReport } from '../../formats/memory-redteam.ts';
import { privateSettings } from '../../formats/private-settings.ts';
import { calibrationReport, profileComparison } from '../../protocol/calibration.ts';
import { deviceInstallation, deviceReport, runningProgram, modelInspection } from '../../protocol/models.ts';
import { budgetState, privatePlan, VerifyBudget } from '../../protocol/private.ts';
import { piiAttackResult } from '../../protocol/redteam.ts';
import { caches, wireError } from '../../protocol/requests.ts';
import { itemKinds, markKinds } from '../../formats/review.ts';
import { promise } from '../../formats/reviewed.ts';
import { quarantined, signedCounts } from '../../protocol/memory.ts';
import { MarkQueriesBenign, WriteMoments } from '../../protocol/queries.ts';

/** `generate --json`: one object an answer. */
export const generateOutputSchema = z.object({
	schema: z.literal('rag-assay/generate@1'),
	file: z.string(),
	trace: z.object({ id: z.string() }),
	text: z.string(),
	/** Whether the answer was put into the file. */
	written: z.boolean(),
});
export type GenerateOutput = z.infer<typeof generateOutputSchema>;

/** `analyze --json`: the last line, after a record for each trace, where there are enough answers and the profile says what its own looked like. */
export const likenessOutputSchema = z.object({ schema: z.literal('rag-assay/likeness@1'), ...likeness.shape });
export type LikenessOutput = z.infer<typeof likenessOutputSchema>;

/** `doctor --json`: one object. */
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

/** `model inspect --json`: one object. */
export const modelInspectionOutputSchema = z.object({ schema: z.literal('rag-assay/model-inspection@1'), ...modelInspection.shape });
export type ModelInspectionOutput = z.infer<typeof modelInspectionOutputSchema>;

/** `device install --json`: one object. */
export const deviceInstallOutputSchema = z.object({
	schema: z.literal('rag-assay/device-install@1'),
	dryRun: z.boolean(),
	...deviceInstallation.shape,
});
export type DeviceInstallOutput = z.infer<typeof deviceInstallOutputSchema>;

/** `cache clear --json`: one object. */
export const cacheClearOutputSchema = z.object({
	schema: z.literal('rag-assay/cache-clear@1'),
	files: z.number().int().nonnegative(),
	bytes: z.number().int().nonnegative(),
});
export type CacheClearOutput = z.infer<typeof cacheClearOutputSchema>;

/** `calibrate --json` and `calibrate merge --json`: one object. */
export const calibrateOutputSchema = z.object({
	schema: z.literal('rag-assay/calibration@2'),
	/** `null` for a shard. */
	report: calibrationReport.nullable(),
	/** With the profile that `--compare` named; `null` where it named none. Absent in what earlier versions wrote. */
	comparison: profileComparison.nullable().optional(),
	/** Files, the profile (or the shard) last. */
	written: z.array(z.string()),
	/** Subjects: answered traces, memory entries, queries. */
	measured: z.number().int().nonnegative(),
	/** What could not be read. */
	failures: z.array(wireError),
});
export type CalibrateOutput = z.infer<typeof calibrateOutputSchema>;

/** `budget show --json` and `budget set --json`: one object. */
export const budgetOutputSchema = z.object({
	schema: z.literal('rag-assay/budget@1'),
	/** `null`: the corpus has no ledger yet. */
	budget: budgetState.nullable(),
});
export type BudgetOutput = z.infer<typeof budgetOutputSchema>;

/** `budget verify --json`: one object. */
export const budgetVerificationOutputSchema = z.object({
	schema: z.literal('rag-assay/budget-verification@1'),
	...VerifyBudget.result.shape,
	notes: z.array(z.string()),
});
export type BudgetVerificationOutput = z.infer<typeof budgetVerificationOutputSchema>;

/** `private plan --json`: one object. */
export const privatePlanOutputSchema = z.object({
	schema: z.literal('rag-assay/private-plan@1'),
	...privatePlan.shape,
	/** Of the documents that were named: how many repeat another, and what of their folders is none, in sentences. */
	notes: z.array(z.string()),
});
export type PrivatePlanOutput = z.infer<typeof privatePlanOutputSchema>;

/** `redteam memory --json`: one object. Its examples hold questions of the history. */
export const redteamMemoryOutputSchema = z.object({ schema: z.literal('rag-assay/redteam-memory@1'), ...memoryRedteamReport.shape });
export type RedteamMemoryOutput = z.infer<typeof redteamMemoryOutputSchema>;

/** `redteam membership --json`: one object. Its examples hold words of the store. */
export const redteamMembershipOutputSchema = z.object({
	schema: z.literal('rag-assay/redteam-membership@1'),
	...membershipRedteamReport.shape,
});
export type RedteamMembershipOutput = z.infer<typeof redteamMembershipOutputSchema>;

/** `redteam pii --json`: one object. Neither values nor answers stand in it, which are private. */
export const redteamPiiOutputSchema = z.object({
	schema: z.literal('rag-assay/redteam-pii@1'),
	documents: z.number().int().nonnegative(),
	query: z.string(),
	seed: z.number().int(),
	settings: privateSettings,
	...piiAttackResult.shape,
});
export type RedteamPiiOutput = z.infer<typeof redteamPiiOutputSchema>;

/** `private review --json`: one object. Text that a release does not have, and a review shows beside it, stands nowhere in it. */
export const privateReviewOutputSchema = z.object({
	schema: z.literal('rag-assay/private-review@1'),
	/** What is reviewed, and where its review is kept. */
	file: z.string(),
	review: z.string(),
	/** Whether it goes on where it was left. */
	resumed: z.boolean(),
	who: z.string(),
	guarantee: promise,
	/** Why there is none, what it depends on, and what could not be known, in sentences. */
	notes: z.array(z.string()),
	/** What is to be done: marked sentences, the sample, somebody else's turn, or nothing. */
	stage: z.enum(['marked', 'audit', 'second', 'ready']),
	/** All, those that must be decided, and those that are. */
	sentences: z.number().int().nonnegative(),
	required: z.number().int().nonnegative(),
	decided: z.number().int().nonnegative(),
	stillToDo: z.array(z.string()),
	/** Those that wait for `who`, in the order of the text, counted from 1. */
	toDecide: z.array(
		z.object({
			sentence: z.number().int().positive(),
			kind: z.enum(itemKinds),
			/** As it would go out; empty: it stays out. */
			text: z.string(),
			/** `null`: private text that the release does not have. */
			original: z.string().nullable(),
			reasons: z.array(z.object({ kind: z.enum([...markKinds, 'returned', 'changed', 'drawn', 'refill', 'redaction']), text: z.string() })),
		}),
	),
});
export type PrivateReviewOutput = z.infer<typeof privateReviewOutputSchema>;

const changed = z.number().int().nonnegative();

/** `memory quarantine|restore|approve|sign|benign --json`: one object. */
export const memoryChangeOutputSchema = z.object({
	schema: z.literal('rag-assay/memory-change@1'),
	what: z.enum(['quarantine', 'restore', 'list', 'approve', 'sign', 'benign']),
	/** `false`: it says what would be done. */
	written: z.boolean(),
	/** Where it was written, or would be. */
	file: z.string(),
	/** Of `quarantine`, `restore` and `list`. */
	entries: z.array(quarantined).optional(),
	/** Of `restore`: those that were in the file again, and only left the quarantine. */
	already: z.array(quarantined).optional(),
	/** Of `restore`: whether the file is byte by byte what it was. */
	identical: z.boolean().optional(),
	/** Of `approve`: entries that are approved now, those that were not before, and those that are no longer there; the last of `sign`, too. */
	approved: changed.optional(),
	added: changed.optional(),
	gone: changed.optional(),
	/** Of `approve`: how many of them scans flag all the same, for what they say. */
	flagged: changed.optional(),
	/** Of `sign`: how many, by which key. Of them those that nobody had signed before, whose signature held, and that were altered and named all the same. */
	signed: changed.optional(),
	new: changed.optional(),
	unchanged: changed.optional(),
	renewed: changed.optional(),
	/** Of `sign`: how many were left out: altered, made from a flagged entry, and for their words. */
	left: signedCounts.shape.left.optional(),
	key: z.string().optional(),
	/** Of `benign`. */
	changed: changed.optional(),
	/** What else is to be known, in sentences. */
	says: z.array(z.string()),
});
export type MemoryChangeOutput = z.infer<typeof memoryChangeOutputSchema>;

/** `queries moments --json`: one object. */
export const queryMomentsOutputSchema = z.object({ schema: z.literal('rag-assay/query-moments@1'), ...WriteMoments.result.shape });
export type QueryMomentsOutput = z.infer<typeof queryMomentsOutputSchema>;

/** `queries benign --json`: one object. */
export const queryBenignOutputSchema = z.object({ schema: z.literal('rag-assay/query-benign@1'), ...MarkQueriesBenign.result.shape });
export type QueryBenignOutput = z.infer<typeof queryBenignOutputSchema>;
