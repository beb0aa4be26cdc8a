import { availableParallelism } from 'node:os';
import { documentsReadPrivately } from '../../src/formats/membership-redteam.ts';
import { privateSettings } from '../../src/formats/private-settings.ts';
import type { ScreeningRule } from '../../src/formats/query-screen-record.ts';
import { heldOutCopy } from '../../src/redteam/membership/attack-membership.ts';
import { rememberedEmbeddings } from '../../src/redteam/memory/embedding-cache.ts';
import { seededPipeline } from '../../src/redteam/seeded-answer.ts';
import type { DecoderModel } from '../../src/lm/decoder-model.ts';
import type { NamedEncoder } from '../memsad/measure-memory.ts';
import { proseCorpus, worldCorpus, type ScreenedCorpus } from './corpora.ts';
import { defenseFigures, measureDefense, type MeasuredDefense, type Reading } from './measure-defense.ts';
import { measureScreening, read, type MeasuredCorpus } from './measure-screening.ts';
import { inProcessPaths } from '../pearl/bench-paths.ts';
import { quoted } from './quoting-reader.ts';
import { screeningFigures } from './screening-figures.ts';
import { fullMirabel, quickMirabel } from './sizes.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { loadTimes } from '../demo-model/bench-speed.ts';
import { lexical, openEncoder } from '../memsad/bench-encoders.ts';
import { memsadTables } from '../memsad/bench-tables.ts';
import { agentFigures, type Likelihood } from './measure-agent.ts';
import { answerTokens, exactMatchFigures } from './measure-exact-match.ts';
import { collectProse, readWrittenQueries } from './bench-corpora.ts';

const letters = { commands: 'M', functions: null, docstrings: 'P' } as const;

