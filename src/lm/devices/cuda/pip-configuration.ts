import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../../errors.ts';

/** A file of settings that is longer is none, bytes. */
const limit = 2 ** 20;

/** The package index that the user's pip is configured for, by its configuration files; `undefined` where they name none. */
export async function pipIndex(environment: Readonly<Record<string, string | undefined>>, home: string): Promise<string | undefined> {
	const named = environment['PIP_CONFIG_FILE'];
	const files = [
		...(named === undefined ? [] : [named]),
		join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'pip', 'pip.conf'), join(home, '.pip', 'pip.conf'),
		'/etc/xdg/pip/pip.conf', '/etc/pip.conf',
	];
	for (const file of files) {
		// oxlint-disable-next-line no-await-in-loop -- in pip's order: the first that says it
		const index = indexIn(await textOf(file));
		if (index !== undefined) return index;
	}
	return undefined;
}

/** `index-url` of the section `[install]`, else of `[global]`. */
function indexIn(text: string): string | undefined {
	const found = new Map<string, string>();
	let section = '';
	for (const line of text.split(/\r?\n/)) {
		section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.trim() ?? section;
		const value = /^index[-_]url\s*[=:]\s*(\S+)\s*$/.exec(line)?.[1];
		if (value !== undefined) found.set(section, value);
	}
	return found.get('install') ?? found.get('global');
}

/** What stands in a file; nothing where there is none that may be read. */
async function textOf(path: string): Promise<string> {
	try {
		const file = await open(path, 'r');
		try {
			const { size } = await file.stat();
			if (size > limit) return '';
			const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
			return buffer.toString('utf8', 0, bytesRead);
		} finally {
			await file.close();
		}
	} catch (error) {
		if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR')) return '';
		throw error;
	}
}
