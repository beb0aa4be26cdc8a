import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { describeError, UserError } from '../../errors.ts';
import { namesInProfiles } from '../../formats/analysis-methods.ts';
import { CalibrateFiles, calibrationOptions, longestProfileName, MergeShards } from '../../protocol/calibration.ts';
import { asProfileFile, isProfileFile } from '../../formats/profile-name.ts';
import { itemsInWords, unusedInWords } from '../../protocol/calibration-text.ts';
import type { WireError } from '../../protocol/requests.ts';
import { fromWire } from '../../protocol/wire-error.ts';
import { addEngineOptions, numberIn, someText, type CommonOptions } from '../common-options.ts';
import { Interrupted, worstStatus, type ExitStatus } from '../exit-status.ts';
import { calibrationPage } from '../output/calibration-page.ts';
import { calibrationText } from '../output/calibration-text.ts';
import { calibrationHtml } from '../../report/calibration-html.ts';
import { comparisonText } from '../output/comparison-text.ts';
import { requirePlace } from '../paid-output.ts';
import { paint, red } from '../output/color.ts';
import type { Console } from '../output/console.ts';
import { writeHtmlPage } from '../output/html-page.ts';
import type { CalibrateOutput } from '../output/schemas.ts';
import { setting, type Settings } from '../method-settings.ts';
import { showOptionsOfParent } from '../help.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';

interface CalibrateOptions extends Omit<CommonOptions, 'profile'> {
	readonly out: string;
	readonly methods?: string[];
	readonly alpha?: number;
	readonly seed: number;
	readonly draws?: number;
	readonly protocol?: (typeof protocols)[number];
	readonly set?: Settings;
	readonly force?: true;
	readonly name?: string;
	readonly shard?: { readonly index: number; readonly of: number };
	readonly compare?: string;
	readonly html?: string;
}

type MergeOptions = Pick<CommonOptions, 'json' | 'quiet'> & Pick<CalibrateOptions, 'out' | 'compare' | 'html'>;

const { seed, name: nameOption } = calibrationOptions.shape;

// Methods declare these, and the runner judges them; what is no such number is said here, before it is started.
const alpha = z.number().min(1e-6).max(0.999999);
const draws = z.number().int().min(1).max(200);
const protocols = ['auto', 'I', 'II', 'III'] as const;

/** `2/8`: the second of eight. */
function shardOf(text: string): { index: number; of: number } {
	const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
	const shard = { index: Number(index), of: Number(of) };
	if (!(shard.index >= 1 && shard.index <= shard.of)) throw new InvalidArgumentError('Expected i/n with i from 1 to n, such as 2/8.');
	return shard;
}

/** Before the work, not after it. */
function outFile(file: string): string {
	const path = resolve(file);
	if (!existsSync(dirname(path)))
		throw new UserError(errorNumbers.outputFolderNotFound, 'The folder for the output does not exist.', {
			place: { file: dirname(path) },
			hint: 'Make it, or name a file elsewhere with --out.',
		});
	return path;
}

/**
 * Options of methods, each as it was given: what was not is the methods' own to choose.
 * @throws UserError RA708 for one that was given twice, RA710 for `force` where no methods are named.
 */
function methodOptions({ alpha: share, draws: tried, protocol, force, set = {}, methods }: CalibrateOptions): Settings {
	const flags = Object.entries({ alpha: share, draws: tried, protocol, force: force === true ? 'yes' : undefined }).flatMap(
		([name, value]) => (value === undefined ? [] : [[name, value] as const]),
	);
	const twice = flags.find(([name]) => Object.hasOwn(set, name))?.[0];
	if (twice !== undefined)
		throw new UserError(
			errorNumbers.optionGivenTwice,
			`\`calibrate\` was given \`--${twice}\` and \`--set ${twice}=\u2026\`, which are one option.`,
			{
				hint: 'Leave one of them out.',
			},
		);
	const given: Settings = { ...Object.fromEntries(flags), ...set };
	if (given['force'] === 'yes' && methods === undefined)
		throw new UserError(
			errorNumbers.forceWithoutMethods,
			'`calibrate` was given `--force` without `--methods`. What fails its checks is written only if you name its method.',
			{ hint: 'Name the methods with `--methods`, or leave out `--force`.' },
		);
	return given;
}

