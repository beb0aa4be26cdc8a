import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { calibrateOutputSchema } from '../../src/cli/output/schemas.ts';
import { seededRandom } from '../../src/statistics/random.ts';
import { calibration } from '../../src/analysis/calibration/methods.ts';
import { analysisRecordSchema } from '../../src/formats/analysis-record.ts';
import { slowTest } from '../support/slow-test.ts';
import { assertFits, commandLine } from './command-line.ts';
import { partOfSet } from '../support/small-data-sets.ts';

describe('calibrate on the command line', () => {
	const cli = commandLine();
	const { folder } = cli;
	let data: string[];
	before(() => {
		data = [partOfSet('demo-world', folder, { train: 70, test: 44 }), partOfSet('demo-world-clean', folder, { train: 20, test: 4 })];
	});

	/** A folder each for what is not to know of the other's measurements. */
	let cache = 'cache';
	const loud = (...args: string[]) => cli.run(args, { XDG_CACHE_HOME: join(folder, cache) });
	const run = (...args: string[]) => loud(...args, '--quiet');
	const out = (name: string): string => {
		mkdirSync(join(folder, name), { recursive: true });
		return join(folder, name, 'p.json');
	};
	/** A profile and its classifiers; the date is left out. */
	const written = (file: string): string[] => {
		const text = readFileSync(file, 'utf8');
		return [
			text.replace(/"created": "[^"]*"/, ''),
			...calibration.profiles
				.read(text, file)
				.detectors.flatMap((detector) => ('file' in detector ? [readFileSync(join(file, '..', detector.file), 'utf8')] : [])),
		];
	};

	slowTest(
		'shards join to exactly the unsharded profile, whose verdicts appear; shards that do not belong together are named',
		async () => {
			const options = ['--draws', '2', '--name', 'bank'];
			const shards = [1, 2, 3].map((i) => join(folder, `shard-${i}.jsonl`));
			for (const [i, shard] of shards.entries()) {
				const { status, stderr, stdout } = await run('calibrate', ...data, '--out', shard, '--shard', `${i + 1}/3`, ...options);
				assert.deepEqual([status, stderr, stdout], [0, '', `Written: ${shard}\n`]);
			}
			cache = 'cache-of-the-whole';
			const whole = await run('calibrate', ...data, '--out', out('whole'), '--json', ...options);
			assert.equal(whole.status, 0, whole.stderr);
			const output: unknown = JSON.parse(whole.stdout);
			assertFits('calibration@2', output);
			const { report, measured } = calibrateOutputSchema.parse(output);
			// Closed book needs 99 clean answers. Of so few labels, the starter profile and SPAD tell sentences apart no better than what needs none: they are
			// left out, and the reason is said.
			assert.deepEqual(
				[measured, report?.name, report?.detectors.length, report?.left.map(({ method }) => method)],
				[138, 'bank', 7, ['closed-book', 'starter sentence', 'spad sentence']],
			);
			// Responses of SPAD+ are judged by the classifier of its sentences, which says once what it learned.
			assert.deepEqual(
				report?.detectors.flatMap(({ id, learned, sameClassifierAs }) =>
					learned === null && sameClassifierAs === undefined ? [] : [[id, learned === null ? sameClassifierAs : 'its own']],
				),
				[
					['spad response', 'its own'],
					['spad+ sentence', 'its own'],
					['spad+ response', 'spad+ sentence'],
				],
			);

			const { detectors } = calibration.profiles.read(readFileSync(out('whole'), 'utf8'), 'whole');
			assert.deepEqual(new Set(detectors.map(({ from }) => from.seed)), new Set([1]));
			assert.deepEqual(
				detectors.flatMap((one) => ('protocol' in one ? [one.protocol] : [])),
				['I', 'I', 'I'],
			);

			const merged = await loud('calibrate', 'merge', shards[2]!, shards[0]!, shards[1]!, '--out', out('merged'));
			assert.equal(merged.status, 0, merged.stderr);
			assert.match(merged.stdout, /^spad\+ sentence +> 0\.\d+ probability +0\.\d+ \[/m);
			assert.deepEqual(written(out('merged')), written(out('whole')));
			assert.match(merged.stderr, /^Fitting .* \(\d0%(?:, \d+ (?:s|min) left)?\)$/m);
			assert.match(merged.stderr, /^Editors do not list p\.json as a profile: they would as p\.assay-profile\.json\./m);

			// Beside itself: the classifiers of both go by the same.
			const page = join(folder, 'calibration.html');
			const comparing = ['--out', out('again'), '--json', '--compare', out('whole'), '--html', page];
			const beside = await run('calibrate', 'merge', ...shards, ...comparing);
			assert.equal(beside.status, 0, beside.stderr);
			const compared: unknown = JSON.parse(beside.stdout);
			assertFits('calibration@2', compared);
			const { comparison } = calibrateOutputSchema.parse(compared);
			assert.deepEqual(
				comparison?.learned?.map(({ id }) => id),
				// Responses of SPAD+ are judged by the classifier of its sentences.
				['spad response', 'spad+ sentence'],
			);
			for (const { features, sources } of comparison?.learned ?? []) {
				assert.ok(features.length > 0 && features.every((one) => one.before.share === one.after.share && one.after.share > 0));
				assert.ok(Math.abs(sources.reduce((sum, { after }) => sum + after, 0) - 1) < 1e-6);
			}
			assert.equal(readFileSync(page, 'utf8').match(/What the classifier learned/g)?.length, 3);

			const analyzed = await run('analyze', 'examples/traces/bank/three-questions.rag.md', '--profile', out('merged'), '--json');
			assert.equal(analyzed.status, 0, analyzed.stderr);
			const { profile, sentences } = JSON.parse(analyzed.stdout) as { profile: { name: string }; sentences: { verdict: string | null }[] };
			assert.equal(profile.name, 'bank');
			assert.ok(sentences.every(({ verdict }) => verdict !== null));

			const refused = async (pattern: RegExp, ...files: string[]): Promise<void> => {
				const { status, stderr } = await run('calibrate', 'merge', ...files, '--out', out('refused'));
				assert.equal(status, 2);
				assert.match(stderr, pattern);
			};
			await refused(
				/^RA650: Shard 3 of 3 is missing\. Make it with `rag-assay calibrate DATA… --out shard-3\.jsonl --shard 3\/3 --draws 2 --name bank`/m,
				shards[0]!,
				shards[1]!,
			);
			await refused(/shard-1\.jsonl: RA650: .*: it is named twice\. Leave one of the two out\./, ...shards, shards[0]!);
			await refused(
				/again\.jsonl: RA650: .*'.*shard-1\.jsonl' is shard 1 of 3 too/,
				...shards,
				changed(shards[0]!, 'again', (text) => text),
			);
			await refused(
				/other-model\.jsonl: RA650: .*its model is 'x' \(.*\), and that of/,
				shards[0]!,
				changed(shards[1]!, 'other-model', (text) =>
					text.replace(/("kind":"language-model",)"name":"demo","sha256":"\w{4}/, '$1"name":"x","sha256":"0000'),
				),
				shards[2]!,
			);
			await refused(
				/other-data\.jsonl: RA650: .*its data is/,
				shards[0]!,
				changed(shards[1]!, 'other-data', (text) => text.replace(/("data":\{"name":"[^"]*","sha256":")\w{4}/, '$10000')),
				shards[2]!,
			);
			await refused(
				/other-seed\.jsonl: RA650: .*it was made with `--seed 2`, and '.*shard-1\.jsonl' with `--seed 1`\. /,
				shards[0]!,
				changed(shards[1]!, 'other-seed', (text) => text.replace('"seed":1', '"seed":2')),
				shards[2]!,
			);
			await refused(
				/cut\.jsonl: RA650: .*it holds 45 of its 46 items/,
				shards[0]!,
				changed(shards[1]!, 'cut', (text) => `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`),
				shards[2]!,
			);
			await refused(
				/torn\.jsonl(:\d+)*: RA115: /,
				shards[0]!,
				changed(shards[1]!, 'torn', (text) => text.slice(0, -100)),
				shards[2]!,
			);
			await refused(/response\.jsonl: RA650: .*does not begin/, join(data[0]!, 'response.jsonl'));
			function changed(from: string, name: string, change: (text: string) => string): string {
				const file = join(folder, `${name}.jsonl`);
				writeFileSync(file, change(readFileSync(from, 'utf8')));
				return file;
			}
		},
	);

	it('shards of a few answers are measured, and joined to a profile', async () => {
		const few = partOfSet('demo-world', join(folder, 'few'), { train: 30, test: 10 });
		const shards = ['few-1.jsonl', 'few-2.jsonl'].map((name) => join(folder, name));
		for (const [i, shard] of shards.entries()) {
			const { status, stderr, stdout } = await run('calibrate', few, '--out', shard, '--shard', `${i + 1}/2`, '--methods', 'mean-entropy');
			assert.deepEqual([status, stderr, stdout], [0, '', `Written: ${shard}\n`]);
		}
		const merged = await run('calibrate', 'merge', ...shards, '--out', out('joined'));
		assert.equal(merged.status, 0, merged.stderr);
		assert.deepEqual(
			calibration.profiles.read(readFileSync(out('joined'), 'utf8'), 'joined').detectors.map(({ method }) => method),
			['mean-entropy'],
		);
	});

	slowTest('closed book alone: thresholds for groups of clean answers, by which an analysis judges', async () => {
		const recited = partOfSet('demo-world-memorised', folder, { train: 4, test: 6 });
		const set = ['--methods', 'closed-book', '--set', 'closed-book-alpha=0.1', '--json'];
		const { status, stderr, stdout } = await run('calibrate', data[1]!, recited, '--out', out('closed'), ...set);
		assert.equal(status, 0, stderr);
		const [reported] = calibrateOutputSchema.parse(JSON.parse(stdout)).report?.detectors ?? [];
		assert.equal(reported?.id, 'closed-book response');
		assert.ok(reported.notes.some((note) => note.startsWith('Too few clean answers for a threshold of their own (9 are needed): ')));
		// What the model knows by heart it is sure of without the contexts, and nothing else of these sets; of an entity one answer counts.
		assert.deepEqual([reported.point.truePositives, reported.point.falseNegatives, reported.auc?.value], [3, 0, 1]);
		const analyzed = await run('analyze', recited, '--profile', out('closed'), '--methods', 'closed-book', '--json');
		const records = analyzed.stdout
			.trim()
			.split('\n')
			.map((line) => analysisRecordSchema.parse(JSON.parse(line)));
		assert.ok(
			records.length === 10 && records.every(({ closedBook, findings }) => closedBook?.memorised === true && findings.length === 1),
		);
	});

	slowTest('says what is missing, and refuses wrong arguments before any work', async () => {
		const cases: [string[], RegExp][] = [
			[['calibrate', folder], /required option '--out <file>' not specified/],
			[['calibrate', join(folder, 'nowhere'), '--out', out('x')], /nowhere: RA701: /],
			[['calibrate', 'docs', '--out', out('x')], /docs: RA651: /],
			[['calibrate', data[0]!, '--out', join(folder, 'no/such/p.json')], /RA703: /],
			[['calibrate', data[0]!, '--out', join(data[0]!, 'response.jsonl')], /response\.jsonl: RA704: .*not a profile/],
			[['calibrate', data[0]!, '--out', join(data[0]!, 'x.rag.md')], /x\.rag\.md: RA704: .*read as traces/],
			[['calibrate', data[0]!, '--out', out('x'), '--alpha', 'abc'], /Expected a number from 0\.000001 to 0\.999999\./],
			[['calibrate', data[0]!, '--out', out('x'), '--shard', '3/2'], /Expected i\/n/],
			[['calibrate', data[0]!, '--out', out('x'), '--profile', 'docs/nowhere.assay-profile.json'], /unknown option '--profile'/],
			[['calibrate', data[1]!, '--out', out('x'), '--methods', 'closed-book'], /RA653: .*At α = 0\.01 it needs at least 99 clean answers/],
			[['calibrate', data[1]!, '--out', out('x'), '--alpha', '0.01', '--methods', 'repcs'], /RA653: .* at least 99 clean answers/],
			[
				['calibrate', data[0]!, '--out', out('x'), '--methods', 'repcs'],
				/RA652: .*it needs at least 19 clean answers, and there are none: tag traces `clean`/i,
			],
			[['calibrate', data[0]!, '--out', out('x'), '--methods', 'abacus,cg'], /RA654: There is no method 'abacus'/],
			[['calibrate', 'merge', join(folder, 'nothing.jsonl'), '--out', out('x')], /RA506: /],
			[
				['calibrate', 'merge', join(folder, 'nothing.jsonl'), '--out', out('x'), '--alpha', '0.01', '--seed', '3'],
				/RA707: `calibrate merge` takes no --alpha, --seed:/,
			],
		];
		for (const [args, message] of cases) {
			const { status, stderr, stdout } = await run(...args);
			assert.equal(status, 2, `${args.join(' ')}: ${stderr}`);
			assert.match(stderr, message);
			assert.equal(stdout, '');
		}
	});

	/** Answers of which each is called unsupported or not as a whole, by a coin. */
	function coined(seed: number): string {
		const set = partOfSet('demo-world', join(folder, `coined-${seed}`), { train: 70, test: 0 });
		const file = join(set, 'response.jsonl');
		const rows = readFileSync(file, 'utf8')
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line) as { id: string; response: string; split?: string; labels: object[] });
		const random = seededRandom(seed);
		const labelled = rows.map((row) => ({
			...row,
			// Not in JSON: the data name no side.
			split: undefined,
			labels: random() < 0.4 ? [{ start: 0, end: row.response.length, text: row.response, label_type: 'Evident Conflict' }] : [],
		}));
		writeFileSync(file, labelled.map((row) => `${JSON.stringify(row)}\n`).join(''));
		return set;
	}

	slowTest('of three draws of shuffled labels at most one has a threshold written', async () => {
		let lucky = 0;
		for (const seed of [1, 2, 3]) {
			const to = out(`coined-${seed}`);
			const { status, stderr } = await run('calibrate', coined(seed), '--out', to, '--methods', 'mean-entropy');
			assert.ok(status === 0 || (status === 2 && /no better than with shuffled labels \(p = 0\.\d\d\)/.test(stderr)), stderr);
			assert.equal(existsSync(to), status === 0);
			if (status === 0) lucky++;
		}
		// One in twenty draws may pass, so that two or more of three do at most 0.7 % of the time. `label-gate.test.ts` counts over 150 draws how often one passes.
		assert.ok(lucky <= 1, `${lucky} of 3`);
	});

	slowTest('labels that are shuffled write nothing, and the reason is said', async () => {
		const to = out('shuffled-labels');
		// One draw shows the words of a refusal, not how often there is one. Three methods may each pass in one of twenty draws: if the data set is made anew
		// and one of them passes here, take another seed.
		const { status, stderr } = await run('calibrate', coined(7), '--out', to, '--methods', 'mean-entropy,confidence-gap,spad+');
		assert.equal(status, 2, stderr);
		assert.match(
			stderr,
			/Nothing could be fitted, and nothing is written\.\n- mean-entropy sentence: Mean entropy: With your labels, the scores separate supported from unsupported sentences no better than with shuffled labels \(p = 0\.\d\d\)\.\n/,
		);
		assert.equal(stderr.match(/Label more, or check the labels\./g)?.length, 1, 'what to do is said once');
		assert.match(stderr, /\nLabel more, or check the labels\. To write it anyway, name its method with --methods and add --force\.\n/);
		assert.equal(existsSync(to), false);
	});
});
