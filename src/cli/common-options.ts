import { resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { z } from 'zod';
import { runnerSettings, type RunnerSettings } from '../protocol/requests.ts';
import { numberInWords } from '../wording/schema-text.ts';

/** What every command that needs the engine accepts. */
export interface CommonOptions {
	readonly model?: string;
	readonly device: RunnerSettings['device'];
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
	return command
		.option('--json', 'one JSON object a line on standard output, nothing else there', false)
		.option('--quiet', 'no progress; only results and errors', false);
}

/** Adds the options for what the model process may take. */
export function addLimitOptions(command: Command): Command {
	const seconds = (flags: string, description: string) => new Option(flags, description).argParser(numberIn(z.number().positive()));
	return (
		command
			.option(
				'--memory-limit <MiB>',
				'refuse jobs that would need more, and end a model process that takes more',
				numberIn(z.number().int().positive()),
			)
			.addOption(
				seconds(
					'--text-time-limit <s>',
					'end a model process that gives no sign of life for so long while it renders or tokenizes a text (default: 300)',
				),
			)
			.addOption(seconds('--model-time-limit <s>', 'the same while it reads, opens or runs a model (default: 3600)'))
			// For tests: how long one waits is no matter of taste.
			.addOption(seconds('--silence-said-after <s>', 'when it is said that it gives none').hideHelp())
	);
}

/** Adds the options of commands that run a model. */
export function addEngineOptions(command: Command): Command {
	return addLimitOptions(addOutputOptions(command))
		.option('--model <dir|id>', 'model folder or Hugging Face repository id (default: the bundled demo model)')
		.addOption(
			new Option('--device <device>', 'where the model runs').choices(runnerSettings.shape.device.unwrap().options).default('auto'),
		)
		.addOption(new Option('--dtype <dtype>', 'which of the model\u2019s files').choices(['fp32', 'fp16', 'q8', 'q4']))
		.option('--revision <rev>', 'revision of a repository')
		.option(
			'--embedder <dir|id|lexical>',
			'what embeds texts: folder or Hugging Face repository id of an encoder (default: lexical, which needs no model)',
		)
		.addOption(new Option('--embedder-dtype <dtype>', 'which of the encoder\u2019s files').choices(['fp32', 'fp16', 'q8', 'q4']))
		.option('--offline', 'never use the network', false);
}

/** Adds the option that names a profile. */
export function addProfileOption(command: Command): Command {
	return command.option('--profile <file>', 'calibration profile (default: the one bundled with the demo model)');
}

/** Adds the option that names a model for personal values. */
export function addPiiModelOption(command: Command): Command {
	return command.option('--pii-model <dir>', 'folder of a token classifier that finds personal values, beside the rules');
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
