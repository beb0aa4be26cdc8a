import type { PrivateSettings } from '../../formats/private-settings.ts';
import type { RunSettings } from '../../privacy/run-steps.ts';

/** What the accountant reads of settings: of the list and the vocabulary their sizes alone. */
export function runSettings({ list, vocabulary, split, ...settings }: PrivateSettings): RunSettings {
	return { ...settings, split, list: list?.length, vocabulary: vocabulary === undefined ? undefined : new Set(vocabulary).size };
}