/** What screening finds of membership attacks, what it costs, and what attackers can still tell. */
export const mirabel: Bench = {
	name: 'mirabel',
	summary:
		'membership attacks against screening: detection, defense, and what benign users lose, on the world and on prose of this machine, with lexical and with an encoder (--embedder DIR); --forms dev to develop by',
	takesModel: true,
	takesEmbedder: true,
	takesForms: true,
	markdown: memsadTables,
	async run({ seed, quick, model: folder, embedder, forms, log }) {
		const sizes = quick ? quickMirabel : fullMirabel;
		const { signal } = new AbortController();
		const prose = await collectProse(sizes.documents, seed + (forms === 'dev' ? 1_000_000 : 0));
		const corpora: ScreenedCorpus[] = [
			worldCorpus(sizes.documents, sizes.queries, seed, forms),
			...Object.entries(letters).map(([name, letter]) =>
				proseCorpus(name, letter, prose.corpora.get(name) ?? [], sizes.queries, seed, forms),
			),
		];
		const written = forms === 'test' ? await readWrittenQueries() : undefined;
		const { model } = await loadTimes(folder, 1, seed);
		const figures: Figure[] = [];
		const measure = async (encoder: NamedEncoder): Promise<void> => {
			const screened: MeasuredCorpus[] = [];
			const defended: MeasuredDefense[] = [];
			const beside: Figure[] = [];
			for (const corpus of corpora) {
				log(`${encoder.name}: ${corpus.name}, ${corpus.texts.length} documents`);
				// oxlint-disable-next-line no-await-in-loop -- one after the other: they share the machine
				const embed = rememberedEmbeddings(await encoder.open(heldOutCopy(corpus.texts, sizes.asked, seed).index), signal);
				const isLexical = encoder.name === lexical.name;
				// oxlint-disable-next-line no-await-in-loop -- see above
				const seen = await measureScreening(corpus, written, { embed, isLexical }, sizes, seed);
				screened.push(seen);
				const on: Reading & { readonly isLexical: boolean } = {
					isLexical,
					embed,
					answer: quoted,
					parallel: 1,
					perplexity: null,
					signal,
					onProgress: () => undefined,
					now: () => performance.now(),
				};
				const against = async (
					reader: string,
					rule: ScreeningRule,
					by: typeof on,
					counts = { count: sizes.asked, interrogated: sizes.interrogated },
					k: number = read,
				) => defended.push(await measureDefense(corpus, reader, rule, { ...counts, seed, k }, by));
				// oxlint-disable-next-line no-await-in-loop -- see above
				for (const rule of ['empirical', 'gumbel'] as const) await against('a pipeline that quotes', rule, on);
				// oxlint-disable-next-line no-await-in-loop -- see above
				if (corpus.prose) continue;
				const reading = readBy(model, signal);
				// oxlint-disable-next-line no-await-in-loop -- see above
				await against('the demo model', 'empirical', { ...on, ...reading }, sizes.model);
				// Without IA: its 30 questions a document would be as many private answers.
				const inPrivate = {
					...on,
					...reading,
					answer: seededPipeline(inProcessPaths(model), { settings: privateSettings.parse({ epsilon: 3 }), seed }),
				};
				const fewer = { count: sizes.askedPrivately, interrogated: 0 };
				// oxlint-disable-next-line no-await-in-loop -- see above
				if (isLexical) await against('private answers, ε = 3, from 8 documents', 'empirical', inPrivate, fewer, documentsReadPrivately);
				const answer: typeof quoted = (query, documents) => reading.answer(query, documents, answerTokens, signal);
				const reader = { reader: 'the demo model', answer, count: sizes.answered };
				// oxlint-disable-next-line no-await-in-loop -- see above
				beside.push(...(await exactMatchFigures(encoder.name, seen, 'empirical', reader)));
				// The agent reads no embedding: one encoder's run is enough.
				if (!isLexical) continue;
				const agent = { likelihood: likelihoodBy(model, signal), count: sizes.judged, seed, resamples: sizes.resamples };
				// oxlint-disable-next-line no-await-in-loop -- see above
				beside.push(...(await agentFigures('the demo model', seen, agent)));
			}
			figures.push(
				...screeningFigures(encoder.name, screened, { seed, resamples: sizes.resamples }),
				...defenseFigures(encoder.name, defended),
				...beside,
			);
		};
		const encoder = embedder === undefined ? undefined : await openEncoder(embedder);
		try {
			await measure(lexical);
			if (encoder !== undefined) await measure(encoder);
		} finally {
			await encoder?.dispose();
			await model.dispose();
		}
		return {
			data: {
				corpora: corpora.map(({ name, texts }) => `${name}: ${texts.length} documents`).join('; '),
				'sha256 of the prose': prose.sha256,
				'held out': 'a fifth of each corpus',
				encoders:
					encoder === undefined ? 'lexical' : `lexical; ${encoder.name}, ${encoder.dimensions} dimensions, SHA-256 ${encoder.sha256}`,
				'queries written by others': written === undefined ? 'none' : `${written.queries.length}, and ${written.sessions.length} sessions`,
				forms,
				intervals: `shares: Clopper–Pearson; F1: bootstrap over queries, ${sizes.resamples} resamples`,
				cores: availableParallelism(),
			},
			figures: figures.filter(({ n }) => n > 0),
		};
	},
};

/** The demo model as reader and as judge of perplexity. */
function readBy(model: DecoderModel, signal: AbortSignal): Pick<Reading, 'answer' | 'perplexity'> {
	return {
		answer: async (query, documents, maxTokens) => {
			const contexts = documents.map((text, i) => ({ id: String(i + 1), text }));
			const { text } = await model.generate({ query, contexts }, { maxTokens, temperature: 0, topP: 1, signal, onText: () => undefined });
			return text;
		},
		perplexity: async (text, beginning) => {
			if (text.trim() === '') return null;
			const { scored } = await model.score(
				{ query: beginning, contexts: [], response: text },
				{ topK: 1, signal, onProgress: () => undefined },
			);
			const { logProbability } = scored.withContext;
			return -logProbability.reduce((sum, one) => sum + one, 0) / logProbability.length;
		},
	};
}

/** What the demo model finds of an answer, without documents. */
function likelihoodBy(model: DecoderModel, signal: AbortSignal): Likelihood {
	return async (query, response) => {
		const { scored } = await model.score({ query, contexts: [], response }, { topK: 1, signal, onProgress: () => undefined });
		return scored.withContext.logProbability.reduce((sum, one) => sum + one, 0);
	};
}
