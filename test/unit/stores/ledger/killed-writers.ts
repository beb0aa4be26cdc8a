import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { findLedger } from '../../../../src/stores/ledger/ledger-file.ts';
import { ownerText } from '../../../../src/files/lock-file.ts';
import { spend } from '../../../../src/stores/ledger/ledger.ts';
import { startProcess } from '../../../support/start-process.ts';
import { slowFileSystem } from '../../files/slow-file-system.ts';
import { answer, placeWithBudget } from './made-ledgers.ts';

const program = join(import.meta.dirname, 'spending-program.ts');

/** The lock that a killed process leaves lies there, and some wait for it, on a slow drive: each of them pays, and the ledger is sound. */
export async function payAfterKill({ waiters }: { readonly waiters: number }): Promise<void> {
	const { file, at } = await placeWithBudget();
	const { pid } = spawnSync(process.execPath, ['-e', '']);
	const left = (await ownerText('killed')).replace(/"pid":\d+/, `"pid":${pid}`);
	writeFileSync(`${file}.lock`, left);
	const end = slowFileSystem(60, ['rename']);
	try {
		await Promise.all(
			Array.from({ length: waiters }, async (_, i) => spend(file, answer({ release: `r-${i}`, epsilon: 0.1, delta: 1e-7 }), at())),
		);
	} finally {
		end();
	}
	const { damage, content } = await findLedger(file, at());
	assert.deepEqual(damage, []);
	assert.equal(content?.records.filter(({ kind }) => kind === 'spend').length, waiters);
}

/**
 * Lets processes pay from one ledger, kills some of them at any moment, and requires that the ledger is sound, that nothing that counts as paid is missing from it, and
 * that no survivor failed.
 */
export async function payWithKills(
	t: TestContext,
	{ writers, kills, times }: { readonly writers: number; readonly kills: number; readonly times: number },
): Promise<void> {
	const { file, witnesses, at } = await placeWithBudget();
	const running = Array.from({ length: writers }, () => {
		const child = startProcess(t, process.execPath, [program, file, witnesses, String(times)], { stdio: ['ignore', 'pipe', 'pipe'] });
		return { child, paid: text(child.stdout), said: text(child.stderr), begun: once(child.stdout, 'data'), ended: once(child, 'exit') };
	});
	// Those that are killed have paid for something: they are killed at work.
	for (const { child, begun, ended } of running.slice(0, kills)) {
		await Promise.race([begun, ended]);
		await wait(Math.random() * 100);
		child.kill('SIGKILL');
	}
	await Promise.all(running.map(({ ended }) => ended));
	const [paid, said] = [await Promise.all(running.map((one) => one.paid)), await Promise.all(running.map((one) => one.said))];
	assert.deepEqual(said.filter(Boolean), []);
	const { damage, content } = await findLedger(file, at());
	assert.deepEqual(damage, []);
	const hashes = paid.flatMap((one) => one.split('\n').filter(Boolean));
	const kept = new Set(content?.records.map(({ hash }) => hash));
	assert.deepEqual(
		hashes.filter((hash) => !kept.has(hash)),
		[],
	);
	assert.ok(hashes.length >= (writers - kills) * times);
	// A killed process may leave a draft or a claim of its last moments, and no lock that nobody can take.
	const locks = readdirSync(dirname(file)).filter((name) => name.endsWith('.lock'));
	assert.ok(locks.length <= 1, locks.join());
}
