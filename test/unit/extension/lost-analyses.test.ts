import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnalysisStatus } from '../../../src/extension/analyses.ts';
import { LostAnalyses } from '../../../src/extension/lost-analyses.ts';
import type { AnalysisState } from '../../../src/protocol/requests.ts';

const done: AnalysisState = { kind: 'done', notes: [], findings: 0, profile: null, cut: false };
const status = (state: AnalysisState, version = 1): AnalysisStatus => ({ version, state });

class Editor {
	readonly statuses = new Map<string, AnalysisStatus>();
	readonly versions = new Map<string, number>();
	readonly asked: string[] = [];
	failure: Error | undefined;
	readonly lost = new LostAnalyses({
		statuses: () => this.statuses,
		versionOf: (uri) => this.versions.get(uri),
		analyze: async (uri) => {
			this.asked.push(uri);
			if (this.failure !== undefined) throw this.failure;
		},
		isLoss: (error) => error instanceof Error && error.message === 'lost',
	});

	open(uri: string, state: AnalysisState): void {
		this.statuses.set(uri, status(state));
		this.versions.set(uri, 1);
	}
}

describe('analyses that a runner took with it', () => {
	test('those that waited, ran or were done are asked for again, once', async () => {
		const editor = new Editor();
		for (const [uri, state] of [
			['queued', { kind: 'queued' }],
			['running', { kind: 'running', done: 1, total: 2 }],
			['done', done],
			['idle', { kind: 'idle' }],
			['cancelled', { kind: 'cancelled' }],
		] as [string, AnalysisState][])
			editor.open(uri, state);
		editor.lost.lost();
		// What the new runner says first must not hide what was.
		for (const uri of editor.statuses.keys()) editor.statuses.set(uri, status({ kind: 'idle' }));
		await editor.lost.back();
		assert.deepEqual(editor.asked.toSorted(), ['done', 'queued', 'running']);
		await editor.lost.back();
		assert.equal(editor.asked.length, 3);
	});

	test('not those of documents closed or edited since', async () => {
		const editor = new Editor();
		for (const uri of ['closed', 'edited', 'kept']) editor.open(uri, done);
		editor.lost.lost();
		editor.versions.delete('closed');
		editor.versions.set('edited', 2);
		await editor.lost.back();
		assert.deepEqual(editor.asked, ['kept']);
	});

	test('a runner that is lost again does not take them for good; another failure is told and ends it', async () => {
		const editor = new Editor();
		editor.open('a', done);
		editor.lost.lost();
		editor.statuses.clear();
		editor.failure = new Error('lost');
		await editor.lost.back();
		editor.failure = new Error('broken');
		await assert.rejects(editor.lost.back(), /broken/);
		await editor.lost.back();
		assert.deepEqual(editor.asked, ['a', 'a']);
	});
});
