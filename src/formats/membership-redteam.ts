import * as z from 'zod';
import { privateSettings } from './private-settings.ts';
import { screeningCalibration } from './query-screen-record.ts';

/** What membership attacks a copy of a store can be put to. */
export const membershipAttackNames = ['s2mia', 'mba', 'ia'] as const;
export type MembershipAttackName = (typeof membershipAttackNames)[number];

/** What an attacker can choose. */
export const membershipSettings = z.object({
	/** Words that MBA masks in a document; of several numbers, the attacker takes the one that does best where it knows the membership. */
	masks: z.array(z.number().int().min(2).max(20)).min(1),
	/** λ: what an "I don't know" takes from IA's score, in right answers. */
	lambda: z.number().min(0).max(100),
	/** Questions that IA asks about a document. */
	questions: z.number().int().min(2).max(100),
});
export type MembershipSettings = z.infer<typeof membershipSettings>;

/** IA as in its paper; MBA with the paper's middle number of masks alone, because each number takes as long as the attack. */
export const defaultMembershipSettings: MembershipSettings = { masks: [10], lambda: 5, questions: 30 };

/** Documents that a private pipeline reads for a query unless somebody says otherwise: from three, no vote could release anything at an ε of 3. */
export const documentsReadPrivately = 8;

/** What each answer of a private pipeline promises. */
const privateAnswers = z.object({ ...privateSettings.pick({ decoder: true }).shape, epsilon: z.number(), delta: z.number() });

/** A measured share with its 95 % interval. */
const measure = z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.number().int() });
export type MembershipMeasure = z.infer<typeof measure>;

/** What an attacker makes of the answers: thresholds come from half of the documents, figures from the other half. */
const outcome = z.object({
	/** Share of documents whose membership it says rightly; half of them are members. */
	accuracy: measure,
	/** `max(accuracy, 1 − accuracy) − 0.5`: 0 is guessing, 0.5 is knowing. */
	adjustedAccuracy: z.number(),
	/** Of "member" as a verdict; 0 where nothing was called one. */
	precision: z.number(),
	recall: z.number(),
	f1: z.number(),
	/** Kolmogorov and Smirnov's distance between the scores of members and of others; of S²MIA the mean of its two scores' distances. */
	ks: z.number(),
	/** That distance by score, where an attack has several. */
	ksByScore: z.array(z.object({ score: z.string(), ks: z.number() })),
	/** Of the score that is drawn: false and true positives as shares. */
	roc: z.array(z.tuple([z.number(), z.number()])),
});
export type MembershipOutcome = z.infer<typeof outcome>;

const attackReport = z.object({
	name: z.enum(membershipAttackNames),
	title: z.string(),
	/** Documents that were asked about and counted: as many members as others. */
	documents: z.number().int(),
	queries: z.number().int(),
	/** Queries that got an empty answer without detect-and-hide, and with it: they count as answers that say nothing. */
	empty: z.object({ undefended: z.number().int(), defended: z.number().int() }),
	/** Without detect-and-hide, and with it; the attacker makes its thresholds anew. */
	undefended: outcome,
	defended: outcome,
	/** Share of the queries about members that retrieve the document without a defense. */
	retrieved: measure,
	/** Share of the queries about members, and about others, of which a document was hidden. */
	flagged: z.object({ members: measure, others: measure }),
	/** Documents of which the session signal was raised at some query; `null`: each has one query alone. */
	sessions: z.object({ members: measure, others: measure }).nullable(),
	/** How many masks the attacker of each pipeline took; `null` for attacks that mask nothing. */
	masks: z.object({ undefended: z.number().int(), defended: z.number().int() }).nullable(),
	/** One query of each attack, with the answers of both pipelines. */
	example: z.object({ query: z.string(), answer: z.string(), defendedAnswer: z.string() }),
});
export type MembershipAttackReport = z.infer<typeof attackReport>;

/** An attack without figures: too few documents are long enough for it, or too many answers were empty. */
const unscored = z.object({
	name: z.enum(membershipAttackNames),
	title: z.string(),
	reason: z.enum(['tooShort', 'empty']),
	/** Answers that it got, and how many of those were empty. */
	answers: z.number().int(),
	empty: z.number().int(),
});
export type UnscoredAttack = z.infer<typeof unscored>;

/** What membership attacks on a copy of a store brought. */
export const membershipRedteamReport = z.object({
	store: z.string(),
	/** Different documents of the store, those that the pipeline reads, and those that were held out. */
	documents: z.object({ all: z.number().int(), index: z.number().int(), heldOut: z.number().int() }),
	encoder: z.object({ name: z.string(), sha256: z.string(), dimensions: z.number().int(), cannotSee: z.string().nullable() }),
	/** Who answers, and who says how perplexing an answer is. */
	reader: z.string(),
	judge: z.string(),
	k: z.number().int(),
	seed: z.number().int(),
	settings: membershipSettings,
	/** How the pipeline answers privately, with detect-and-hide and without; `null`: it answers without a guarantee. */
	private: privateAnswers.nullable(),
	/** What hides documents, as a screening says it. `rule` is `null` where no threshold decides: sessions alone hide. `z`: of the empirical rule. */
	screening: screeningCalibration.extend({ z: z.number().nullable() }),
	attacks: z.array(attackReport),
	unscored: z.array(unscored),
	/** What a reader has to know, in sentences. */
	notes: z.array(z.string()),
});
export type MembershipRedteamReport = z.infer<typeof membershipRedteamReport>;
