import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { UserError } from '../../../src/errors.ts';
import { confineLinks } from '../../../src/files/confinement.ts';
import { fileKinds, type FileKind } from '../../../src/files/file-kind.ts';
import { withFileSync, readBytes, readHead, readPieces, readText, requireText } from '../../../src/files/read-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { noFiles, sparseFile } from '../../support/workspace-places.ts';

const kind: FileKind = { subject: 'This note', max: 3 * 2 ** 20, code: 'RA506', hint: 'Write another one.' };
const ways: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
	bytes: (path) => readBytes(path, kind),
	head: (path) => readHead(path, 10, kind),
	pieces,
	'without waiting': async (path) => withFileSync(path, kind, () => undefined),
};

async function pieces(path: string): Promise<Uint8Array[]> {
	const all: Uint8Array[] = [];
	for await (const piece of readPieces(path, kind)) all.push(piece);
	return all;
}

function refused(code: string, path: string, message: RegExp) {
	return (error: unknown) =>
		error instanceof UserError &&
		error.code === code &&
		error.place?.file === path &&
		message.test(error.message) &&
		(error.hint ?? '') !== '';
}

describe('one way to read a file', () => {
	it('gives what is there, also of a size that the system does not tell', async (t) => {
		const file = join(temporaryFolder(t), 'a');
		const text = 'Grüße\n'.repeat(300_000);
		writeFileSync(file, text);
		assert.equal(await readText(file, kind), text);
		assert.equal(Buffer.concat(await pieces(file)).toString(), text);
		assert.equal((await readHead(file, 3, kind))!.toString('latin1'), 'Gr\u00c3');
		writeFileSync(file, '');
		assert.equal(await readText(file, kind), '');
		if (process.platform === 'linux') assert.match((await readText('/proc/self/status', kind))!, /^Name:/);
	});

	it('what is not there is no error, unless it must be', async (t) => {
		const file = join(temporaryFolder(t), 'none', 'a');
		assert.equal(await readBytes(file, kind), undefined);
		assert.equal(await readHead(file, 1, kind), undefined);
		await assert.rejects(requireText(file, kind), refused('RA506', file, /^This note cannot be read: there is no such file or folder\.$/));
	});

	for (const [name, make] of Object.entries(noFiles)) {
		it(`${name} is refused with its place before anything is read`, async (t) => {
			const path = join(temporaryFolder(t), 'a');
			await make(path, t);
			for (const read of Object.values(ways))
				await assert.rejects(read(path), refused('RA506', path, new RegExp(`^This note cannot be read: it is ${name}`)));
		});
	}

	it('a file that is too large is refused before anything is read, one that grows once it is too large', async (t) => {
		const path = join(temporaryFolder(t), 'a');
		sparseFile(path, 2 ** 40);
		for (const read of Object.values(ways))
			await assert.rejects(
				read(path),
				refused('RA506', path, /^This note cannot be read: it has 1099511627776 bytes, and at most 3145728 are read of such a file\.$/),
			);

		sparseFile(path, kind.max);
		assert.equal((await readBytes(path, kind))!.length, kind.max);
		let held = 0;
		await assert.rejects(
			async () => {
				for await (const piece of readPieces(path, kind)) {
					held += piece.length;
					appendFileSync(path, Buffer.alloc(piece.length));
				}
			},
			refused('RA506', path, /and at most 3145728 are read/),
		);
		assert.ok(held <= kind.max);
	});

	it('a name that no file can have is told as that', async () => {
		await assert.rejects(readBytes('a\0b', kind), refused('RA506', 'a\0b', /^This note cannot be read: a file cannot have this name\.$/));
	});
});

describe('without trust', { skip: process.platform === 'win32' && 'links need rights there that a test has not' }, () => {
	afterEach(() => {
		confineLinks(null);
	});

	it('a link out of the workspace is not followed, one within it is', async (t) => {
		const folder = temporaryFolder(t);
		const [workspace, outside] = [join(folder, 'ws'), join(folder, 'secret')];
		mkdirSync(join(workspace, 'deep'), { recursive: true });
		mkdirSync(outside);
		writeFileSync(join(outside, 'key'), 'secret');
		writeFileSync(join(workspace, 'key'), 'ours');
		symlinkSync(join(outside, 'key'), join(workspace, 'out'));
		symlinkSync(outside, join(workspace, 'way'));
		symlinkSync('../key', join(workspace, 'deep', 'in'));
		symlinkSync(join(workspace, 'out'), join(workspace, 'deep', 'twice'));
		symlinkSync('nothing', join(workspace, 'nowhere'));
		symlinkSync(workspace, join(folder, 'link'));

		assert.equal(await readText(join(workspace, 'out'), kind), 'secret');
		for (const roots of [[workspace], [join(folder, 'link')], [outside, workspace]]) {
			confineLinks(roots);
			const root = roots.at(-1)!;
			for (const path of [join(root, 'out'), join(root, 'way', 'key'), join(root, 'deep', 'twice')]) {
				await assert.rejects(
					readText(path, kind),
					refused('RA513', path, /^This note is not read: a link leads to '.*secret\/key', out of a workspace that is not trusted\.$/),
				);
			}
			assert.equal(await readText(join(root, 'deep', 'in'), kind), 'ours');
			assert.equal(await readText(join(root, 'nowhere'), kind), undefined);
		}
	});

	it('what is named outside of the workspace leads wherever it does, unless it is read as a workspace\u2019s own: then not out of its folder', async (t) => {
		const folder = temporaryFolder(t);
		mkdirSync(join(folder, 'loose'));
		writeFileSync(join(folder, 'key'), 'secret');
		const path = join(folder, 'loose', 'a.rag.md');
		symlinkSync('../key', path);
		confineLinks([]);
		assert.equal(await readText(path, kind), 'secret');
		await assert.rejects(readText(path, fileKinds.trace), refused('RA513', path, /^This file is not read/));
	});
});
