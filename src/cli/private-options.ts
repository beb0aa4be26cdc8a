import { InvalidArgumentError, Option, type Command } from 'commander';
import {
	decoderNames,
	listLines,
	vocabularyLines,
	privateSettings,
	type LineCount,
	type BudgetSplit,
	type DecoderName,
	type PrivateSettings,
} from '../formats/private-settings.ts';
import { numberIn } from './common-options.ts';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { readLines } from './read-documents.ts';

const { epsilon, delta, sentences, expert } = privateSettings.shape;
const expertShape = expert.unwrap().shape;

/** What an answer is made by, as it is said on the command line. */
export interface PrivateOptions {
	readonly epsilon: number;
	readonly delta: number;
	readonly decoder: DecoderName;
	readonly sentences: number;
	readonly split?: BudgetSplit;
	readonly values?: string;
	readonly vocabulary?: string;
	readonly tokens?: number;
	readonly payments?: number;
	readonly filter?: PrivateSettings['expert']['filter'];
	readonly filterK?: number;
	readonly keywords?: number;
	readonly candidates?: number;
	readonly gate?: number;
	readonly clip?: PrivateSettings['expert']['clip'];
	readonly clipBound?: number;
	readonly subsets?: number;
	readonly wordings: boolean;
}

function splitOf(text: string): BudgetSplit {
	const parts = text.split('/').map(Number);
	const [decode, filter, refill] = parts;
	const split = privateSettings.shape.split.safeParse({ decode, filter, refill });
	if (parts.length !== 3 || !split.success || split.data === undefined)
		throw new InvalidArgumentError('Expected three shares that add up to 1, such as 0.6/0.1/0.3.');
	return split.data;
}

/** Settings of a private answer. */
export function addPrivateOptions(command: Command): Command {
	const some = (flags: string, description: string, schema: Parameters<typeof numberIn>[0]) =>
		new Option(flags, description).argParser(numberIn(schema));
	return command
		.addOption(some('--epsilon <n>', 'ε of the whole answer', epsilon.unwrap()).default(3))
		.addOption(some('--delta <n>', 'δ of the whole answer', delta.unwrap()).default(1e-5))
		.addOption(new Option('--decoder <name>', 'How the answer is made').choices(decoderNames).default('sentence-vote'))
		.addOption(some('--sentences <n>', 'How many sentences each document may contribute', sentences.unwrap()).default(1))
		.addOption(new Option('--split <a/b/c>', 'Shares of ε for decoding, filter and keywords').argParser(splitOf))
		.option('--values <file>', 'Public values, one per line; public-list chooses one')
		.option('--vocabulary <file>', 'Public words, one per line; keywords are chosen from them')
		.addOption(some('--tokens <n>', 'Longest answer, in tokens', expertShape.tokens.unwrap()))
		.addOption(some('--payments <n>', 'How many tokens gated-votes may pay for', expertShape.payments.unwrap()))
		.addOption(new Option('--filter <name>', 'How to choose sentences to cut').choices(expertShape.filter.unwrap().options))
		.addOption(some('--filter-k <n>', 'How many sentences the filter cuts, and how many it refills', expertShape.filtered.unwrap()))
		.addOption(some('--keywords <n>', 'How many keywords of the vocabulary are chosen', expertShape.keywords.unwrap()))
		.addOption(some('--candidates <n>', 'From how many tokens gated-votes and per-token choose', expertShape.candidates.unwrap()))
		.addOption(
			some(
				'--gate <p>',
				'gated-votes: a token costs nothing if the model gives it at least this probability without documents',
				expertShape.gate.unwrap(),
			),
		)
		.addOption(new Option('--clip <name>', 'How per-token clips').choices(expertShape.clip.unwrap().options))
		.addOption(some('--clip-bound <nats>', 'Clipping bound C of per-token', expertShape.clipBound.unwrap()))
		.addOption(some('--subsets <n>', 'per-token: number of sets into which the documents are divided (M)', expertShape.subsets.unwrap()))
		.option('--wordings', 'Count sentences with the same wording, not sentences that state the same', false);
}

