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
	// Whatever a model finds under its own label.
	'other',
] as const;
export type PiiType = (typeof piiTypes)[number];

/** A personal value in a text: UTF-16 offsets `[start, end)`, and the value in the form in which values are compared (`normalizePii`). */
export interface PiiFound {
	readonly start: number;
	readonly end: number;
	readonly type: PiiType;
	/** The value without case, spaces and punctuation. */
	readonly normalized: string;
	/** What found the value: the name of a rule, an entity list, or a model. */
	readonly by: string;
	/** Name of the model that found the value or a part of it. Absent: only rules found it. */
	readonly model?: string | undefined;
}

/** Finds the personal values of a text, in order and without overlaps. */
export type Recognize = (text: string) => PiiFound[];

/** A value of the corpus that is to be found everywhere. */
export interface PiiEntity {
	readonly type: PiiType;
	/** The value as the corpus has it, or normalized. */
	readonly value: string;
}
