import type { Profile } from '../../formats/profile.ts';

/** How the data and the product differ that made two profiles, each in a sentence. */
export function madeDifferently(before: Profile, after: Profile): string[] {
	const [was, is] = [before.versions?.product, after.versions?.product];
	return [
		...(before.dataset.sha256 === after.dataset.sha256 ? [] : [`Data: ${dataInWords(before)}, now ${dataInWords(after)}.`]),
		...(was === is ? [] : [`Version: ${was ?? 'not written down'}, now ${is ?? 'not written down'}.`]),
	];
}

function dataInWords({ dataset: { name, sha256, traces, sentences } }: Profile): string {
	return `'${name}' (${sha256.slice(0, 12)}; ${traces.toLocaleString('en')} traces, ${sentences.toLocaleString('en')} sentences)`;
}
