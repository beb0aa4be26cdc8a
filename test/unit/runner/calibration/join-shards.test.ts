import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibration } from '../../../../src/analysis/calibration/methods.ts';
import { UserError } from '../../../../src/errors.ts';
import type { RunHead } from '../../../../src/runner/calibration/measure.ts';
import { joinShards } from '../../../../src/runner/calibration/shards.ts';
import type { ShardFile } from '../../../../src/runner/calibration/shard-file.ts';
import { madeTrace } from '../../analysis/calibration/made-traces.ts';

const reader = { kind: 'language-model', name: 'm', sha256: 'a'.repeat(64), layout: 'l', device: 'cpu', dtype: 'fp32' } as const;
const head: RunHead = {
	version: '1',
	runtime: '1.30.0',
	readers: [reader],
	data: { name: 'd', sha256: 'd'.repeat(64), parts: [] },
	options: { seed: 1, options: { alpha: 0.05, protocol: 'auto', draws: 12 }, methods: ['repcs'] },
	left: [],
};
const traces = Array.from({ length: 7 }, (_, i) => (i === 4 ? null : madeTrace(`t${i}`, [{ truth: false }])));
const failure = { code: 'RA407', message: 'too long' };

function shard(index: number, of = 3, change: Partial<RunHead> = {}): ShardFile {
	return {
		file: `shard-${index}`,
		index,
		of,
		items: traces.length,
		own: new Map(traces.flatMap((trace, i) => (i % of === index - 1 ? [[i, trace] as const] : []))),
		measured: {
			head: { ...head, ...change },
			unavailable: index === 2 ? { sources: 'no inside' } : {},
			failures: index === 2 ? [failure] : [],
		},
	};
}

test("in whatever order they come, traces stand in the run's order, with the failures and the holes that they left", () => {
	assert.deepEqual(joinShards([shard(3), shard(1), shard(2)], calibration), {
		head,
		items: traces,
		unavailable: { sources: 'no inside' },
		failures: [failure],
	});
	assert.deepEqual(joinShards([shard(1, 1)], calibration).items, traces);
});

test('what every shard could not read of the data is told once', () => {
	const unread = { code: 'RA115', message: 'no JSON', place: { file: 'response.jsonl', line: 1 } };
	const shards = [1, 2, 3].map((index) => {
		const { measured, ...rest } = shard(index);
		return { ...rest, measured: { ...measured, failures: [unread, ...measured.failures] } };
	});
	assert.deepEqual(joinShards(shards, calibration).failures, [unread, failure]);
});

test('a shard that is missing is named with the command that makes it, and no file is blamed', () => {
	const options = {
		...head.options,
		options: { ...head.options.options, alpha: 0.1, reach: 2 },
		seed: 3,
		named: true,
		name: "the team's bank",
	};
	const missing = (files: ShardFile[]): UserError => {
		try {
			joinShards(files, calibration);
		} catch (error) {
			if (error instanceof UserError) return error;
			throw error;
		}
		throw new Error('it was joined');
	};
	const one = missing([shard(1, 3, { options }), shard(3, 3, { options })]);
	assert.deepEqual([one.code, one.message, one.place], ['RA650', 'Shard 2 of 3 is missing.', undefined]);
	assert.equal(
		one.hint,
		"Make it with `rag-assay calibrate DATA\u2026 --out shard-2.jsonl --shard 2/3 --methods repcs --seed 3 --alpha 0.1 --draws 12 --set reach=2 --name 'the team'\"'\"'s bank'`, of the same data ('d'), with the same model ('m') and version (1) as 'shard-1'. Then name it together with the others.",
	);
	const { draws: _, ...usual } = head.options.options;
	const two = missing([shard(2, 3, { options: { ...head.options, options: usual } })]);
	assert.equal(two.message, 'Of 3 shards 2 are missing: 1, 3.');
	assert.match(
		two.hint ?? '',
		/^Make each of them, the first with `rag-assay calibrate DATA\u2026 --out shard-1\.jsonl --shard 1\/3`, of the same data/,
	);
});

test('what does not belong together is named', () => {
	const refused = (files: ShardFile[], file: string, message: RegExp): void => {
		assert.throws(
			() => joinShards(files, calibration),
			(error) => error instanceof UserError && error.code === 'RA650' && error.place?.file === file && message.test(error.message),
		);
	};
	refused([shard(1), shard(2, 4), shard(3)], 'shard-2', /number of shards is 4 of 7 items/);
	refused(
		[shard(1), shard(2, 3, { readers: [{ ...reader, name: 'n', sha256: 'b'.repeat(64) }] }), shard(3)],
		'shard-2',
		/its model is 'n' \(bbbbbbbbbbbb\), and that of 'shard-1' is 'm'/,
	);
	refused([shard(1), shard(2, 3, { readers: [{ ...reader, device: 'cuda' }] }), shard(3)], 'shard-2', /device is cuda, fp32/);
	refused(
		[shard(1), shard(2, 3, { data: { ...head.data, sha256: 'e'.repeat(64) } }), shard(3)],
		'shard-2',
		/its data is 'd' \(eeeeeeeeeeee\)/,
	);
	refused([shard(1), shard(2, 3, { version: '2' }), shard(3)], 'shard-2', /version is 2/);
	refused(
		[shard(1), shard(2, 3, { runtime: '1.31.0' }), shard(3)],
		'shard-2',
		/version of ONNX Runtime is 1\.31\.0, and that of 'shard-1' is 1\.30\.0/,
	);
});

/** Message and hint of the error with which shards are refused. */
function said(files: ShardFile[]): string {
	try {
		joinShards(files, calibration);
	} catch (error) {
		if (error instanceof UserError && error.code === 'RA650') return `${error.place?.file}: ${error.message} ${error.hint}`;
		throw error;
	}
	throw new Error('it was joined');
}

test('of other options those are said that differ, as they are written', () => {
	const other = ({ options = {}, ...change }: Partial<RunHead['options']>): string =>
		said([shard(1), shard(2, 3, { options: { ...head.options, ...change, options: { ...head.options.options, ...options } } }), shard(3)]);
	assert.match(
		other({ seed: 2 }),
		/^shard-2: This shard cannot be used: it was made with `--seed 2`, and 'shard-1' with `--seed 1`\. Run `rag-assay calibrate --shard` for it again/,
	);
	assert.match(
		other({ options: { alpha: 0.1, protocol: 'II' } }),
		/: it was made with `--alpha 0\.1` and `--protocol II`, and 'shard-1' with `--alpha 0\.05` and `--protocol auto`\. /,
	);
	assert.match(
		other({ named: true, options: { reach: 2 }, name: "the team's" }),
		/: it was made with `--methods repcs` and `--set reach=2` and `--name 'the team'"'"'s'`, and 'shard-1' with no `--methods` and no `--set reach` and no `--name`\. /,
	);
});

test('of a shard that is there twice one is to be left out', () => {
	assert.equal(
		said([shard(1), shard(2), shard(1), shard(3)]),
		'shard-1: This shard cannot be used: it is named twice. Leave one of the two out.',
	);
	assert.equal(
		said([shard(1), shard(2), { ...shard(1), file: 'copy' }, shard(3)]),
		"copy: This shard cannot be used: 'shard-1' is shard 1 of 3 too. Leave one of the two out.",
	);
});
