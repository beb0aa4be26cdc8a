import { type ColorDepth, colorDepth } from './color.ts';
import { ProgressLine } from './progress-line.ts';
import { withoutPasswords } from '../../wording/store-names.ts';
import { jsonLine, terminalText } from './terminal-text.ts';

/** The two streams and what is known of the terminal behind them. */
export interface Console {
	/** Results for people, on standard output: what a terminal would act on is made visible (`terminalText`), but for colors of ours. */
	write(text: string): void;
	/** Results for programs, one JSON text a line. */
	json(value: unknown): void;
	/** A text as it is where it goes into a file or a pipe; a terminal gets it as `write` gives it. */
	verbatim(text: string): void;
	/** Messages for people: standard error, a line, made visible likewise, without the passwords of addresses. */
	complain(line: string): void;
	readonly progress: ProgressLine;
	readonly depth: ColorDepth;
	readonly errorDepth: ColorDepth;
	/** Columns for human output. */
	readonly width: number;
	readonly light: boolean;
}

const widest = 100;

/** Whether `COLORFGBG` (`15;0`, `0;default;15`) names a light background. */
function isLight(env: NodeJS.ProcessEnv): boolean {
	const background = Number(env['COLORFGBG']?.split(';').at(-1));
	return background === 7 || background === 15;
}

/** The console of this process. */
export function processConsole(quiet: boolean): Console {
	const { stdout, stderr, env } = process;
	const live = stderr.isTTY && !quiet;
	const progress = new ProgressLine(
		quiet
			? () => undefined
			: (text) => {
					stderr.write(text);
				},
		live,
		stderr.columns ?? 80,
	);
	return {
		write: (text) => {
			progress.clear();
			stdout.write(terminalText(text));
		},
		json: (value) => {
			progress.clear();
			stdout.write(jsonLine(value));
		},
		verbatim: (text) => {
			progress.clear();
			stdout.write(stdout.isTTY ? terminalText(text) : text);
		},
		complain: (line) => {
			progress.clear();
			stderr.write(`${terminalText(withoutPasswords(line))}\n`);
		},
		progress,
		depth: colorDepth(stdout, env),
		errorDepth: colorDepth(stderr, env),
		width: Math.min(widest, stdout.columns ?? (Number(env['COLUMNS']) || 80)),
		light: isLight(env),
	};
}
