import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitsIn } from '../../../scripts/check-waits.ts';

const lines = (source: string): number[] => waitsIn('test/a.ts', source).map(({ line }) => line);

test('a loop that waits for a timer is found, whatever the timer is called', () => {
	for (const source of [
		`import { setTimeout as nap } from 'node:timers/promises';\nwhile (!done) await nap(50);`,
		`import * as timers from 'timers/promises';\ndo { await timers.setTimeout(50); } while (!done);`,
		`const sleep = (ms: number) => later(ms);\nfor (;;) { if (done) break; await sleep(5); }`,
		`import { pause } from './chance.ts';\nfor (let i = 0; i < 200 && !done; i++) await pause(5);`,
		`\nwhile (!done) { if (more) await new Promise((resolve) => setTimeout(resolve, 5)); }`,
		`\nwhile (!done) await page.waitForTimeout(300);`,
		`\nwhile (!done) await Promise.all(all.map(async (one) => { await wait(one); }));`,
		`import { setInterval } from 'node:timers/promises';\nfor await (const _ of setInterval(50)) if (done) break;`,
	])
		assert.deepEqual(lines(source), [2], source);
});

test('a loop that waits for events is found', () => {
	assert.deepEqual(lines(`while (lines < 5) await once(child.stdout, 'data');`), [1]);
	assert.deepEqual(lines(`for (;;) {\n\tconst [text] = await events.once(child, 'message');\n}`), [2]);
});

test('a function of the file that waits for a timer is one, too', () => {
	for (const source of [
		`async function nap() { if (!done) { await sleep(50); } }\nwhile (!done) await nap();`,
		`const nap = () => new Promise((resolve) => setTimeout(resolve, 50));\nfor (;;) { if (done) break; await nap(); }`,
		`const nap = (ms) => { return sleep(ms); }; const turn = async () => { await nap(5); };\nwhile (!done) await turn();`,
	])
		assert.deepEqual(lines(source), [2], source);
	for (const source of [
		`const nap = async () => { await until(() => done, 'the end'); };\nwhile (more()) await nap();`,
		`const end = async ({ until: wait }) => { await wait(() => done, 'the end'); };\nwhile (more()) await end(all);`,
		`const start = async () => { const limit = setTimeout(stop, 5); await work(); clearTimeout(limit); };\nwhile (more()) await start();`,
		`async function nap() { await sleep(50); }\nfor (const one of [1, 2, 3]) { follow(one); await nap(); }`,
	])
		assert.deepEqual(waitsIn('test/a.ts', source), [], source);
});

test('a wait without a loop is found: a function that calls itself, by a timer or after one, and an interval that looks', () => {
	for (const source of [
		`async function end() {\n\tif (!done) { await sleep(50); await end(); }\n}`,
		`const end = () =>\n\tnew Promise((resolve) => { const look = () => { if (done) resolve(); else setTimeout(look, 50); }; look(); });`,
		`function look() {\n\tif (!done) setTimeout(() => look(), 50);\n}`,
		`await new Promise((resolve) => {\n\tconst timer = setInterval(() => { if (done) { clearInterval(timer); resolve(); } }, 50);\n});`,
	])
		assert.deepEqual(lines(source), [2], source);
	for (const source of [
		`const timer = setInterval(() => { if (asked) { clearInterval(timer); tell('canceled'); } }, 5);`,
		`const walk = (node) => { for (const one of node.children) walk(one); };`,
		`async function leaves(node) { await read(node); for (const one of node.children) await leaves(one); }`,
		`const stop = () => clearTimeout(limit); const limit = setTimeout(stop, 50);`,
		`test('a', async () => { await sleep(50); test('b', () => {}); });`,
	])
		assert.deepEqual(waitsIn('test/a.ts', source), [], source);
});

test('what ends by itself is not', () => {
	for (const source of [
		`await until(() => done, 'the end');`,
		`for (const one of [1, 2, 3]) { follow(one); await sleep(5); }`,
		`while (next < count) await round(next++);`,
		`for (let i = 0; i < 3; i++) test(names[i], async () => { await sleep(5); });`,
		`await sleep(50);\nwhile (queue.length > 0) queue.shift();`,
		`while (!done) { const limit = setTimeout(stop, 5); await work(); clearTimeout(limit); }`,
	])
		assert.deepEqual(waitsIn('test/a.ts', source), [], source);
});

test('a file that waits between its tests is found: it may be taken for finished before the later ones are declared', () => {
	for (const source of [
		`test('a', () => {});\nconst model = await open();\ntest('b', () => {});`,
		`test.skip('a');\nfor await (const one of all()) test(one, () => {});`,
		`for (const one of all) {\n\tconst model = await open(one);\n\ttest(one, () => {});\n}`,
	])
		assert.deepEqual(lines(source), [2], source);
	for (const source of [
		`const folder = await mkdtemp('a');\ndescribe('a', () => { it('b', async () => { await work(); }); });\nafter(async () => { await rm(folder); });`,
		`for (const one of all) load(await one);\ntest('a', () => {});`,
	])
		assert.deepEqual(waitsIn('test/a.ts', source), [], source);
});

test('it says what to use, and a file that cannot be parsed is found', () => {
	assert.match(
		waitsIn('test/a.ts', 'while (a) await wait(1);')[0]!.reason,
		/^waits for a timer in a loop, .*use until\(\) of test\/support\/until\.ts$/,
	);
	assert.match(waitsIn('test/a.ts', 'while (')[0]!.reason, /^cannot be parsed: /);
});
