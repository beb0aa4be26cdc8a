/**
 * Fails when a test waits in a loop of its own: only `until` (test/support/until.ts) ends with its test, and says what did not come.
 * A function that waits and calls itself, and an interval that ends a promise, are such loops. A function of another file that waits is not seen.
 * Also fails when a file of tests waits between two of them: `run-test-files.ts` may take the file for finished before the later ones are declared.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export interface Wait {
	readonly line: number;
	readonly reason: string;
}

/** The one file that may. */
const allowed = 'test/support/until.ts';

/** Loops that go on for as long as a condition holds; one over a list ends by itself, whatever it waits for between two items. */
const openLoops: ReadonlySet<string> = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement']);
const functions: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const testNames: ReadonlySet<string> = new Set(['test', 'it', 'describe', 'suite', 'slowTest', 'quickTest', 'declare', 'exportTest']);
const timersPackage = /^(node:)?timers\/promises$/;
const timerNames = ['setTimeout', 'setImmediate', 'setInterval', 'wait', 'sleep', 'pause', 'delay', 'waitForTimeout'];
const intervals: ReadonlySet<string> = new Set(['setInterval']);
/** What ends a promise, by its usual name. */
const resolvers: ReadonlySet<string> = new Set(['resolve']);

interface Node {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly [key: string]: unknown;
}

/** Where a file waits in a loop: for a timer, or for an event that may never come. */
export function waitsIn(file: string, source: string): Wait[] {
	const { program, module, errors } = parseSync(file, source, { sourceType: 'module' });
	if (errors.length > 0) return [{ line: 1, reason: `cannot be parsed: ${errors[0]!.message}` }];
	const timers = new Set([
		...timerNames,
		...module.staticImports
			.filter((one) => timersPackage.test(one.moduleRequest.value))
			.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
	]);
	// In `({ until: wait }) => …` it only has another name.
	visit(program, false, ({ type, key, value }) => {
		if (type === 'Property' && isNode(value) && isNamed(key, new Set(['until']))) timers.delete(String(value['name']));
	});
	const named = namedFunctions(program);
	const pausing = new Set([...timers, ...pausingFunctions(named, timers)]);
	const found = new Map<number, string>();
	for (const { name, body } of named) {
		const again = new Set([name]);
		const others = new Set([...pausing].filter((one) => one !== name));
		visit(body, false, (node) => {
			if (node.type === 'AwaitExpression' && callsAny(node['argument'], others) && callsAny(body, again))
				found.set(node.start, 'a timer, and then calls itself');
			if (calls(node, timers) && namesAny(node['arguments'], again)) found.set(node.start, 'a timer that calls it again');
		});
	}
	visit(program, false, (node, inLoop) => {
		if (node.type === 'ForOfStatement' && node['await'] === true && callsAny(node['right'], timers))
			found.set(node.start, 'a timer, again and again');
		if (calls(node, intervals) && callsAny(node['arguments'], resolvers)) found.set(node.start, 'an interval that looks again and again');
		if (!inLoop || node.type !== 'AwaitExpression') return;
		if (callsAny(node['argument'], pausing)) found.set(node.start, 'a timer in a loop');
		else if (callsAny(node['argument'], new Set(['once']))) found.set(node.start, 'an event in a loop');
	});
	const lineOf = (at: number): number => source.slice(0, at).split('\n').length;
	return [
		...[...found].map(([at, what]) => ({
			line: lineOf(at),
			reason: `waits for ${what}, which does not end with the test; use until() of ${allowed}`,
		})),
		...waitsBetweenTests(program).map((at) => ({
			line: lineOf(at),
			reason:
				'waits after a test is declared: the file may be taken for finished before the next one is; wait before the first test, or in before()',
		})),
	];
}

interface NamedFunction {
	readonly name: string;
	readonly body: unknown;
}

/** Functions of a file that have a name by which they are called. */
function namedFunctions(program: unknown): NamedFunction[] {
	const found: NamedFunction[] = [];
	visit(program, false, ({ type, id, init, body }) => {
		if (!isNode(id) || typeof id['name'] !== 'string') return;
		if (type === 'FunctionDeclaration') found.push({ name: id['name'], body });
		if (type === 'VariableDeclarator' && isNode(init) && functions.has(init.type)) found.push({ name: id['name'], body: init['body'] });
	});
	return found;
}

