import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { after } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { installation } from '../e2e/harness/installation.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What a process must find in its environment to draw by a driver; all of it is there already where `{}` is enough. */
export type DriverEnvironment = Readonly<Record<string, string>>;

/** Where Debian's `chromium` keeps SwiftShader. */
const debian = '/usr/lib/chromium/vk_swiftshader_icd.json';

/**
 * A Vulkan driver that needs no graphics card, unless one is named or there is a card: SwiftShader, which draws in software, out of
 * the browser of the end-to-end tests (its npm package carries it, with a Vulkan loader) or of Debian's `chromium`.
 * It is there until the tests of the file that calls this have ended.
 * @returns `undefined` where there is none, or where none is needed (Windows, macOS).
 */
export function softwareDriver(): DriverEnvironment | undefined {
	if (process.platform !== 'linux' || process.env['VK_DRIVER_FILES'] !== undefined || process.env['VK_ICD_FILENAMES'] !== undefined)
		return undefined;
	const archive = join(installation().directory, 'node_modules/@sparticuz/chromium/bin/swiftshader.tar.br');
	if (process.arch === 'x64' && existsSync(archive)) return unpacked(archive);
	return existsSync(debian) ? { VK_DRIVER_FILES: debian } : undefined;
}

/** The archive has the driver, its description and `libvulkan.so.1` in one folder. */
function unpacked(archive: string): DriverEnvironment {
	const folder = temporaryFolder({ after }, 'rag-assay-vulkan-');
	const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], {
		input: brotliDecompressSync(readFileSync(archive)),
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`${archive} cannot be unpacked: ${stderr}`);
	const libraries = [folder, process.env['LD_LIBRARY_PATH']].filter((path) => path !== undefined && path !== '');
	return { VK_DRIVER_FILES: join(folder, 'vk_swiftshader_icd.json'), LD_LIBRARY_PATH: libraries.join(':') };
}
