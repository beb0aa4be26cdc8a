import type { ModelIdentity } from '../../src/model-io/requests.ts';
import { labelsOf, type LabeledAnswer } from '../datasets/labeled-answer.ts';
import type { LeftOut } from '../datasets/sample-answers.ts';
import { isUnsupported, type Verdict } from '../world/label-answer.ts';
import type { Side } from '../world/domain.ts';

export interface MadeSet {
	readonly name: string;
	readonly seeds: Readonly<Record<Side, number>>;
	readonly sides: Readonly<Record<Side, readonly LabeledAnswer[]>>;
	/** One a side. */
	readonly leftOut: readonly LeftOut[];
}

const about: Readonly<Record<string, string>> = {
	'demo-world': 'answers to every kind of question, labeled; for calibrating and testing detectors of hallucination',
	'demo-world-clean': 'one question each about something that the model has never met and a context states; calibrates RePCS',
	'demo-world-memorised':
		'facts that the model knows by heart and a context states, each asked in a trained form (tag `verbatim`) and in one that it never saw (`paraphrased`): what RePCS must find',
};

/** `examples/datasets/README.md`: written with the sets, so that its figures are theirs. */
export function datasetsReadme(sets: readonly MadeSet[], model: Pick<ModelIdentity, 'name' | 'sha256'>): string {
	const each = sets.flatMap((set) => (['train', 'test'] as const).map((side) => ({ set, side, answers: set.sides[side] })));
	const rows = (cells: readonly (readonly (string | number)[])[]): string[] => cells.map((row) => `| ${row.join(' | ')} |`);
	return [
		'# Labeled data sets',
		'',
		"What the bundled demo model answers to questions about an invented world of patients, bank clients, radio sites, companies and client records (`lab/world/`), with every value that no context supports marked by the world's own truth. Nobody who is asked about was asked about or described in training, but those whom the model knows by heart. Nobody has edited an answer.",
		'',
		...rows([['folder', 'what'], ['---', '---'], ...sets.map(({ name }) => [`\`${name}/\``, about[name] ?? ''])]),
		'',
		'## Files',
		'',
		"RAGTruth's two files (Niu et al., 2024): `source_info.jsonl` has the question, the contexts (`passages`) and the prompt, `response.jsonl` the answer. Offsets count Unicode code points.",
		'',
		'- `split`: `train` or `test`. No entity that is asked about or has a context on one side is named on the other.',
		"- `labels`: the span is the value, not its sentence. `Evident Conflict`: a context gives another value for the same thing; `Evident Baseless Info`: none gives any. `implicit_true`: true in the world, though no context says it. `meta` is the world's verdict: `memory` (recited), `misattributed` (the value stands in the contexts for something else) or `fabricated` (it stands nowhere).",
		"- `quality`: `incorrect_refusal` when the answer says 'not stated' of something that a context states. A refusal has no label: it says nothing that no context says. Neither has a sentence that is right by the contexts and answers another question (`off-topic`).",
		'- What RAGTruth does not have, and a set of your own may say as well: `tags`, `group` and `undecided`.',
		'- `tags`: domain; kind of question; `stated` or `withheld` (one asked value is in no context), or what the table above says; then a verdict for each sentence.',
		'- `group`: whom the question asks about, by name, in all three sets; absent where it names nobody. Answers of one group stay together in a calibration, as answers to one question over the same contexts do.',
		'- `undecided`: spans that the set decides nothing about; a sentence that overlaps one is neither right nor wrong. Here the first sentence about a similar case, which picks a record and states no fact of it.',
		'',
		'Kinds: `one`, `two`, `three` asked values; `dense` (four or five contexts state the same attribute); `personal` (of a client record); `memory` and `memory-two` (of an entity known by heart), `contradiction` (a context contradicts what is known by heart); `similar` (asks for a similar case; whether the right record is named is labeled, and `undecided`). Every kind but the last two has twins: the same question with the asked value in no context. Temperatures 0, 0.5, 0.8 and 1 in the shares 45, 20, 20 and 15 %.',
		'',
		'## Figures',
		'',
		...rows([
			['set', 'split', 'seed', 'responses', 'with a label', 'sentences', 'ungrounded', 'conflicts', 'baseless', 'implicitly true'],
			['---', '---', ...Array.from({ length: 8 }, () => '---:')],
			...each.map(({ set, side, answers }) => {
				const labels = answers.flatMap(labelsOf);
				const sentences = answers.flatMap((a) => a.sentences);
				return [
					set.name,
					side,
					set.seeds[side],
					answers.length,
					answers.filter((a) => labelsOf(a).length > 0).length,
					sentences.length,
					percent(sentences.filter((s) => isUnsupported(s.verdict)).length, sentences.length),
					labels.filter((l) => l.type === 'Evident Conflict').length,
					labels.filter((l) => l.type === 'Evident Baseless Info').length,
					labels.filter((l) => l.implicitTrue === true).length,
				];
			}),
		]),
		'',
		...rows([
			['verdicts', ...verdicts],
			['---', ...verdicts.map(() => '---:')],
			...each.map(({ set, side, answers }) => [
				`${set.name}, ${side}`,
				...verdicts.map((verdict) => answers.flatMap((a) => a.sentences).filter((s) => s.verdict === verdict).length),
			]),
		]),
		'',
		`Left out: ${sets.map(leftOutOf).join('; ')}.`,
		'',
		'## Making them again',
		'',
		'```sh',
		'npx node lab/making/make-datasets.ts                  # these, byte for byte',
		'npx node lab/making/make-datasets.ts --full DIR       # 3,000 + 2,000 labeled answers; these are the first of them',
		'```',
		'',
		`By the model \`${model.name}\`, content hash \`${model.sha256}\`. License: MIT, as the whole repository; the world, its names and its numbers are invented.`,
		'',
	].join('\n');
}

/** In the order of label-answer.ts; answers with an unreadable sentence are left out. */
const verdicts: readonly Verdict[] = ['supported', 'refusal', 'needless-refusal', 'off-topic', 'memory', 'misattributed', 'fabricated'];

function leftOutOf({ name, leftOut }: MadeSet): string {
	const count = (why: keyof LeftOut): number => leftOut.reduce((sum, side) => sum + side[why], 0);
	return `${name} ${count('unreadable')} answers that are not written as the world writes, ${count('endless')} without an end, ${count('cut')} whose prompt did not fit, ${count('unpresentable')} that invent a name which reads badly`;
}

function percent(part: number, whole: number): string {
	return whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(1)} %`;
}