/** @throws UserError RA707 for what a shard, which is measured and not fitted, would ignore. */
function refuseForShard({ shard, compare, html }: Pick<CalibrateOptions, 'shard' | 'compare' | 'html'>): void {
	const given = [...(compare === undefined ? [] : ['--compare']), ...(html === undefined ? [] : ['--html'])];
	if (shard === undefined || given.length === 0) return;
	throw new UserError(
		errorNumbers.optionDecidedByShards,
		`\`calibrate --shard\` takes no ${given.join(', ')}: a shard is measured, and \`calibrate merge\` fits what all shards measured.`,
		{ hint: 'Give it to `calibrate merge`.' },
	);
}

async function calibrate(program: RunnerProgram, data: string[], options: CalibrateOptions): Promise<ExitStatus> {
	const out = outFile(options.out);
	const set = methodOptions(options);
	refuseForShard(options);
	if (options.html !== undefined) await requirePlace(options.html, { option: '--html', force: true, spends: false });
	return withRunner(program, options, async ({ client, console }) => {
		const { methods, name, shard } = options;
		const { report, comparison, written, unused, measured, failures } = await resumable(
			console,
			client.ask(CalibrateFiles, {
				token: randomUUID(),
				data: data.map((path) => resolve(path)),
				out,
				seed: options.seed,
				options: set,
				...(methods === undefined ? {} : { methods }),
				...(name === undefined ? {} : { name }),
				...(shard === undefined ? {} : { shard }),
				...(options.compare === undefined ? {} : { compare: resolve(options.compare) }),
			}),
		);
		const output = { schema: 'rag-assay/calibration@2', report, comparison, written, measured, failures } as const;
		const status = tell(console, options, output, unused);
		await writePage(program, console, options, output);
		return status;
	});
}

/** What was measured outlives the runner and a Ctrl-C, which is worth more to who waited for it than that the work is gone. */
async function resumable<T>(console: Console, work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof Interrupted && error.reason === 'stopped') console.complain(goesOn);
		if (!(error instanceof UserError) || error.code !== errorNumbers.runnerEnded) throw error;
		throw new UserError(error.code, error.message, {
			hint: `${goesOn} \`rag-assay doctor\` tells whether the runner starts.`,
			cause: error,
		});
	}
}

const goesOn = 'Measurements are kept. To continue, run the same command again.';

/** Options that a merge keeps to: of all others its shards have decided. */
const ofMerge: ReadonlySet<string> = new Set(['out', 'json', 'quiet', 'offline', 'compare', 'html']);

/** @throws UserError RA707 for options of `calibrate` that a merge would ignore. */
function requireMergeOptions(calibrating: Command): void {
	const given = calibrating.options
		.filter((option) => !ofMerge.has(option.attributeName()) && calibrating.getOptionValueSource(option.attributeName()) === 'cli')
		.map(({ long, flags }) => long ?? flags);
	if (given.length === 0) return;
	throw new UserError(
		errorNumbers.optionDecidedByShards,
		`\`calibrate merge\` takes no ${given.join(', ')}: its shards were measured with options of their own, and it fits with those.`,
		{
			hint: 'Leave it out here, and give it to every `calibrate --shard`; to change it, measure the shards again: what the model has read is kept.',
		},
	);
}

async function merge(
	program: RunnerProgram,
	shards: string[],
	{ json, quiet, out: file, compare, html }: MergeOptions,
): Promise<ExitStatus> {
	const out = outFile(file);
	if (html !== undefined) await requirePlace(html, { option: '--html', force: true, spends: false });
	return withRunner(program, { json, quiet, device: 'auto', offline: true }, async ({ client, console }) => {
		const { report, comparison, written, unused, failures } = await client.ask(MergeShards, {
			token: randomUUID(),
			shards: shards.map((path) => resolve(path)),
			out,
			...(compare === undefined ? {} : { compare: resolve(compare) }),
		});
		const output = { schema: 'rag-assay/calibration@2', report, comparison, written, measured: report.items, failures } as const;
		const status = tell(console, { json, quiet }, output, unused);
		await writePage(program, console, { html, quiet }, output);
		return status;
	});
}

/** Writes the page that `--html` asks for, if it does. */
async function writePage(
	program: RunnerProgram,
	console: Console,
	{ html, quiet }: { readonly html?: string | undefined; readonly quiet: boolean },
	{ report, comparison = null }: CalibrateOutput,
): Promise<void> {
	if (html === undefined || report === null) return;
	await writeHtmlPage(html, { console, version: program.version, quiet }, (origin) =>
		calibrationHtml(calibrationPage(report, comparison), origin),
	);
}

