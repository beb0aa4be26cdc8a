import type { CodeAction, Range } from 'vscode-languageserver/node';
import { commands } from '../../protocol/commands.ts';
import type { Result } from '../../protocol/message.ts';
import { labelClasses } from '../../formats/label-classes.ts';
import type { GetLabels, LabelName, LabelledSentenceRow, SetLabelArguments } from '../../protocol/labels.ts';

export type LabelRows = NonNullable<Result<typeof GetLabels>>;

/** Of refactorings, so that no light bulb stands beside every sentence. */
export const labelActionKind = 'refactor.label';

/** What can be said of the sentence (or the entry, the query) at the cursor, or of each that a selection touches. */
export function labelActionsAt({ uri, sentences }: LabelRows, range: Range): CodeAction[] {
	return sentencesAt(sentences, range).flatMap((sentence, _, all) => {
		const { subject, textSha256, own } = sentence;
		const which = all.length > 1 ? `: ${shortened(sentence.text)}` : '';
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
function sentencesAt(sentences: readonly LabelledSentenceRow[], { start, end }: Range): readonly LabelledSentenceRow[] {
	const before = (a: { line: number; character: number }, line: number, character: number): boolean =>
		a.line < line || (a.line === line && a.character < character);
	const touching = sentences.filter(
		({ range: [line, character, lastLine, lastCharacter] }) =>
			!before(end, line, character) && !before({ line: lastLine, character: lastCharacter }, start.line, start.character),
	);
	const isCursor = start.line === end.line && start.character === end.character;
	return isCursor ? touching.slice(-1) : touching;
}

function shortened(text: string): string {
	const line = Array.from(text.replaceAll(/\s+/g, ' ').trim());
	return line.length > 40 ? `${line.slice(0, 39).join('')}…` : line.join('');
}
