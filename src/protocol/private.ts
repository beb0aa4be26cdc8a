import { z } from 'zod';
import { decoderNames, privateSettings } from '../formats/private-settings.ts';
import { release } from '../formats/release.ts';
import { renewal } from '../formats/renewal.ts';
import { notification, request } from './rpc.ts';

/** What a decoder can give with these settings, before anything is run. */
const decoderOutlook = z.object({
	decoder: z.enum(decoderNames),
	/** Whether it can give anything but noise. */
	possible: z.boolean(),
	/** In a sentence: 'one sentence if 5 of 8 documents word it alike'. */
	says: z.string(),
	/** What each of its steps gets. */
	steps: z.number().int().nonnegative(),
	stepEpsilon: z.number().nonnegative(),
	/** `2Δ/ε_t` of `per-token`; above 2 it is noise. */
	temperature: z.number().nullable(),
	/** Probability that what `n` documents agree on is released, `n` from 0 to the number of documents. */
	releaseProbability: z.array(z.number()),
	/** Documents that must agree for a release in half of all cases, and in 95 %; `null`: more than there are. */
	half: z.number().int().nullable(),
	sure: z.number().int().nullable(),
});
export type DecoderOutlook = z.infer<typeof decoderOutlook>;

/**
 * Whose ledger: of a corpus, by its folder, in the user's data directory; or a ledger's file, which takes its place and may be shared.
 */
export const ledgerChoice = { corpus: z.string(), ledger: z.string().optional() };

/** What a ledger has left. */
export const budgetState = z.object({
	/** The ledger's file. */
	file: z.string(),
	/** Name of the corpus; of a ledger's file that was named, that file's. */
	corpus: z.string(),
	owner: z.string(),
	/** ε and δ that may be spent in a period. */
	epsilon: z.number(),
	delta: z.number(),
	/** By basic composition of what stands in the ledger of this period. */
	spentEpsilon: z.number(),
	spentDelta: z.number(),
	releases: z.number().int(),
	renewal,
	/** ISO 8601; `null` where it never does. */
	renewsAt: z.string().nullable(),
	/** What is wrong with the file, in sentences; nothing is released then. */
	damage: z.array(z.string()),
	/** What else a person should know of it, in sentences: a budget raised at once or to come, a record that was cut off. */
	notes: z.array(z.string()).optional(),
});
export type BudgetState = z.infer<typeof budgetState>;

export const privatePlan = z.object({
	settings: privateSettings,
	documents: z.number().int().nonnegative(),
	/** In decreasing order of use; the chosen decoder is `settings.decoder`. */
	decoders: z.array(decoderOutlook),
	/** The verdict first: sentences for a person. */
	says: z.array(z.string()),
	/** What a person with so many documents is promised. */
	group: z.array(z.object({ documents: z.number().int(), epsilon: z.number(), delta: z.number() })),
	/** ε of 1, 2, … releases like this one, at a total δ of `settings.delta` (RDP where it helps). */
	releases: z.array(z.object({ count: z.number().int(), epsilon: z.number() })),
	split: z.object({ decode: z.number(), filter: z.number(), refill: z.number() }),
	budget: budgetState.nullable(),
	/** Why a run like this would be refused now, with nothing spent, in sentences: what is left and when it renews, a list that is missing; `null`: it would not. */
	refused: z.string().nullable(),
});
export type PrivatePlan = z.infer<typeof privatePlan>;

/** What can come out of a private answer, with no model and no document read. `corpus`: for what its ledger has left. */
export const PlanPrivate = request(
	'ragAssay/private/plan',
	z.object({
		settings: privateSettings,
		documents: z.number().int().nonnegative(),
		corpus: ledgerChoice.corpus.optional(),
		ledger: ledgerChoice.ledger,
	}),
	privatePlan,
);

/** Spends and releases. Rejects with what is left when the budget does not allow it. */
export const GeneratePrivate = request(
	'ragAssay/private/generate',
	z.object({
		token: z.string(),
		query: z.string().min(1),
		system: z.string().optional(),
		documents: z.array(z.object({ id: z.string(), text: z.string() })),
		settings: privateSettings,
		...ledgerChoice,
		/** For tests: no guarantee, nothing is spent, and it cannot be released. */
		seed: z.number().int().optional(),
		/** An OpenAI-compatible address that refills; absent: the local model. */
		filler: z.object({ url: z.string(), model: z.string() }).optional(),
		/** Whether the private original is made for a review, too: what the model says with every document in one prompt. */
		original: z.boolean().default(false),
	}),
	z.object({
		release,
		original: z.string().nullable(),
		/** Why the original that was asked for is missing, in a clause: the release stands all the same. */
		whyNoOriginal: z.string().nullable(),
	}),
);

/** What a ledger has left; `null`: there is none yet. */
export const GetBudget = request('ragAssay/private/budget', z.object(ledgerChoice), budgetState.nullable());

/** ε and δ of a budget, as its ledger can count them. */
export const budgetLimits = { epsilon: z.number().min(1e-6).max(1e6), delta: z.number().min(1e-15).max(1) };

