import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import * as z from 'zod';
import {
	defaultMembershipSettings,
	documentsReadPrivately,
	membershipAttackNames,
	membershipSettings,
	type MembershipAttackName,
} from '../../formats/membership-redteam.ts';
import { RedteamMembership } from '../../protocol/redteam.ts';
import { membershipRedteamHtml } from '../../report/membership-redteam-html.ts';
import { addEngineOptions, numberIn, someText, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { writeHtmlPage } from '../output/html-page.ts';
import { redteamMembershipText } from '../output/redteam-membership-text.ts';
import type { RedteamMembershipOutput } from '../output/schemas.ts';
import { requirePlace } from '../paid-output.ts';
import { addPrivateOptions, privateSettingsOf, type PrivateOptions } from '../private-options.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';
import { isStoreAddress } from '../../wording/store-names.ts';
import { addThresholdOptions, thresholdOf, type ThresholdOptions } from './queries-screen.ts';

interface MembershipOptions extends CommonOptions, ThresholdOptions, PrivateOptions {
	readonly store: string;
	readonly attacks: readonly MembershipAttackName[];
	readonly count: number;
	readonly masks: readonly number[];
	readonly lambda: number;
	readonly questions: number;
	readonly k: number;
	readonly private: boolean;
	readonly seed: number;
	readonly endpoint?: string;
	readonly endpointModel?: string;
	readonly parallel: number;
	readonly fresh: boolean;
	readonly system?: string;
	readonly html?: string;
}

/** For commander: attacks by name, with commas between them. */
function attacksIn(text: string): MembershipAttackName[] {
	const named = text.split(',').map((name) => name.trim());
	const known = membershipAttackNames.filter((name) => named.includes(name));
	if (known.length < new Set(named).size) throw new InvalidArgumentError(`Expected some of: ${membershipAttackNames.join(', ')}.`);
	return known;
}

const { masks: maskCounts, lambda: lambdas, questions: questionCounts } = membershipSettings.shape;

/** For commander: numbers of masks, with commas between them; each once, the smallest first. */
function masksIn(text: string): number[] {
	const one = numberIn(maskCounts.element);
	return [...new Set(text.split(',').map(one))].toSorted((a, b) => a - b);
}

/** Which attack an option sets something of. */
const attackOfOption = { masks: 'mba', lambda: 'ia', questions: 'ia' } as const satisfies Record<string, MembershipAttackName>;

/** Refuses options that would be ignored: those of private answers without `--private`, and an endpoint with it. */
function refuseUnused(command: Command, { private: isPrivate, endpoint }: MembershipOptions, ofPrivate: readonly string[]): void {
	const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
	const unused = isPrivate
		? undefined
		: command.options.find((one) => ofPrivate.includes(one.attributeName()) && isGiven(one.attributeName()));
	if (unused !== undefined)
		command.error(`error: option '${unused.long}' is for private answers: add --private`, { exitCode: exitStatus.wrongInput });
	if (isPrivate && endpoint !== undefined)
		command.error(
			"error: option '--private' needs the local model: private answers need the probabilities of each step, and '--endpoint' gives none",
			{
				exitCode: exitStatus.wrongInput,
			},
		);
}

async function attackMembership(
	program: RunnerProgram,
	options: MembershipOptions,
	command: Command,
	ofPrivate: readonly string[],
): Promise<ExitStatus> {
	const { store, attacks, count, masks, lambda, questions, k, seed, endpoint, endpointModel, parallel, fresh, system, html } = options;
	refuseUnused(command, options, ofPrivate);
	const settings = options.private ? await privateSettingsOf(options) : undefined;
	if ((endpoint === undefined) !== (endpointModel === undefined))
		command.error("error: options '--endpoint' and '--endpoint-model' go together", { exitCode: exitStatus.wrongInput });
	for (const [option, attack] of Object.entries(attackOfOption))
		if (!attacks.includes(attack) && command.getOptionValueSource(option) === 'cli')
			command.error(`error: option '--${option}' is for the attack ${attack}, which --attacks does not name`, {
				exitCode: exitStatus.wrongInput,
			});
	if (html !== undefined) await requirePlace(html, { option: '--html', force: true, spends: false });
	return withRunner(program, options, async ({ client, console }) => {
		const report = await client.ask(RedteamMembership, {
			token: randomUUID(),
			store: isStoreAddress(store) ? store : resolve(store),
			...thresholdOf(options),
			attacks: [...attacks],
			count,
			k: settings !== undefined && command.getOptionValueSource('k') !== 'cli' ? documentsReadPrivately : k,
			seed,
			...(settings === undefined ? {} : { private: settings }),
			settings: { masks: [...masks], lambda, questions },
			...(endpoint === undefined || endpointModel === undefined
				? {}
				: { endpoint: { url: endpoint, model: endpointModel, parallel, fresh } }),
			...(system === undefined ? {} : { system }),
		});
		if (options.json) console.json({ schema: 'rag-assay/redteam-membership@1', ...report } satisfies RedteamMembershipOutput);
		else console.write(redteamMembershipText(report, console.depth));
		if (html !== undefined)
			await writeHtmlPage(html, { console, version: program.version, quiet: options.quiet }, (origin) =>
				membershipRedteamHtml(report, origin),
			);
		return exitStatus.done;
	});
}

export function addRedteamMembership(redteam: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const command = redteam.command('membership');
	addThresholdOptions(
		addEngineOptions(
			command.description('Try to find out which documents a pipeline has, on a copy of a store, with and without detect-and-hide'),
			{ model: true, embedder: true },
		),
	)
		.requiredOption('--store <store>', 'Documents: a file, a folder, or the address of a store', someText)
		.option('--attacks <names>', 'Attacks to try, separated by commas', attacksIn, [...membershipAttackNames])
		.option('--count <n>', 'How many documents to ask about; half of them are held out', numberIn(z.number().int().min(8).max(2000)), 40)
		.option(
			'--masks <n>',
			'MBA: how many words of a document to mask. Separate several numbers with commas; the best one counts (the paper: 5,10,15,20)',
			masksIn,
			defaultMembershipSettings.masks,
		)
		.option(
			'--lambda <n>',
			'IA: how many right answers an \u201cI don\u2019t know\u201d costs',
			numberIn(lambdas),
			defaultMembershipSettings.lambda,
		)
		.option(
			'--questions <n>',
			'IA: how many questions to ask about a document',
			numberIn(questionCounts),
			defaultMembershipSettings.questions,
		)
		.option(
			'-k <n>',
			`How many documents the pipeline reads for a query (with --private: ${documentsReadPrivately})`,
			numberIn(z.number().int().positive().max(50)),
			3,
		)
		.option('--seed <n>', 'Random seed; decides which documents are held out', numberIn(z.number().int()), 1)
		.option('--endpoint <url>', 'OpenAI-compatible address of a model that answers, up to /v1 (key: RAG_ASSAY_ENDPOINT_KEY)', someText)
		.option('--endpoint-model <name>', 'Name of the model at that address', someText)
		.option(
			'--parallel <n>',
			'How many requests to send to the endpoint at the same time',
			numberIn(z.number().int().positive().max(64)),
			4,
		)
		.option('--fresh', 'Ask the endpoint again, even for answers that earlier runs kept', false)
		.option('--system <text>', 'Instruction to the model', someText)
		.option('--html <out>', 'Write a self-contained HTML report with plots', someText)
		.option('--private', 'Let the local model answer privately, seeded, so that nothing is spent; with detect-and-hide and without', false);
	const others = new Set(command.options.map((option) => option.attributeName()));
	addPrivateOptions(command);
	const ofPrivate = command.options.map((option) => option.attributeName()).filter((name) => !others.has(name));
	command.action(async (options: MembershipOptions) => done(await attackMembership(program, options, command, ofPrivate)));
}
