import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { errorNumbers } from '../../error-numbers.ts';
import { describeError, UserError } from '../../errors.ts';
import {
	analysisMethodNamed,
	analysisMethodNames,
	analysisMethods,
	methodsReading,
	type AnalysisMethodName,
} from '../../formats/analysis-methods.ts';
import { heatMeasures, type HeatMeasure } from '../../formats/heat-scale.ts';
import { plural } from '../../wording/phrases.ts';
import { AnalyzeFiles, FileAnalyzed, largestScreen, type AnalysisRecord } from '../../protocol/requests.ts';
import { readableAnalysis, type ReadableAnalysis } from '../../report/readable-analysis.ts';
import { fromWire, toWire } from '../../protocol/wire-error.ts';
import { addEngineOptions, addProfileOption, type CommonOptions } from '../common-options.ts';
import { exitStatus, worstStatus, type ExitStatus } from '../exit-status.ts';
import { levels, type Level } from '../finding-levels.ts';
import { findingsSummary, Suspects, suspectsOf, UnjudgedAnswers } from '../output/findings-summary.ts';
import { analysisText } from '../output/analysis-text.ts';
import { addMapOptions, keepMapping, type MapOptions } from '../map-option.ts';
import { bold, paint, red } from '../output/color.ts';
import { likenessWords } from '../../report/likeness-words.ts';
import { wrapText } from '../output/cells.ts';
import type { LikenessOutput } from '../output/schemas.ts';
import { defaultMeasure } from '../output/heatmap.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';
import { foreignFilesOf, traceFiles } from '../trace-files.ts';

/** Those that need the sources of tokens. */
const attributing = methodsReading('attribute');

/** Code of a trace that has no response. */
const noResponse = errorNumbers.noResponse;

interface AnalyzeOptions extends CommonOptions, MapOptions {
	readonly methods?: AnalysisMethodName[];
	readonly screen?: number;
	readonly html?: string;
	readonly origins: boolean;
	readonly layers: boolean;
	readonly verbose: boolean;
	readonly failOn?: Level;
	readonly by?: HeatMeasure;
}

/** The methods that are named, with those that other options need. */
function methodsFor({
	methods,
	origins,
	layers,
}: Pick<AnalyzeOptions, 'methods' | 'origins' | 'layers'>): AnalysisMethodName[] | undefined {
	if (methods === undefined) return undefined;
	return [...new Set([...methods, ...(origins ? (['origins'] as const) : []), ...(layers && !namesSources(methods) ? attributing : [])])];
}

export function methodList(text: string): AnalysisMethodName[] {
	return text.split(',').map((name) => {
		const method = analysisMethodNamed(name.trim());
		if (method === undefined) throw new InvalidArgumentError(`'${name.trim()}' is none of ${analysisMethodNames.join(', ')}.`);
		return method;
	});
}

/** Whether sources are asked for by the name of a method. */
function namesSources(asked: readonly AnalysisMethodName[]): boolean {
	return asked.some((name) => attributing.includes(name));
}

/** The methods with what they are about, for the help. */
export function methodsInWords(): string {
	return analysisMethods.map(({ name, title, remark }) => `${name} (${title}${remark === null ? '' : `; ${remark}`})`).join(', ');
}

/** Findings at or above a level that nobody has ignored. */
export function findingsAt(record: AnalysisRecord, level: Level): number {
	return record.findings.filter((f) => !f.ignored && levels.indexOf(f.severity) <= levels.indexOf(level)).length;
}

/** How far a source may be off. @throws {UserError} RA705 */
export function screenBound(text: string): number {
	const bound = text.trim() === '' ? Number.NaN : Number(text);
	if (bound > 0 && bound <= largestScreen) return bound;
	throw new UserError(
		errorNumbers.screenOutOfRange,
		`--screen ${text}: how far a source may be off was expected, above 0 and at most ${largestScreen}.`,
		{
			hint: `Name a number such as ${largestScreen}, or leave it out: sources are exact then.`,
		},
	);
}

/** @throws {UserError} RA706 for a screen where nothing is attributed. */
export function requireSources({ screen, methods: asked, layers }: Pick<AnalyzeOptions, 'screen' | 'methods' | 'layers'>): void {
	if (screen === undefined || asked === undefined || namesSources(asked) || layers) return;
	throw new UserError(
		errorNumbers.screenWithoutSources,
		`--screen is about the sources of ${attributing.join(', ')}, and --methods names ${asked.join(', ')} alone.`,
		{
			hint: `Add ${attributing.join(' or ')} to --methods, or leave --screen out.`,
		},
	);
}

