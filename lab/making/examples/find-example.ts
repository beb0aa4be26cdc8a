import { analyzeTrace } from '../../../src/analysis/analyze-trace.ts';
import { newSeed } from '../../datasets/planned-answer.ts';
import type { LabeledAnswer } from '../../datasets/labeled-answer.ts';
import { answerTo } from '../../datasets/sample-answers.ts';
import { knownAttributes } from '../../world/entity.ts';
import { presentable } from '../../world/memory.ts';
import { ask, systemLines } from '../../world/questions.ts';
import type { Situation } from '../../world/situation.ts';
import { makeSituation } from '../../world/twins.ts';
import type { AnalysisRecord } from '../../../src/formats/analysis-record.ts';
import { isAnswered, readNamedTraces } from '../../../src/formats/read-traces.ts';
import type { OpenedModel } from '../../../src/runner/models/model-service.ts';
import { pick, seededRandom, type Random } from '../../../src/statistics/random.ts';
import { exampleFiles } from './example-file.ts';
import type { Wanted } from './wanted.ts';

/** Answers that are looked at for one example at one temperature. */
const answersAtMost = 600;
/** Questions that are drawn for it: most ask for something else and cost next to nothing. */
const questionsAtMost = 400_000;

/** A model with the profile that judges its answers. */
export interface Judge extends OpenedModel {
	readonly signal: AbortSignal;
}

export interface Found {
	readonly answer: LabeledAnswer;
	/** By name under examples/traces/. */
	readonly files: Readonly<Record<string, string>>;
	/** `null` when the files hold no response. */
	readonly record: AnalysisRecord | null;
}

/** The first of a stream of questions whose answer is as wanted; the stream is the same for the same seed. `null` when there is none. */
export async function findExample(wanted: Wanted, seed: number, judge: Judge): Promise<Found | null> {
	for (const temperature of wanted.temperatures ?? [0]) {
		const random = seededRandom(seed);
		let left = wanted.pick ?? 0;
		for (let asked = 0, drawn = 0; asked < answersAtMost && drawn < questionsAtMost; drawn++) {
			const situation = draw(wanted, random);
			const sampling = newSeed(random);
			if (!asksFor(wanted, situation)) continue;
			asked++;
			// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
			const answer = await answerTo({ situation, temperature, seed: sampling, marks: [] }, judge.model, judge.signal);
			if (typeof answer === 'string' || !wanted.fits(answer)) continue;
			const files = exampleFiles(wanted, answer);
			// oxlint-disable-next-line no-await-in-loop
			const record = await judgeFiles(files, judge);
			if (
				wanted.flagged !== undefined &&
				record !== null &&
				wanted.flagged !== record.findings.some(({ code }) => code === 'rag-assay/ungrounded')
			)
				continue;
			if (left-- === 0) return { answer, files, record };
		}
	}
	return null;
}

function draw({ domain, kind, withheld }: Wanted, random: Random): Situation {
	if (kind !== 'by-heart') return makeSituation(random, kind, 'test', withheld);
	const entity = pick(
		random,
		presentable.filter((e) => e.domain.id === domain),
	);
	const asked = pick(random, knownAttributes(entity));
	return {
		kind: 'memory',
		system: systemLines[0],
		passages: [],
		query: ask(random, entity.name, [asked], 'test'),
		entity,
		asked: [asked],
		withheld: [asked],
		byHeart: entity.facts,
	};
}

function asksFor({ domain, asks }: Wanted, { entity, asked }: Situation): boolean {
	return entity.domain.id === domain && (asks === undefined || asks.join() === asked.map((a) => a.noun).join());
}

/** A trace's files, read and judged as the product does; `null` without a response. */
async function judgeFiles(
	files: Readonly<Record<string, string>>,
	{ model, profile, classifiers, signal }: Judge,
): Promise<AnalysisRecord | null> {
	const [last, text] = Object.entries(files).at(-1)!;
	const { traces, problems } = await readNamedTraces(last, text, (file) => Promise.resolve(files[file]));
	const [trace] = traces;
	if (problems.length > 0 || trace === undefined) throw new RangeError(`${last} cannot be read: ${problems[0]?.message}`);
	return isAnswered(trace) ? analyzeTrace(trace, model, profile, { file: last, classifiers, signal, onProgress: () => {} }) : null;
}
