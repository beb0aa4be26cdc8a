import * as z from 'zod';

/** What attacks a memory can be put to. */
export const memoryAttackNames = ['agent-poison', 'minja', 'injecmem'] as const;

/** A measured share or area with its 95 % interval. */
const measure = z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.number().int() });
export type RedteamMeasure = z.infer<typeof measure>;

/** A planted entry, and what the default detectors make of it. */
const example = z.object({ text: z.string(), target: z.string().nullable(), flagged: z.boolean(), retrieved: z.boolean() });

const memoryAttackReport = z.object({
	name: z.enum(memoryAttackNames),
	title: z.string(),
	/** What the attacker needs: to write into the store, to ask the agent again and again, or one conversation with it. */
	access: z.enum(['write', 'query', 'single']),
	/** Entries, of all runs. */
	planted: z.number().int(),
	/** Words that the victim's queries hold, of the first run; `null`: it needs none. */
	trigger: z.string().nullable(),
	/** Share of the questions aimed at that retrieve something planted: with the trigger, where it has one; without it; and of what the detectors leave. */
	retrieval: z.object({ attacked: measure, plain: measure, defended: measure }),
	/** Of the default detectors, with the trigger known. */
	tpr: measure,
	fpr: measure,
	/** The same of each detector alone. */
	detectors: z.array(z.object({ name: z.string(), tpr: measure, fpr: measure })),
	/** Of the combined score. */
	auroc: measure,
	/** Of the combined score: false and true positives as shares, from the highest score to the lowest. */
	roc: z.array(z.tuple([z.number(), z.number()])),
	/** Of the score alone, by the mean and so many deviations. */
	kappas: z.array(z.object({ kappa: z.number(), tpr: measure, fpr: measure })),
	/** Of the score alone, by the mean and two deviations, if only `ownShare` of the queries that calibrate are the agent's own. */
	histories: z.array(z.object({ ownShare: z.number(), tpr: measure, fpr: measure })),
	/** One-sided binomial test of the TPR against 0.05, corrected for all attacks (Bonferroni). */
	p: z.number(),
	/** Chance that a planted entry was met by the end of each session, from the first on: `1 − (1 − ASR-R)^{Nq}`. */
	exposure: z.object({ undefended: z.array(z.number()), defended: z.array(z.number()), sessionsUntil90: z.number().int().nullable() }),
	/**
	 * Share of agents with a common memory that it has reached, at the beginning and after each step (SIR), and in the end (the final-size equation, of
	 * continuous time). One agent of `agents` is reached at the beginning. `defended`: what is stored is found and taken out later, at the TPR.
	 */
	spread: z.object({
		agents: z.number().int(),
		undefended: z.array(z.number()),
		defended: z.array(z.number()),
		inTheEnd: z.object({ undefended: z.number(), defended: z.number() }),
		/** How many others an agent reaches before it is cleared, R₀ = β/γ. Below 1 an attack dies out. */
		reproduction: z.object({ undefended: z.number(), defended: z.number() }),
	}),
	/** The adversary who rewords what is flagged by synonyms: of entries that the score flagged, how many get past it, and how many are then still retrieved. */
	synonyms: z
		.object({ flagged: z.number().int(), evaded: z.number().int(), stillRetrieved: z.number().int(), substitutions: z.number() })
		.nullable(),
	/** What a language model that reads the entries takes for planted; `null`: none was asked. */
	sanitizer: z.object({ tpr: measure, fpr: measure, auroc: measure }).nullable(),
	examples: z.array(example),
});
export type MemoryAttackReport = z.infer<typeof memoryAttackReport>;

/** What attacks on the relations of a memory that is a graph can do. */
const graphAttackNames = ['hub', 'hijack', 'cluster'] as const;

const graphAttackReport = z.object({
	name: z.enum(graphAttackNames),
	title: z.string(),
	/** Relations, of all runs. */
	planted: z.number().int(),
	/** Share of the store's nodes from which a planted node is at most `hops` relations away: with all planted relations, and without those that a scan flags. */
	reach: z.object({ attacked: measure, defended: measure }),
	/** Shares of the planted relations, and of the store's own, that a scan flags. */
	tpr: measure,
	fpr: measure,
	/** Share of the planted relations for which a scan says something, though it may flag nothing: many relations alone are no finding. */
	noted: measure,
});
export type GraphAttackReport = z.infer<typeof graphAttackReport>;

/** What attacks on a copy of a store brought. */
export const memoryRedteamReport = z.object({
	store: z.string(),
	/** Different texts of the store that took part. */
	entries: z.number().int(),
	history: z.object({ name: z.string(), queries: z.number().int() }),
	encoder: z.object({ name: z.string(), sha256: z.string(), dimensions: z.number().int(), cannotSee: z.string().nullable() }),
	seeds: z.array(z.number().int()),
	/** Each run divides entries and queries anew. */
	division: z.object({ calibration: z.number().int(), held: z.number().int(), history: z.number().int(), targets: z.number().int() }),
	/** Entries that are read for a question, queries in a session. */
	retrievalDepth: z.number().int(),
	queriesASession: z.number().int(),
	/** How thresholds were made, in a sentence. */
	calibration: z.string(),
	attacks: z.array(memoryAttackReport),
	/** What a consolidation makes of planted entries, in the user's own voice. */
	laundering: z.object({ alone: measure, known: measure, benignAlone: measure, benignKnown: measure }).nullable(),
	/** The language model that was asked whether entries are planted, and the question. */
	sanitizer: z.object({ name: z.string(), sha256: z.string(), question: z.string() }).nullable(),
	/** Of a store with relations, if attacks on them were asked for. */
	graph: z
		.object({
			relations: z.number().int(),
			nodes: z.number().int(),
			hops: z.number().int(),
			attacks: z.array(graphAttackReport),
		})
		.nullable(),
	/** What a reader has to know, in sentences. */
	notes: z.array(z.string()),
});
export type MemoryRedteamReport = z.infer<typeof memoryRedteamReport>;
