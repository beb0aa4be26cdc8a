import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import * as z from 'zod';
import { memoryAttackNames } from '../../formats/memory-redteam.ts';
import { RedteamMemory } from '../../protocol/redteam.ts';
import { memoryRedteamHtml } from '../../report/memory-redteam-html.ts';
import { addEngineOptions, numberIn, someText, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { addMemsadOptions, memsadSettingsOf, refuseUseless, type MemsadOptions } from '../memsad-options.ts';
import { writeHtmlPage } from '../output/html-page.ts';
import { redteamMemoryText } from '../output/redteam-memory-text.ts';
import type { RedteamMemoryOutput } from '../output/schemas.ts';
import { requirePlace } from '../paid-output.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';
import { isStoreAddress } from '../../wording/store-names.ts';

const choices = [...memoryAttackNames, 'synonyms', 'laundering', 'graph'] as const;
type Choice = (typeof choices)[number];

interface MemoryOptions extends CommonOptions, MemsadOptions {
	readonly history: string;
	readonly attacks: readonly Choice[];
	readonly count: number;
	readonly depth: number;
	readonly seed: number;
	readonly seeds: number;
	readonly sanitizer?: string;
	readonly html?: string;
}

/** For commander: attacks by name, with commas between them. */
function attacksIn(text: string): Choice[] {
	const named = text.split(',').map((name) => name.trim());
	const known = choices.filter((choice) => named.includes(choice));
	if (known.length < new Set(named).size) throw new InvalidArgumentError(`Expected some of: ${choices.join(', ')}.`);
	if (!known.some((choice) => memoryAttackNames.some((name) => name === choice)))
		throw new InvalidArgumentError(
			`Synonyms and laundering change what an attack has planted, and graph needs an attack to compare with: name one of ${memoryAttackNames.join(', ')} as well.`,
		);
	return known;
}

async function attackMemory(program: RunnerProgram, store: string, options: MemoryOptions): Promise<ExitStatus> {
	const { history, attacks, count, depth, seed, seeds, sanitizer, html } = options;
	if (html !== undefined) await requirePlace(html, { option: '--html', force: true, spends: false });
	return withRunner(program, { ...options, ...(sanitizer === undefined ? {} : { model: sanitizer }) }, async ({ client, console }) => {
		const report = await client.ask(RedteamMemory, {
			token: randomUUID(),
			store: isStoreAddress(store) ? store : resolve(store),
			history: resolve(history),
			attacks: memoryAttackNames.filter((name) => attacks.includes(name)),
			synonyms: attacks.includes('synonyms'),
			laundering: attacks.includes('laundering'),
			graph: attacks.includes('graph'),
			sanitizer: sanitizer !== undefined,
			count,
			depth,
			...memsadSettingsOf(options),
			seeds: Array.from({ length: seeds }, (_, i) => seed + i),
		});
		if (options.json) console.json({ schema: 'rag-assay/redteam-memory@1', ...report } satisfies RedteamMemoryOutput);
		else console.write(redteamMemoryText(report, console.depth));
		if (html !== undefined)
			await writeHtmlPage(html, { console, version: program.version, quiet: options.quiet }, (origin) => memoryRedteamHtml(report, origin));
		return exitStatus.done;
	});
}

export function addRedteamMemory(redteam: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	addMemsadOptions(
		addEngineOptions(
			redteam
				.command('memory')
				.argument('<store>', 'A memory file, its folder, or the address of a store')
				.description('Plant entries in a copy of a memory, and measure how many queries retrieve them and how many a scan finds'),
			{ embedder: true },
		),
	)
		.requiredOption('--history <file>', 'Queries that the agent was asked: JSON Lines, or traces', someText)
		.option('--attacks <names>', 'Attacks to try, separated by commas', attacksIn, [...choices])
		.option('--count <n>', 'How many entries each attack plants', numberIn(z.number().int().positive().max(500)), 10)
		.option('--depth <n>', 'How many entries the agent reads for a question', numberIn(z.number().int().min(1).max(1000)), 5)
		.option('--seeds <n>', 'How many runs; each divides the store differently', numberIn(z.number().int().positive().max(50)), 5)
		.option('--seed <n>', 'Random seed of the first run', numberIn(z.number().int()), 1)
		.option('--sanitizer <dir|id>', 'Ask this language model whether an entry was planted: folder or Hugging Face repository ID', someText)
		.option('--html <out>', 'Write a self-contained HTML report with plots', someText)
		.action(async (store: string, options: MemoryOptions, self: Command) => {
			refuseUseless(self, { ...options, reference: null });
			done(await attackMemory(program, store, options));
		});
}
