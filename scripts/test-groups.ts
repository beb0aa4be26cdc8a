import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startNode } from './child-program.ts';
import { countsIn, summaryLine } from './test-counts.ts';
import { longestTest, type TestNews } from './test-news.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = fileURLToPath(new URL('run-test-files.ts', import.meta.url));

/**
 * How many looks, one a second, may pass without news of a process. The process fails a test that takes too long, and this is longer:
 * what is left is a hook that hangs, or a test that never lets go of the processor.
 */
const maxQuietLooks = longestTest / 1000 + Number(process.env['RAG_ASSAY_TEST_SILENCE'] ?? 60);

/** How long to wait for the output's end after a process has ended, milliseconds. A program that a test left behind may keep the output open for ever. */
const longestOutputWait = 2000;

/** Files of tests that one process runs. */
export interface TestGroup {
	readonly name: string;
	readonly files: readonly string[];
}

interface Outcome {
	readonly status: number | string;
	readonly output: string;
	readonly seconds: number;
}

/** Runs one group, and ends its process where nothing more comes of it. */
async function outcomeOf({ name, files }: TestGroup): Promise<Outcome> {
	const started = performance.now();
	const { child, streams } = startNode(['--max-old-space-size=4096', `--test-timeout=${longestTest}`, program, ...files], root);
	let output = '';
	for (const stream of streams)
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	/** Tests and suites that have begun and not ended, the outermost one first. */
	const running: { readonly name: string; readonly nesting: number }[] = [];
	const counts = { passed: 0, failed: 0 };
	let isFinished = false;
	let quietLooks = 0;
	child.on('message', (news: TestNews) => {
		quietLooks = 0;
		if (news.what === 'finished') isFinished = true;
		else if (news.what === 'begun') running.push(news);
		else {
			running.splice(
				running.findIndex((one) => one.name === news.name && one.nesting === news.nesting),
				1,
			);
			if (news.outcome !== null) counts[news.outcome]++;
			if (news.outcome === 'failed')
				console.log(`-- ${name}: ✖ ${news.name}\n   ${news.reason?.replaceAll('\n', '\n   ') ?? 'no reason was given'}`);
		}
	});
	const watch = setInterval(() => {
		if (++quietLooks > maxQuietLooks) child.kill('SIGKILL');
	}, 1000);
	const closed = new Promise((resolve) => child.once('close', resolve));
	const status = await new Promise<number | string>((resolve, reject) => {
		child.once('error', reject).once('exit', (code, signal) => resolve(code ?? signal!));
	});
	clearInterval(watch);
	await Promise.race([closed, wait(longestOutputWait)]);
	if (!isFinished) {
		const reason =
			quietLooks > maxQuietLooks
				? `nothing has happened for ${maxQuietLooks} s, and the process was ended`
				: `the process ended with ${status}`;
		output += `\n✖ ${name}: ${reason}; tests behind did not run. Running then: ${running.map((one) => one.name).join(' › ') || 'no test'}\n`;
		output += `ℹ pass ${counts.passed}\nℹ fail ${counts.failed + 1}\n`;
	}
	return { status: !isFinished && status === 0 ? 'no result' : status, output, seconds: (performance.now() - started) / 1000 };
}

/**
 * Runs groups of files of tests in this order, each in a process of its own. Prints the output of a group when the group has ended, and a failed test
 * with its reason at once. Prints a line for each group at the end.
 * @param lanes how many groups run at a time
 * @returns whether all have passed
 */
export async function runTestGroups(groups: readonly TestGroup[], lanes: number): Promise<boolean> {
	const queue = [...groups];
	const lines: string[] = [];
	let hasPassed = true;
	const width = Math.max(...groups.map(({ name }) => name.length));
	await Promise.all(
		Array.from({ length: lanes }, async () => {
			for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
				console.log(`-- ${next.name} begins`);
				const { status, output, seconds } = await outcomeOf(next);
				hasPassed &&= status === 0;
				process.stdout.write(`\n-- ${next.name}\n${output}`);
				const ending = status === 0 ? '' : `, ended with ${status}`;
				lines.push(`${next.name.padEnd(width)} ${seconds.toFixed(1).padStart(6)} s   ${summaryLine(countsIn(output))}${ending}`);
			}
		}),
	);
	console.log(`\n${lines.join('\n')}`);
	return hasPassed;
}
