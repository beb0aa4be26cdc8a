import type { PrivateDocument } from '../analysis/private/document-paths.ts';
import { localFiller } from '../analysis/private/filler.ts';
import { generatePrivately } from '../analysis/private/generate-privately.ts';
import type { PathsModel } from '../analysis/private/paths-model.ts';
import type { PrivateSettings } from '../formats/private-settings.ts';
import { seededBits } from '../privacy/random-bits.ts';
import { between, randomFor } from '../statistics/random.ts';

/** What a private pipeline answers from. */
export interface SeededRequest {
	readonly query: string;
	readonly system?: string | undefined;
	readonly documents: readonly PrivateDocument[];
	readonly settings: PrivateSettings;
	readonly seed: number;
}

/** Returns what a private pipeline answers from documents of a copy. It is seeded: nothing is spent, and nothing of it can be released. Rejects as the model does. */
export async function seededAnswer({ seed, ...request }: SeededRequest, model: PathsModel, signal: AbortSignal): Promise<string> {
	const { text } = await generatePrivately(
		{ ...request, corpus: 'a copy', seed },
		{
			model,
			bits: seededBits(seed),
			id: `redteam-${seed}`,
			who: 'redteam',
			when: new Date(0).toISOString(),
			spend: () => Promise.reject(new Error('a seeded run pays for nothing')),
			filler: localFiller(model, request.system),
			onStep: () => undefined,
			signal,
			onProgress: () => undefined,
		},
	);
	return text;
}

/** Returns a pipeline that answers privately; the draws of an answer follow from the seed and the query. */
export function seededPipeline(
	model: PathsModel,
	{ seed, ...settings }: Pick<SeededRequest, 'system' | 'settings' | 'seed'>,
): (query: string, documents: readonly string[], maxTokens: number, signal: AbortSignal) => Promise<string> {
	return (query, documents, _maxTokens, signal) => {
		const own = between(randomFor(seed, query), 0, 2 ** 31 - 1);
		const texts = documents.map((text, i) => ({ id: String(i + 1), text }));
		return seededAnswer({ ...settings, query, documents: texts, seed: own }, model, signal);
	};
}