/** Names of functions that wait for a timer, themselves or by another one of them. */
function pausingFunctions(all: readonly NamedFunction[], timers: ReadonlySet<string>): Set<string> {
	const names = new Set<string>();
	for (let before = -1; before < names.size; ) {
		before = names.size;
		const known = new Set([...timers, ...names]);
		for (const { name, body } of all) if (pauses(body, known)) names.add(name);
	}
	return names;
}

/** Whether a function's body waits for a timer, or returns the wait. */
function pauses(body: unknown, timers: ReadonlySet<string>): boolean {
	if (isNode(body) && body.type !== 'BlockStatement') return callsAny(body, timers);
	let found = false;
	const walk = (value: unknown): void => {
		if (Array.isArray(value)) for (const one of value) walk(one);
		if (!isNode(value) || functions.has(value.type)) return;
		if (value.type === 'AwaitExpression' || value.type === 'ReturnStatement') found ||= callsAny(value['argument'], timers);
		for (const child of Object.values(value)) walk(child);
	};
	walk(body);
	return found;
}

/** Where a module itself waits after its first test, or in a loop that makes tests. */
function waitsBetweenTests(program: unknown): number[] {
	const awaits: number[] = [];
	const tests: number[] = [];
	const loops: { readonly start: number; readonly end: number }[] = [];
	const walk = (value: unknown): void => {
		if (Array.isArray(value)) for (const one of value) walk(one);
		if (!isNode(value) || functions.has(value.type)) return;
		if (value.type === 'AwaitExpression' || value['await'] === true) awaits.push(value.start);
		if (value.type === 'CallExpression' && testNames.has(nameOf(value['callee']))) tests.push(value.start);
		if (openLoops.has(value.type) || /^For(Of|In)Statement$/.test(value.type)) loops.push(value);
		for (const child of Object.values(value)) walk(child);
	};
	walk(program);
	const first = Math.min(...tests);
	return awaits.filter(
		(at) => at > first || loops.some(({ start, end }) => start < at && at < end && tests.some((one) => start < one && one < end)),
	);
}

/** `test`, and of `test.skip` the `test`. */
function nameOf(callee: unknown): string {
	if (!isNode(callee)) return '';
	return callee.type === 'MemberExpression' ? nameOf(callee['object']) : typeof callee['name'] === 'string' ? callee['name'] : '';
}

function visit(value: unknown, inLoop: boolean, see: (node: Node, inLoop: boolean) => void): void {
	if (Array.isArray(value)) for (const one of value) visit(one, inLoop, see);
	if (!isNode(value)) return;
	see(value, inLoop);
	// A function that is made in a loop is not run by it; whoever awaits it there is seen.
	const within = openLoops.has(value.type) || (inLoop && !functions.has(value.type));
	for (const child of Object.values(value)) visit(child, within, see);
}

/** Whether a call of one of these names lies within, in a function of its own, too. */
function callsAny(value: unknown, names: ReadonlySet<string>): boolean {
	let found = false;
	visit(value, false, (node) => {
		found ||= calls(node, names);
	});
	return found;
}

/** Whether this is a call of one of these names: `sleep()`, `timers.setTimeout()`, `page.waitForTimeout()`. */
function calls({ type, callee }: Node, names: ReadonlySet<string>): boolean {
	if (type !== 'CallExpression' || !isNode(callee)) return false;
	return (callee.type === 'MemberExpression' ? [callee['object'], callee['property']] : [callee]).some((one) => isNamed(one, names));
}

/** Whether one of these names lies within. */
function namesAny(value: unknown, names: ReadonlySet<string>): boolean {
	let found = false;
	visit(value, false, (node) => {
		found ||= isNamed(node, names);
	});
	return found;
}

function isNamed(value: unknown, names: ReadonlySet<string>): boolean {
	return isNode(value) && value.type === 'Identifier' && names.has(String(value['name']));
}

function isNode(value: unknown): value is Node {
	return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const root = fileURLToPath(new URL('..', import.meta.url));
	const files = globSync('test/**/*.ts', { cwd: root }).map((file) => file.split(sep).join('/'));
	const waits = files
		.filter((file) => file !== allowed)
		.flatMap((file) => waitsIn(file, readFileSync(resolve(root, file), 'utf8')).map((one) => ({ ...one, file })));
	for (const { file, line, reason } of waits) console.error(`${file}:${line}: ${reason}`);
	if (waits.length > 0) process.exitCode = 1;
	else console.log(`waits: ${files.length} files of tests, none waits in a loop of its own or between its tests`);
}
