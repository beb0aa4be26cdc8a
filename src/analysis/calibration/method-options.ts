import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';

/** What keeps a method from being fitted: data that are missing, or labels that tell nothing; `hint`: what to do, where the message does not say it. */
export function cannotFit(message: string, hint?: string): UserError {
	return new UserError(errorNumbers.methodCannotBeFitted, message, hint === undefined ? {} : { hint });
}

/** Values of options by name, as somebody gave them. */
export type GivenOptions = Readonly<Record<string, number | string>>;

/** What an option may be; limits belong to it. `default: null`: what happens without it no single value says. */
type OptionValue =
	| { readonly kind: 'number'; readonly min: number; readonly max: number; readonly whole: boolean; readonly default: number | null }
	| { readonly kind: 'choice'; readonly choices: readonly { readonly name: string; readonly title: string }[]; readonly default: string };

interface OptionWords {
	/** Of the control, such as `Clean answers flagged, at most`. */
	readonly title: string;
	/** What it does, in a sentence or two. */
	readonly help: string;
}

/** An option that a method declares; `T`: what the method reads. */
export interface MethodOption<T = unknown> extends OptionWords {
	readonly value: OptionValue;
	/** What was given, or the usual value where nothing was; `null` for what the option may not be. */
	readonly read: (given: number | string | undefined) => { readonly is: T } | null;
}

/** By name. Methods that mean the same share one declaration. */
export type MethodOptions = Readonly<Record<string, MethodOption>>;

/** What a method reads of its options. */
export type ParsedOptions<O extends MethodOptions> = { readonly [K in keyof O]: O[K] extends MethodOption<infer T> ? T : never };

type NumberValue = Omit<Extract<OptionValue, { kind: 'number' }>, 'kind' | 'default'>;

export function numberOption(declared: OptionWords & NumberValue & { readonly default: number }): MethodOption<number>;
export function numberOption(declared: OptionWords & NumberValue & { readonly default: null }): MethodOption<number | undefined>;
export function numberOption({
	title,
	help,
	...limits
}: OptionWords & NumberValue & { readonly default: number | null }): MethodOption<number | undefined> {
	const { min, max, whole, default: usual } = limits;
	return {
		title,
		help,
		value: { kind: 'number', ...limits },
		read: (given) => {
			if (given === undefined) return { is: usual ?? undefined };
			const isAllowed = typeof given === 'number' && given >= min && given <= max && (!whole || Number.isInteger(given));
			return isAllowed ? { is: given } : null;
		},
	};
}

export function choiceOption<T extends string>({
	title,
	help,
	choices,
	default: usual,
}: OptionWords & {
	readonly choices: readonly { readonly name: T; readonly title: string }[];
	readonly default: NoInfer<T>;
}): MethodOption<T> {
	return {
		title,
		help,
		value: { kind: 'choice', choices, default: usual },
		read: (given) => {
			const name = given === undefined ? usual : choices.find((choice) => choice.name === given)?.name;
			return name === undefined ? null : { is: name };
		},
	};
}

/** Of a method's options what was given, each as it may be. @throws UserError RA660 for one that may not be so. */
export function parsedOptions<O extends MethodOptions>(options: O, given: GivenOptions, methods: readonly string[]): ParsedOptions<O> {
	const read = Object.entries(options).map(([name, option]) => {
		const found = option.read(given[name]);
		if (found === null)
			throw new UserError(
				errorNumbers.invalidMethodOption,
				`The option '${name}' is '${given[name]}'. Expected ${expected(option.value)}. Methods that have it: ${methods.join(', ')}.`,
				{ hint: 'Give another value, or leave the option out.' },
			);
		return [name, found.is] as const;
	});
	// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each was read by its own declaration
	return Object.fromEntries(read) as ParsedOptions<O>;
}

function expected(value: OptionValue): string {
	switch (value.kind) {
		case 'number':
			return `a ${value.whole ? 'whole ' : ''}number from ${value.min} to ${value.max}`;
		case 'choice':
			return `one of ${value.choices.map(({ name }) => name).join(', ')}`;
	}
}
