import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseSync, Visitor, type Expression, type PrivateIdentifier, type SpreadElement } from 'oxc-parser';

const root = new URL('../../../', import.meta.url);

/** Files that read what others say, because they say it in no other way: whose words each reads stands in it. */
const readers = [
	// ONNX Runtime's.
	'src/lm/runtime-message.ts',
	// ONNX Runtime's, the system loader's and drivers'.
	'src/lm/devices/probe-device.ts',
	// libuv's.
	'src/errors.ts',
	// V8's.
	'src/formats/json-syntax-place.ts',
];

/** Members and variables that hold what people read. */
const prose: ReadonlySet<string> = new Set(['message', 'title', 'hint', 'tooltip']);
/** Methods of texts that look into them; to replace signs is how they are shown somewhere. */
const looks: ReadonlySet<string> = new Set([
	'startsWith',
	'endsWith',
	'includes',
	'indexOf',
	'lastIndexOf',
	'search',
	'match',
	'matchAll',
	'split',
]);
/** Two words with a space between them: no name of anything. */
const sentence = /\p{L}{2,} \p{L}{2,}/u;

type Node = Expression | PrivateIdentifier | SpreadElement;

/** Where a file decides by words that people read: by a message, a title, a hint or a tooltip, or by comparing with a sentence. */
function decisions(file: string, source: string): string[] {
	const { program, errors } = parseSync(file, source);
	assert.deepEqual(errors, [], file);
	const found: string[] = [];
	const note = ({ start, end }: { start: number; end: number }): unknown =>
		found.push(`${file}:${source.slice(0, start).split('\n').length}: ${source.slice(start, end).split('\n')[0]!}`);
	new Visitor({
		CallExpression(call) {
			const { callee, arguments: given } = call;
			if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
			const { name } = callee.property;
			if (looks.has(name) && (isProse(callee.object) || given.some(isSentence))) note(call);
			if ((name === 'test' || name === 'exec') && given.some(isProse)) note(call);
		},
		BinaryExpression(comparison) {
			const { left, right, operator } = comparison;
			if (!/^[!=]==$/.test(operator)) return;
			if ([left, right].some(isSentence) || (isProse(left) && !isNothing(right)) || (isProse(right) && !isNothing(left))) note(comparison);
		},
		SwitchStatement(choice) {
			if (isProse(choice.discriminant) || choice.cases.some(({ test: one }) => one !== null && isSentence(one))) note(choice);
		},
	}).visit(program);
	return found;
}

function isProse(node: Node): boolean {
	if (node.type === 'Identifier') return prose.has(node.name);
	if (node.type === 'ChainExpression') return isProse(node.expression);
	return node.type === 'MemberExpression' && node.property.type === 'Identifier' && prose.has(node.property.name);
}

function isSentence(node: Node): boolean {
	return node.type === 'Literal' && typeof node.value === 'string' && sentence.test(node.value);
}

/** Whether there are words at all may be asked. */
function isNothing(node: Node): boolean {
	return (
		(node.type === 'Identifier' && node.name === 'undefined') || (node.type === 'Literal' && (node.value === null || node.value === ''))
	);
}

test('what is decided by words is found, and whether there are any may be asked', () => {
	const found = (source: string): number => decisions('src/a.ts', source).length;
	for (const source of [
		"error.message.startsWith('x');",
		"note.startsWith('Token sources cannot');",
		'/left$/.exec(state?.message);',
		"if (missing?.includes('NVIDIA driver') === true) go();",
		'next.find(({ title }) => title === answer);',
		"answer === 'Show Log';",
		"switch (text) { case 'Waiting for it': }",
	])
		assert.equal(found(source), 1, source);
	for (const source of [
		"hint === undefined ? '' : hint;",
		"text.replaceAll('two words', '');",
		"kind === 'no-response';",
		'list.join(message);',
	])
		assert.equal(found(source), 0, source);
});

test('the product decides nothing by words that it made for people', () => {
	const files = ['src/**/*.ts', 'webview/**/*.ts']
		.flatMap((pattern) => globSync(pattern, { cwd: root }))
		.map((file) => file.replaceAll('\\', '/'));
	assert.ok(files.length > 500, String(files.length));
	const read = (file: string): string[] => decisions(file, readFileSync(new URL(file, root), 'utf8'));
	assert.deepEqual(
		files.filter((file) => !readers.includes(file)).flatMap(read),
		[],
		'a state is a member of its own, from which the words are made',
	);
});
