import { generatePrivately } from '../../src/analysis/private/generate-privately.ts';
import type { PathsModel } from '../../src/analysis/private/paths-model.ts';
import { privateSettings } from '../../src/formats/private-settings.ts';
import { seededBits } from '../../src/privacy/random-bits.ts';
import type { MembershipOn } from '../../src/redteam/membership/attack-membership.ts';
import { between, randomFor } from '../../src/statistics/random.ts';

/** Documents that a private pipeline reads: of three, no vote could release anything at an ε of 3. */
export const readPrivately = 8;

/** A pipeline that answers privately by its default, the vote over sentences; draws follow from the seed and the query. Rejects as the model does. */
export function privateReader(
	model: PathsModel,
	{ epsilon, seed }: { readonly epsilon: number; readonly seed: number },
): MembershipOn['answer'] {
	const settings = privateSettings.parse({ epsilon });
	return async (query, documents, _maxTokens, signal) => {
		const own = between(randomFor(seed, query), 0, 2 ** 31 - 1);
		const { text } = await generatePrivately(
			{ query, documents: documents.map((document, i) => ({ id: String(i + 1), text: document })), settings, corpus: 'bench', seed: own },
			{
				model,
				bits: seededBits(own),
				id: 'bench',
				who: 'bench',
				when: new Date(0).toISOString(),
				spend: () => Promise.reject(new Error('a seeded run pays for nothing')),
				filler: { name: 'nobody', write: () => Promise.resolve('') },
				onStep: () => undefined,
				signal,
				onProgress: () => undefined,
			},
		);
		return text;
	};
}
