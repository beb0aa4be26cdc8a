import type { InlayHint, Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { hiddenRuns, type HiddenRun } from '../../text/hidden-text.ts';
import { plural } from '../../wording/plural.ts';
import type { CurrentMemory } from '../editor/memory-scans.ts';

/** Characters of what is hidden that stand in the text; a tooltip has the rest. */
const mostShown = 60;

const names: Readonly<Record<HiddenRun['kind'], readonly [one: string, many: string]>> = {
	tags: ['tag character', 'tag characters'],
	selectors: ['variation selector', 'variation selectors'],
	'zero-width': ['character without width', 'characters without width'],
	direction: ['character that turns the direction', 'characters that turn the direction'],
};

/** What nobody sees, decoded where it stands, and how many entries lie in quarantine. It follows every key, without a scan. */
export function memoryHints(document: TextDocument, current: CurrentMemory | undefined, { start, end }: Range): InlayHint[] {
	const escapes = /\.(?:jsonl|json|af)$/.test(document.uri);
	const hints = hiddenRuns(document.getText(), { escapes }).map(
		(run): InlayHint => ({
			position: document.positionAt(run.end),
			label: hiddenLabel(run),
			paddingLeft: true,
			paddingRight: true,
			tooltip: hiddenTooltip(run),
		}),
	);
	const quarantined = current?.quarantined ?? [];
	if (quarantined.length > 0)
		hints.unshift({
			position: { line: 0, character: 0 },
			label: `${plural(quarantined.length, 'entry', 'entries')} in quarantine`,
			paddingRight: true,
			tooltip: quarantined.map(({ text, reason, who, when }) => `${shown(text)}: ${reason} (${who}, ${when.slice(0, 10)})`).join('\n'),
		});
	return hints.filter(({ position: { line } }) => start.line <= line && line <= end.line);
}

/** 'hidden: "ignore previous…"'. */
export function hiddenLabel(run: HiddenRun): string {
	if (run.says === null) return `hidden: ${counted(run)}`;
	return `${run.kind === 'direction' ? 'reads' : 'hidden'}: "${shown(run.says)}"`;
}

function hiddenTooltip(run: HiddenRun): string {
	const what = `${counted(run)} that people do not see and agents read.`;
	return run.says === null ? `${what}\nWhat they say is not known.` : `${what}\nThey say: ${printable(run.says)}`;
}

function counted({ kind, characters }: HiddenRun): string {
	return plural(characters, ...names[kind]);
}

function shown(text: string): string {
	const words = Array.from(printable(text));
	return words.length > mostShown ? `${words.slice(0, mostShown - 1).join('')}…` : words.join('');
}

/** Without what would hide again, or turn the hint. */
function printable(text: string): string {
	return text
		.replaceAll(/\s+/g, ' ')
		.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, (c) => `U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
		.trim();
}
