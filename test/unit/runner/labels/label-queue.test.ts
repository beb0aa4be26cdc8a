import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { labelSeed } from '../../../../src/extension/labels/label-seed.ts';
import type { LabelQueueState } from '../../../../src/protocol/labels.ts';
import { OpenDocuments } from '../../../../src/runner/lsp/open-documents.ts';
import { LabelQueue, type LabelQueueOptions } from '../../../../src/runner/labels/label-queue.ts';
import { LabelStore } from '../../../../src/runner/labels/label-store.ts';
import { uriOf } from '../../../../src/runner/lsp/uris.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { AttributingFake } from '../../analysis/spad/attributing-model.ts';
import { writeTrace } from './workspace.ts';

const options = (rest: Partial<LabelQueueOptions> = {}): LabelQueueOptions => ({
	open: new OpenDocuments(),
	model: () => Promise.resolve(new AttributingFake()),
	signal: new AbortController().signal,
	seed: 1,
	onChange: () => undefined,
	onDefect: (error) => {
		throw error;
	},
	...rest,
});
const store = new LabelStore({ name: () => 'Dana', now: () => new Date('2026-01-31T10:00:00Z'), onChange: () => undefined });
const label = ({ current }: LabelQueueState, as: 'grounded' | 'ungrounded'): Promise<void> => {
	if (current === null) assert.fail('nothing to label');
	const { uri, subject, textSha256 } = current;
	return store.set({ uri, subject, textSha256, label: as });
};

test('one sentence after another until all are labeled; a skipped one comes last; back after an undo', async (t) => {
	const folder = temporaryFolder(t);
	const uris = [
		writeTrace(folder, 'one', 'Ann is 34. She is tall.'),
		writeTrace(folder, 'two', 'Bob is 20.'),
		writeTrace(folder, 'three', ''),
	];
	const queue = await LabelQueue.open(uris, options());
	const first = queue.state;
	assert.deepEqual([first.sentences, first.labelled, first.measured, first.traces, first.notes], [3, 0, 2, 2, []]);
	assert.ok(first.current!.score! > 0, 'read by the model');
	const skipped = first.current!.text;
	const second = await queue.next(true);
	assert.notEqual(second.current!.text, skipped);
	await label(second, 'grounded');
	const third = await queue.next(false);
	assert.deepEqual([third.labelled, third.ungrounded], [1, 0]);
	assert.ok(![skipped, second.current!.text].includes(third.current!.text));
	await label(third, 'ungrounded');
	const last = await queue.next(false);
	assert.equal(last.current!.text, skipped);
	await label(last, 'grounded');
	const done = await queue.next(false);
	assert.deepEqual([done.current, done.labelled, done.ungrounded], [null, 3, 1]);
	assert.equal(queue.labeledFiles().length, 2);

	const undone = await store.undo();
	assert.equal((await queue.back(undone!)).current!.text, skipped);
});

test('a file that changes, goes or is labeled elsewhere is followed', async (t) => {
	const folder = temporaryFolder(t);
	const uri = writeTrace(folder, 'one', 'Ann is 34.');
	const states: LabelQueueState[] = [];
	const queue = await LabelQueue.open(
		[uri],
		options({
			onChange: (state) => {
				states.push(state);
			},
		}),
	);
	await label(queue.state, 'grounded');
	await queue.changed(uriOf(join(folder, 'one.rag-assay.json')));
	assert.equal(states.at(-1)?.labelled, 1);
	writeTrace(folder, 'one', 'Ann is 35.');
	await queue.changed(uri);
	assert.deepEqual([states.at(-1)?.labelled, states.at(-1)?.stale], [0, 1]);
	rmSync(join(folder, 'one.rag.md'));
	await queue.changed(uri);
	assert.deepEqual([states.at(-1)?.sentences, states.at(-1)?.current], [0, null]);
});

test('without a model sentences come at random, and it says why', async (t) => {
	const folder = temporaryFolder(t);
	const queue = await LabelQueue.open(
		[writeTrace(folder, 'one', 'Ann is 34.')],
		options({ model: () => Promise.reject(new UserError('RA201', 'There is no such model.')) }),
	);
	assert.equal(queue.state.current?.text, 'Ann is 34.');
	assert.equal(queue.state.current?.score, null);
	assert.match(queue.state.notes.join(), /at random: RA201/);
	const empty = await LabelQueue.open([], options());
	assert.deepEqual([empty.state.current, empty.state.sentences], [null, 0]);
});

test('two people who begin with the same traces are asked about different sentences, and one person about the same again', async (t) => {
	const folder = temporaryFolder(t);
	const uris = Array.from({ length: 48 }, (_, i) => writeTrace(folder, `trace-${i}`, `Room ${i} it is.`));
	/** Ten sentences, each passed over for the next. */
	const asked = async (machine: string): Promise<string[]> => {
		let onRead = (): void => undefined;
		const read = new Promise<void>((resolve) => {
			onRead = resolve;
		});
		const queue = await LabelQueue.open(
			uris,
			options({
				seed: labelSeed(machine),
				onChange: ({ measured, traces }) => {
					if (measured === traces) onRead();
				},
			}),
		);
		await read;
		const texts: string[] = [];
		for (let i = 0; i < 10; i++) {
			texts.push(queue.state.current!.text);
			// oxlint-disable-next-line no-await-in-loop -- one after another
			await queue.next(true);
		}
		return texts;
	};
	const [ann, again, bob] = [await asked('ann'), await asked('ann'), await asked('bob')];
	assert.deepEqual(again, ann);
	// Of 48 sentences two draws of ten share two on average, and more than five in three of a thousand cases (hypergeometric).
	assert.ok(bob.filter((text) => ann.includes(text)).length <= 5, `${bob.join()} beside ${ann.join()}`);
});
