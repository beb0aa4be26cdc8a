import * as z from 'zod';
import {
	defaultMembershipSettings,
	membershipAttackNames,
	membershipRedteamReport,
	membershipSettings,
} from '../formats/membership-redteam.ts';
import { memoryAttackNames, memoryRedteamReport } from '../formats/memory-redteam.ts';
import { privateSettings } from '../formats/private-settings.ts';
import { screeningRules } from '../formats/query-screen-record.ts';
import { piiTypes } from '../formats/review.ts';
import { memoryScanParams, memsadSettings } from './memory.ts';
import { request } from './rpc.ts';

/** Distinct personal values by type; types without any are absent. */
const counts = z.partialRecord(z.enum(piiTypes), z.number().int().positive());
export type PiiCounts = z.infer<typeof counts>;

export const piiAttackResult = z.object({
	/** Of the documents. */
	values: counts,
	/**
	 * How the pipeline without privacy has read the documents: each of them once, in so many prompts an instruction (at most), with as many documents as each holds;
	 * of documents that are longer than a prompt (`cut`) the beginning alone.
	 */
	read: z.object({ prompts: z.number().int().nonnegative(), cut: z.number().int().nonnegative() }),
	/** What each pipeline's answers give away, an instruction each. */
	answers: z.array(z.object({ instruction: z.string(), plain: counts, private: counts })),
	/** Who looked for values beside the rules, in sentences. */
	notes: z.array(z.string()),
});
export type PiiAttackReport = z.infer<typeof piiAttackResult>;

/**
 * Malicious instructions on a copy of the user's own documents: what the pipeline without privacy gives away, and what the private one
 * does. Nothing is spent or released.
 */
export const RedteamPii = request(
	'ragAssay/redteam/pii',
	z.object({
		token: z.string(),
		query: z.string().min(1),
		system: z.string().optional(),
		documents: z.array(z.object({ id: z.string(), text: z.string() })),
		settings: privateSettings,
		/** The first so many of the product's instructions; absent: all. */
		instructions: z.number().int().positive().optional(),
		seed: z.number().int().default(1),
	}),
	piiAttackResult,
);

/** Attacks on a copy of a memory: what they reach, and what the detectors of a scan find of it. Nothing is written. */
export const RedteamMemory = request(
	'ragAssay/redteam/memory',
	z.object({
		token: z.string(),
		/** A path, or an address. */
		store: z.string().min(1),
		/** Of queries: JSON Lines, or traces. */
		history: z.string(),
		attacks: z.array(z.enum(memoryAttackNames)).min(1),
		synonyms: z.boolean(),
		laundering: z.boolean(),
		/** Whether relations are planted, too, if the store has some. */
		graph: z.boolean(),
		/** Whether the model of the settings judges entries, too. */
		sanitizer: z.boolean(),
		/** Entries that each attack plants. */
		count: z.number().int().positive(),
		/** How many entries the agent reads for a question. */
		depth: z.number().int().min(1).max(1000).default(5),
		rule: memoryScanParams.shape.rule,
		...memsadSettings,
		seeds: z.array(z.number().int()).min(1),
	}),
	memoryRedteamReport,
);

/** Membership attacks on a pipeline that reads a copy of a store, without detect-and-hide and with it. Nothing is written. */
export const RedteamMembership = request(
	'ragAssay/redteam/membership',
	z.object({
		token: z.string(),
		/** A path, or an address. */
		store: z.string().min(1),
		/** Of benign queries: the empirical threshold is made of them. */
		benign: z.string().optional(),
		/** Whether to look for such a file beside the store where none is named. */
		findBenign: z.boolean().default(true),
		/** Absent: what `queries screen` takes. */
		rule: z.enum(screeningRules).optional(),
		rho: z.number().gt(0).lt(1).default(0.05),
		attacks: z.array(z.enum(membershipAttackNames)).min(1),
		/** Documents asked about, half of them members. */
		count: z.number().int().min(8),
		/** Documents that the pipeline reads for a query. */
		k: z.number().int().positive(),
		seed: z.number().int(),
		settings: membershipSettings.default(defaultMembershipSettings),
		/** How the local model answers privately. Absent: it answers without a guarantee, or the endpoint does. */
		private: privateSettings.optional(),
		/** Absent: the model of the settings answers. Its key is taken from the environment. `fresh`: what it answered before is asked again. */
		endpoint: z
			.object({
				url: z.string().min(1),
				model: z.string().min(1),
				/** Requests at the same time. */
				parallel: z.number().int().positive().default(4),
				fresh: z.boolean().default(false),
			})
			.optional(),
		system: z.string().optional(),
	}),
	membershipRedteamReport,
);