/** @throws {UserError} RA711 for a model or a profile where no method uses one. */
export function requireUseOfModel({ methods: asked, model, profile }: Pick<AnalyzeOptions, 'methods' | 'model' | 'profile'>): void {
	if (asked === undefined || analysisMethods.some(({ name, readings }) => asked.includes(name) && readings.length > 0)) return;
	const unused = [model === undefined ? [] : '--model', profile === undefined ? [] : '--profile'].flat();
	if (unused.length === 0) return;
	throw new UserError(
		errorNumbers.optionWithoutModel,
		`${unused.join(' and ')} would do nothing: no model runs with --methods ${asked.join(',')}.`,
		{ hint: `Leave ${unused.length > 1 ? 'them' : 'it'} out, or leave --methods out to run all methods.` },
	);
}

/** What a run has seen of the sources of tokens. */
interface SourcesSeen {
	/** Traces that a model has read, and those of them that have sources. */
	traces: number;
	attributed: number;
	/** Why the first one has none. */
	why: string | undefined;
}

/** Where sources were asked for by name, and no trace has any: whoever asked must not take that for done. */
function withoutSources(
	{ methods: asked, layers }: Pick<AnalyzeOptions, 'methods' | 'layers'>,
	{ traces, attributed, why }: SourcesSeen,
): UserError | undefined {
	if (!namesSources(asked ?? []) && !layers) return undefined;
	if (traces === 0 || attributed > 0) return undefined;
	return new UserError(
		errorNumbers.noSourcesOfAnyTrace,
		`Token sources (${attributing.join(', ')}) were asked for, and no trace has any.`,
		why === undefined ? {} : { hint: why },
	);
}

/** Before the work, not after it. */
function requireFolder(folder: string): void {
	if (!existsSync(folder))
		throw new UserError(errorNumbers.outputFolderNotFound, 'The folder for the report does not exist.', {
			place: { file: folder },
			hint: 'Make it, or name a file elsewhere with --html.',
		});
}

