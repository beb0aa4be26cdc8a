import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { realSystem, type WritingSystem } from '../../../../src/files/durable-file.ts';
import { setBudget, spend, verify } from '../../../../src/stores/ledger/ledger.ts';
import { answer, change, place } from './made-ledgers.ts';

/** The real system, which writes down what it is asked for, and stops at a step. */
function logged(steps: string[], stopAt?: (step: string) => boolean): WritingSystem {
	const note = (step: string): void => {
		if (stopAt?.(step) === true) throw new Error(`stopped at ${step}`);
		steps.push(step);
	};
	const named = (path: string): string =>
		basename(path)
			.replace('documents-0123456789abcdef', 'LEDGER')
			.replace(/\.[0-9a-f-]{36}\.draft$/, '.draft')
			.replace(/^[0-9a-f-]{36}\.json/, 'WITNESS')
			.replace(/^rag-assay-ledger-.*/, 'HOME')
			.replace(/^at-[0-9a-f]{32}\.json/, 'PLACE');
	return {
		open: async (path, flags, mode) => {
			const handle = await realSystem.open(path, flags, mode);
			return {
				stat: handle.stat.bind(handle),
				close: handle.close.bind(handle),
				writeFile: async (data) => {
					note(`write ${named(path)}`);
					await handle.writeFile(data);
				},
				sync: async () => {
					note(`sync ${named(path)}`);
					await handle.sync();
				},
			};
		},
		link: async (from, to) => {
			note(`link ${named(String(to))}`);
			await realSystem.link(from, to);
		},
		rename: async (from, to) => {
			note(`rename ${named(String(to))}`);
			await realSystem.rename(from, to);
		},
	};
}

const remembered = ['WITNESS', 'PLACE'].flatMap((name) => [
	`write ${name}.draft`,
	`sync ${name}.draft`,
	`rename ${name}`,
	'sync witnesses',
]);

describe('what is paid for', { skip: process.platform === 'win32' && 'folders are not synced there' }, () => {
	it('is on the disk, file and folder, and remembered, when it counts as paid', async () => {
		const { file, at } = place();
		const steps: string[] = [];
		await setBudget(file, change(), { ...at(), system: logged(steps) });
		assert.deepEqual(steps, [
			// Where the folder is new: what holds it.
			'sync data',
			'sync HOME',
			'write LEDGER.jsonl.draft',
			'sync LEDGER.jsonl.draft',
			'link LEDGER.jsonl',
			'sync ledgers',
			...remembered,
		]);
		steps.length = 0;
		await spend(file, answer(), { ...at(), system: logged(steps) });
		assert.deepEqual(steps, ['write LEDGER.jsonl', 'sync LEDGER.jsonl', 'sync ledgers', ...remembered]);
	});

	it('is not paid where any of these steps fails, and the ledger is sound anyway', async () => {
		for (let stop = 0; stop < 11; stop++) {
			const { file, at } = place();
			await spend(file, answer(), at());
			let step = 0;
			await assert.rejects(spend(file, answer(), { ...at(), system: logged([], () => step++ === stop) }), /stopped at/, String(stop));
			assert.deepEqual(await verify(file, at()).then(({ damage }) => damage), [], String(stop));
			await spend(file, answer(), at());
		}
	});
});
