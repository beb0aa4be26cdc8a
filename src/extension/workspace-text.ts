import type { Result } from '../protocol/message.ts';
import { likenessWords } from '../report/likeness-words.ts';
import { plural } from '../wording/plural.ts';
import type { AnalyzeWorkspace } from '../protocol/requests.ts';
import { sentenceOf } from './failure.ts';

type Done = Result<typeof AnalyzeWorkspace>;

/** What a click on a notification does. */
export interface NextStep {
	readonly title: string;
	readonly command: string;
}

/** Said where no profile is at fault: none was named, and none fits. */
const noProfile =
	'no profile fits this model, so there are colors and numbers, but no findings. Calibrate the model with your data, or use a profile that was made for it.';

/** What came of a workspace's analysis. Where nothing judged, no findings are no good news: why nothing did stands in their place. */
export function workspaceText({ analysed, failed, findings, judged, refused, likeness }: Done): string {
	const counted = [
		...(judged === 'none' ? [] : [plural(findings, 'finding')]),
		...(failed === 0 ? [] : [`${plural(failed, 'file')} could not be read`]),
	];
	const unlike = likeness === undefined ? null : likenessWords(likeness);
	const text = `${plural(analysed, 'trace')} analyzed${counted.length === 0 ? '' : `: ${counted.join(', ')}`}.${unlike === null ? '' : ` ${unlike}`}`;
	if (judged === 'all') return text;
	// Some were judged when the profile was lost on the way.
	return `${text} ${judged === 'some' ? 'Not all were judged' : 'Not judged'}: ${refused === undefined ? noProfile : sentenceOf(refused)}`;
}

/** What to offer with it. */
export function workspaceNext({ failed, findings, judged, likeness }: Done): NextStep[] {
	return [
		...(likeness?.unlike === true ? [{ title: 'Label Some of These', command: 'ragAssay.labelNext' }] : []),
		...(findings + failed > 0 ? [{ title: 'Show Problems', command: 'workbench.actions.view.problems' }] : []),
		...(judged === 'all'
			? []
			: [
					{ title: 'Calibrate…', command: 'ragAssay.calibrate' },
					{ title: 'Use Profile…', command: 'ragAssay.useProfile' },
				]),
	];
}
