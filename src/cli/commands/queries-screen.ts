import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { screeningRules, type QueryScreenRecord, type ScreeningRule } from '../../formats/query-screen-record.ts';
import { FollowedLogRemarks, QueriesScreened, ScreenQueries } from '../../protocol/queries.ts';
import { addEngineOptions, addProfileOption, numberIn, someText, type CommonOptions } from '../common-options.ts';
import { exitStatus, Interrupted, type ExitStatus } from '../exit-status.ts';
import { logRemarkText, queryScreenText, querySummaryText, queryText, StandingOut } from '../output/query-text.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';
import { isStoreAddress } from '../../wording/store-names.ts';

const levels = ['warning', 'info'] as const;
type Level = (typeof levels)[number];

/** What queries are screened against, by the command line. */
export interface AgainstOptions extends CommonOptions, ThresholdOptions {
	readonly store: string;
}

interface ScreenOptions extends AgainstOptions {
	readonly k: number;
	readonly moments?: string;
	readonly follow: boolean;
	readonly failOn?: Level;
}

/** As the runner takes it: it works in another folder. */
export function againstOf({ store, ...threshold }: AgainstOptions) {
	return { token: randomUUID(), store: isStoreAddress(store) ? store : resolve(store), ...thresholdOf(threshold) };
}

/** Options of what queries are screened against. */
export function addAgainstOptions(command: Command): Command {
	return addThresholdOptions(addEngineOptions(command, { embedder: true }));
}

/** What decides which queries are flagged, on the command line. */
export interface ThresholdOptions {
	/** `false`: not even a file that lies beside log or store. */
	readonly benign?: string | false;
	readonly rule?: ScreeningRule;
	readonly rho?: number;
}

/** As the runner takes it. */
export function thresholdOf({ benign, rule, rho }: ThresholdOptions) {
	return {
		...(typeof benign === 'string' ? { benign: resolve(benign) } : { findBenign: benign !== false }),
		...(rule === undefined ? {} : { rule }),
		...(rho === undefined ? {} : { rho }),
	};
}

/** Options of what decides which queries are flagged, a profile among them. */
export function addThresholdOptions(command: Command): Command {
	return addProfileOption(command)
		.option(
			'--benign <file>',
			'Benign queries, which give the threshold; a rate of 5% needs 19 (default: benign.queries.jsonl or NAME.benign.queries.jsonl beside the log or the store)',
			someText,
		)
		.option('--no-benign', 'Use no benign queries, not even those beside the log or the store')
		.addOption(
			new Option(
				'--rule <rule>',
				'Threshold above which a query is flagged. Default: empirical with benign queries or a profile; otherwise skew, or none with the embedder lexical',
			).choices(screeningRules),
		)
		.addOption(
			new Option('--rho <share>', 'Share of benign queries that may be flagged (default: 0.05)').argParser(
				numberIn(z.number().gt(0).lt(1)),
			),
		);
}

function countsAt({ findings }: QueryScreenRecord, level: Level): boolean {
	return findings.some(({ ignored, severity }) => !ignored && levels.indexOf(severity) <= levels.indexOf(level));
}

/** @throws UserError RA682 where somebody relies on a verdict and no threshold decides: a gate that lets everything through is none */
function requireVerdict(failOn: Level | undefined, rule: ScreeningRule | null): void {
	if (failOn === undefined || rule !== null) return;
	throw new UserError(errorNumbers.tooFewBenignQueries, 'No threshold decides, so that --fail-on has nothing to go by.', {
		hint: 'Name a file of benign queries with --benign, a profile with --profile, or a formula with --rule.',
	});
}

async function screen(program: RunnerProgram, log: string, options: ScreenOptions): Promise<ExitStatus> {
	const { k, moments, follow, failOn, json, quiet } = options;
	return withRunner(program, options, async ({ client, console }) => {
		const against = againstOf(options);
		const shown: QueryScreenRecord[] = [];
		const nearest = new StandingOut();
		let failing = 0;
		let undecided = false;
		client.on(QueriesScreened, ({ token, records }) => {
			if (token !== against.token) return;
			for (const record of records) {
				if (failOn !== undefined && countsAt(record, failOn)) failing++;
				undecided ||= record.rule === null;
				if (json) console.json(record);
				else if (follow && record.flagged) console.write(`${queryText(record, console.depth)}\n`);
				// The others of a long log are not held, nor any of one without end.
				else if (!follow && record.flagged) shown.push(record);
				else if (!follow) nearest.add(record);
			}
		});
		client.on(FollowedLogRemarks, ({ token, remarks }) => {
			if (token !== against.token) return;
			for (const remark of remarks) console.complain(logRemarkText(remark));
		});
		const status = (): ExitStatus => (failing > 0 ? exitStatus.findings : exitStatus.done);
		try {
			const summary = await client.ask(ScreenQueries, {
				...against,
				queries: resolve(log),
				k,
				follow,
				...(moments === undefined ? {} : { moments: resolve(moments) }),
			});
			const { from, name, rho } = summary.calibration;
			if (options.rho !== undefined && (from === 'profile' || from === 'moments') && rho !== options.rho)
				console.complain(
					`--rho ${options.rho} was not used: the threshold of ${name ?? 'the moments'} was fixed earlier. Name --benign with it, or calibrate again with --set rho=${options.rho}.`,
				);
			if (json) {
				if (!quiet) console.complain(querySummaryText(summary));
				requireVerdict(failOn, summary.calibration.rule);
				return status();
			}
			const first = summary.calibration.rule === null ? nearest.first : [];
			console.write(queryScreenText(summary, shown, { depth: console.depth, named: log, first }));
			requireVerdict(failOn, summary.calibration.rule);
			return status();
		} catch (error) {
			// Following ends so, and in no other way.
			if (!follow || !(error instanceof Interrupted) || error.reason !== 'stopped') throw error;
			if (undecided) requireVerdict(failOn, null);
			return status();
		}
	});
}

export function addQueriesScreen(queries: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	addAgainstOptions(
		queries
			.command('screen')
			.argument('<queries>', 'A query log: JSON Lines, traces, or an export of LangSmith or OpenInference')
			.description('Find queries that try to learn whether you have one particular document, and name it. Changes nothing')
			.requiredOption('--store <store>', 'The documents: a file, a folder, or the address of a store', someText),
	)
		.addOption(
			new Option('-k <count>', 'How many documents retrieval returns').argParser(numberIn(z.number().int().min(1).max(100))).default(3),
		)
		.option('--moments <file>', 'File that `queries moments` wrote. A store with its own search is then not read', someText)
		.option('--follow', 'Keep reading lines that are appended, until Ctrl-C', false)
		.addOption(new Option('--fail-on <level>', 'Exit with 1 if there are findings of this level or above').choices(levels))
		.action(async (log: string, options: ScreenOptions) => done(await screen(program, log, options)));
}
