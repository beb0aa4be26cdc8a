/** Files that were made to keep a reader busy, by name: a text of `n` parts, each for one way in which reading could grow faster than its file. */
export interface HostileShape {
	/** Files by the end of their names, such as `.rag.md`; the first is the one that is named. */
	readonly files: (n: number) => Readonly<Record<string, string>>;
	/** Parts of the smallest file, in the quick run and in the whole one. */
	readonly parts: readonly [quick: number, whole: number];
	/** Whether the texts go to the tokenizer, too. */
	readonly tokenized?: true;
	/** Whether the values of the response are compared with the contexts, too. */
	readonly compared?: true;
}

const times = (n: number, part: (i: number) => string): string => Array.from({ length: n }, (_, i) => part(i)).join('');
const trace = (response: string, contexts = ''): Readonly<Record<string, string>> => ({
	'.rag.md': `## Query\nWho?\n\n${contexts}## Response\n${response}\n`,
});
const sha256 = (i: number): string => i.toString(16).padStart(64, '0');
const said = (i: number): string =>
	JSON.stringify({
		label: i % 2 === 0 ? 'grounded' : 'ungrounded',
		trace: 't',
		textSha256: sha256(i),
		who: 'Ann',
		when: '2026-01-31T10:00:00Z',
		note: '',
	});

export const hostileShapes: Readonly<Record<string, HostileShape>> = {
	'lines that nearly are heads': { parts: [10_000, 40_000], files: (n) => trace(`Ann.\n${'## query \n'.repeat(n)}`) },
	'heads of responses': { parts: [2500, 5000], files: (n) => trace('Ann.\n## Response\n'.repeat(n)) },
	contexts: {
		parts: [1250, 5000],
		tokenized: true,
		files: (n) =>
			trace(
				'Ann.',
				times(n, (i) => `## Context ${i}\nx\n`),
			),
	},
	'dates of a context': {
		parts: [1000, 4000],
		compared: true,
		files: (n) =>
			trace(
				'She opened it on Tuesday 12 September 2020.',
				`## Context a\n${times(n, (i) => `The visit is on Monday ${1 + (i % 28)} May ${1990 + (i % 30)}. `)}\n`,
			),
	},
	'numbers of a context': {
		parts: [500, 2000],
		compared: true,
		files: (n) =>
			trace(
				'It cost 171.65 dollars, 13% more than 1,234.',
				`## Context a\n${times(n, (i) => `Row ${i} has ${(i * 7) % 977} of ${i} dollars. `)}\n`,
			),
	},
	'contexts of one id': {
		parts: [1250, 5000],
		files: (n) =>
			trace(
				'Ann.',
				times(n, () => '## Context 1\nx\n'),
			),
	},
	'responses in a prompt': {
		parts: [2500, 5000],
		files: (n) => ({ '.prompt.md': `## Query\nWho?\n${'## Response\nx\n'.repeat(n)}`, '.response.md': 'Ann.\n' }),
	},
	'blank lines': { parts: [250_000, 1_000_000], files: (n) => trace(`Ann.${'\n'.repeat(n)}Bob.`) },
	'lines that end with CR LF': { parts: [25_000, 100_000], files: (n) => trace('x\r\n'.repeat(n)) },
	'escaped heads': { parts: [10_000, 40_000], files: (n) => trace('\\## Query\n'.repeat(n)) },
	'open fences': { parts: [10_000, 40_000], files: (n) => trace('````\n~~~\n'.repeat(n)) },
	backticks: { parts: [10_000, 40_000], files: (n) => trace(times(n, (i) => `${'`'.repeat(1 + (i % 3))}a. B`)) },
	'marks that close': { parts: [2500, 10_000], files: (n) => trace(`好。${'」'.repeat(n)}好。`) },
	'full stops': { parts: [2500, 10_000], files: (n) => trace('。'.repeat(n)) },
	'quotation marks': { parts: [10_000, 40_000], files: (n) => trace(`${'> '.repeat(n)}a`) },
	'one long word': { parts: [10_000, 40_000], files: (n) => trace('a'.repeat(n)) },
	blanks: { parts: [10_000, 40_000], files: (n) => trace(`a${' '.repeat(n)}b`) },
	'letters with full stops': { parts: [1000, 4000], files: (n) => trace('A. '.repeat(n)) },
	sentences: { parts: [250, 1000], files: (n) => trace(times(n, (i) => `Ann has ${i} of them. `)) },
	'labels of one trace': {
		parts: [2500, 10_000],
		files: (n) => ({
			...trace(times(200, (i) => `Ann has ${i}. `)),
			'.rag-assay.json': `{"schema": "rag-assay/sidecar@1", "ignored": [], "labels": [${times(n, (i) => `${i === 0 ? '' : ','}${said(i)}`)}]}`,
		}),
	},
	'a sidecar that breaks off': {
		parts: [2500, 10_000],
		files: (n) => ({ ...trace('Ann.'), '.rag-assay.json': `{${times(n, (i) => `"${i}": [`)}` }),
	},
	'a sidecar of other members': {
		parts: [2500, 10_000],
		files: (n) => ({ ...trace('Ann.'), '.rag-assay.json': `{${times(n, (i) => `${i === 0 ? '' : ','}"${i}": 1`)}}` }),
	},
	'brackets in a sidecar': {
		parts: [2500, 10_000],
		files: (n) => ({ ...trace('Ann.'), '.rag-assay.json': '['.repeat(n) + ']'.repeat(n) }),
	},
	'front matter': {
		parts: [400, 450],
		files: (n) => ({ '.rag.md': `---\n${times(n, (i) => `k${i}: v\n`)}---\n${trace('Ann.')['.rag.md']}` }),
	},
	'passages of a source': {
		parts: [2500, 5000],
		files: (n) => ({
			'/response.jsonl': `${JSON.stringify({ id: '1', source_id: '1', response: 'Ann.', labels: [] })}\n`,
			'/source_info.jsonl': `${JSON.stringify({ source_id: '1', task_type: 'QA', source_info: { question: 'Who?', passages: Array.from({ length: n }, (_, i) => ({ id: String(i), text: 'x' })) } })}\n`,
		}),
	},
	'responses without a source': {
		parts: [2500, 10_000],
		files: (n) => ({
			'/response.jsonl': times(n, (i) => `${JSON.stringify({ id: String(i), source_id: 'none', response: 'Ann.' })}\n`),
			'/source_info.jsonl': `${JSON.stringify({ source_id: '1', task_type: 'Summary', source_info: 'x', prompt: 'y' })}\n`,
		}),
	},
};
