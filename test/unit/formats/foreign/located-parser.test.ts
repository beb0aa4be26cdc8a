import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { documentText, textOf, type Located } from '../../../../src/formats/foreign/located.ts';
import { parseLocated, parseWhole, type ParserRemark } from '../../../../src/formats/foreign/located-parser.ts';

const json = (text: string) => parseLocated(documentText('d.json', text), 0);
const python = (text: string): unknown => plain(parseWhole(documentText('d.csv', text), 'python'));

/** What a value says, as `JSON.parse` would give it. */
function plain(value: Located | undefined): unknown {
	switch (value?.kind) {
		case undefined:
			return undefined;
		case 'null':
			return null;
		case 'string':
			return textOf(value).text;
		case 'array':
			return value.items.map(plain);
		case 'object':
			return Object.fromEntries([...value.members].map(([name, member]) => [name, plain(member)]));
		case 'number':
		case 'boolean':
			return value.value;
	}
}

/** Texts of any UTF-16 units, lone surrogates among them. */
const units = fc.array(fc.oneof(fc.nat(0xff_ff), fc.nat(0x7f)), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes));

describe('JSON with places', () => {
	it('reads what JSON.parse reads', () => {
		fc.assert(
			fc.property(fc.json({ depthSize: 'medium' }), fc.constantFrom(undefined, 2), (text, indent) => {
				const value: unknown = JSON.parse(text);
				const written = JSON.stringify(value, undefined, indent);
				const read = json(written);
				assert.equal(read.fault, undefined);
				assert.equal(read.end, written.length);
				// `__proto__` is a member here as any other.
				if (!text.includes('__proto__')) assert.deepEqual(plain(read.value), value);
			}),
		);
	});

	it('refuses what JSON.parse refuses', () => {
		fc.assert(
			fc.property(fc.json(), fc.nat(), fc.constantFrom('', '"', '{', ']', ',', 'x', '\\', '\n', '01'), (text, at, inserted) => {
				const place = at % (text.length + 1);
				const broken = text.slice(0, place) + inserted + text.slice(inserted === '' ? place + 1 : place);
				let isValid = true;
				try {
					JSON.parse(broken);
				} catch {
					isValid = false;
				}
				const source = documentText('d.json', broken);
				assert.equal(parseWhole(source) !== undefined, isValid, broken);
			}),
		);
	});

	it('places each character of a string, whatever its escapes', () => {
		fc.assert(
			fc.property(units, fc.boolean(), (text, ascii) => {
				const quoted = JSON.stringify(text);
				const written = ascii
					? quoted.replaceAll(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
					: quoted;
				const { value } = json(`  ${written}`);
				assert.equal(value?.kind, 'string');
				const { text: read, map } = textOf(value);
				assert.equal(read, text);
				for (let i = 0; i < read.length; i++) {
					const raw = `  ${written}`.slice(map.toDocument(i), map.toDocument(i + 1));
					if (!/[\uD800-\uDFFF]/.test(read.charAt(i))) assert.equal(JSON.parse(`"${raw}"`), read.charAt(i));
				}
				assert.equal(map.toDocument(read.length), written.length + 1);
			}),
		);
	});

	it('keeps what was complete of a value that breaks', () => {
		const { value, fault } = json('[{"a": 1, "b": [2, 3]}, {"a": 4, "b": [5, 6');
		assert.deepEqual(plain(value), [
			{ a: 1, b: [2, 3] },
			{ a: 4, b: [5, 6] },
		]);
		assert.equal(fault?.message, '`,` or `]` was expected, and the file ends');
		assert.ok(value?.kind === 'array');
		assert.deepEqual(
			[value, ...value.items].map((one) => one.kind !== 'string' && 'cut' in one && one.cut),
			[true, false, true],
		);
	});

	it('names NaN, Infinity and members that stand twice, at their places', () => {
		const text = '{"a": NaN, "b": -Infinity, "a": 2}';
		const remarks: ParserRemark[] = [];
		const { value, fault } = parseLocated(documentText('d.json', text), 0, { onRemark: (remark) => remarks.push(remark) });
		assert.equal(fault, undefined);
		assert.deepEqual(plain(value), { a: 2, b: null });
		assert.deepEqual(
			remarks.map(({ name, start, end }) => [name, text.slice(start, end)]),
			[
				['NaN', 'NaN'],
				['-Infinity', '-Infinity'],
				['a', '"a"'],
			],
		);
	});

	it('ends on deep nesting and on long strings that do not end', () => {
		assert.match(json('['.repeat(100_000)).fault?.message ?? '', /^more than 400 values are nested$/);
		const begun = performance.now();
		assert.equal(json(`"${'a\\n'.repeat(1_000_000)}`).fault?.message, 'a string does not end');
		assert.ok(performance.now() - begun < 60_000, 'time grows faster than the text');
	});
});

describe('what Python prints', () => {
	it('is read as it was meant', () => {
		assert.deepEqual(python(`['a', "it's", 'b\\n\\xe9\\u00e9\\U0001f914\\'', r'\\d', None, True, -1.5, nan]`), [
			'a',
			"it's",
			"b\néé🤔'",
			'\\d',
			null,
			true,
			-1.5,
			null,
		]);
		assert.deepEqual(python("{'a': ('b',), 'c': {}}"), { a: ['b'], c: {} });
		assert.deepEqual(python("[Document(metadata={'source': 'x'}, page_content='y'), HumanMessage(content='z')]"), [
			{ metadata: { source: 'x' }, page_content: 'y' },
			{ content: 'z' },
		]);
	});

	it('is read as NumPy prints it, too', () => {
		assert.deepEqual(python("array(['a b', 'c'], dtype=object)"), ['a b', 'c']);
		assert.deepEqual(python("['a b'\n 'c']"), ['a b', 'c']);
		assert.equal(python("['a' ... 'c']"), undefined);
	});
});
