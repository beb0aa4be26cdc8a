import { CodeActionKind, type CodeAction, type Diagnostic, type Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { memoryCommands, type MemoryArguments, type MemoryCommand } from '../../protocol/memory.ts';
import type { CurrentMemory } from './editor-scans.ts';
import { rangeOf } from '../lsp/positions.ts';
import { quarantineCode, entriesTouching, isBenign, placedEntries, type PlacedEntry } from './diagnostics.ts';
import { oneLineOf } from '../../wording/phrases.ts';

/** Of refactorings, so that no light bulb stands beside every entry. */
export const memoryActionKind = 'refactor.memory';

/** What can be done about the entries that a range touches, and about the file. */
export function memoryActionsAt(
	document: TextDocument,
	current: CurrentMemory,
	range: Range,
	diagnostics: readonly Diagnostic[],
): CodeAction[] {
	const touched = entriesTouching(placedEntries(current, document), {
		start: document.offsetAt(range.start),
		end: document.offsetAt(range.end),
	});
	const several = touched.length > 1;
	return [
		...touched.flatMap((entry) => entryActions(document, current, entry, several, diagnostics)),
		...fileActions(current, touched, diagnostics),
		...restoreActions(current, range, diagnostics),
	];
}

function entryActions(
	document: TextDocument,
	{ store }: CurrentMemory,
	{ record, findings }: PlacedEntry,
	several: boolean,
	diagnostics: readonly Diagnostic[],
): CodeAction[] {
	const which = several ? `: ${oneLineOf(record.text, 40)}` : '';
	const speaks = findings.length > 0;
	const starts = new Set(
		findings.map(({ finding, range }) => {
			const { line, character } = rangeOf(document, range).start;
			return `${finding.code} ${line} ${character}`;
		}),
	);
	const ours = diagnostics.filter(({ code, range: { start } }) => starts.has(`${code} ${start.line} ${start.character}`));
	const act = (title: string, command: MemoryCommand, kind: CodeActionKind): CodeAction => ({
		...action(`${title}${which}`, command, { store, ids: [record.id] }, kind),
		...(kind === CodeActionKind.QuickFix && ours.length > 0 ? { diagnostics: ours } : {}),
	});
	const fix = speaks ? CodeActionKind.QuickFix : memoryActionKind;
	return [
		...(isBenign(record) ? [act('Stop treating this entry as benign', memoryCommands.notBenign, fix)] : []),
		act('Quarantine this entry', memoryCommands.quarantine, fix),
		...(speaks && !isBenign(record) ? [act('Mark as benign…', memoryCommands.benign, fix)] : []),
		...(record.provenance === 'signed'
			? []
			: [act('Sign this entry', memoryCommands.sign, record.reasons.includes('provenance') ? CodeActionKind.QuickFix : memoryActionKind)]),
	];
}

function fileActions({ store, scanned }: CurrentMemory, touched: readonly PlacedEntry[], diagnostics: readonly Diagnostic[]): CodeAction[] {
	if (scanned?.summary.kind !== 'instructions') return [];
	const drifted = touched
		.flatMap(({ findings }) => findings.filter(({ finding }) => finding.reason === 'drift'))
		.map(({ finding }) => finding.code);
	const ours = diagnostics.filter(({ code }) => typeof code === 'string' && drifted.includes(code));
	return [
		{
			...action(
				'Approve this file',
				memoryCommands.approve,
				{ store, ids: [] },
				drifted.length > 0 ? CodeActionKind.QuickFix : memoryActionKind,
			),
			...(ours.length > 0 ? { diagnostics: ours } : {}),
		},
	];
}

function restoreActions({ store, quarantined }: CurrentMemory, range: Range, diagnostics: readonly Diagnostic[]): CodeAction[] {
	if (quarantined.length === 0) return [];
	const atHead = range.start.line === 0;
	const ours = diagnostics.filter(({ code }) => code === quarantineCode);
	const act = (title: string, ids: readonly string[]): CodeAction => ({
		...action(title, memoryCommands.restore, { store, ids: [...ids] }, atHead ? CodeActionKind.QuickFix : memoryActionKind),
		...(ours.length > 0 ? { diagnostics: ours } : {}),
	});
	return [
		...quarantined.map(({ id, text }) => act(`Restore quarantined entry: ${oneLineOf(text, 40)}`, [id])),
		...(quarantined.length > 1
			? [
					act(
						`Restore all ${quarantined.length} quarantined entries`,
						quarantined.map(({ id }) => id),
					),
				]
			: []),
	];
}

function action(title: string, command: MemoryCommand, args: MemoryArguments, kind: CodeActionKind): CodeAction {
	return { title, kind, command: { title, command, arguments: [args] } };
}
