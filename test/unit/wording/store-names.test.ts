import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isStoreAddress, shownStore, withoutPasswords } from '../../../src/wording/store-names.ts';

describe('the name of a store', () => {
	it('is its path, or its address without user, password and options of the server', () => {
		const names: readonly (readonly [string, string])[] = [
			['notes/memory.jsonl', 'notes/memory.jsonl'],
			['c://notes', 'c://notes'],
			['/a/b@c:d', '/a/b@c:d'],
			['postgres://ann:s3cret@host:5432/db?table=t&password=s3cret&sslmode=require', 'postgres://host:5432/db?table=t'],
			['postgres://ann@host/db', 'postgres://host/db'],
			['chroma+http://:s3cret@host:8000/notes?tenant=a&text=data', 'chroma+http://host:8000/notes?tenant=a&text=data'],
			['QDRANT+HTTPS://ann:s3cret@host/notes', 'qdrant+https://host/notes'],
			// Of a scheme that nothing here opens.
			['mysql://ann:s3cret@host:3306/db', 'mysql://host:3306/db'],
		];
		for (const [target, name] of names) assert.equal(shownStore(target), name);
	});

	it('is the scheme alone where a part of a password may stand elsewhere', () => {
		for (const password of [
			's3/cret',
			's3?cret',
			's3#cret',
			'12/s3cret',
			'12?s3cret',
			'12#s3cret',
			's3@cret/x',
			's3%cret',
			's3 cret',
			'[s3cret',
		])
			assert.doesNotMatch(shownStore(`postgres://ann:${password}@host:5432/db`), /s3|cret|ann|12/, password);
		assert.equal(shownStore('postgres://'), 'postgres://…');
	});

	it('tells addresses from paths', () => {
		assert.ok(isStoreAddress('chroma+http://localhost:8000/a'));
		for (const path of ['c://a', './a://b', 'notes', '']) assert.ok(!isStoreAddress(path), path);
	});
});

describe('a message', () => {
	it('loses users and passwords of addresses, and nothing else', () => {
		const messages: readonly (readonly [string, string])[] = [
			["unknown command 'postgres://ann:s3cret@host/db'", "unknown command 'postgres://host/db'"],
			['/home/x/postgres:/ann:s3cret@host/db: RA506', '/home/x/postgres:/host/db: RA506'],
			["'https://s3cret@host/x'", "'https://host/x'"],
			["'mysql://ann:p@ss/s3'cret@host'", "'mysql://host'"],
			['https://a:s3cret@b and https://c:s3cret@d', 'https://b and https://d'],
			["'postgres://host/db?table=t&password=s3cret'", "'postgres://host/db?table=t'"],
			['/x/postgres:/host/db?password=s3cret: RA506', '/x/postgres:/host/db RA506'],
			['Write %40 for @ in postgres://HOST/DB.', 'Write %40 for @ in postgres://HOST/DB.'],
			["unknown command 'ann:s3cret@host/db'", "unknown command 'host/db'"],
			['/home/x/ann:s3cret@host:5432/db: RA701', '/home/x/host:5432/db: RA701'],
			['mailto:bo@evil.example, npm:tool@latest', 'mailto:bo@evil.example, npm:tool@latest'],
			['file:///a/node_modules/@scope/b', 'file:///a/node_modules/@scope/b'],
			['C:/a@b, mail to bo@evil.example', 'C:/a@b, mail to bo@evil.example'],
		];
		for (const [message, shown] of messages) assert.equal(withoutPasswords(message), shown);
	});
});
