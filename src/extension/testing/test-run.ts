import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Params } from '../../protocol/rpc.ts';
import { TestTraces, TraceTested } from '../../protocol/trace-tests.ts';
import { withCharacterCodes } from '../../wording/phrases.ts';
import { rangeOf } from '../heatmap/painting.ts';
import type { RunnerClient } from '../runner/client.ts';
import { isCancellation, sentenceOf } from '../vscode/failure.ts';
import { chosenTests } from './chosen-tests.ts';
import type { TraceItems } from './trace-items.ts';

/** Analyzes the traces of a run, and shows what comes of each as it comes. Rejects if nothing could be analyzed at all. */
export async function runTests(
	run: vscode.TestRun,
	{ include, exclude }: vscode.TestRunRequest,
	items: TraceItems,
	runner: RunnerClient,
): Promise<void> {
	if (include === undefined && !items.isListed) await items.list();
	for (const item of include ?? items.files) {
		if (run.token.isCancellationRequested) return;
		// oxlint-disable-next-line no-await-in-loop -- a disk is read in order
		if (!(exclude ?? []).includes(item)) await items.resolve(item);
	}
	const chosen = chosenTests(items.files, include, exclude);
	const left = new Set([...chosen.values()].flat());
	for (const item of left) run.enqueued(item);
	const token = randomUUID();
	const listening = runner.on(TraceTested, (tested) => {
		const item = tested.token === token ? items.test(tested.uri, tested.trace) : undefined;
		if (item === undefined) return;
		if (tested.outcome.kind !== 'running') left.delete(item);
		show(run, item, tested);
	});
	try {
		const files = [...chosen].flatMap(([file, tests]) => {
			if (!file.canResolveChildren) return [{ uri: file.id }];
			// A file without a trace is a test of its own, which is skipped.
			const traces = tests.flatMap((item) => items.traceOf(item) ?? []);
			return traces.length === 0 ? [] : [{ uri: file.id, traces }];
		});
		await runner.askThroughRestart(TestTraces, { token, files }, { token: run.token });
		for (const item of left) skip(run, item, said(item.error) ?? 'Not analyzed.');
	} catch (error) {
		if (isCancellation(error) || run.token.isCancellationRequested) return;
		for (const item of left) skip(run, item, `Not analyzed. ${sentenceOf(error)}`);
		throw error;
	} finally {
		listening.dispose();
	}
}

function show(run: vscode.TestRun, item: vscode.TestItem, { outcome, notes, milliseconds }: Params<typeof TraceTested>): void {
	for (const note of notes) write(run, item, note);
	switch (outcome.kind) {
		case 'running':
			return run.started(item);
		case 'passed':
			return run.passed(item, milliseconds);
		case 'skipped':
			return skip(run, item, outcome.reason);
		case 'failed':
			return run.failed(
				item,
				outcome.findings.map(({ code, message, range }) => {
					const shown = new vscode.TestMessage(withCharacterCodes(`${message} (${code})`));
					if (item.uri !== undefined) shown.location = new vscode.Location(item.uri, rangeOf(range));
					return shown;
				}),
				milliseconds,
			);
	}
}

function skip(run: vscode.TestRun, item: vscode.TestItem, reason: string): void {
	write(run, item, reason);
	run.skipped(item);
}

/** VS Code shows output in a terminal, which would execute the escape sequences of a text. */
function write(run: vscode.TestRun, item: vscode.TestItem, text: string): void {
	const lines = text.split(/\r\n|\r|\n/).map((line) => withCharacterCodes(line));
	run.appendOutput(`${item.label}: ${lines.join('\r\n')}\r\n`, undefined, item);
}

function said(error: vscode.TestItem['error']): string | undefined {
	return typeof error === 'string' ? error : error?.value;
}
