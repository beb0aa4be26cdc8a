import type { AnalyzeWorkspace } from '../../protocol/analyze-workspace.ts';
import type { Result } from '../../protocol/rpc.ts';
import { likenessWords } from '../../report/likeness-words.ts';
import { plural } from '../../wording/phrases.ts';
import { sentenceOf } from './failure.ts';

/** Which documents are ours by their names. Paths are those of URIs, with `/`. */

/** Patterns of the language client's document selector. */
export const tracePatterns = ['**/*.rag.md', '**/*.prompt.md', '**/*.response.md'] as const;

export const languageId = 'rag-trace';

export type TraceFile =
	| { readonly kind: 'trace' }
	/** Half of a pair; ours only when the other half, at `sibling`, exists. */
	| { readonly kind: 'prompt' | 'response'; readonly sibling: string };

/** What a path names, or undefined for a file that is none of ours. */
export function traceFileAt(path: string): TraceFile | undefined {
	if (path.endsWith('.rag.md')) return { kind: 'trace' };
	const half = /^(.*[^/])\.(prompt|response)\.md$/s.exec(path);
	if (half === null) return undefined;
	const [, stem, kind] = half;
	return kind === 'prompt' ? { kind: 'prompt', sibling: `${stem}.response.md` } : { kind: 'response', sibling: `${stem}.prompt.md` };
}

type Done = Omit<Result<typeof AnalyzeWorkspace>, 'files'>;

/** What a click on a notification does. */
export interface NextStep {
	readonly title: string;
	readonly command: string;
}

/** Said where no profile is at fault: none was named, and none fits. */
const noProfile =
	'no profile fits this model, so you see colors and numbers, and only the starter profile judges sentences. Calibrate the model with your data, or use a profile that was made for it.';

/** What came of a workspace's analysis. Where nothing judged, no findings are no good news: it says why nothing did. `changed`: how many verdicts are others than in the run before. */
export function workspaceText({ analyzed, failed, findings, judged, refused, likeness }: Done, changed = 0): string {
	const counted = [
		...(judged === 'none' ? [] : [plural(findings, 'finding')]),
		...(failed === 0 ? [] : [`${plural(failed, 'file')} could not be read`]),
	];
	const unlike = likeness === undefined ? null : likenessWords(likeness);
	const text = `${plural(analyzed, 'trace')} analyzed${counted.length === 0 ? '' : `: ${counted.join(', ')}`}.${changed === 0 ? '' : ` ${plural(changed, 'verdict')} changed since the last run.`}${unlike === null ? '' : ` ${unlike}`}`;
	if (judged === 'all') return text;
	// Some were judged when the profile was lost on the way.
	return `${text} ${judged === 'some' ? 'Not all were judged' : 'Not judged'}: ${refused === undefined ? noProfile : sentenceOf(refused)}`;
}

/** What to offer with it. */
export function workspaceNext({ failed, findings, judged, likeness }: Done, changed = 0): NextStep[] {
	return [
		...(changed === 0 ? [] : [{ title: 'Show Changes', command: 'ragAssay.showChangedTraces' }]),
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
