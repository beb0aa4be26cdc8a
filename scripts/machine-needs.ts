import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';

/** What the end-to-end tests' Chromium needs of a Linux machine, with the Debian package that brings it. */
const needs: readonly { readonly debian: string; readonly present: () => boolean }[] = [
	{
		debian: 'fonts-dejavu-core',
		present: () =>
			['/usr/share/fonts', `${homedir()}/.fonts`, `${homedir()}/.local/share/fonts`].some(
				(dir) => globSync(`${dir}/**/*.{ttf,otf}`).length > 0,
			),
	},
	{ debian: 'libnss3', present: () => hasLibrary('libnss3.so') },
	{ debian: 'libexpat1', present: () => hasLibrary('libexpat.so.1') },
];

function hasLibrary(name: string): boolean {
	return ['/usr/lib', '/lib', '/usr/lib64'].some((dir) => existsSync(`${dir}/${name}`) || globSync(`${dir}/*/${name}`).length > 0);
}

/**
 * Installs what is missing when it may (root, with apt-get). Otherwise returns one line that names what is missing and the command;
 * `undefined` when all is there.
 */
export function meetMachineNeeds(): string | undefined {
	if (process.platform !== 'linux') return undefined;
	const missing = needs.filter((need) => !need.present()).map((need) => need.debian);
	if (missing.length === 0) return undefined;
	const command = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`;
	const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
	if (!mayInstall) return `the end-to-end tests need ${missing.join(', ')}; run: sudo sh -c '${command}'`;
	console.log(`installing ${missing.join(', ')} (apt-get)`);
	const { status, stderr } = spawnSync('sh', ['-c', command], {
		encoding: 'utf8',
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
	});
	return status === 0 ? undefined : `'${command}' failed: ${stderr.trim().split('\n').at(-1) ?? ''}`;
}
