import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { packageIndex } from '../../../../../src/lm/devices/cuda/package-index.ts';
import { UserError } from '../../../../../src/errors.ts';
import { emptyFolder } from '../../../../support/model-folder-builder.ts';

describe('the package index that is asked', () => {
	/** A home whose pip is configured. */
	function home(text: string): string {
		const folder = emptyFolder();
		mkdirSync(join(folder, '.config', 'pip'), { recursive: true });
		writeFileSync(join(folder, '.config', 'pip', 'pip.conf'), text);
		return folder;
	}
	const configured = home(
		'[global]\ntimeout = 60\nindex-url = https://global.invalid/simple\n[install]\n; a comment\nindex-url = https://install.invalid/simple/\n',
	);

	it("is the one that is named, else that of the environment, else that of pip's own files", async () => {
		const environment = { PIP_INDEX_URL: 'https://environment.invalid/simple' };
		assert.equal((await packageIndex('https://named.invalid/x', environment, configured)).href, 'https://named.invalid/x/');
		assert.equal((await packageIndex(undefined, environment, configured)).href, 'https://environment.invalid/simple/');
		assert.equal((await packageIndex(undefined, {}, configured)).href, 'https://install.invalid/simple/');
		assert.equal(
			(await packageIndex(undefined, {}, home('[global]\nindex_url: https://global.invalid/simple'))).href,
			'https://global.invalid/simple/',
		);
		const file = join(emptyFolder(), 'my.conf');
		writeFileSync(file, '[global]\r\nindex-url = https://file.invalid/simple\r\n');
		assert.equal((await packageIndex(undefined, { PIP_CONFIG_FILE: file }, configured)).href, 'https://file.invalid/simple/');
	});

	it("is what the machine's pip would ask where nothing is configured; without a pip, whoever asks is told to name one", async () => {
		assert.equal(
			(await packageIndex(undefined, {}, emptyFolder(), async () => 'https://pip.invalid/simple')).href,
			'https://pip.invalid/simple/',
		);
		await assert.rejects(
			packageIndex(undefined, {}, emptyFolder(), async () => undefined),
			(error) => error instanceof UserError && error.code === 'RA337' && /--index/.test(error.hint ?? ''),
		);
	});

	it('is a web address, or a sentence that says so without a password', async () => {
		for (const text of ['file:///srv/simple', 'nowhere', 'ftp://user:secret@host.invalid/']) {
			await assert.rejects(
				packageIndex(text, {}, emptyFolder()),
				(error) => error instanceof UserError && error.code === 'RA333' && !error.message.includes('secret'),
			);
		}
	});
});
