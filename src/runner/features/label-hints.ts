import type { InlayHint, Range } from 'vscode-languageserver/node';
import { isSuspect, labelWords, type LabelName } from '../../formats/label-classes.ts';
import type { LabelledSentenceRow } from '../../protocol/labels.ts';
import type { LabelRows } from './label-actions.ts';

/** What a label is called, with a sign that does without colour. */
function signed(label: LabelName): string {
	return `${isSuspect(label) ? '✗' : '✓'} ${labelWords(label)}`;
}

/** Labels as text behind their sentences, and a word on those whose text has changed before the first one. */
export function labelHints({ sentences, stale }: LabelRows, { start, end }: Range): InlayHint[] {
	const hints = sentences
		.filter(({ labels }) => labels.length > 0)
		.map((sentence): InlayHint => {
			const [, , line, character] = sentence.range;
			return {
				position: { line, character },
				label: labelText(sentence),
				paddingLeft: true,
				tooltip: sentence.labels.map(remark).join('\n'),
			};
		});
	const [first] = sentences;
	if (first !== undefined && stale.length > 0) {
		const [line, character] = first.range;
		hints.unshift({
			position: { line, character },
			label: stale.length === 1 ? '1 label is stale' : `${stale.length} labels are stale`,
			paddingRight: true,
			tooltip: ['The text that they were about has changed; nothing is learnt from them:', ...stale.map(remark)].join('\n'),
		});
	}
	return hints.filter(({ position: { line } }) => start.line <= line && line <= end.line);
}

/** '✓ grounded · Dana', '? disputed · Dana: grounded, Eli: not grounded'. */
export function labelText({ labels, settled }: Pick<LabelledSentenceRow, 'labels' | 'settled'>): string {
	if (settled === null) return '';
	if (settled !== 'disputed')
		return `${signed(settled)} · ${labels
			.filter(({ label }) => label === settled)
			.map(({ who }) => who)
			.join(', ')}`;
	return `? disputed · ${labels.map(({ label, who }) => `${who}: ${labelWords(label)}`).join(', ')}`;
}

function remark({ label, who, when, note }: LabelledSentenceRow['labels'][number]): string {
	return `${signed(label)} · ${who}, ${when.slice(0, 10)}${note === '' ? '' : `: ${note}`}`;
}
