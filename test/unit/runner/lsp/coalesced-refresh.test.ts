import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoalescedRefresh } from '../../../../src/runner/lsp/coalesced-refresh.ts';

const log = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };

test('changes of a moment are one request, and a later change is another', async (t) => {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	let asked = 0;
	const refresh = new CoalescedRefresh('lenses', log, true, () => Promise.resolve(asked++));
	refresh.request();
	refresh.request();
	assert.equal(asked, 0);
	t.mock.timers.tick(20);
	assert.equal(asked, 1);
	refresh.request();
	t.mock.timers.tick(20);
	assert.equal(asked, 2);
});

test('an editor that cannot be asked is not asked; one that refuses is a line in the log', async (t) => {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	const warnings: string[] = [];
	const asked: string[] = [];
	new CoalescedRefresh('lenses', log, false, async () => asked.push('unasked')).request();
	new CoalescedRefresh('lenses', { ...log, warn: (line) => warnings.push(line) }, true, () => Promise.reject(new Error('no'))).request();
	t.mock.timers.tick(20);
	await new Promise<void>((resolve) => {
		setImmediate(resolve);
	});
	assert.deepEqual(asked, []);
	assert.deepEqual(warnings, ['the editor did not ask for lenses again: Error: no']);
});
