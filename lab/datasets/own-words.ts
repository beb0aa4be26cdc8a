import type { PromptParts } from '../../src/model-io/requests.ts';
import type { RagTruthResponseInput } from './ragtruth-writer.ts';
import { sentencesOf } from '../world/label-answer.ts';
import type { SituationKind } from '../world/situation.ts';
import { entityAskedAbout } from './entity-asked-about.ts';

/**
 * What a set says of an answer by itself, so that no reader has to know the world: answers about one entity are a group, and nobody decides
 * about the first sentence of one about a similar case, which picks a record and states no fact of it (`sentenceTruth`).
 */
export function ownWords(
	asked: Pick<PromptParts, 'query' | 'contexts'>,
	kind: SituationKind,
	response: string,
): Pick<RagTruthResponseInput, 'group' | 'undecided'> {
	const group = entityAskedAbout(asked);
	const [first] = kind === 'similar' ? sentencesOf(response) : [];
	return {
		...(group === undefined ? {} : { group }),
		...(first === undefined ? {} : { undecided: [{ start: first.start, end: first.start + first.text.length }] }),
	};
}
