/** Kinds of personal values that are looked for. */
export const piiTypes = [
	'name',
	'dob',
	'age',
	'sex',
	'email',
	'phone',
	'address',
	'record-number',
	'insurance-number',
	'account-number',
	'organization',
	'visit-time',
	'city',
	'state',
	// What a model calls by a label of its own.
	'other',
] as const;
export type PiiType = (typeof piiTypes)[number];

/** A personal value in a text: UTF-16 offsets `[start, end)`, and the value as it is compared with others (`normalizePii`). */
export interface PiiFound {
	readonly start: number;
	readonly end: number;
	readonly type: PiiType;
	/** Case, spaces and punctuation aside. */
	readonly normalized: string;
	/** Who found it: a rule by its name, an entity list, a model. */
	readonly by: string;
	/** The model that found it or a part of it, by its name; absent: rules alone. */
	readonly model?: string | undefined;
}

/** Finds the personal values of a text, in order and none overlapping another. */
export type Recognize = (text: string) => PiiFound[];

/** A value of the corpus that is to be found wherever it stands. */
export interface PiiEntity {
	readonly type: PiiType;
	/** As it stands in the corpus, or normalized. */
	readonly value: string;
}
