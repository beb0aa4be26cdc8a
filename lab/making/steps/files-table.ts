import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Size and SHA-256 of a model's files, as a table for its README. `paths` are files, and folders of files, under `folder`. */
export async function filesTable(folder: string, paths: readonly string[]): Promise<string> {
	const files = (
		await Promise.all(
			paths.map(async (path) => ((await stat(path)).isDirectory() ? (await readdir(path)).map((name) => join(path, name)) : [path])),
		)
	).flat();
	const rows = await Promise.all(
		files.toSorted().map(async (file) => {
			const bytes = await readFile(file);
			return `| \`${relative(folder, file).split(sep).join('/')}\` | ${bytes.length.toLocaleString('en')} | \`${createHash('sha256').update(bytes).digest('hex')}\` |`;
		}),
	);
	return ['| file | bytes | SHA-256 |', '| --- | ---: | --- |', ...rows].join('\n');
}
