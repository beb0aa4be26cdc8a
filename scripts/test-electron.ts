/**
 * The in-host tests in a desktop VS Code, which `@vscode/test-electron` downloads (or finds in `.vscode-test/`).
 * `VSCODE_VERSION` names another than the oldest supported; `VSCODE_PATH` a program that is already here.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import * as z from 'zod';
import { bundleInHostSuite } from '../test/e2e/harness/in-host-bundle.ts';
import { repository } from '../test/e2e/harness/installation.ts';
import { quietSettings } from '../test/e2e/harness/user-settings.ts';
import { prepareUserData } from '../test/e2e/harness/user-data.ts';

function giveUp(line: string): never {
	console.error(`test:electron: ${line}`);
	process.exit(2);
}

const reason = (error: unknown): string => {
	if (!(error instanceof Error)) return String(error);
	// Several tries at once fail with an error of errors that has no message of its own.
	return error.message !== '' ? error.message : 'code' in error ? String(error.code) : error.name;
};

if (!existsSync(join(repository, 'dist/extension.cjs'))) giveUp('dist/ is not built; run: npm run build');
if (process.platform === 'linux' && process.env['DISPLAY'] === undefined && process.env['WAYLAND_DISPLAY'] === undefined) {
	giveUp('a desktop VS Code needs a display, and there is none here; run it under xvfb-run, or use: npm run test:e2e');
}
const version = process.env['VSCODE_VERSION'] ?? oldestSupported();
const executable =
	process.env['VSCODE_PATH'] ??
	(await downloadAndUnzipVSCode(version).catch((error: unknown) =>
		giveUp(`VS Code ${version} cannot be downloaded here (${reason(error)}); on Linux x64 use: npm run test:e2e`),
	));

const directory = mkdtempSync(join(tmpdir(), 'ra-electron-'));
try {
	const workspace = join(directory, 'workspace');
	cpSync(join(repository, 'test/e2e/workspace'), workspace, { recursive: true });
	const { userData, extensions } = prepareUserData(directory, quietSettings);
	process.exitCode = await runTests({
		vscodeExecutablePath: executable,
		extensionDevelopmentPath: repository,
		extensionTestsPath: await bundleInHostSuite(),
		launchArgs: [workspace, '--disable-workspace-trust', '--user-data-dir', userData, '--extensions-dir', extensions],
	});
} catch (error) {
	giveUp(reason(error));
} finally {
	rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}

function oldestSupported(): string {
	const manifest: unknown = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
	return z
		.object({ engines: z.object({ vscode: z.string() }) })
		.parse(manifest)
		.engines.vscode.replace(/^\D+/, '');
}
