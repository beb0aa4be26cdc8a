import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SaveExport } from '../../../../src/protocol/post-message.ts';
import { privatePlan } from '../../../../src/protocol/private.ts';
import { asCsv, asJson, exportName } from '../../../../webview/privacy-budget/exports.ts';
import { budget, outlook, plan } from '../../../support/example-privacy-plan.ts';

test('JSON holds the plan as the runner answered it, and the ledger of that moment', () => {
	assert.deepEqual(privatePlan.parse(JSON.parse(asJson(outlook, budget))), { ...plan, budget });
	assert.equal(privatePlan.parse(JSON.parse(asJson(outlook, null))).budget, null);
});

test('CSV: a number a row', () => {
	const rows = asCsv(outlook, budget)
		.split('\r\n')
		.slice(0, -1)
		.map((line) => line.split(','));
	assert.deepEqual(rows[0], ['kind', 'name', 'at', 'value']);
	assert.ok(rows.every((row) => row.length === 4));
	const of = (kind: string): string[][] => rows.filter(([its]) => its === kind).map((row) => row.slice(1));
	assert.deepEqual(of('release')[5], ['sentence-vote', '5', '0.954459']);
	assert.deepEqual(of('group')[1], ['delta', '1', '0.00001']);
	assert.deepEqual(of('releases').length, plan.releases.length);
	assert.deepEqual(of('ledger')[2], ['spentEpsilon', '', '9']);
	assert.deepEqual(
		of('setting').find(([name]) => name === 'countFacts'),
		['countFacts', '', 'true'],
	);
});

test('the name is one that the host takes', () => {
	assert.ok(SaveExport.params.shape.name.safeParse(exportName(outlook)).success);
	const long = { ...outlook, plan: { ...plan, settings: { ...plan.settings, epsilon: 0.1 + 0.2 } } };
	assert.ok(SaveExport.params.shape.name.safeParse(exportName(long)).success);
});
