import * as z from 'zod';

/** A range in UTF-16 code units of the document that the response is in. */
const range = { start: z.number().int().nonnegative(), end: z.number().int().nonnegative() };
/** A range in UTF-16 code units of a given text, counted from its start. */
const place = {
	/** ID of the context. `null`: the question, or what the system says. */
	context: z.string().nullable(),
	text: z.string(),
	...range,
};

/** Kinds of values, in words: 'number' without a unit, 'quantity' with one. */
const valueKinds = [
	'number',
	'quantity',
	'money',
	'percentage',
	'date',
	'time',
	'identifier',
	'phone number',
	'email address',
	'URL',
	'name',
	'quotation',
] as const;

const recordedValue = z.object({
	kind: z.enum(valueKinds),
	text: z.string(),
	...range,
	/**
	 * `given`: a context, the question or the system says it, in this or another form. `derived`: it follows from given values. `contradicted`:
	 * a context has another value beside the same words. `not-given`: none says it. `undecided`: texts say such values freely.
	 */
	state: z.enum(['given', 'derived', 'contradicted', 'not-given', 'undecided']),
	/**
	 * If the state is `given`: `question` if the question, the system or the name of a context says it, and no context has it as it is written.
	 * Otherwise `contexts`.
	 */
	givenBy: z.enum(['contexts', 'question']).optional(),
	/** Present if the state is `not-given` and the value may well follow from the texts, because its sentence says what they say in other words. */
	unsure: z.literal(true).optional(),
	/** The other value, if the state is `contradicted`. If it is `not-given`: the value of a context that it most likely stands for, if one stands out. */
	by: z.object(place).optional(),
});

const supportedSentence = z.object({
	...range,
	/** Number of its content words. Numbers are not counted. */
	contentWords: z.number().int().nonnegative(),
	/** IDs of the contexts that have all its values, each as it is written. Absent if it has no values. */
	withAllValues: z.array(z.string()).optional(),
	/** Its content words that no given text has, in no inflection. `null` for another language than English. */
	missing: z.array(z.object({ text: z.string(), ...range })).nullable(),
	/**
	 * The sentence of a context that supports it best (BM25). `share` is how much of the sentence's content words it has, weighted by how rare
	 * they are. `null` if no context shares a word with it.
	 */
	evidence: z
		.object({
			...place,
			share: z.number().min(0).max(1),
			/** Present if the context says the response's sentence word for word, alone or before 'and'. */
			quoted: z.literal(true).optional(),
		})
		.nullable(),
});

/** What the given texts say of a response (docs/methods/support.md). */
export const recordedSupport = z.object({ values: z.array(recordedValue), sentences: z.array(supportedSentence) });

export type RecordedSupport = z.infer<typeof recordedSupport>;
export type RecordedValue = z.infer<typeof recordedValue>;
export type SupportedSentence = z.infer<typeof supportedSentence>;
export type ValueKind = (typeof valueKinds)[number];
