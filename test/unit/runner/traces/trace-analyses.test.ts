import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { UserError } from '../../../../src/errors.ts';
import type { AnalysisState, RunnerSettings } from '../../../../src/protocol/requests.ts';
import { OpenDocuments } from '../../../../src/runner/lsp/open-documents.ts';
import { TraceAnalyses, type AnalysisPhase } from '../../../../src/runner/traces/trace-analyses.ts';
import { heatmapOf } from '../../../../src/runner/traces/heatmap.ts';
import type { Log } from '../../../../src/runner/lsp/log.ts';
import { until } from '../../../support/until.ts';
import { shortTrace } from '../../../support/runner-client.ts';
import { recordOf } from '../record.ts';

const silent: Log = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };
const uri = 'untitled:a.rag.md';

interface Job {
	readonly owner: string;
	readonly signal: AbortSignal;
	readonly resolve: (refused?: UserError) => void;
	readonly reject: (error: unknown) => void;
	readonly progress: (done: number, total: number) => void;
	readonly phase: (phase: AnalysisPhase) => void;
}

function analysesOf(settings: Partial<RunnerSettings> = {}): {
	analyses: TraceAnalyses;
	open: OpenDocuments;
	jobs: Job[];
	states: string[];
	write: (text: string, version: number, name?: string) => void;
} {
	const open = new OpenDocuments();
	const jobs: Job[] = [];
	const states: string[] = [];
	const analyses = new TraceAnalyses({
		open,
		log: silent,
		settings: () => ({ analyzeOn: 'open', editDelay: 0, ...settings }),
		analyze: (owner, trace, signal, onProgress, onPhase) =>
			new Promise((resolve, reject) => {
				signal.addEventListener('abort', () => reject(signal.reason));
				jobs.push({
					owner,
					signal,
					resolve: (refused) => resolve({ record: recordOf(trace.response.document), refused: refused ?? null }),
					reject,
					progress: onProgress,
					phase: (phase) => onPhase?.(phase),
				});
			}),
		onChange: (_file, state: AnalysisState) => states.push(state.kind),
	});
	return {
		analyses,
		open,
		jobs,
		states,
		write: (text, version, name = uri) => open.set(TextDocument.create(name, 'rag-trace', version, text)),
	};
}

