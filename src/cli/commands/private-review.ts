import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Option, type Command } from 'commander';
import * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { itemKinds, markKinds, type ItemKind, type MarkKind } from '../../formats/review.ts';
import { ActOnReview, OpenReview, type HeldReview, type OpenedReview, type ReviewSource } from '../../protocol/review.ts';
import { seenFor } from '../../review/stale-actions.ts';
import { plural } from '../../wording/phrases.ts';
import { addEngineOptions, addPiiModelOption, addProfileOption, numberIn, someText, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { reviewToDecide, toDecideText } from '../output/private-review-text.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';
import { traceFiles } from '../trace-files.ts';

interface ReviewOptions extends CommonOptions {
	readonly trace?: string;
	readonly ledger?: string;
	readonly reviewers: number;
	readonly changed?: 'go-on' | 'anew';
	readonly acceptAllOf?: ItemKind | MarkKind;
}

/** A release by its name; the private original beside it is not opened here, so that what people do keeps its guarantee. */
function sourceOf(file: string, trace: string | undefined): ReviewSource {
	const path = resolve(file);
	if (extname(path) === '.json') return { kind: 'release', file: path, original: null };
	return { kind: 'trace', uri: pathToFileURL(path).href, ...(trace === undefined ? {} : { trace }) };
}

/** @throws {UserError} RA701, RA702; RA929 for a folder of several. */
function fileOf(named: string): string {
	const [file, ...others] = traceFiles([named], { dataSets: true });
	if (file === undefined || others.length > 0)
		throw new UserError(errorNumbers.nothingToReview, 'Several traces lie there, and one at a time is reviewed.', {
			place: { file: named },
			hint: 'Name one of them.',
		});
	return file.path;
}

async function review(program: RunnerProgram, named: string, options: ReviewOptions): Promise<ExitStatus> {
	const file = fileOf(named);
	const { trace, reviewers, changed, acceptAllOf, ledger } = options;
	return withRunner(program, options, async ({ client, console }) => {
		const source = sourceOf(file, trace);
		const wanted = {
			source,
			reviewers,
			...(changed === undefined ? {} : { changed }),
			...(ledger === undefined ? {} : { ledger: resolve(ledger) }),
		};
		const opened = begun(await client.ask(OpenReview, wanted), file);
		let held: HeldReview = opened;
		if (acceptAllOf !== undefined) {
			const action = { kind: 'accept-kind', of: acceptAllOf } as const;
			const acted = await client.ask(ActOnReview, { key: opened.key, action, seen: seenFor(opened.review, action, opened.who) });
			console.complain(acted.said);
			held = acted;
		}
		const output = reviewToDecide(held, opened.resumed);
		if (options.json) console.json(output);
		else console.write(toDecideText(output, console.depth));
		return exitStatus.done;
	});
}

function begun(opened: OpenedReview, file: string): Extract<OpenedReview, { kind: 'review' }> {
	switch (opened.kind) {
		case 'review':
			return opened;
		case 'changed':
			throw new UserError(
				errorNumbers.reviewOfAnotherText,
				`The text has changed since its review began: of ${plural(opened.decided, 'decided sentence')} ${opened.same} read as they did.`,
				{ place: { file }, hint: 'Name --changed go-on to keep the decisions about these, or --changed anew to start over.' },
			);
		case 'nothing':
			throw new UserError(
				errorNumbers.nothingToReview,
				opened.why === 'no-response' ? 'It has no answer to review.' : 'It is neither a release nor a trace.',
				{ place: { file }, hint: 'Name a release (NAME.release.json), or a trace that has an answer.' },
			);
	}
}

export function addPrivateReview(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	addPiiModelOption(
		addProfileOption(
			addEngineOptions(
				parent
					.command('review')
					.argument('<release|trace>', 'NAME.release.json, or a trace with an answer')
					.description('Begin or continue the review of a release or an answer: what you must decide, in reading order, and why'),
				{ model: true },
			),
		),
	)
		.option('--trace <id>', 'ID of the trace, if the file has several')
		.option('--ledger <file>', 'Ledger that paid for the release, if you named one when you generated it', someText)
		.option('--reviewers <n>', 'How many people must decide', numberIn(z.number().int().min(1).max(2)), 1)
		.addOption(
			new Option('--changed <what>', 'If the text has changed since: keep the decisions on unchanged sentences, or begin again').choices([
				'go-on',
				'anew',
			]),
		)
		.addOption(
			new Option('--accept-all-of <kind>', 'Accept all items of this kind as they are').choices([
				...new Set<string>([...itemKinds, ...markKinds]),
			]),
		)
		.action(async (file: string, options: ReviewOptions) => done(await review(program, file, options)));
}
