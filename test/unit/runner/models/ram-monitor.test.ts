import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import type { UserError } from '../../../../src/errors.ts';
import type { ModelStep } from '../../../../src/protocol/model-process.ts';
import { MemoryWatch, memoryReader } from '../../../../src/runner/models/ram-monitor.ts';
import { startProcess } from '../../../support/start-process.ts';
import { until } from '../../../support/until.ts';

const MiB = 2 ** 20;

function watched(
	t: TestContext,
	limit: number,
	readings: number[],
	step: () => ModelStep | undefined = () => 'opening',
): { told: number[]; ends: UserError[]; read: () => number } {
	const [told, ends]: [number[], UserError[]] = [[], []];
	let read = 0;
	const watch = new MemoryWatch({
		reader: { pace: 1, read: () => Promise.resolve(readings[Math.min(read++, readings.length - 1)]) },
		pid: 1,
		limit: () => limit,
		step,
		onMemory: (bytes) => told.push(bytes),
		onLimit: (error) => ends.push(error),
	});
	t.after(() => watch.stop());
	// A watch keeps no process alive.
	const alive = setInterval(() => undefined, 1000);
	t.after(() => clearInterval(alive));
	return { told, ends, read: () => read };
}

describe('MemoryWatch', () => {
	it('ends what takes more than the limit, says what it did and what would help', async (t) => {
		const { ends, told } = watched(t, 512 * MiB, [300 * MiB, 512 * MiB, 1300 * MiB]);
		await until(() => ends.length > 0, 'the end');
		assert.equal(ends[0]!.code, 'RA502');
		assert.equal(
			ends[0]!.message,
			'The model process took 1,300 MiB of memory while opening the model, so RAG Assay stopped it. The limit is 512 MiB.',
		);
		assert.equal(ends[0]!.hint, 'Raise the memory limit (ragAssay.memoryLimit, --memory-limit), or use a smaller model or another dtype.');
		assert.deepEqual(told, [300 * MiB]);
	});

	it('ends no process that has hardly begun, however low the limit', async (t) => {
		const { ends, read } = watched(t, 1, [255 * MiB]);
		await until(() => read() > 20, 'some readings');
		assert.deepEqual(ends, []);
	});

	it('looks at an idle process seldom, but looks', async (t) => {
		let turns = 0;
		const { read } = watched(t, 512 * MiB, [MiB], () => {
			turns++;
			return undefined;
		});
		await until(() => read() >= 2, 'two readings');
		assert.ok(turns > 20 * read(), `${turns} turns, ${read()} readings`);
	});
});

describe('the memory of another process', {
	skip: process.platform === 'linux' ? false : 'written for Linux; other systems have other commands',
}, () => {
	const { read } = memoryReader('linux');

	/** Runs JavaScript in a process of its own; resolves when it has printed a line. */
	async function running(t: TestContext, script: string): Promise<number> {
		const child = startProcess(t, process.execPath, ['-e', `${script}; console.log('ready'); setInterval(() => undefined, 1000)`], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		await once(child.stdout, 'data');
		return child.pid!;
	}

	it('counts what it has allocated, while it is blocked too', async (t) => {
		const before = (await read(await running(t, '')))!;
		const after = (await read(await running(t, 'globalThis.held = Buffer.alloc(200 * 2 ** 20, 1); setTimeout(() => { for (;;); }, 50)')))!;
		assert.ok(after - before > 190 * MiB && after - before < 230 * MiB, `${(after - before) / MiB} MiB`);
		assert.equal(await read(2 ** 22 + 1), undefined);
	});

	it('ps, which macOS has too, gives no less', async (t) => {
		const pid = await running(t, 'globalThis.held = Buffer.alloc(50 * 2 ** 20, 1)');
		const [own, resident] = [(await read(pid))!, (await memoryReader('darwin').read(pid))!];
		assert.ok(own > 50 * MiB && resident >= own - 20 * MiB, `${own / MiB}, ${resident / MiB}`);
		assert.equal(await memoryReader('darwin').read(2 ** 22 + 1), undefined);
	});
});
