import type { CodeAction, InlayHint, Range } from 'vscode-languageserver/node';
import { isSuspect, labelClasses, labelWords, type LabelName } from '../../formats/label-classes.ts';
import { commands } from '../../protocol/commands.ts';
import type { GetLabels, LabeledSentenceRow, SetLabelArguments } from '../../protocol/labels.ts';
import type { Result } from '../../protocol/rpc.ts';
import { oneLineOf } from '../../wording/phrases.ts';

export type LabelRows = NonNullable<Result<typeof GetLabels>>;

/** Of refactorings, so that no light bulb stands beside every sentence. */
export const labelActionKind = 'refactor.label';

/** What can be said of the sentence (or the entry, the query) at the cursor, or of each that a selection touches. */
export function labelActionsAt({ uri, sentences }: LabelRows, range: Range): CodeAction[] {
	return sentencesAt(sentences, range).flatMap((sentence, _, all) => {
		const { subject, textSha256, own } = sentence;
		const which = all.length > 1 ? `: ${oneLineOf(sentence.text, 40)}` : '';
		const act = (title: string, label: LabelName | null): CodeAction => {
			const args: SetLabelArguments = { uri, subject, textSha256, label };
			return { title: `${title}${which}`, kind: labelActionKind, command: { title, command: commands.setLabel, arguments: [args] } };
		};
		return [
			...labelClasses[subject.kind].flatMap(({ name, words }) => (own === name ? [] : [act(`Mark as ${words}`, name)])),
			...(own === null ? [] : [act('Remove label', null)]),
		];
	});
}

/** The sentences that a range touches; a cursor between two belongs to the one that begins there. */
function sentencesAt(sentences: readonly LabeledSentenceRow[], { start, end }: Range): readonly LabeledSentenceRow[] {
	const before = (a: { line: number; character: number }, line: number, character: number): boolean =>
		a.line < line || (a.line === line && a.character < character);
	const touching = sentences.filter(
		({ range: [line, character, lastLine, lastCharacter] }) =>
			!before(end, line, character) && !before({ line: lastLine, character: lastCharacter }, start.line, start.character),
	);
	const isCursor = start.line === end.line && start.character === end.character;
	return isCursor ? touching.slice(-1) : touching;
}

/** What a label is called, with a sign that does without color. */
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
			tooltip: ['Their text has changed. Calibration does not use them:', ...stale.map(remark)].join('\n'),
		});
	}
	return hints.filter(({ position: { line } }) => start.line <= line && line <= end.line);
}

/** '✓ supported · Dana', '? disputed · Dana: supported, Eli: not supported'. */
export function labelText({ labels, settled }: Pick<LabeledSentenceRow, 'labels' | 'settled'>): string {
	if (settled === null) return '';
	if (settled !== 'disputed')
		return `${signed(settled)} · ${labels
			.filter(({ label }) => label === settled)
			.map(({ who }) => who)
			.join(', ')}`;
	return `? disputed · ${labels.map(({ label, who }) => `${who}: ${labelWords(label)}`).join(', ')}`;
}

function remark({ label, who, when, note }: LabeledSentenceRow['labels'][number]): string {
	return `${signed(label)} · ${who}, ${when.slice(0, 10)}${note === '' ? '' : `: ${note}`}`;
}