/**
 * Makes a ledger, or changes its budget: at once where that allows no more than before, else from the next period on. What is absent stays as it was last set, or is the
 * default (`defaultBudget`), owned by who asks.
 */
export const SetBudget = request(
	'ragAssay/private/setBudget',
	z.object({
		...ledgerChoice,
		owner: z.string().min(1).optional(),
		epsilon: budgetLimits.epsilon.optional(),
		delta: budgetLimits.delta.optional(),
		renewal: budgetState.shape.renewal.optional(),
		/** At once, whatever it raises; the ledger keeps that. What was cut off and could not be read no longer counts as spent then. */
		now: z.boolean().default(false),
		/** In place of a damaged or lost ledger, which is kept; all counts as spent until its period ends, unless `now`. */
		anew: z.boolean().default(false),
	}),
	budgetState,
);

/** Checks the chain from its first entry to its last. */
export const VerifyBudget = request(
	'ragAssay/private/verifyBudget',
	z.object(ledgerChoice),
	z.object({ file: z.string(), entries: z.number().int(), damage: z.array(z.string()), notes: z.array(z.string()).optional() }),
);

const none = z.null();

/** What a person plans with: the settings of a private answer, and how many documents the retriever hands on. */
const planned = z.object({ settings: privateSettings, documents: z.number().int().min(1).max(1000) });
export type Planned = z.infer<typeof planned>;
export const plannedDocuments = planned.shape.documents;

/** Budgets to begin with, by ε; δ and the rest stay as they are. */
export const presets = [
	{ name: 'Careful', epsilon: 1 },
	{ name: 'Usual', epsilon: 3 },
	{ name: 'Loose', epsilon: 6 },
] as const;

/** What is known of the corpus's ledger. */
const ledger = z.discriminatedUnion('kind', [
	/** Nobody asked: there is no corpus, or the workspace is not trusted. */
	z.object({ kind: z.literal('unknown') }),
	z.object({ kind: z.literal('asking') }),
	z.object({ kind: z.literal('none') }),
	z.object({ kind: z.literal('ready'), budget: budgetState }),
	z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type LedgerState = z.infer<typeof ledger>;

const privacyBudgetState = z.object({
	/** `no-folder`: there is nowhere to save to. `untrusted`: only planning is allowed. */
	access: z.enum(['full', 'no-folder', 'untrusted']),
	/** As the settings have it; what they say wrong is replaced by its default and named in `problems`. */
	saved: planned,
	problems: z.array(z.string()),
	/** The folder that budgets belong to. `byDefault`: the workspace's, because no setting names another. */
	corpus: z.object({ path: z.string(), label: z.string(), byDefault: z.boolean() }).nullable(),
	/** Corpora to choose from: that of the settings, and those with a ledger; none where no other one is known. */
	corpora: z.array(z.object({ path: z.string(), label: z.string() })),
	/** A ledger's file that a setting names, in place of the corpus' own. */
	sharedLedger: z.string().nullable(),
	ledger,
});
export type PrivacyBudgetState = z.infer<typeof privacyBudgetState>;

/** What can come out, and what would with the ε of each preset. */
const outlook = z.object({
	plan: privatePlan,
	presets: z.array(z.object({ epsilon: z.number(), possible: z.boolean(), says: z.string() })),
});
export type BudgetOutlook = z.infer<typeof outlook>;

/** The panel is drawn: what is to be seen? After this, `PrivacyBudgetChanged`. */
export const OpenPrivacyBudget = request('ragAssay/privacyBudget/open', none, privacyBudgetState);
export const PrivacyBudgetChanged = notification('ragAssay/privacyBudget/changed', privacyBudgetState);
export const PlanFromPanel = request('ragAssay/privacyBudget/plan', planned, outlook);
/** Into the settings of the workspace. */
export const SavePlanned = request('ragAssay/privacyBudget/save', planned, none);
/** Makes the corpus's ledger, changes its budget, or begins another one in place of a damaged one. */
export const SetBudgetFromPanel = request('ragAssay/privacyBudget/setBudget', SetBudget.params.omit({ corpus: true, ledger: true }), none);
/** Asks for the ledger again. */
export const RefreshLedger = request('ragAssay/privacyBudget/refresh', none, none);
export const VerifyFromPanel = request('ragAssay/privacyBudget/verify', none, VerifyBudget.result);
/** Asks for a folder, and names it in the settings of the workspace. */
export const PickCorpus = request('ragAssay/privacyBudget/pickCorpus', none, none);
/** Shows the ledger of another one of `corpora`. */
export const ShowCorpus = request('ragAssay/privacyBudget/showCorpus', z.object({ path: z.string().min(1) }), none);
export const OpenLedger = request('ragAssay/privacyBudget/openLedger', none, none);
/** VS Code's settings, at those of private answers. */
export const OpenPrivateSettings = request('ragAssay/privacyBudget/openSettings', none, none);
/** A private answer with what the panel shows, saved or not; resolves when it is done with. */
export const GenerateFromPanel = request('ragAssay/privacyBudget/generate', planned, none);
