import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { JobQueue } from '../../../../src/runner/models/job-queue.ts';

const never = new AbortController().signal;

/** A queue whose first job holds it until `release`; the order in which the others ran. */
function held(rank: (owner: string) => number): {
	queue: JobQueue;
	order: string[];
	add: (owner: string, name?: string) => Promise<void>;
	release: () => void;
} {
	const queue = new JobQueue(rank);
	const order: string[] = [];
	let release = (): void => undefined;
	void queue.add(
		'gate',
		never,
		() =>
			new Promise<void>((resolve) => {
				release = resolve;
			}),
	);
	return {
		queue,
		order,
		release: () => release(),
		add: (owner, name = owner) =>
			queue.add(owner, never, async () => {
				order.push(name);
			}),
	};
}

describe('JobQueue', () => {
	it('runs one job at a time, and all of them', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 30 }), async (jobs) => {
				const queue = new JobQueue(() => 0);
				let running = 0;
				const results = await Promise.allSettled(
					jobs.map(([owner, fails], i) =>
						queue.add(owner, never, async () => {
							assert.equal(++running, 1);
							await Promise.resolve();
							running--;
							if (fails) throw new Error(`job ${i}`);
							return i;
						}),
					),
				);
				assert.deepEqual(
					results.map(({ status }) => status === 'rejected'),
					jobs.map(([, fails]) => fails),
				);
				assert.equal(queue.size, 0);
			}),
		);
	});

	it('serves the visible document first', async () => {
		const { order, add, release } = held((owner) => (owner === 'visible' ? 0 : 1));
		const all = [add('batch', '1'), add('batch', '2'), add('visible'), add('batch', '3')];
		release();
		await Promise.all(all);
		assert.deepEqual(order, ['visible', '1', '2', '3']);
	});

	it('takes owners of one rank in turn, each in order of arrival', async () => {
		const { order, add, release } = held(() => 0);
		const all = [add('batch', 'a1'), add('batch', 'a2'), add('batch', 'a3'), add('single', 'b1'), add('other', 'c1'), add('other', 'c2')];
		release();
		await Promise.all(all);
		assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
	});

	it('asks for the rank when a turn comes, not when a job arrives', async () => {
		let visible = 'a';
		const { order, add, release } = held((owner) => (owner === visible ? 0 : 1));
		const all = [add('a'), add('b')];
		visible = 'b';
		release();
		await Promise.all(all);
		assert.deepEqual(order, ['b', 'a']);
	});

	it('an aborted job that waits is gone at once; one that is aborted already never runs', async () => {
		const { queue, order, add, release } = held(() => 0);
		const controller = new AbortController();
		const waiting = queue.add('a', controller.signal, async () => {
			order.push('never');
		});
		const after = add('b');
		assert.equal(queue.size, 3);
		controller.abort();
		await assert.rejects(waiting, { name: 'AbortError' });
		assert.equal(queue.size, 2);
		await assert.rejects(
			queue.add('a', controller.signal, async () => {
				order.push('never');
			}),
			{ name: 'AbortError' },
		);
		release();
		await after;
		assert.deepEqual(order, ['b']);
	});
});
