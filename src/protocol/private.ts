import * as z from 'zod';
import { decoderNames, privateSettings } from '../formats/private-settings.ts';
import { release } from '../formats/release.ts';
import { renewal } from '../formats/budget-renewal.ts';
import { notification, request } from './rpc.ts';

/** What a decoder can give with these settings, before anything is run. */
const decoderOutlook = z.object({
	decoder: z.enum(decoderNames),
	/** Whether the decoder can give anything except noise. */
	possible: z.boolean(),
	/** What the decoder can give, in a sentence: 'one sentence if 5 of 8 documents word it alike'. */
	says: z.string(),
	/** Number of steps. `stepEpsilon` is the ε of each step. */
	steps: z.number().int().nonnegative(),
	stepEpsilon: z.number().nonnegative(),
	/** `2Δ/ε_t` of `per-token`. Above 2, the result is noise. */
	temperature: z.number().nullable(),
	/** Probability that something is released if `n` documents agree on it, for each `n` from 0 to the number of documents. */
	releaseProbability: z.array(z.number()),
	/** Number of documents that must agree for a release in half of all cases, and in 95% (`sure`). `null` if it is more than there are. */
	half: z.number().int().nullable(),
	sure: z.number().int().nullable(),
});
export type DecoderOutlook = z.infer<typeof decoderOutlook>;

/**
 * Which ledger to use. `corpus` is the folder of a corpus, whose ledger is in the user's data directory. `ledger` is the file of a ledger.
 * It replaces the corpus's own ledger and may be shared.
 */
const ledgerChoice = { corpus: z.string(), ledger: z.string().optional() };

/** What a ledger has left. */
export const budgetState = z.object({
	/** The ledger's file. */
	file: z.string(),
	/** Name of the corpus. For a ledger file that was named, it is that file's name. */
	corpus: z.string(),
	owner: z.string(),
	/** ε and δ that may be spent in a period. */
	epsilon: z.number(),
	delta: z.number(),
	/** ε and δ that were spent in this period, by basic composition of the entries of the ledger. */
	spentEpsilon: z.number(),
	spentDelta: z.number(),
	releases: z.number().int(),
	renewal,
	/** ISO 8601. `null` if the budget never renews. */
	renewsAt: z.string().nullable(),
	/** What is wrong with the file, in sentences. If something is wrong, nothing is released. */
	damage: z.array(z.string()),
	/**
	 * What else a person should know about the ledger, in sentences: a budget that was raised at once or will be raised, or a record that was
	 * cut off.
	 */
	notes: z.array(z.string()).optional(),
});
export type BudgetState = z.infer<typeof budgetState>;

export const privatePlan = z.object({
	settings: privateSettings,
	documents: z.number().int().nonnegative(),
	/** Decoders in decreasing order of use. The chosen one is `settings.decoder`. */
	decoders: z.array(decoderOutlook),
	/** Whether keywords can be told from noise with these settings, and why, in a sentence. `null` if none are chosen. */
	keywords: z.object({ possible: z.boolean(), says: z.string() }).nullable(),
	/** Sentences for a person, the verdict first. */
	says: z.array(z.string()),
	/** What is promised to a person with this many documents. */
	group: z.array(z.object({ documents: z.number().int(), epsilon: z.number(), delta: z.number() })),
	/** ε of 1, 2, … releases like this one, at a total δ of `settings.delta` (RDP where it helps). */
	releases: z.array(z.object({ count: z.number().int(), epsilon: z.number() })),
	split: z.object({ decode: z.number(), filter: z.number(), refill: z.number() }),
	/** Whether little of use can come out, for the reasons in `says`. A run is then refused unless `anyway` is set. */
	hopeless: z.boolean(),
	budget: budgetState.nullable(),
	/**
	 * Why such a run would be refused now, with nothing spent. The sentences say what is left and when it renews, or which list is missing.
	 * `null` if it would not be refused.
	 */
	refused: z.string().nullable(),
});
export type PrivatePlan = z.infer<typeof privatePlan>;

/** Asks what a private answer can give. No model runs and no document is read. `corpus`: also say what its ledger has left. */
export const PlanPrivate = request(
	'ragAssay/private/plan',
	z.object({
		settings: privateSettings,
		documents: z.number().int().nonnegative(),
		corpus: ledgerChoice.corpus.optional(),
		ledger: ledgerChoice.ledger,
		/** As in `GeneratePrivate`. */
		anyway: z.boolean().default(false),
	}),
	privatePlan,
);

/** Spends the budget and releases an answer. If the budget does not allow it, the request is rejected with what is left. */
export const GeneratePrivate = request(
	'ragAssay/private/generate',
	z.object({
		token: z.string(),
		query: z.string().min(1),
		system: z.string().optional(),
		documents: z.array(z.object({ id: z.string(), text: z.string() })),
		settings: privateSettings,
		...ledgerChoice,
		/** Seed for tests. A seeded answer has no guarantee, spends nothing, and cannot be released. */
		seed: z.number().int().optional(),
		/** Whether to spend even if little of use can come out. Otherwise such a request is refused (RA919). */
		anyway: z.boolean().default(false),
		/** OpenAI-compatible address of the model that refills. Absent: the local model. */
		filler: z.object({ url: z.string(), model: z.string() }).optional(),
		/** Whether to make the private original for a review, too. It is what the model says with every document in one prompt. */
		original: z.boolean().default(false),
	}),
	z.object({
		release,
		original: z.string().nullable(),
		/** Why the requested original is missing, in a clause. The release is not affected. */
		whyNoOriginal: z.string().nullable(),
	}),
);

/** Asks what a ledger has left. `null` if there is none yet. */
export const GetBudget = request('ragAssay/private/budget', z.object(ledgerChoice), budgetState.nullable());

