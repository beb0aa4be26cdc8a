import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Analyze, Heatmap, VisibleDocuments } from '../../../src/protocol/requests.ts';
import { ask, checkedParams, ParamsMismatch, receive } from '../../../src/protocol/rpc.ts';

describe('typed messages', () => {
	it('an answer that does not fit its schema is an error, not a value', async () => {
		const answering = (result: unknown) => ({ sendRequest: async () => result });
		assert.deepEqual(await ask(answering({ kind: 'idle' }), Analyze, { uri: 'a' }), { kind: 'idle' });
		assert.equal(await ask(answering(undefined), Heatmap, { uri: 'a', measure: 'cg' }), null);
		await assert.rejects(ask(answering({ kind: 'dreaming' }), Analyze, { uri: 'a' }), /ragAssay\/analyze: result\.kind/);
	});

	it('parameters that do not fit name their place', () => {
		assert.throws(
			() => checkedParams(Heatmap, { uri: '', measure: 'cg' }),
			(error) => error instanceof ParamsMismatch && /params\.uri/.test(error.message),
		);
		assert.deepEqual(checkedParams(Heatmap, { uri: 'a', measure: 'cg', more: 1 }), { uri: 'a', measure: 'cg' });
	});

	it('a notification that does not fit is reported and dropped', () => {
		let handler = (_params: unknown): void => assert.fail('nothing was registered');
		const reports: string[] = [];
		const got: unknown[] = [];
		receive(
			{
				onNotification: (_method, given) => {
					handler = given;
					return { dispose: () => undefined };
				},
			},
			VisibleDocuments,
			(params) => got.push(params),
			(message) => reports.push(message),
		);
		handler({ uris: ['a'] });
		handler({ uris: 'a' });
		handler(undefined);
		assert.deepEqual(got, [{ uris: ['a'] }]);
		assert.equal(reports.length, 2);
		assert.match(reports[0]!, /ragAssay\/visibleDocuments: params\.uris/);
	});
});
