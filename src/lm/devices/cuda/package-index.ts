import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { errorNumbers } from '../../../error-numbers.ts';
import { UserError } from '../../../errors.ts';
import type { FileKind } from '../../../files/file-kind.ts';
import { readText } from '../../../files/read-file.ts';
import { withoutPasswords } from '../../../wording/store-names.ts';
import type { RemoteFile } from '../../store/download.ts';
import { hubRequest } from '../../store/hub-request.ts';
import type { PinnedPackage } from './pinned-package.ts';

const configuration: FileKind = {
	subject: 'This configuration of pip',
	max: 2 ** 20,
	code: errorNumbers.unusablePackageIndex,
	hint: 'It may name the package index to use. Fix it, or name an index with --index.',
};

/** The package index that the user's pip is configured for, by its configuration files; `undefined` where they name none. @throws {UserError} RA333 for one that cannot be read. */
async function pipIndex(environment: Readonly<Record<string, string | undefined>>, home: string): Promise<string | undefined> {
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

const run = promisify(execFile);
const program = 'from pip._internal.models.index import PyPI; print(PyPI.simple_url)';
const names = process.platform === 'win32' ? ['py.exe', 'python.exe'] : ['python3', 'python'];

/**
 * The index that this machine's pip asks where nothing is configured: the public one. `undefined` where there is no Python with a pip that
 * says it, within ten seconds. Of `PATH` absolute entries alone are looked at, and with `-I` nothing of the current folder is read.
 */
export async function pipDefault(path = process.env['PATH'] ?? ''): Promise<string | undefined> {
	const folders = path.split(delimiter).filter(isAbsolute);
	const pythons = names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((file) => existsSync(file));
	for (const python of pythons) {
		// oxlint-disable-next-line no-await-in-loop -- the first that says it
		const said = await run(python, ['-I', '-c', program], { timeout: 10_000, windowsHide: true }).then(
			({ stdout }) => stdout.trim(),
			notThere,
		);
		if (said !== undefined && said !== '') return said;
	}
	return undefined;
}

/** A Python without pip, or with another one: there is another way, which the user is told. */
function notThere(): undefined {
	return undefined;
}

const setting = "the address of the package index (--index, PIP_INDEX_URL, or pip's index-url)";
/** Largest page of an index that is read, bytes: a package's with thousands of files. */
const pageLimit = 64 * 2 ** 20;

/** What an index says of a package, by its standard: https://packaging.python.org/en/latest/specifications/simple-repository-api/. */
const page = z.object({ files: z.array(z.object({ filename: z.string(), url: z.string() })) });
const accept = 'application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1';

/**
 * The package index to ask: the one that is named, else the one that pip is configured for (`PIP_INDEX_URL`, then its configuration files),
 * else the public one, whose address the machine's pip knows. What comes from it is compared with pinned hashes, so that it need not be trusted.
 * @throws {UserError} RA333 when it is no web address, RA337 when nobody names one.
 */
export async function packageIndex(
	named: string | undefined,
	environment: Readonly<Record<string, string | undefined>> = process.env,
	home = homedir(),
	otherwise = pipDefault,
): Promise<URL> {
	const text = named ?? (environment['PIP_INDEX_URL'] || (await pipIndex(environment, home)) || (await otherwise()));
	if (text === undefined) {
		throw new UserError(
			errorNumbers.noPackageIndex,
			"No index of Python packages is known from which CUDA's libraries can be fetched: this machine has no pip to ask.",
			{
				hint: 'Name one with --index: the address of the "simple" page of the public Python Package Index, or of your company\'s. What comes is compared with pinned hashes.',
			},
		);
	}
	const address = URL.canParse(text) ? new URL(text) : undefined;
	if (address === undefined || !['http:', 'https:'].includes(address.protocol)) {
		throw new UserError(
			errorNumbers.unusablePackageIndex,
			`${JSON.stringify(withoutPasswords(text))} is not the web address of a package index.`,
			{
				hint: 'Name one with --index: https://, the host, and the path of its "simple" page.',
			},
		);
	}
	if (!address.pathname.endsWith('/')) address.pathname += '/';
	return address;
}

/** A pinned package's archive, wherever the index says that it lies. Rejects with RA333 when the index does not have it. */
export function indexFile(index: URL, wanted: PinnedPackage): RemoteFile {
	const { file, bytes, sha256 } = wanted;
	const about = { check: `${setting} and the network`, checkLarge: 'Please report this.' };
	return {
		name: file,
		pinned: { bytes, sha256 },
		...about,
		ask: async (headers, signal) =>
			hubRequest({ address: await addressOf(index, wanted, signal), setting, token: undefined, headers, signal }),
		refusal: ({ response, address }) =>
			new UserError(errorNumbers.unusablePackageIndex, `${address.host} answered ${response.statusCode ?? 0} for ${file}.`, {
				hint: `Try again later; what was downloaded is kept. If it stays so, check ${setting}.`,
			}),
	};
}

async function addressOf(index: URL, { name, version, file }: PinnedPackage, signal: AbortSignal): Promise<URL> {
	const { response, address } = await hubRequest({
		address: new URL(`${name}/`, index),
		setting,
		token: undefined,
		headers: { accept },
		signal,
	});
	if (response.statusCode !== 200) {
		response.destroy();
		throw new UserError(
			errorNumbers.unusablePackageIndex,
			`The package index ${index.host} answered ${response.statusCode ?? 0} for ${name}.`,
			{
				hint: `Check ${setting}.`,
			},
		);
	}
	let text = '';
	response.setEncoding('utf8');
	for await (const piece of response) {
		signal.throwIfAborted();
		text += String(piece);
		if (text.length > pageLimit)
			throw new UserError(errorNumbers.unusablePackageIndex, `The package index ${index.host} answers for ${name} without an end.`, {
				hint: `Check ${setting}.`,
			});
	}
	const found = (response.headers['content-type']?.includes('json') === true ? inJson(text) : inHtml(text)).find(
		({ filename }) => filename === file,
	);
	if (found === undefined || !URL.canParse(found.url, address.href))
		throw new UserError(errorNumbers.unusablePackageIndex, `The package index ${index.host} does not have ${file} (${name} ${version}).`, {
			hint: `Check ${setting}: an index of a company may have a part of the public one only.`,
		});
	return new URL(found.url, address.href);
}

interface Listed {
	readonly filename: string;
	readonly url: string;
}

function inJson(text: string): readonly Listed[] {
	try {
		return page.parse(JSON.parse(text)).files;
	} catch (error) {
		// No answer by the standard: the file is not in it.
		if (error instanceof SyntaxError || error instanceof z.ZodError) return [];
		throw error;
	}
}

/** The older form: a page of links, each with the name of its file at the end of its path. */
function inHtml(text: string): readonly Listed[] {
	return [...text.matchAll(/<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, one, other]) => {
		const url = (one ?? other ?? '').replaceAll('&amp;', '&');
		return { url, filename: (url.split(/[?#]/, 1)[0] ?? '').split('/').at(-1)?.replaceAll(/%2b/gi, '+') ?? '' };
	});
}
