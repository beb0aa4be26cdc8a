import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
	canonicalEntry,
	entryDigest,
	keyId,
	provenanceOf,
	signatureIndex,
	signatureState,
	signEntry,
	signingKey,
	type KeyRing,
} from '../../../../src/methods/memsad/provenance.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const secret = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const ring = { keys: [signingKey(secret(1))] };
const entry = {
	id: '7',
	kind: 'text',
	text: 'Tea at four.\nNo sugar.',
	about: null,
	scope: 'ana',
	when: '2026-11-01T10:00:00Z',
	author: null,
	relation: null,
	metadata: { role: 'user', tags: ['tea', 4], nested: { b: 1, a: null } },
};
const by = { ring, who: 'ana', when: '2026-11-23T08:00:00Z' };
const signature = signEntry(entry, by);

test('the canonical form does not depend on the order of members or on line ends, and what is signed can be checked by hand', () => {
	const written =
		'{"about":null,"author":null,"kind":"text","metadata":{"nested":{"a":null,"b":1},"role":"user","tags":["tea",4]},"relation":null,"scope":"ana","text":"Tea at four.\\nNo sugar.","when":"2026-11-01T10:00:00Z"}';
	assert.equal(canonicalEntry(entry), written);
	assert.equal(
		canonicalEntry({
			...entry,
			text: 'Tea at four.\r\nNo sugar.',
			metadata: { nested: { a: null, b: 1 }, tags: ['tea', 4], role: 'user' },
		}),
		written,
	);
	const { signature: hmac, ...signed } = signature;
	const message = `rag-assay/memory-signature@1\n{"digest":"${signed.digest}","id":"7","key":"${keyId(secret(1))}","madeFrom":[],"when":"2026-11-23T08:00:00Z","who":"ana"}`;
	assert.equal(hmac, createHmac('sha256', secret(1)).update(message).digest('hex'));
});

test('a signed entry is signed wherever it stands; any other content is not', () => {
	const index = signatureIndex([signature]);
	assert.equal(provenanceOf(entry, index, ring), 'signed');
	assert.equal(provenanceOf({ ...entry, id: '9' }, index, ring), 'signed');
	for (const other of [
		{ ...entry, text: 'Tea at five.\nNo sugar.' },
		{ ...entry, scope: 'ben' },
		{ ...entry, author: 'system' },
		{ ...entry, kind: 'instruction' },
		{ ...entry, metadata: { ...entry.metadata, role: 'assistant' } },
		{ ...entry, relation: { from: 'a', to: 'b', type: 'likes' } },
	])
		assert.equal(provenanceOf(other, index, ring), 'altered');
	assert.equal(provenanceOf({ ...entry, id: '8', text: 'new' }, index, ring), 'unsigned');
});

test('where ids are places, an entry that took the place of one that moved on is new, not altered', () => {
	const index = signatureIndex([signature]);
	const stands = new Set([entryDigest(entry)]);
	assert.equal(
		provenanceOf({ ...entry, text: 'put before it' }, index, ring, (digest) => stands.has(digest)),
		'unsigned',
	);
});

test('nobody without the key makes or changes a signature', () => {
	const known = signatureIndex([signature]);
	const stranger = { keys: [signingKey(secret(2))] };
	assert.equal(provenanceOf(entry, known, stranger), 'unknown-key');
	assert.equal(provenanceOf(entry, signatureIndex([signEntry(entry, { ...by, ring: stranger })]), ring), 'unknown-key');
	for (const forged of [
		{ ...signature, who: 'ben' },
		{ ...signature, when: '2026-11-24T08:00:00Z' },
		{ ...signature, madeFrom: [entryDigest(entry)] },
		{ ...signature, signature: '0'.repeat(64) },
		{ ...signature, signature: '' },
		{ ...signEntry(entry, { ...by, ring: stranger }), key: keyId(secret(1)) },
	]) {
		assert.equal(signatureState(forged, ring), 'altered');
		assert.equal(provenanceOf(entry, signatureIndex([forged]), ring), 'altered');
	}
	// One that holds is enough, whatever somebody puts beside it.
	assert.equal(provenanceOf(entry, signatureIndex([{ ...signature, who: 'ben' }, signature]), ring), 'signed');
});

test('after rotation the new key signs, and old signatures go on to hold', () => {
	const two = { keys: [...ring.keys, signingKey(secret(3))] };
	const newer = signEntry(entry, { ...by, ring: two });
	assert.deepEqual([signature.key, newer.key], [keyId(secret(1)), keyId(secret(3))]);
	assert.deepEqual([signatureState(signature, two), signatureState(newer, two)], ['signed', 'signed']);
	assert.equal(signatureState(newer, ring), 'unknown-key');
});

test('short keys and none are refused', () => {
	assert.throws(() => keyId(new Uint8Array(31)), RangeError);
	assert.throws(() => signEntry(entry, { ...by, ring: { keys: [] } }), RangeError);
	for (const metadata of [{ n: Number.NaN }, { f: () => 1 }, { big: 1n }])
		assert.throws(() => canonicalEntry({ ...entry, metadata }), TypeError);
});

test('any entry that JSON can hold is signed and holds, and any change of its text is seen', () => {
	fc.assert(
		fc.property(
			fc.string({ unit: anyCharacter, minLength: 1 }),
			fc.dictionary(fc.string(), fc.jsonValue()),
			fc.string({ minLength: 1 }),
			(text, metadata, more) => {
				const one = { ...entry, text, metadata };
				const keys: KeyRing = ring;
				const index = signatureIndex([signEntry(one, by)]);
				assert.equal(provenanceOf(structuredClone(one), index, keys), 'signed');
				assert.equal(provenanceOf({ ...one, text: `${text}|${more}` }, index, keys), 'altered');
			},
		),
	);
});
