import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ApproveMemory, ListQuarantine, MarkEntriesBenign, QuarantineEntries, RestoreEntries, SignEntries } from '../../protocol/memory.ts';
import { stillFlaggedWords, takenBackFrom, signedWords } from '../../wording/memory-phrases.ts';
import { plural } from '../../wording/phrases.ts';
import { addOutputOptions, someText, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { quarantineText } from '../output/memory-text.ts';
import type { MemoryChangeOutput } from '../output/schemas.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner, type Session } from '../session.ts';
import { addMemoryCheck } from './memory-check.ts';
import { addMemoryScan } from './memory-scan.ts';
import { isStoreAddress, shownStore } from '../../wording/store-names.ts';

type OutputOptions = Pick<CommonOptions, 'json' | 'quiet'>;

interface ChangeOptions extends OutputOptions {
	readonly entry: string[];
	readonly write: boolean;
	readonly reason: string;
	readonly note?: string;
	readonly by?: string;
	readonly undo: boolean;
	readonly rotate: boolean;
	readonly list: boolean;
}

function asked<T>(program: RunnerProgram, { json, quiet }: OutputOptions, work: (session: Session) => Promise<T>): Promise<T> {
	return withRunner(program, { json, quiet, device: 'auto', offline: true }, work);
}

/** As the runner takes it: it works in another folder. */
function storeOf(named: string): string {
	return isStoreAddress(named) ? named : resolve(named);
}

function tell(
	{ console }: Session,
	{ json }: OutputOptions,
	output: Omit<MemoryChangeOutput, 'schema'>,
	text: readonly string[],
): ExitStatus {
	if (json) console.json({ schema: 'rag-assay/memory-change@1', ...output } satisfies MemoryChangeOutput);
	else console.write(`${[...text, ...output.says].join('\n')}\n`);
	return exitStatus.done;
}

const entries = (count: number): string => plural(count, 'entry', 'entries');

async function quarantine(program: RunnerProgram, store: string, options: ChangeOptions): Promise<ExitStatus> {
	const { entry: ids, write, reason, by: who } = options;
	return asked(program, options, async (session) => {
		const { moved, file, says } = await session.client.ask(QuarantineEntries, { store: storeOf(store), ids, reason, who, write });
		const text = `${write ? 'Moved' : 'Would move'} ${entries(moved.length)} to ${file}.`;
		return tell(session, options, { what: 'quarantine', written: write, entries: moved, file, says }, [text]);
	});
}

async function restore(program: RunnerProgram, store: string, options: ChangeOptions): Promise<ExitStatus> {
	const { entry: ids, write, by: who, list } = options;
	return asked(program, options, async (session) => {
		if (list) {
			const held = await session.client.ask(ListQuarantine, { store: storeOf(store) });
			return tell(session, options, { what: 'list', written: false, entries: held, file: shownStore(storeOf(store)), says: [] }, [
				quarantineText(held),
			]);
		}
		const { restored, already, identical, file, says } = await session.client.ask(RestoreEntries, {
			store: storeOf(store),
			ids,
			who,
			write,
		});
		const whole = identical ? `: the file ${write ? 'is' : 'would be'} byte for byte what it was` : '';
		const text = `${write ? 'Put' : 'Would put'} ${entries(restored.length)} back${whole}.`;
		const output = { what: 'restore' as const, written: write, entries: restored, already, identical, file, says };
		return tell(session, options, output, restored.length > 0 ? [text] : says.length > 0 ? [] : ['Nothing to put back.']);
	});
}

async function approve(program: RunnerProgram, store: string, options: ChangeOptions): Promise<ExitStatus> {
	const { by: who } = options;
	return asked(program, options, async (session) => {
		const { files, ...counts } = await session.client.ask(ApproveMemory, { store: storeOf(store), who, write: true });
		const { approved, added, gone, flagged } = counts;
		const [file = '', ...others] = files;
		const text = `Approved ${entries(approved)}: ${added} new or changed, ${gone} gone. Written to ${file}${others.length === 0 ? '' : ` and ${plural(others.length, 'other file')}`}.`;
		const says = flagged === 0 ? [] : [`${stillFlaggedWords(flagged)} rag-assay memory scan says why.`];
		return tell(session, options, { what: 'approve', written: true, ...counts, file, files, says }, [text]);
	});
}

async function sign(program: RunnerProgram, store: string, options: ChangeOptions): Promise<ExitStatus> {
	const { entry: ids, write, by: who, rotate } = options;
	return asked(program, options, async (session) => {
		const { key, file, says, ...counts } = await session.client.ask(SignEntries, {
			store: storeOf(store),
			...(ids.length === 0 ? {} : { ids }),
			who,
			write,
			rotate,
		});
		const by = key === '' ? ' with a new key' : ` with key ${key}`;
		const which = counts.signed === 0 ? '' : ` (${signedWords(counts)})`;
		const text = `${write ? 'Signed' : 'Would sign'} ${entries(counts.signed)}${which}${by}. ${write ? 'Written' : 'Would write'} to ${file}.`;
		return tell(session, options, { what: 'sign', written: write, ...counts, key, file, says }, [text]);
	});
}

async function benign(program: RunnerProgram, store: string, options: ChangeOptions): Promise<ExitStatus> {
	const { entry: ids, note = '', by: who, undo } = options;
	return asked(program, options, async (session) => {
		const { file, changed, by } = await session.client.ask(MarkEntriesBenign, { store: storeOf(store), ids, who, note, benign: !undo });
		const text = `${undo ? 'Removed the benign mark from' : 'Marked as benign:'} ${entries(changed)}${takenBackFrom(by)}. Written to ${file}.`;
		return tell(session, options, { what: 'benign', written: true, changed, file, says: [] }, [text]);
	});
}

export function addMemory(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const memory = parent.command('memory').description('Find planted entries in an agent\u2019s memory, and keep it clean (docs/memory.md)');
	addMemoryScan(memory, program, done);
	addMemoryCheck(memory, program, done);
	const change = (name: string, description: string): Command =>
		addOutputOptions(memory.command(name).description(description))
			.argument('<store>', 'The memory: a file, a folder, or an address', someText)
			.option('--by <name>', 'Your name, for the record (default: git\u2019s user name)', someText);
	const entry = (command: Command): Command => command.requiredOption('--entry <id...>', 'IDs of entries, as a scan prints them');
	const write = (command: Command): Command =>
		command.option('--write', 'Make the change. Without this option, you only see what would change', false);
	const run =
		(work: typeof quarantine) =>
		async (store: string, options: ChangeOptions): Promise<void> =>
			done(await work(program, store, options));
	write(entry(change('quarantine', 'Take entries out of a file, and keep them in a file beside it')))
		.option('--reason <text>', 'Reason, for people who read it later', 'looks planted')
		.action(run(quarantine));
	write(change('restore', 'Put quarantined entries back'))
		.option('--entry <id...>', 'IDs of entries; --list shows them', [])
		.option('--list', 'List what is in quarantine', false)
		.action(async (store: string, options: ChangeOptions, self: Command) => {
			if (options.entry.length === 0 && !options.list) self.error('error: name entries with --entry, or see what there is with --list');
			done(await restore(program, store, options));
		});
	change('approve', 'Approve every entry of an instruction file. Later scans show what changed').action(run(approve));
	write(change('sign', 'Sign entries with a key in your data directory. Later scans show what others wrote or changed'))
		.option('--entry <id...>', 'IDs of entries (default: all)', [])
		.option('--rotate', 'Create a new key first. Old keys still verify what they signed', false)
		.action(run(sign));
	entry(change('benign', 'Mark entries as benign, by the hash of their text. Scans no longer flag them'))
		.option('--note <text>', 'Reason; required unless you use --undo', someText)
		.option('--undo', 'Remove the mark', false)
		.action(async (store: string, options: ChangeOptions, self: Command) => {
			if (options.note === undefined && !options.undo) self.error('error: say why with --note, or take a mark back with --undo');
			done(await benign(program, store, options));
		});
}
