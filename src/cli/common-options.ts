import { resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import * as z from 'zod';
import { runnerSettings, type RunnerSettings } from '../protocol/requests.ts';
import { numberInWords } from '../wording/schema-text.ts';
import { optionGroups } from './help.ts';

/** What every command that needs the engine accepts. */
export interface CommonOptions {
	readonly model?: string;
	readonly device?: RunnerSettings['device'];
	readonly profile?: string;
	readonly piiModel?: string;
	readonly dtype?: NonNullable<RunnerSettings['dtype']>;
	readonly revision?: string;
	readonly embedder?: string;
	readonly embedderDtype?: NonNullable<RunnerSettings['embedderDtype']>;
	readonly memoryLimit?: number;
	readonly textTimeLimit?: number;
	readonly modelTimeLimit?: number;
	readonly silenceSaidAfter?: number;
	readonly json: boolean;
	readonly quiet: boolean;
	readonly offline: boolean;
	/** Of `analyze`. */
	readonly eta?: boolean;
	readonly screen?: number;
}

/** Makes a parser for commander: it takes a number that `schema` accepts, and otherwise says what `schema` accepts. */
export function numberIn(schema: z.ZodType<number>): (text: string) => number {
	return (text) => {
		const number = text.trim() === '' ? Number.NaN : Number(text);
		const parsed = schema.safeParse(number);
		if (!parsed.success) throw new InvalidArgumentError(`Expected ${numberInWords(schema)}.`);
		return parsed.data;
	};
}

/** Makes a parser for commander: it takes a text that is not empty. */
export function someText(text: string): string {
	if (text.trim() === '') throw new InvalidArgumentError('Expected a text that is not empty.');
	return text;
}

/** Adds the options for what a command prints. */
export function addOutputOptions(command: Command): Command {
	const group = optionGroups.output;
	return command
		.addOption(new Option('--json', 'Print one JSON object per line on standard output, and nothing else').default(false).helpGroup(group))
		.addOption(new Option('--quiet', 'Print no progress, only results and errors').default(false).helpGroup(group));
}

/** Adds the options for what the model process may take. */
export function addLimitOptions(command: Command): Command {
	const seconds = (flags: string, description: string) =>
		new Option(flags, description).argParser(numberIn(z.number().positive())).helpGroup(optionGroups.limits);
	return (
		command
			.addOption(
				new Option('--memory-limit <MiB>', 'Refuse jobs that need more memory, and stop a model process that takes more')
					.argParser(numberIn(z.number().int().positive()))
					.helpGroup(optionGroups.limits),
			)
			.addOption(
				seconds(
					'--text-time-limit <s>',
					'Stop the model process after this many silent seconds while it renders or tokenizes a text (default: 300)',
				),
			)
			.addOption(
				seconds(
					'--model-time-limit <s>',
					'Stop the model process after this many silent seconds while it reads, opens or runs a model (default: 3600)',
				),
			)
			// For tests: how long one waits is no matter of taste.
			.addOption(seconds('--silence-said-after <s>', 'When to say that the model process is silent').hideHelp())
	);
}

/** Which kinds of models a command runs. */
interface Uses {
	/** One that writes or reads answers. */
	readonly model?: boolean;
	/** One that embeds texts. */
	readonly embedder?: boolean;
}

/** Adds the options of commands that run a model: those of the kinds that this command uses, of limits and of output. */
export function addEngineOptions(command: Command, uses: Uses): Command {
	if (uses.model === true) addModelOptions(command);
	if (uses.embedder === true) addEmbedderOptions(command);
	command.addOption(
		new Option('--offline', 'Never use the network')
			.default(false)
			.helpGroup(uses.model === true ? optionGroups.model : optionGroups.embedder),
	);
	return addOutputOptions(addLimitOptions(command));
}

function addModelOptions(command: Command): Command {
	const group = optionGroups.model;
	return command
		.addOption(
			new Option('--model <dir|id>', 'Model folder or Hugging Face repository ID (default: the bundled demo model)').helpGroup(group),
		)
		.addOption(
			new Option('--device <device>', 'Where the model runs')
				.choices(runnerSettings.shape.device.unwrap().options)
				.default('auto')
				.helpGroup(group),
		)
		.addOption(new Option('--dtype <dtype>', 'Precision of the model file').choices(['fp32', 'fp16', 'q8', 'q4']).helpGroup(group))
		.addOption(new Option('--revision <rev>', 'Revision of the Hugging Face repository').helpGroup(group));
}

function addEmbedderOptions(command: Command): Command {
	const group = optionGroups.embedder;
	return command
		.addOption(
			new Option(
				'--embedder <dir|id|lexical>',
				'Model that embeds texts: folder or Hugging Face repository ID (default: lexical, which needs no model)',
			).helpGroup(group),
		)
		.addOption(
			new Option('--embedder-dtype <dtype>', 'Precision of the embedder\u2019s file')
				.choices(['fp32', 'fp16', 'q8', 'q4'])
				.helpGroup(group),
		);
}

/** Adds the option that names a profile. */
export function addProfileOption(command: Command): Command {
	return command.option('--profile <file>', 'Calibration profile (default: the one bundled with the demo model)');
}

/** Adds the option that names a model for personal values. */
export function addPiiModelOption(command: Command): Command {
	return command.option('--pii-model <dir>', 'Folder of a token classifier that finds personal values, in addition to the rules');
}

/** Returns the runner's settings for these options. They allow the network only if `--model` names a repository. */
export function settingsOf(options: CommonOptions): RunnerSettings {
	const { model, profile, piiModel, dtype, revision, memoryLimit, textTimeLimit, modelTimeLimit } = options;
	const { silenceSaidAfter, device, offline, eta, screen, embedder, embedderDtype } = options;
	return runnerSettings.parse({
		...(model === undefined ? {} : { model }),
		...(profile === undefined ? {} : { profile }),
		...(piiModel === undefined ? {} : { piiModel: resolve(piiModel) }),
		...(dtype === undefined ? {} : { dtype }),
		...(revision === undefined ? {} : { revision }),
		...(embedder === undefined ? {} : { embedder }),
		...(embedderDtype === undefined ? {} : { embedderDtype }),
		memoryLimit,
		textTimeLimit,
		modelTimeLimit,
		silenceSaidAfter,
		device,
		offline,
		eta,
		screen,
		analyzeOn: 'command',
	});
}
