import type { AnalysisState } from '../../protocol/requests.ts';
import { likenessWords } from '../../report/likeness-words.ts';
import { sentenceOf } from '../failure.ts';

/** How a document's analysis stands, for the status bar: text, tooltip, the command a click runs, whether it warns. */
export interface AnalysisText {
	readonly text: string;
	readonly tooltip: string;
	/** Spoken by screen readers in place of the text with its icons. */
	readonly label: string;
	readonly command: string | undefined;
	readonly warn: boolean;
}

/** Undefined: nothing to show. */
export function analysisText(state: AnalysisState): AnalysisText | undefined {
	const item = (icon: string, label: string, tooltip: string, command?: string, warn = false): AnalysisText => ({
		text: `$(${icon}) ${label}`,
		label,
		tooltip,
		command,
		warn,
	});
	switch (state.kind) {
		case 'none':
			return undefined;
		case 'idle':
			return item('beaker', 'Analyze', 'This trace has not been analyzed. Click to analyze it.', 'ragAssay.analyzeFile');
		case 'queued':
			return item('watch', 'Waiting', 'Waits for its turn. Click to cancel.', 'ragAssay.cancelAnalysis');
		case 'running': {
			const share = state.total > 0 ? ` ${Math.floor(Math.min(1, state.done / state.total) * 100)}%` : '';
			return item(
				'loading~spin',
				`Analyzing${share}`,
				`${state.doing === undefined ? '' : `${state.doing.replace(/[^.…]$/u, '$&.')} `}Click to cancel.`,
				'ragAssay.cancelAnalysis',
			);
		}
		case 'done':
			return done(state);
		case 'no-response':
			return item(
				'sparkle',
				'No response',
				'This trace has no response to read. Click to generate one, or write it below the line ## Response.',
				'ragAssay.generateResponse',
			);
		case 'failed':
			return item(
				'warning',
				'Not analyzed',
				`${state.error.message}${state.error.hint === undefined ? '' : ` ${state.error.hint}`} (${state.error.code})\n\nClick to try again.`,
				'ragAssay.analyzeFile',
				true,
			);
		case 'cancelled':
			return item('circle-slash', 'Canceled', 'The analysis was canceled. Click to analyze again.', 'ragAssay.analyzeFile');
	}
}

function done({ findings, profile, notes, cut, refused, notJudged, likeness }: Extract<AnalysisState, { kind: 'done' }>): AnalysisText {
	const unjudged = findings === 0 && notJudged !== undefined ? notJudged : null;
	const verdict =
		profile === null
			? 'No profile'
			: unjudged !== null
				? 'Not judged'
				: findings === 0
					? 'No findings'
					: findings === 1
						? '1 finding'
						: `${findings} findings`;
	const unlike = likeness === undefined ? null : likenessWords(likeness);
	const label = [verdict, ...(cut ? ['trace cut'] : []), ...(unlike === null ? [] : ['unlike data'])].join(', ');
	const first =
		refused !== undefined
			? `${sentenceOf(refused)}\n\nThere are colors and numbers, but no findings.`
			: profile === null
				? 'No profile fits this model: there are colors and numbers, but no findings.'
				: unjudged !== null
					? `${unjudged.charAt(0).toUpperCase()}${unjudged.slice(1)}.`
					: `Judged by the profile ${profile}.`;
	return {
		text: `$(${unlike !== null ? 'warning' : profile === null || unjudged !== null ? 'info' : findings === 0 ? 'pass' : 'search'}) ${label}`,
		label,
		tooltip: [first, ...(unlike === null ? [] : [unlike]), ...notes, 'Click to list the sentences.'].join('\n\n'),
		command: 'ragAssay.listSentences',
		warn: false,
	};
}
