import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';
import { until } from '../support/until.ts';

describe('installing CUDA from the editor', {
	timeout: 120_000,
	skip: (process.platform !== 'linux' || process.arch !== 'x64') && 'the bundled ONNX Runtime has CUDA on Linux x64 alone',
}, () => {
	// Nothing answers there: what is downloaded would come from there.
	const s = session({ workspace: join(repository, 'test/e2e/workspace'), env: { PIP_INDEX_URL: 'http://127.0.0.1:1/simple' } });
	const dialog = () => s.vs.page.locator('.monaco-dialog-box');

	test('says what it weighs and where it comes from, and downloads nothing when it is not confirmed', async () => {
		await s.vs.command('RAG Assay: Install CUDA…');
		await dialog().waitFor();
		const words = await dialog().innerText();
		assert.match(words, /Download 1,\d{3} MB for CUDA\?/);
		assert.match(words, /From 127\.0\.0\.1:1: ONNX Runtime's CUDA provider, .*cuDNN 9, for CUDA 13\.0 and ONNX Runtime 1\.30\.0\./);
		assert.match(words, /NVIDIA's license/);
		await s.vs.screenshot('install-cuda-question');
		await dialog().getByRole('button', { name: 'Cancel' }).click();
		await dialog().waitFor({ state: 'detached' });
		assert.ok(!(await s.vs.notifications()).some((text) => text.includes('Installing CUDA')), 'nothing has begun');
	});

	test('begins when it is confirmed, and says why it cannot go on', async () => {
		await s.vs.command('RAG Assay: Install CUDA…');
		await dialog().getByRole('button', { name: 'Install CUDA' }).click();
		await until(
			async () => (await s.vs.notifications()).some((text) => /127\.0\.0\.1:1 cannot be reached\..*RA306/.test(text)),
			'a message that says why',
		);
		await s.vs.screenshot('install-cuda-unreachable');
	});

	test('is linked where the device is chosen', async () => {
		await s.server.host.run(async ({ vscode }) => {
			await vscode.commands.executeCommand('workbench.action.openWorkspaceSettings', { query: '@id:ragAssay.device' });
		});
		const link = s.vs.page.locator('.settings-editor').getByRole('link', { name: 'Install CUDA…' });
		await link.waitFor();
		await s.vs.screenshot('install-cuda-setting');
		await link.click();
		await dialog().getByRole('button', { name: 'Cancel' }).click();
	});
});
