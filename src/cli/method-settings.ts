import { InvalidArgumentError } from 'commander';

/** Options of methods by name. Which there are, and what they may be, the runner knows. */
export type Settings = Readonly<Record<string, number | string>>;

/** For commander: `NAME=VALUE`, each name once; what reads as a decimal number is one. `before`: those that were given so far. */
export function setting(text: string, before: Settings = {}): Settings {
	const [, name, value] = /^([^=\s]+)=(.+)$/.exec(text.trim()) ?? [];
	if (name === undefined || value === undefined) throw new InvalidArgumentError('Expected NAME=VALUE, such as alpha=0.01.');
	if (Object.hasOwn(before, name)) throw new InvalidArgumentError(`Expected each name once, and ${name} was given before.`);
	const isDecimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(value) && Number.isFinite(Number(value));
	return { ...before, [name]: isDecimal ? Number(value) : value };
}