/** Limits of a budget's ε and δ that a ledger can count. */
export const budgetLimits = { epsilon: z.number().min(1e-6).max(1e6), delta: z.number().min(1e-15).max(1) };

/**
 * Creates a ledger or changes its budget. The change takes effect at once if it allows no more than before. Otherwise it takes effect in
 * the next period.
 * An absent member keeps the value that was last set. If none was set, it is the default (`defaultBudget`), and the owner is the person who
 * asks.
 */
export const SetBudget = request(
	'ragAssay/private/setBudget',
	z.object({
		...ledgerChoice,
		owner: z.string().min(1).optional(),
		epsilon: budgetLimits.epsilon.optional(),
		delta: budgetLimits.delta.optional(),
		renewal: budgetState.shape.renewal.optional(),
		/**
		 * Whether the change takes effect at once, whatever it raises. The ledger records that. What was cut off and could not be read no
		 * longer counts as spent then.
		 */
		now: z.boolean().default(false),
		/**
		 * Whether to replace a damaged or lost ledger, which is kept. Everything counts as spent until its period ends, unless `now` is set.
		 */
		anew: z.boolean().default(false),
	}),
	budgetState,
);

/**
 * Repairs a damaged ledger: a new one takes its place and keeps every entry that can be read. What is doubtful counts as spent. The damaged file is kept beside it.
 */
export const RepairBudget = request('ragAssay/private/repairBudget', z.object(ledgerChoice), budgetState);

/** Checks the ledger's chain from its first entry to its last. */
export const VerifyBudget = request(
	'ragAssay/private/verifyBudget',
	z.object(ledgerChoice),
	z.object({ file: z.string(), entries: z.number().int(), damage: z.array(z.string()), notes: z.array(z.string()).optional() }),
);

const none = z.null();

/** What a person plans with: the settings of a private answer, and the number of documents that the retriever returns. */
const planned = z.object({ settings: privateSettings, documents: z.number().int().min(1).max(1000) });
export type Planned = z.infer<typeof planned>;
export const plannedDocuments = planned.shape.documents;

/** Budgets to start with, by ε. δ and the rest stay as they are. */
export const presets = [
	{ name: 'Careful', epsilon: 1 },
	{ name: 'Usual', epsilon: 3 },
	{ name: 'Loose', epsilon: 6 },
] as const;

/** What is known about the corpus's ledger. */
const ledger = z.discriminatedUnion('kind', [
	/** Nothing was asked, because there is no corpus or the workspace is not trusted. */
	z.object({ kind: z.literal('unknown') }),
	z.object({ kind: z.literal('asking') }),
	z.object({ kind: z.literal('none') }),
	z.object({ kind: z.literal('ready'), budget: budgetState }),
	z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type LedgerState = z.infer<typeof ledger>;

const privacyBudgetState = z.object({
	/** `no-folder`: there is no folder to save to. `untrusted`: only planning is allowed. */
	access: z.enum(['full', 'no-folder', 'untrusted']),
	/** The plan in the settings. A wrong setting is replaced with its default and named in `problems`. */
	saved: planned,
	problems: z.array(z.string()),
	/** The folder that budgets belong to. `byDefault`: it is the workspace's folder, because no setting names another. */
	corpus: z.object({ path: z.string(), label: z.string(), byDefault: z.boolean() }).nullable(),
	/** Corpora to choose from: the one in the settings, and those with a ledger. Empty if no other corpus is known. */
	corpora: z.array(z.object({ path: z.string(), label: z.string() })),
	/** A ledger file that a setting names. It replaces the corpus's own ledger. */
	sharedLedger: z.string().nullable(),
	ledger,
});
export type PrivacyBudgetState = z.infer<typeof privacyBudgetState>;

/** What can come out, and what would come out with the ε of each preset. */
const outlook = z.object({
	plan: privatePlan,
	presets: z.array(z.object({ epsilon: z.number(), possible: z.boolean(), says: z.string() })),
});
export type BudgetOutlook = z.infer<typeof outlook>;

/** Says that the panel is drawn, and asks what to show. Later changes arrive as `PrivacyBudgetChanged`. */
export const OpenPrivacyBudget = request('ragAssay/privacyBudget/open', none, privacyBudgetState);
export const PrivacyBudgetChanged = notification('ragAssay/privacyBudget/changed', privacyBudgetState);
export const PlanFromPanel = request('ragAssay/privacyBudget/plan', planned, outlook);
/** Saves the plan in the settings of the workspace. */
export const SavePlanned = request('ragAssay/privacyBudget/save', planned, none);
/** Creates the corpus's ledger, changes its budget, or starts a new one in place of a damaged one. */
export const SetBudgetFromPanel = request('ragAssay/privacyBudget/setBudget', SetBudget.params.omit({ corpus: true, ledger: true }), none);
/** Reads the ledger again. */
export const RefreshLedger = request('ragAssay/privacyBudget/refresh', none, none);
export const VerifyFromPanel = request('ragAssay/privacyBudget/verify', none, VerifyBudget.result);
/** Asks for a folder, and names it in the settings of the workspace. */
export const PickCorpus = request('ragAssay/privacyBudget/pickCorpus', none, none);
/** Shows the ledger of another one of `corpora`. */
export const ShowCorpus = request('ragAssay/privacyBudget/showCorpus', z.object({ path: z.string().min(1) }), none);
export const OpenLedger = request('ragAssay/privacyBudget/openLedger', none, none);
/** Opens VS Code's settings at the settings of private answers. */
export const OpenPrivateSettings = request('ragAssay/privacyBudget/openSettings', none, none);
/** Generates a private answer with what the panel shows, saved or not. The request ends when that is done. */
export const GenerateFromPanel = request('ragAssay/privacyBudget/generate', planned, none);
