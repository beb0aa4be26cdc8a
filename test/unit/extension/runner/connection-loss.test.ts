import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ErrorCodes, ResponseError } from 'vscode-jsonrpc';
import { askThroughRestart, isConnectionLoss } from '../../../../src/extension/runner/connection-loss.ts';
import { sentenceOf } from '../../../../src/extension/vscode/failure.ts';

const loss = (): Error => new ResponseError(ErrorCodes.PendingResponseRejected, 'Pending response rejected since connection got disposed');

/** Answers one by one; an error is thrown. */
function answers(...given: readonly unknown[]): { ask: () => Promise<unknown>; asked: () => number } {
	let asked = 0;
	return {
		ask: async () => {
			const answer = given[asked++];
			if (answer instanceof Error) throw answer;
			return answer;
		},
		asked: () => asked,
	};
}

describe('a request whose runner is lost', () => {
	test("is known by the library's numbers", () => {
		for (const code of [ErrorCodes.PendingResponseRejected, ErrorCodes.ConnectionInactive, ErrorCodes.MessageWriteError])
			assert.ok(isConnectionLoss(new ResponseError(code, '')), String(code));
		for (const error of [
			new ResponseError(ErrorCodes.InternalError, ''),
			new Error('Pending response rejected'),
			undefined,
			{ code: 'RA801' },
		])
			assert.ok(!isConnectionLoss(error));
	});

	test('is asked again when the runner runs again, after what it left was undone', async () => {
		const { ask, asked } = answers(loss(), 'done');
		const order: string[] = [];
		assert.equal(
			await askThroughRestart(
				async () => {
					order.push('ask');
					return ask();
				},
				{
					runsAgain: async () => {
						order.push('wait');
						return true;
					},
					lost: async () => {
						order.push('undo');
					},
				},
			),
			'done',
		);
		assert.deepEqual(order, ['ask', 'wait', 'undo', 'ask']);
		assert.equal(asked(), 2);
	});

	test('ends as RA801 when the runner stays down, or is lost again', async () => {
		const down = answers(loss());
		await assert.rejects(askThroughRestart(down.ask, { runsAgain: async () => false }), { code: 'RA801' });
		assert.equal(down.asked(), 1);
		const twice = answers(loss(), loss(), 'never');
		await assert.rejects(askThroughRestart(twice.ask, { runsAgain: async () => true }), (error) => {
			assert.doesNotMatch(sentenceOf(error), /disposed/);
			assert.match(sentenceOf(error), /Restart Runner.*RA801/);
			return true;
		});
		assert.equal(twice.asked(), 2);
	});

	test('another failure is the answer, at once', async () => {
		const failed = new ResponseError(ErrorCodes.InternalError, 'broken');
		const { ask, asked } = answers(failed);
		await assert.rejects(askThroughRestart(ask, { runsAgain: () => assert.fail('nothing was lost') }), failed);
		assert.equal(asked(), 1);
	});
});