/** Different lines of a file, of which there may be so many. @throws {UserError} RA917, RA506. */
async function publicLines(file: string, option: string, { min, max }: LineCount): Promise<string[]> {
	const lines = await readLines(file);
	if (lines.length >= min && lines.length <= max) return lines;
	throw new UserError(
		errorNumbers.unusableList,
		`${option} takes ${min} to ${max.toLocaleString('en')} different lines, and here ${lines.length === 1 ? 'is one' : `are ${lines.length.toLocaleString('en')}`}.`,
		{ place: { file }, hint: 'Name a text file with one value per line.' },
	);
}

/** Options that some decoders alone read. */
const ofDecoders = [
	{ flag: '--gate', name: 'gate', decoders: ['gated-votes'] },
	{ flag: '--payments', name: 'payments', decoders: ['gated-votes'] },
	{ flag: '--candidates', name: 'candidates', decoders: ['gated-votes', 'per-token'] },
	{ flag: '--clip', name: 'clip', decoders: ['per-token'] },
	{ flag: '--clip-bound', name: 'clipBound', decoders: ['per-token'] },
	{ flag: '--subsets', name: 'subsets', decoders: ['per-token'] },
	{ flag: '--wordings', name: 'wordings', decoders: ['sentence-vote'] },
] as const satisfies readonly { readonly flag: string; readonly name: keyof PrivateOptions; readonly decoders: readonly DecoderName[] }[];

/** Refuses an option that would have no effect beside the others: who gives it expects one. @throws {UserError} RA713. */
function requireUsed(options: PrivateOptions): void {
	const { decoder, split, filter = 'none', filterK, keywords, vocabulary } = options;
	const refuse = (option: string, needs: string): never => {
		throw new UserError(errorNumbers.optionWithoutEffect, `${option} has no effect here: it needs ${needs}.`, {
			hint: `Leave ${option} out, or change the other options.`,
		});
	};
	for (const { flag, name, decoders } of ofDecoders) {
		const isGiven = options[name] !== undefined && options[name] !== false;
		if (isGiven && !decoders.some((one) => one === decoder)) refuse(flag, decoders.map((one) => `--decoder ${one}`).join(' or '));
	}
	if (filterK !== undefined && filter === 'none') refuse('--filter-k', '--filter top-k or --filter sparse-vector');
	if (filter !== 'none' && split?.filter === 0) refuse('--filter', 'a share of ε for the filter in --split');
	if (keywords !== undefined && vocabulary === undefined) refuse('--keywords', '--vocabulary');
	if (keywords !== undefined && split?.refill === 0) refuse('--keywords', 'a share of ε for keywords in --split');
}

/** The settings of these options, with the files that they name. @throws {UserError} RA713, RA917, RA506. */
export async function privateSettingsOf(options: PrivateOptions): Promise<PrivateSettings> {
	requireUsed(options);
	const { epsilon: e, delta: d, decoder, sentences: s, split, values, vocabulary } = options;
	const { tokens, payments, filter, filterK: filtered, keywords, candidates, gate, clip, clipBound, subsets, wordings } = options;
	const experts = { tokens, payments, filter, filtered, keywords, candidates, gate, clip, clipBound, subsets };
	const given = Object.entries(experts).filter(([, value]) => value !== undefined);
	return privateSettings.parse({
		epsilon: e,
		delta: d,
		decoder,
		sentences: s,
		...(split === undefined ? {} : { split }),
		...(values === undefined ? {} : { list: await publicLines(values, '--values', listLines) }),
		...(vocabulary === undefined ? {} : { vocabulary: await publicLines(vocabulary, '--vocabulary', vocabularyLines) }),
		expert: { ...Object.fromEntries(given), countFacts: !wordings },
	});
}
