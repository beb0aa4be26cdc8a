import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { Profile } from '../../../src/formats/profile.ts';
import { partOfSet } from '../../runner/small-data-sets.ts';
import { outputOf, startProcess } from '../../support/start-process.ts';
import type { TestOrSuite } from '../../support/test-or-suite.ts';
import { repository } from './installation.ts';
import { emptyFolder } from './own-folder.ts';

/** Folders of examples/ whose traces are taken: more than the 20 answers that can be compared. */
const taken = ['bank', 'branch', 'hospital', 'clinic', 'firms'];

/**
 * Makes a workspace of the demo model's own answers whose contexts are laid out as lists, and returns its path and how many traces it has.
 * The demo profile's answers are about contexts in prose.
 */
export function unlikeWorkspace(): { readonly workspace: string; readonly traces: number } {
	const workspace = join(emptyFolder('unlike'), 'lists');
	const examples = join(repository, 'examples');
	const files = globSync(`{${taken.join(',')}}/*.rag.md`, { cwd: examples });
	let traces = 0;
	for (const file of files) {
		const text = readFileSync(join(examples, file), 'utf8');
		if (!text.includes('\n## Context') || !text.includes('\n## Response\n')) continue;
		const [folder, name] = file.split(sep);
		mkdirSync(join(workspace, folder!), { recursive: true });
		writeFileSync(join(workspace, folder!, name!), withLists(text));
		traces++;
	}
	return { workspace, traces };
}

/** Each sentence of a context becomes an item. */
function withLists(text: string): string {
	return text
		.split(/^(?=## )/mu)
		.map((section) => {
			const [, head, body] = /^(## Context .*\n+)([^]*)$/u.exec(section) ?? [];
			if (head === undefined || body === undefined) return section;
			return `${head}${body
				.trim()
				.replaceAll(/^/gmu, '- ')
				.replaceAll(/([.!?]) +/gu, '$1\n- ')}\n\n`;
		})
		.join('');
}

/** Writes the demo profile to `file`, with what answers in its world look like: rows that a calibration of some of them keeps. */
export async function demoProfileWithReference(suite: TestOrSuite, file: string): Promise<void> {
	const folder = dirname(file);
	const calibrated = join(folder, 'calibrated.assay-profile.json');
	const data = partOfSet('demo-world', folder, { train: 130, test: 60 });
	const args = ['calibrate', data, '--methods', 'spad', '--force', '--out', calibrated, '--quiet'];
	const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder };
	const { status, stderr } = await outputOf(startProcess(suite, process.execPath, [join(repository, 'dist/cli.cjs'), ...args], { env }));
	if (status !== 0) throw new Error(`calibrate ended with ${status}: ${stderr}`);
	const { reference } = JSON.parse(readFileSync(calibrated, 'utf8')) as Profile;
	const demo = join(repository, 'models/demo/demo.assay-profile.json');
	for (const name of globSync('classifier.*.json', { cwd: dirname(demo) })) cpSync(join(dirname(demo), name), join(folder, basename(name)));
	writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(demo, 'utf8')) as Profile), reference }, null, '\t'));
}
