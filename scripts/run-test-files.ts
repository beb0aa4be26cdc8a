/**
 * `node scripts/run-test-files.ts FILE…`: runs files of tests in this one process. Programs that a test forks inherit no flags of the test runner,
 * as they would with `node --test`. `scripts/test-groups.ts` starts it and watches it.
 *
 * Node's `forceExit` does not end a process in which a server or a timer is open, and its flag on the command line ends it before files that
 * wait while they load have declared their tests. So this program ends itself, as failed, when all tests have ended and nothing more comes.
 */
import { resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { endWithParent } from './child-program.ts';
import type { TestNews } from './test-news.ts';

/** How many looks, one a second, may find nothing new after the first test: far more than a further file takes to load. Its own test sets less. */
const maxQuietLooks = Number(process.env['RAG_ASSAY_TEST_SILENCE'] ?? 30);

const counts = { pass: 0, fail: 0, skipped: 0 };
const failures: string[] = [];
// This process's own output is open before any test; it counts as that from its first use on.
const { stdout } = process;
void process.stderr;
endWithParent();
// What a test forks is no test.
process.execArgv = process.execArgv.filter((flag) => !flag.startsWith('--test-timeout='));
const own = process.getActiveResourcesInfo();
let pending = 0;
/** Until the first test is declared: a file may look at the machine's devices before that. */
let isLoading = true;
let quietLooks = 0;

/** What a test threw; Node wraps it. */
const reasonOf = ({ cause, message }: Error): string => (cause instanceof Error ? String(cause) : message);
const tell = (news: TestNews): void => void process.send?.(news);
// The limit of a test is a flag of this process: `run` has an option of that name, which does nothing without a process for each file.
const events = run({ files: process.argv.slice(2).map((file) => resolve(file)), isolation: 'none' });
const count = (
	what: keyof typeof counts,
	{ skip, details }: { readonly skip?: string | boolean; readonly details: { readonly type?: string | undefined } },
): void => {
	// A suite counts by its tests.
	if (details.type !== 'suite') counts[skip === undefined || skip === false ? what : 'skipped']++;
};
events.on('test:enqueue', () => {
	isLoading = false;
	pending++;
});
events.on('test:complete', () => void pending--);
events.on('test:dequeue', ({ name, nesting }) => tell({ what: 'begun', name, nesting }));
events.on('test:complete', ({ name, nesting, details: { passed, error, type } }) => {
	const outcome = passed ? 'passed' : 'failed';
	const reason = passed || error === undefined ? null : reasonOf(error);
	tell({ what: 'ended', name, nesting, outcome: type === 'suite' ? null : outcome, reason });
});
events.on('test:pass', (data) => count('pass', data));
events.on('test:fail', (data) => {
	process.exitCode = 1;
	count('fail', data);
	failures.push(`✖ ${data.name}\n  ${reasonOf(data.details.error)}`);
});
for (const name of ['test:enqueue', 'test:complete', 'test:diagnostic'] as const)
	events.on(name, () => {
		quietLooks = 0;
	});
const watch = setInterval(() => {
	// Looks are counted, not time: a hook that removes a large folder keeps this process from looking.
	if (isLoading || pending > 0 || ++quietLooks < maxQuietLooks) return;
	const open = process.getActiveResourcesInfo().filter((kind) => kind !== 'Timeout' || counts.fail === 0);
	for (const kind of own) if (open.includes(kind)) open.splice(open.indexOf(kind), 1);
	const what = open.length === 0 ? 'a timer of a failed one' : `something that one of them started (${open.join(', ')})`;
	console.log(`${failures.join('\n')}\n✖ all tests have ended, and ${what} is still open`);
	// As the spec reporter's last lines, which never come.
	console.log(`ℹ pass ${counts.pass}\nℹ fail ${counts.fail + (open.length === 0 ? 0 : 1)}\nℹ skipped ${counts.skipped}`);
	tell({ what: 'finished' });
	process.exit(1);
}, 1000);
watch.unref();
events.once('end', () => tell({ what: 'finished' }));
events.compose(spec).pipe(stdout);