async function analyze(program: RunnerProgram, paths: string[], options: AnalyzeOptions): Promise<ExitStatus> {
	requireSources(options);
	if (!options.origins && !options.layers) requireUseOfModel(options);
	const foreign = await foreignFilesOf(paths, options.map);
	const files = traceFiles(paths, { dataSets: true, foreign });
	if (options.html !== undefined) requireFolder(dirname(resolve(options.html)));
	return withRunner(program, options, async ({ client, console }) => {
		const token = randomUUID();
		// What the last trace was colored by: a legend stands wherever that changes.
		let coloredBy: HeatMeasure | undefined;
		let findings = 0;
		let failing = 0;
		const sources: SourcesSeen = { traces: 0, attributed: 0, why: undefined };
		const print = ({ record, response }: ReadableAnalysis): void => {
			const measure = options.by ?? defaultMeasure(record);
			const { depth, width, light } = console;
			console.write(analysisText(record, response, { measure, depth, width, light, origins: options.origins }, measure !== coloredBy));
			coloredBy = measure;
		};
		let answers = 0;
		// One answer is printed in full, several are summed up.
		let only: ReadableAnalysis | undefined;
		const suspects = new Suspects();
		const unjudged = new UnjudgedAnswers();
		const take = ({ record, response }: ReadableAnalysis): void => {
			// A model that could not be loaded is a failure of its own.
			if (record.model !== null) {
				if (sources.traces === 0) sources.why = record.notAttributed;
				sources.traces++;
				if (record.attribution !== null) sources.attributed++;
			}
			findings += findingsAt(record, 'info');
			if (options.failOn !== undefined) failing += findingsAt(record, options.failOn);
			if (options.json) return console.json(record);
			unjudged.add(record);
			const shown = readableAnalysis({ record, response });
			answers++;
			if (options.verbose) return print(shown);
			only = answers === 1 ? shown : undefined;
			suspects.add(suspectsOf(record, shown));
		};
		client.on(FileAnalyzed, ({ token: to, ...analyzed }) => {
			if (to !== token) return;
			take(analyzed);
			client.holdWhileFull(process.stdout);
		});
		const result = await client.ask(AnalyzeFiles, {
			token,
			paths: files.map(({ path }) => path),
			methods: methodsFor(options),
			layers: options.layers,
			...(options.map === undefined ? {} : { mapping: options.map }),
			...(options.html === undefined ? {} : { html: resolve(options.html) }),
		});
		if (only !== undefined) print(only);
		else if (answers > 1 && !options.json && !options.verbose) console.write(await findingsSummary(suspects, unjudged, console));
		// A folder may hold traces that wait for their answer.
		const waiting = result.failures.filter(
			(failure) => failure.code === noResponse && files.some(({ path, named }) => !named && path === failure.place?.file),
		);
		const kept = await keepMapping(options, files, (path) => !result.failures.some(({ place }) => place?.file === path));
		if (!options.quiet) for (const file of kept) console.complain(`RAG Assay saved this mapping in ${file}.`);
		const unsourced = withoutSources(options, sources);
		const failures = [
			...result.failures.filter((failure) => !waiting.includes(failure)),
			...(unsourced === undefined ? [] : [toWire(unsourced)]),
		];
		for (const failure of failures) console.complain(paint(console.errorDepth, red, describeError(fromWire(failure))));
		if (!options.quiet) {
			for (const { file, words } of result.notes) console.complain(`${file}: ${words}`);
			for (const [folder, { passedOver }] of foreign) for (const words of passedOver) console.complain(`${folder}: ${words}`);
		}
		if (!options.quiet) for (const { place } of waiting) console.complain(`${place?.file ?? ''}: no response yet, not analyzed`);
		if (!options.json && !options.quiet) {
			const failed = failures.length > 0 ? `, ${plural(failures.length, 'error')}` : '';
			console.write(
				paint(
					console.depth,
					bold,
					`${plural(result.traces, 'trace')} analyzed, ${plural(findings, 'finding')}${unjudged.count === 0 ? '' : `, ${unjudged.count} not judged`}${failed}`,
				) + '\n',
			);
		}
		if (result.likeness !== null && result.likeness.unlike !== null) {
			if (options.json) console.json({ schema: 'rag-assay/likeness@1', ...result.likeness } satisfies LikenessOutput);
			else if (!options.quiet) {
				const words = likenessWords(result.likeness);
				if (words !== null) console.write(`${wrapText(words, console.width).join('\n')}\n`);
			}
		}
		if (result.html !== null) {
			const line = `Report: ${result.html}`;
			if (options.json) console.complain(line);
			else console.write(`${line}\n`);
		}
		const status = worstStatus(failures);
		return status === exitStatus.done && failing > 0 ? exitStatus.findings : status;
	});
}

export function addAnalyze(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const command = addProfileOption(
		addEngineOptions(
			parent
				.command('analyze')
				.argument('<file...>', 'Traces, or folders of them')
				.description('Find out which sentences of an answer its contexts support, and where its words come from'),
			{ model: true },
		),
	)
		.addOption(
			new Option('--methods <list>', `Methods to run, separated by commas: ${methodsInWords()}; default: all`).argParser(methodList),
		)
		.option('--eta', 'Also measure how much the contexts explain (η of RePCS). The model must read each trace three more times', false)
		.addOption(
			new Option(
				'--screen <bound>',
				`Compute the sources of spad faster. Each is guaranteed to lie within this bound (at most ${largestScreen}), and the results state it. Classifiers need exact sources, so they do not judge. Default: exact`,
			).argParser(screenBound),
		)
		.option('--origins', 'Print for each word which context it comes from (adds the method origins)', false)
		.option(
			'--layers',
			'Add to --json and to the HTML report what the attention and the feed-forward block of each layer contributed to each token (adds the method spad)',
			false,
		);
	addMapOptions(command)
		.option('--verbose', 'Print each answer in full, even if there are several', false)
		.option('--html <out>', 'Write a self-contained HTML report')
		.addOption(new Option('--fail-on <level>', 'Exit with 1 if there are findings of this level or above').choices(levels))
		.addOption(
			new Option('--by <measure>', 'What the printed heatmap shows')
				.choices(heatMeasures)
				.default(undefined, 'suspicion if a classifier has judged, otherwise cg'),
		)
		.action(async (paths: string[], options: AnalyzeOptions) => done(await analyze(program, paths, options)));
}
