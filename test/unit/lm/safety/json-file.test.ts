import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { loadModelConfig } from '../../../../src/lm/model-config.ts';
import { readJsonFile } from '../../../../src/lm/safety/json-file.ts';
import { plainFile } from '../../../../src/lm/safety/plain-file.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { noFiles } from '../../../support/workspace-places.ts';

describe('a JSON file of a model folder', () => {
	it('is read with and without a byte order mark, which some editors write', async (t) => {
		const path = join(temporaryFolder(t), 'config.json');
		for (const mark of ['', '\uFEFF']) {
			writeFileSync(path, `${mark}{"vocab_size": 7, "eos_token_id": 3}`);
			const config = (await plainFile(path, 1000))!;
			assert.deepEqual(await readJsonFile(config), { vocab_size: 7, eos_token_id: 3 });
			assert.equal((await loadModelConfig({ config, generationConfig: config })).vocabulary, 7);
		}
	});

	it('that is none any more when it is opened is told as that', async (t) => {
		const folder = temporaryFolder(t);
		for (const [i, [name, make]] of Object.entries(noFiles).entries()) {
			const path = join(folder, String(i));
			await make(path, t);
			await assert.rejects(
				readJsonFile({ path, realPath: path }),
				(error) => error instanceof UserError && error.code === 'RA204' && error.place?.file === path && error.message.includes(name),
			);
		}
	});

	it('that is no UTF-8 is told as that', async (t) => {
		const path = join(temporaryFolder(t), 'config.json');
		writeFileSync(path, Buffer.from('{"a": "\xe9"}', 'latin1'));
		await assert.rejects(
			readJsonFile({ path, realPath: path }),
			(error) => error instanceof UserError && error.code === 'RA205' && /UTF-8/.test(error.message),
		);
	});
});
