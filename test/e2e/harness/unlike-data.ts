import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { repository } from './installation.ts';
import { emptyFolder } from './own-folder.ts';

/** How many sections of our own documentation are asked about, of each page one. */
const sections = 12;

/** Makes a workspace of one example, named below `examples/traces/`, and of questions about technical pages, which the demo profile has nothing like. Returns its path and how many traces it has. */
export function unlikeWorkspace(example: string): { readonly workspace: string; readonly traces: number } {
	const workspace = join(emptyFolder('unlike'), 'pages');
	mkdirSync(dirname(join(workspace, example)), { recursive: true });
	cpSync(join(repository, 'examples/traces', example), join(workspace, example));
	const pages = globSync('docs/**/*.md', { cwd: repository }).toSorted();
	let traces = 1;
	for (const page of pages) {
		const section = readFileSync(join(repository, page), 'utf8')
			.split(/^#+ .*$/mu)
			.map((text) => text.trim())
			.find((text) => text.length > 600 && text.length < 2500 && /^[A-Z][^|#]*$/u.test(text));
		const [first, second] = section?.match(/[A-Z][^.!?\n]{30,}[.]/gu) ?? [];
		if (section === undefined || second === undefined || traces > sections) continue;
		const trace = `## Query\n\nWhat does the page ${basename(page, '.md')} say of this?\n\n## Context page\n\n${section}\n\n## Response\n\n${first} ${second}\n`;
		writeFileSync(join(workspace, `page-${traces}.rag.md`), trace);
		traces++;
	}
	return { workspace, traces };
}
