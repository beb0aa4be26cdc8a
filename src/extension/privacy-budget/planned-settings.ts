import { expectedInWords } from '../../formats/expected-in-words.ts';
import { privateSettings } from '../../formats/private-settings.ts';
import { plannedDocuments, type Planned } from '../../protocol/private.ts';

/** Settings of `ragAssay.private`, by the names of what they set; those of experts are one level deeper. */
const topKeys = ['epsilon', 'delta', 'decoder', 'sentences', 'split', 'list', 'vocabulary'] as const;
const expertShape = privateSettings.shape.expert.unwrap().shape;
const expertKeys = privateSettings.shape.expert.unwrap().keyof().options;

export interface PlannedSettings {
	readonly planned: Planned;
	/** Settings whose value is not what it should be, one sentence each; their defaults are used. */
	readonly problems: readonly string[];
}

/** What the settings plan: `read` gives the value of one by its key after `ragAssay.`, undefined or null where it has none. */
export function readPlanned(read: (key: string) => unknown): PlannedSettings {
	const problems: string[] = [];
	const given: Record<string, unknown> = {};
	const expert: Record<string, unknown> = {};
	const take = (
		into: Record<string, unknown>,
		name: string,
		key: string,
		schema: { safeParse(value: unknown, words: { readonly error: typeof expectedInWords }): Checked },
	): void => {
		const value = read(key) ?? undefined;
		// An empty list is what VS Code has where nothing is set.
		if (value === undefined || (Array.isArray(value) && value.length === 0)) return;
		const checked = schema.safeParse(value, { error: expectedInWords });
		if (checked.success) into[name] = value;
		else problems.push(`ragAssay.${key}: ${checked.error.issues[0]?.message ?? 'not understood'}; its default is used.`);
	};
	for (const key of topKeys) take(given, key, `private.${key}`, privateSettings.shape[key]);
	for (const key of expertKeys) take(expert, key, `private.expert.${key}`, expertShape[key]);
	const count: Record<string, unknown> = {};
	take(count, 'documents', 'private.documents', plannedDocuments);
	return {
		planned: {
			settings: privateSettings.parse({ ...given, expert }),
			documents: plannedDocuments.parse(count['documents'] ?? defaultDocuments),
		},
		problems,
	};
}

/** Documents that are planned with where no setting says how many. */
export const defaultDocuments = 8;

/** What to write into the settings for a plan, by key; undefined: nothing, for it is what it would be anyway. */
export function settingsFor({ settings, documents }: Planned): Map<string, unknown> {
	const { expert, ...top } = settings;
	const usual = privateSettings.parse({});
	const written = new Map<string, unknown>();
	for (const key of topKeys) written.set(`private.${key}`, unlessUsual(top[key], usual[key]));
	for (const key of expertKeys) written.set(`private.expert.${key}`, unlessUsual(expert[key], usual.expert[key]));
	written.set('private.documents', unlessUsual(documents, defaultDocuments));
	return written;
}

function unlessUsual(value: unknown, usual: unknown): unknown {
	return JSON.stringify(value) === JSON.stringify(usual) ? undefined : value;
}

type Checked =
	| { readonly success: true }
	| { readonly success: false; readonly error: { readonly issues: readonly { readonly message: string }[] } };