function tell(
	console: Console,
	{ json, quiet }: Pick<CommonOptions, 'json' | 'quiet'>,
	output: CalibrateOutput,
	unused: readonly string[],
): ExitStatus {
	const { report, comparison, written, failures, measured } = output;
	if (json) console.json(output);
	else {
		if (report !== null) console.write(calibrationText(report, console));
		if (comparison !== undefined && comparison !== null) console.write(comparisonText(comparison, console));
		if (report === null && !quiet) console.write(`${itemsInWords(measured)} measured\n`);
		for (const file of written) console.write(`Written: ${file}\n`);
	}
	const profile = report === null ? undefined : written.at(-1);
	if (profile !== undefined && !quiet)
		for (const note of [...unlisted(profile), unusedInWords(unused)]) if (note !== null) console.complain(note);
	complain(console, failures);
	return worstStatus(failures);
}

/** What there is to say of a profile's name: `analyze --profile` takes any, and editors look for one ending. */
function unlisted(profile: string): string[] {
	return isProfileFile(profile)
		? []
		: [
				`Editors do not list ${basename(profile)} as a profile: they would as ${basename(asProfileFile(profile))}. \`analyze --profile\` takes any name.`,
			];
}

function complain(console: Console, failures: readonly WireError[]): void {
	for (const failure of failures) console.complain(paint(console.errorDepth, red, describeError(fromWire(failure))));
}

function methodList(text: string): string[] {
	const names = text.split(',').map((name) => name.trim());
	if (names.includes('')) throw new InvalidArgumentError('Expected names by commas, and none is to be empty, such as repcs,spad.');
	return names.map((name) => namesInProfiles.get(name) ?? name);
}

function nameOf(text: string): string {
	const parsed = nameOption.unwrap().safeParse(text.trim());
	if (!parsed.success) throw new InvalidArgumentError(`Expected 1 to ${longestProfileName} characters.`);
	return parsed.data;
}

export function addCalibrate(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const command = addEngineOptions(
		parent
			.command('calibrate')
			.argument(
				'<data...>',
				'Data sets (RAGTruth\u2019s two files), traces, labeled texts (*.entries.jsonl, *.queries.jsonl), or folders of them',
			)
			.description('Fit thresholds and classifiers for your model from labeled answers, and save them as a profile'),
		{ model: true, embedder: true },
	)
		.requiredOption('--out <file>', 'File for the profile, or for the measurements of a shard')
		.addOption(
			new Option(
				'--methods <list>',
				'What to fit, separated by commas, such as repcs,spad+. An unknown name lists all of them (default: all that the data allow)',
			).argParser(methodList),
		)
		.option('--alpha <share>', 'Share of clean answers that RePCS may flag (default: 0.05)', numberIn(alpha))
		.option('--seed <n>', 'Random seed', numberIn(seed.unwrap()), 1)
		.option(
			'--draws <n>',
			'How many settings to try for each classifier (default: 50 with a named protocol. With auto: 12 above 1,000 labels, none below)',
			numberIn(draws),
		)
		.addOption(
			new Option(
				'--protocol <p>',
				'How to judge classifiers. I: the official split. II: 20-fold cross-validation. III: leave one out. These three may take hours. auto (the default): quickly, by what the data allow',
			).choices(protocols),
		)
		.addOption(
			new Option('--set <name=value>', 'An option of a method. Repeat it for more options. An unknown name lists all of them').argParser(
				setting,
			),
		)
		.option('--force', 'With --methods: also write what fails its checks, such as a threshold that is no better than with shuffled labels')
		.option('--name <name>', 'Name of the profile (default: the name of the data)', nameOf)
		.option('--compare <profile>', 'Show what changes compared with this saved profile, and what the classifiers of both learned')
		.option('--html <out>', 'Write a self-contained HTML report: thresholds, and what the classifiers learned', someText)
		.addOption(new Option('--shard <i/n>', 'Measure only part i of n. `calibrate merge` joins the parts').argParser(shardOf))
		.action(async (data: string[], options: CalibrateOptions) => done(await calibrate(program, data, options)));
	// Its options are those of `calibrate`, which reads them first wherever they stand.
	showOptionsOfParent(command.command('merge'), ofMerge)
		.argument('<shard...>', 'Files that `calibrate --shard` wrote')
		.description('Join shards into the profile that a calibration in one piece gives')
		.action(async (shards: string[], _own: object, merging: Command) => {
			requireMergeOptions(command);
			done(await merge(program, shards, merging.optsWithGlobals<MergeOptions>()));
		});
}
