import { z } from 'zod';
import { privateSettings } from '../formats/private-settings.ts';
import { notification, request } from './message.ts';
import { budgetState, privatePlan, SetBudget, VerifyBudget } from './private-generation.ts';

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
