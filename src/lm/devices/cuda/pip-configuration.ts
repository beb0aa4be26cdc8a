import { join } from 'node:path';
import { errorNumbers } from '../../../error-numbers.ts';
import type { FileKind } from '../../../files/file-kind.ts';
import { readText } from '../../../files/read-file.ts';

const configuration: FileKind = {
	subject: 'This configuration of pip',
	most: 2 ** 20,
	code: errorNumbers.unusablePackageIndex,
	hint: 'It may name the package index to use: mend it, or name one with --index.',
};

/** The package index that the user's pip is configured for, by its configuration files; `undefined` where they name none. @throws {UserError} RA333 for one that cannot be read. */
export async function pipIndex(environment: Readonly<Record<string, string | undefined>>, home: string): Promise<string | undefined> {
	const named = environment['PIP_CONFIG_FILE'];
	const files = [
		...(named === undefined ? [] : [named]),
		join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'pip', 'pip.conf'),
		join(home, '.pip', 'pip.conf'),
		'/etc/xdg/pip/pip.conf',
		'/etc/pip.conf',
	];
	for (const file of files) {
		// oxlint-disable-next-line no-await-in-loop -- in pip's order: the first that says it
		const index = indexIn((await readText(file, configuration)) ?? '');
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
