import type { CountryCode } from 'libphonenumber-js/min';
import type { TaggedText } from '../tagged-text.ts';
import { addresses, citiesBehind } from './address.ts';
import { ages } from './age.ts';
import { birthDates } from './birth.ts';
import type { Candidate, PiiText, Recognizer } from './candidate.ts';
import { emails } from './email.ts';
import { entityFinder } from './entities.ts';
import type { PiiEntity, PiiFound } from './found.ts';
import { joinModel } from './join-model.ts';
import { modelFindings, type ModelSpans } from './model-findings.ts';
import { names } from './names.ts';
import { normalizePii } from './normalize.ts';
import { numbers } from './numbers.ts';
import { organizations } from './organization.ts';
import { withoutOverlaps } from './overlaps.ts';
import { phones } from './phone.ts';
import { places } from './places.ts';
import { sexes } from './sex.ts';
import { visitTimes } from './visit.ts';

export interface PiiOptions {
	/** The corpus' own list: its values are found wherever they stand. */
	readonly entities?: readonly PiiEntity[] | undefined;
	/** Whose telephone numbers and dates are written without saying so, ISO 3166-1; `US` unless said. */
	readonly country?: CountryCode | undefined;
	/** Its parts of speech, where it was tagged: names that capitals alone show are held to proper nouns. */
	readonly tagged?: TaggedText | undefined;
	/** What a model finds in it: joined with what the rules find. */
	readonly model?: ModelSpans | undefined;
}

/** In order: some read what those before them found. */
const recognizers: readonly Recognizer[] = [
	emails,
	phones,
	numbers,
	names,
	addresses,
	citiesBehind,
	places,
	organizations,
	ages,
	sexes,
	birthDates,
	visitTimes,
];

/**
 * Personal values of a text, in order, of which no two overlap. By rules, and what a model is said to find: nothing is sent anywhere, the same text gives the same values on
 * every machine, and time grows with the text's length. What the rules are and miss: docs/pii.md.
 */
export function recognizePii(text: string, options: PiiOptions = {}): PiiFound[] {
	const { entities = [], country = 'US', tagged, model } = options;
	const given: PiiText = { text, country, words: tagged?.words };
	const found: Candidate[] = entityFinder(entities)(text);
	for (const recognizer of recognizers) found.push(...recognizer(given, found));
	const byRules = withoutOverlaps(found);
	const joined: readonly Candidate[] = model === undefined ? byRules : joinModel(text, byRules, modelFindings(text, model), model.model);
	return joined.map(({ start, end, type, by, normalized, model: name }) => ({
		start,
		end,
		type,
		normalized: normalized ?? normalizePii(type, text.slice(start, end), country),
		by,
		...(name === undefined ? {} : { model: name }),
	}));
}
