import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { MemoryProblem } from '../../formats/memory-problem.ts';
import { maxForCopies, type MemoryScanRecord } from '../../formats/memory-scan-record.ts';
import { MemoryScanned, ScanMemory, scansKept } from '../../protocol/memory.ts';
import { addEngineOptions, addProfileOption, someText, type CommonOptions } from '../common-options.ts';
import { exitStatus, Interrupted, type ExitStatus } from '../exit-status.ts';
import type { Console } from '../output/console.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { LinesOfFiles } from '../lines-of-files.ts';
import { memoryScanText, memorySummaryText, problemLines } from '../output/memory-text.ts';
import { memorySarif } from '../output/memory-sarif.ts';
import { countsAt, levels, type Level } from '../finding-levels.ts';
import { addMemsadOptions, memsadSettingsOf, refuseUseless, type MemsadOptions } from '../memsad-options.ts';
import { requirePlace } from '../paid-output.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';
import { writeFile } from 'node:fs/promises';
import { isStoreAddress } from '../../wording/store-names.ts';

interface ScanOptions extends CommonOptions, MemsadOptions {
	readonly history?: string;
	readonly reference?: string;
	readonly trigger?: string;
	readonly proactive: boolean;
	readonly copies: boolean;
	readonly resume: boolean;
	readonly sarif?: string;
	readonly failOn?: Level;
}

async function scan(program: RunnerProgram, store: string, options: ScanOptions): Promise<ExitStatus> {
	const { history, reference, trigger, proactive, copies, resume, sarif, failOn } = options;
	if (sarif !== undefined) await requirePlace(sarif, { option: '--sarif', force: true, spends: false });
	return withRunner(program, options, async ({ client, console }) => {
		const token = randomUUID();
		const shown: MemoryScanRecord[] = [];
		const lines = new LinesOfFiles(fileKinds.memory);
		let failing = 0;
		client.on(MemoryScanned, ({ token: to, records }) => {
			if (to !== token) return;
			for (const record of records) {
				if (failOn !== undefined && countsAt(record, failOn)) failing++;
				// The others of a large store are not held.
				if (record.findings.length > 0) shown.push(record);
				if (options.json) console.json(record);
			}
		});
		const scanned = await resumable(
			console,
			client.ask(ScanMemory, {
				token,
				store: isStoreAddress(store) ? store : resolve(store),
				...memsadSettingsOf(options),
				proactive,
				copies,
				resume,
				...(history === undefined ? {} : { history: resolve(history) }),
				...(reference === undefined ? {} : { reference: resolve(reference) }),
				...(trigger === undefined ? {} : { trigger }),
			}),
		);
		const summary = { ...scanned, told: await withLines(scanned.told, lines) };
		if (options.json) {
			const text = options.quiet ? problemLines(summary).join('\n') : memorySummaryText(summary);
			if (text !== '') console.complain(text);
		} else {
			const flagged = new Map<string, number>();
			for (const { id, place, flagged: is } of shown) {
				const at = is && place !== null ? await lines.at(place.file, place.start) : null;
				if (at !== null) flagged.set(id, at.line);
			}
			console.write(memoryScanText(summary, shown, { lines: flagged, depth: console.depth, named: store }));
		}
		if (sarif !== undefined)
			await writeFile(sarif, await memorySarif(summary, shown, program.version, (file, offset) => lines.at(file, offset)));
		// What was not read may hold anything: whoever asked for a verdict must not take it for a clean one.
		if (failOn !== undefined && summary.problems > 0) return exitStatus.wrongInput;
		return failing > 0 ? exitStatus.findings : exitStatus.done;
	});
}

/** Problems with the lines at which they begin, where nobody has counted them yet; of a file as a whole none. */
function withLines(problems: readonly MemoryProblem[], lines: LinesOfFiles): Promise<MemoryProblem[]> {
	return Promise.all(
		problems.map(async (one) => {
			if (one.line !== null || one.end === 0 || isStoreAddress(one.file)) return one;
			return { ...one, line: (await lines.at(one.file, one.start))?.line ?? null };
		}),
	);
}

/** What was read outlives a Ctrl-C and the runner. */
async function resumable<T>(console: Console, work: Promise<T>): Promise<T> {
	const goesOn = `RAG Assay keeps what it has read for ${scansKept} days. To continue, run the same command with --resume.`;
	try {
		return await work;
	} catch (error) {
		if (error instanceof Interrupted && error.reason === 'stopped') console.complain(goesOn);
		if (!(error instanceof UserError) || error.code !== errorNumbers.runnerEnded) throw error;
		throw new UserError(error.code, error.message, { hint: goesOn, cause: error });
	}
}

export function addMemoryScan(memory: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	addMemsadOptions(
		addProfileOption(
			addEngineOptions(
				memory
					.command('scan')
					.argument('<store>', 'A memory file, its folder, or the address of a store', someText)
					.description('List the entries of an agent\u2019s memory that look planted, and why. Changes nothing'),
				{ embedder: true },
			),
		),
	)
		.option('--history <file>', 'Queries that the agent was asked: JSON Lines, or traces', someText)
		.option('--reference <file>', 'Entries that you know are benign. Thresholds come from them', someText)
		.option('--trigger <text>', 'A suspected trigger. It is appended to the queries that entries are compared with', someText)
		.option('--proactive', 'Also compare entries with probe queries. This also flags long benign entries', false)
		.option(
			'--copies',
			`Also look for near copies, as bulk planting leaves them, in stores of at most ${maxForCopies.toLocaleString('en')} entries`,
			false,
		)
		.option('--resume', 'Continue an interrupted scan of this store', false)
		.option('--sarif <out>', 'Write the findings as SARIF 2.1.0', someText)
		.addOption(
			new Option(
				'--fail-on <level>',
				'Exit with 1 if there are findings of this level or above, and with 2 if a part of the store could not be read',
			).choices(levels),
		)
		.action(async (store: string, options: ScanOptions, self: Command) => {
			refuseUseless(self, options);
			done(await scan(program, store, options));
		});
}
