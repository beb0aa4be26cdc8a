import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { agentFigures } from '../../../../lab/mirabel/measure-agent.ts';
import { worldCorpus } from '../../../../lab/mirabel/corpora.ts';
import { exactMatchFigures } from '../../../../lab/mirabel/measure-exact-match.ts';
import { measureScreening } from '../../../../lab/mirabel/measure-screening.ts';
import { screeningFigures } from '../../../../lab/mirabel/screening-figures.ts';
import { fitLexical } from '../../../../src/embedding/lexical/fit-lexical.ts';
import { lexicalEncoder } from '../../../../src/embedding/lexical/lexical-encoder.ts';
import { heldOutCopy } from '../../../../src/redteam/membership/attack-membership.ts';
import { rememberedEmbeddings } from '../../../../src/redteam/memory/embedding-cache.ts';

const counts = { calibration: 40, benign: 30, knownItem: 20, offTopic: 5, sessions: 2 };
const corpus = worldCorpus(80, counts, 3, 'dev');
const { index } = heldOutCopy(corpus.texts, 20, 3);
const embed = rememberedEmbeddings(lexicalEncoder(await fitLexical(index)), new AbortController().signal);
const seen = await measureScreening(corpus, undefined, { embed, isLexical: true }, { asked: 20, interrogated: 4 }, 3);
const figures = screeningFigures('lexical', [seen], { seed: 3, resamples: 20 });
const value = (name: string): number => {
	const found = figures.find((one) => one.name === `lexical | ${name}`);
	assert.ok(found, name);
	return found.value;
};

describe('what screening costs and rests on, on a corpus of the world', () => {
	test('R@k grows with k, and hiding never adds more than the document behind the last', () => {
		for (const kind of ['topical', 'known-item'] as const) {
			const at = (k: number, hidden = ''): number =>
				k === 3
					? value(`benign queries flagged, and R@3 before and after hiding | world, exact | R@3 ${kind}${hidden}`)
					: value(`${kind} queries: R@k before and after hiding | world, exact | R@${k}${hidden}`);
			const open = [3, 5, 20, 100].map((k) => at(k));
			assert.deepEqual(
				open,
				open.toSorted((a, b) => a - b),
			);
			// All 64 documents are among a hundred: those that are asked about, too.
			assert.equal(open.at(-1), 1);
			for (const k of [3, 5, 20]) assert.ok(at(k, ', hidden') <= at(k + 1 > 5 ? 100 : 5) + 1e-9);
		}
	});

	test('similarities are tested for normality with the nearest and without it', () => {
		const row = "normality of similarities (D'Agostino and Pearson) | world, S\u00b2MIA";
		assert.ok(value(`${row} | mean p, all`) <= value(`${row} | mean p, without the nearest`));
		assert.equal(value(`${row} | p below 0.05, all`), 1);
	});

	test('no empirical threshold is out of reach', () => {
		const all = [...seen.benign.topical.map((one) => one.seen), ...seen.attacks.mba.members, ...seen.attacks.s2mia.others];
		for (const one of all) assert.ok(one.thresholds.empirical! < 1);
	});

	test('an exact match needs the right value whole, and hiding costs what the hidden document alone said', async () => {
		const quoting = (_query: string, documents: readonly string[]): Promise<string> => Promise.resolve(documents.join(' '));
		const of = async (answer: typeof quoting) =>
			(await exactMatchFigures('lexical', seen, 'exact', { reader: 'a reader', answer, count: 20 })).map((one) => one.value);
		const [open, hidden] = await of(quoting);
		assert.ok(open! > 0.8 && hidden! < open!, `${open} ${hidden}`);
		assert.deepEqual(await of(() => Promise.resolve('It is not stated.')), [0, 0]);
	});

	test('an agent that knows attacks by their words finds them, and one that says the same of all finds nothing', async () => {
		const judged = async (likes: (question: string) => boolean) => {
			const likelihood = (question: string, answer: string) => Promise.resolve(likes(question) === (answer === 'Yes') ? -0.1 : -3);
			const found = await agentFigures('a model', seen, { likelihood, count: 8, seed: 1, resamples: 20 });
			return (column: string) => found.find(({ name }) => name.endsWith(`world, MBA | ${column}`))!.value;
		};
		const knowing = await judged((question) => /\[MASK/i.test(question));
		assert.deepEqual(
			[knowing('accuracy at Yes'), knowing('recall at Yes'), knowing('benign flagged at Yes'), knowing('area')],
			[1, 1, 0, 1],
		);
		const blind = await judged(() => true);
		assert.deepEqual([blind('accuracy at Yes'), blind('benign flagged at Yes'), blind('area')], [0.5, 1, 0.5]);
	});
});
