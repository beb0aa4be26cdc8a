import type { InlayHint, Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { cutTo, withCharacterCodes, plural } from '../../wording/phrases.ts';
import { hiddenTexts, type HiddenText } from '../../text/hidden-text.ts';
import type { CurrentMemory } from './editor-scans.ts';

/** Characters of a hint that VS Code shows. A tooltip has the rest. */
const maxShown = 43;

const names: Readonly<Record<HiddenText['kind'], readonly [one: string, many: string]>> = {
	tag: ['tag character', 'tag characters'],
	variation: ['variation selector', 'variation selectors'],
	'zero-width': ['character without width', 'characters without width'],
	bidirectional: ['character that turns the direction', 'characters that turn the direction'],
	filler: ['blank letter', 'blank letters'],
	control: ['control character', 'control characters'],
};

/** What nobody sees, decoded where it stands, and how many entries lie in quarantine. It follows every key, without a scan. */
export function memoryHints(document: TextDocument, current: CurrentMemory | undefined, { start, end }: Range): InlayHint[] {
	const escapes = /\.(?:jsonl|json|af)$/.test(document.uri);
	// Of what is looked at alone: it is asked for at every key. With the line end before it, so that its head is none of the document's.
	const from = Math.max(0, document.offsetAt({ line: start.line, character: 0 }) - 1);
	const seen = document.getText().slice(from, document.offsetAt({ line: end.line + 1, character: 0 }));
	const hints = hiddenTexts(seen, { escapes }).map(
		(run): InlayHint => ({
			// Before it: editors break lines within what is hidden.
			position: document.positionAt(from + run.start),
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
			tooltip: quarantined
				.map(({ text, reason, who, when }) => `${cutTo(printable(text), maxShown)}: ${reason} (${who}, ${when.slice(0, 10)})`)
				.join('\n'),
		});
	return hints.filter(({ position: { line } }) => start.line <= line && line <= end.line);
}

/** 'hidden: "ignore previous…"'. */
function hiddenLabel(run: HiddenText): string {
	if (run.readsAs === null) return `hidden: ${counted(run)}`;
	const head = run.kind === 'bidirectional' ? 'agent reads: "' : 'hidden: "';
	return `${head}${cutTo(printable(run.readsAs), maxShown - head.length - 1)}"`;
}

function hiddenTooltip(run: HiddenText): string {
	if (run.kind === 'bidirectional') {
		const what = `${counted(run)} (${run.codes}).`;
		if (run.readsAs === null) return what;
		const seen = seenOf(run);
		return [
			`${what} What you see is not what the agent reads.`,
			`The agent reads: ${printable(run.readsAs)}`,
			...(seen === null ? [] : [`People see instead: ${printable(seen)}`]),
		].join('\n');
	}
	const what = `${counted(run)} that people do not see and agents read (${run.codes}).`;
	return run.readsAs === null ? `${what}\nRAG Assay cannot decode them.` : `${what}\nThey say: ${printable(run.readsAs)}`;
}

/** What an override from right to left makes of words that run from left to right; `null`: that takes more rules. */
function seenOf({ codes, readsAs }: HiddenText): string | null {
	return readsAs === null || codes !== 'U+202E' || /[\p{Script=Arabic}\p{Script=Hebrew}\p{Cf}]/u.test(readsAs)
		? null
		: Array.from(readsAs).toReversed().join('');
}

function counted({ kind, characters }: HiddenText): string {
	return plural(characters, ...names[kind]);
}

/** Without what would hide again, or turn the hint. */
function printable(text: string): string {
	return withCharacterCodes(text.replaceAll(/\s+/g, ' ')).trim();
}