describe('TraceAnalyses', () => {
	it('analyses on opening, tells its states, and hands out what was found', async () => {
		const { analyses, jobs, states, write } = analysesOf();
		write(shortTrace('a'), 1);
		analyses.opened(uri);
		await until(() => jobs.length === 1, 'a job');
		assert.equal(analyses.current(uri), undefined);
		jobs[0]!.progress(1, 2);
		jobs[0]!.resolve();
		assert.equal((await analyses.analyze(uri)).kind, 'done');
		assert.equal(analyses.current(uri)?.analyses.length, 1);
		assert.deepEqual(states, ['queued', 'running', 'done']);
	});

	it('runs while the model is loaded for it, waits for its turn, and runs again before there is progress', async () => {
		const { analyses, jobs, states, write } = analysesOf();
		write(shortTrace('a'), 1);
		analyses.opened(uri);
		await until(() => jobs.length === 1, 'a job');
		const [{ phase, progress, resolve }] = jobs as [Job];
		phase({ kind: 'loads', doing: 'Loading the model' });
		assert.deepEqual(analyses.state(uri), { kind: 'running', done: 0, total: 0, doing: 'Loading the model' });
		for (const kind of ['waits', 'reads'] as const) phase({ kind });
		assert.deepEqual(analyses.state(uri), { kind: 'running', done: 0, total: 0 });
		progress(1, 2);
		for (const kind of ['waits', 'reads'] as const) phase({ kind });
		assert.deepEqual(analyses.state(uri), { kind: 'running', done: 1, total: 2 });
		resolve();
		assert.equal((await analyses.analyze(uri)).kind, 'done');
		assert.deepEqual(states, ['queued', 'running', 'queued', 'running', 'running', 'done']);
	});

	it('says why the profile of the settings did not judge what was found', async () => {
		const { analyses, jobs, write } = analysesOf();
		write(shortTrace('a'), 1);
		analyses.opened(uri);
		await until(() => jobs.length === 1, 'a job');
		jobs[0]!.resolve(new UserError('RA602', 'Of another model.', { place: { file: 'p' }, hint: 'Load it.' }));
		assert.deepEqual(await analyses.analyze(uri), {
			kind: 'done',
			notes: [],
			findings: 0,
			profile: null,
			cut: false,
			refused: { code: 'RA602', message: 'Of another model.', hint: 'Load it.', place: { file: 'p' } },
		});
		assert.equal(analyses.current(uri)?.analyses.length, 1);
	});

	it('a newer version aborts the older job, whose result is never seen', async () => {
		const { analyses, jobs, states, write } = analysesOf();
		write(shortTrace('a'), 1);
		analyses.opened(uri);
		await until(() => jobs.length === 1, 'a job');
		write(shortTrace('a', 'Newer.'), 2);
		analyses.edited(uri);
		assert.equal(jobs[0]!.signal.aborted, true);
		await until(() => jobs.length === 2, 'another job');
		jobs[0]!.resolve();
		jobs[0]!.progress(1, 1);
		jobs[1]!.resolve();
		await analyses.analyze(uri);
		assert.deepEqual(states, ['queued', 'queued', 'queued', 'done']);
		assert.match([...analyses.current(uri)!.documents.values()][0]!.getText(), /Newer/);
	});

	it('what was found is gone with the first changed character, and back with the old text', async () => {
		const { analyses, jobs, write } = analysesOf({ editDelay: 1_000_000 });
		write(shortTrace('a'), 1);
		analyses.opened(uri);
		await until(() => jobs.length === 1, 'a job');
		jobs[0]!.resolve();
		await analyses.analyze(uri);
		write(shortTrace('b'), 2);
		assert.equal(analyses.current(uri), undefined);
		write(shortTrace('a'), 3);
		assert.notEqual(analyses.current(uri), undefined);
		analyses.edited(uri);
		assert.equal(analyses.current(uri), undefined);
		analyses.cancel(uri);
		assert.deepEqual(analyses.state(uri), { kind: 'cancelled' });
	});

	it('what was found under other settings is gone at once, also when nothing takes its place', async () => {
		const { analyses, jobs, write } = analysesOf();
		write(shortTrace('a'), 1);
		analyses.opened(uri);
		await until(() => jobs.length === 1, 'a job');
		jobs[0]!.resolve();
		await analyses.analyze(uri);
		analyses.restartAll();
		assert.equal(analyses.current(uri), undefined);
		await until(() => jobs.length === 2, 'another job');
		jobs[1]!.reject(new UserError('RA201', 'No such model.'));
		assert.equal((await analyses.analyze(uri)).kind, 'failed');
		assert.equal(analyses.current(uri), undefined);
	});

	it('a trace that waits for its response has its parts, and no tokens', async () => {
		const { analyses, write } = analysesOf();
		write(shortTrace('a', ''), 1);
		await analyses.analyze(uri);
		const rows = heatmapOf(uri, 1, analyses.current(uri)!, 'cg');
		assert.deepEqual(
			rows?.sources.map(({ source }) => source),
			['query', 'rag', 'rag'],
		);
		assert.equal(rows.buckets.flat().length, 0);
	});

	it('waits for save or command where the settings say so', async () => {
		const saving = analysesOf({ analyzeOn: 'save' });
		saving.write(shortTrace('a'), 1);
		saving.analyses.opened(uri);
		assert.deepEqual(saving.states, ['idle']);
		saving.analyses.saved(uri);
		await until(() => saving.jobs.length === 1, 'a job');
		const commanded = analysesOf({ analyzeOn: 'command' });
		commanded.write(shortTrace('a'), 1);
		commanded.analyses.opened(uri);
		commanded.analyses.saved(uri);
		assert.deepEqual(commanded.states, ['idle']);
		const state = commanded.analyses.analyze(uri);
		await until(() => commanded.jobs.length === 1, 'a job');
		commanded.jobs[0]!.resolve();
		assert.equal((await state).kind, 'done');
	});

	it('knows what cannot be analyzed: no response, nothing readable, none of ours', async () => {
		const { analyses, write } = analysesOf();
		const stateOf = async (text: string, name: string): Promise<AnalysisState> => {
			write(text, 1, name);
			return analyses.analyze(name);
		};
		assert.deepEqual(await stateOf(shortTrace('a', ''), 'untitled:b.rag.md'), { kind: 'no-response' });
		const failed = await stateOf('## Response\n\nx\n', 'untitled:c.rag.md');
		assert.equal(failed.kind === 'failed' && failed.error.code, 'RA102');
		assert.deepEqual(await stateOf('## Query\n\nq\n', 'untitled:d.prompt.md'), { kind: 'none' });
		assert.deepEqual(await analyses.analyze('untitled:notes.md'), { kind: 'none' });
		// A document that has no name yet is known by its language; `write` opens it as a trace.
		assert.deepEqual(await stateOf(shortTrace('a', ''), 'untitled:Untitled-1'), { kind: 'no-response' });
	});

	it('says nothing of a lone half of a pair but that it is none of ours', async () => {
		const name = 'untitled:lone.prompt.md';
		for (const analyzeOn of ['open', 'save', 'command'] as const) {
			const { analyses, jobs, states, write } = analysesOf({ analyzeOn });
			write('## Query\n\nq\n', 1, name);
			analyses.opened(name);
			await until(() => states.length > 0, 'a state');
			analyses.edited(name);
			await until(() => states.length > 1, 'another state');
			assert.deepEqual(states, ['none', 'none'], analyzeOn);
			write('An answer.\n', 1, 'untitled:lone.response.md');
			const state = analyses.analyze(name);
			await until(() => jobs.length === 1, 'a job');
			jobs[0]!.resolve();
			assert.equal((await state).kind, 'done', analyzeOn);
		}
	});

	it('starts again what failed, and nothing else, when that may succeed now', async () => {
		const { analyses, jobs, states, write } = analysesOf();
		for (const name of ['untitled:good.rag.md', 'untitled:bad.rag.md']) {
			write(shortTrace('a'), 1, name);
			analyses.opened(name);
		}
		await until(() => jobs.length === 2, 'two jobs');
		jobs.find(({ owner }) => owner.includes('good'))!.resolve();
		jobs.find(({ owner }) => owner.includes('bad'))!.reject(new UserError('RA502', 'Too large.'));
		await until(() => states.includes('done') && states.includes('failed'), 'both ends');
		analyses.restartFailed();
		await until(() => jobs.length === 3, 'a third job');
		assert.match(jobs[2]!.owner, /bad/);
		assert.notEqual(analyses.current('untitled:good.rag.md'), undefined);
		jobs[2]!.resolve();
		assert.equal((await analyses.analyze('untitled:bad.rag.md')).kind, 'done');
	});

	it("a closed document's job ends, and nothing is left of it", async () => {
		const { analyses, open, jobs, write } = analysesOf();
		write(shortTrace('a'), 1);
		analyses.opened(uri);
		await until(() => jobs.length === 1, 'a job');
		open.delete(uri);
		analyses.closed(uri);
		assert.equal(jobs[0]!.signal.aborted, true);
		assert.deepEqual(analyses.keys(), []);
		assert.deepEqual(analyses.state(uri), { kind: 'none' });
	});

	it('a defect fails the analysis with its number, and asking again starts it again', async () => {
		const { analyses, jobs, write } = analysesOf();
		write(shortTrace('a'), 1);
		const first = analyses.analyze(uri);
		await until(() => jobs.length === 1, 'a job');
		jobs[0]!.reject(new TypeError('broken'));
		const state = await first;
		assert.equal(state.kind === 'failed' && state.error.code, 'RA500');
		assert.doesNotMatch(JSON.stringify(state), /\.ts:\d/);
		const second = analyses.analyze(uri);
		await until(() => jobs.length === 2, 'another job');
		jobs[1]!.resolve();
		assert.equal((await second).kind, 'done');
	});
});
