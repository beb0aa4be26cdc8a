/**
 * Every check and every suite, one after another (the machine may be small); a failure does not keep the later ones from running.
 * `npm test -- unit runner` runs only the named steps; `npm run test:all` runs the slow tests as well. At the end come a table of the steps,
 * the ten slowest tests, and the sum in the last line.
 */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startNode } from './child-program.ts';
import { meetMachineNeeds } from './machine-needs.ts';
import { add, type Counts, countsIn, noCounts, settled, summaryLine, type TimedTest, timedTestsIn } from './test-counts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// Tests that open models in their own process; the product does it for its own.
process.env['ORT_DISABLE_TELEMETRY'] = '1';
// Compiled once, and not by each of the hundreds of processes: modules are keyed by their content, so that none is ever old. Node 20 has no such cache.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../node_modules/.cache/rag-assay-tests', import.meta.url));
/** npm's `node-20`; the tests themselves need types to be stripped. */
const oldestNode = fileURLToPath(
	new URL(`../node_modules/node-20/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`, import.meta.url),
);
const bin = (name: string) => `node_modules/${name}`;

interface Step {
	readonly name: string;
	readonly args: readonly string[];
	/** A suite is counted by its tests, a check by its exit status. */
	readonly kind: 'check' | 'suite';
	/** Beside this process's own. */
	readonly env?: Readonly<Record<string, string>>;
	/** Returns why the step cannot run here, if it cannot. */
	readonly prepare?: () => string | undefined;
}

const steps: readonly Step[] = [
	{ name: 'build', kind: 'check', args: ['scripts/build.ts'] },
	{ name: 'types', kind: 'check', args: [bin('typescript/bin/tsc'), '--noEmit'] },
	{ name: 'panel-types', kind: 'check', args: [bin('typescript/bin/tsc'), '--noEmit', '--project', 'webview'] },
	{ name: 'format', kind: 'check', args: [bin('@biomejs/biome/bin/biome'), 'format'] },
	{ name: 'lint', kind: 'check', args: [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'] },
	{ name: 'waits', kind: 'check', args: ['scripts/check-waits.ts'] },
	{ name: 'exports', kind: 'check', args: [bin('knip/bin/knip.js'), '--no-progress'] },
	{ name: 'spelling', kind: 'check', args: [bin('cspell/bin.mjs'), '--no-progress'] },
	{ name: 'arrows', kind: 'check', args: ['scripts/check-arrows.ts'] },
	{ name: 'schemas', kind: 'check', args: ['scripts/write-schemas.ts', '--check'] },
	{ name: 'unit', kind: 'suite', args: ['scripts/test-unit.ts'] },
	// All of them with the product on the oldest Node that it runs on, a part of them on the newest: both twice would take too long.
	{
		name: 'runner',
		kind: 'suite',
		// One more than the smallest machine has cores: each of them waits for a runner most of the time.
		args: ['scripts/test-files.ts', '3', 'test/runner/**/*.test.ts'],
		env: { RAG_ASSAY_TEST_NODE: oldestNode },
		prepare: () => (existsSync(oldestNode) ? undefined : `there is no ${oldestNode}; run any script of package.json again`),
	},
	{
		name: 'runner-newest',
		kind: 'suite',
		args: ['scripts/test-files.ts', '2', 'test/runner/{attribution,cache,command-line-methods,frames}.test.ts'],
	},
	// The pinned VS Code for tests is for Linux on x64; elsewhere VS Code is downloaded.
	{
		name: 'e2e',
		kind: 'suite',
		prepare: meetMachineNeeds,
		args: [process.platform === 'linux' && process.arch === 'x64' ? 'scripts/test-e2e.ts' : 'scripts/test-electron.ts'],
	},
	// After the end-to-end tests, whose browser brings a graphics driver that needs no card.
	{ name: 'devices', kind: 'suite', args: ['scripts/test-files.ts', '1', 'test/devices/**/*.test.ts'] },
];

/** Runs a program, showing what it says as it comes; both streams count as its output. */
function run({ args, env }: Step): Promise<{ status: number | null; output: string }> {
	return new Promise((resolve, reject) => {
		const { child, streams } = startNode(args, root, { ...process.env, ...env });
		let output = '';
		for (const [stream, shown] of [
			[streams[0], process.stdout],
			[streams[1], process.stderr],
		] as const)
			stream.setEncoding('utf8').on('data', (text: string) => {
				output += text;
				shown.write(text);
			});
		child.on('error', reject);
		child.on('close', (status) => resolve({ status, output }));
	});
}

interface Outcome {
	readonly counts: Counts;
	readonly timed: readonly TimedTest[];
}

async function outcomeOf(step: Step): Promise<Outcome> {
	const obstacle = step.prepare?.();
	if (obstacle !== undefined) {
		console.log(`${step.name}: ${obstacle}`);
		return { counts: { ...noCounts, failed: 1 }, timed: [] };
	}
	const { status, output } = await run(step);
	if (step.kind === 'check') return { counts: status === 0 ? { ...noCounts, passed: 1 } : { ...noCounts, failed: 1 }, timed: [] };
	return { counts: settled(countsIn(output), status), timed: timedTestsIn(output) };
}

const seconds = (time: number): string => `${time.toFixed(1).padStart(7)} s`;

// Every program that a step starts reads it: test/support/slow-test.ts.
if (process.argv.includes('--all')) delete process.env['RAG_ASSAY_TESTS'];
else process.env['RAG_ASSAY_TESTS'] = 'quick';
const wanted = process.argv.slice(2).filter((argument) => argument !== '--all');
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
	console.error(`no step is called ${unknown.join(', ')}; the steps are ${steps.map((step) => step.name).join(', ')}`);
	process.exit(2);
}
const begun = performance.now();
const loadBefore = loadavg()[0]!;
let total = noCounts;
const lines: string[] = [];
const timed: (TimedTest & { readonly step: string })[] = [];
for (const step of steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
	console.log(`\n== ${step.name}`);
	const started = performance.now();
	const { counts, timed: tests } = await outcomeOf(step);
	total = add(total, counts);
	timed.push(...tests.map((test) => ({ ...test, step: step.name })));
	lines.push(`${step.name.padEnd(13)} ${seconds((performance.now() - started) / 1000)}   ${summaryLine(counts)}`);
	console.log(lines.at(-1));
}
const slowest = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
console.log(`\n${lines.join('\n')}`);
console.log(
	`${'all'.padEnd(13)} ${seconds((performance.now() - begun) / 1000)}   load ${loadBefore.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after`,
);
if (slowest.length > 0) console.log('\nthe slowest tests');
for (const { step, name, seconds: time } of slowest) console.log(`${step.padEnd(13)} ${seconds(time)}   ${name}`);
console.log(`\n${summaryLine(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
