import type { NothingJudged } from '../formats/analysis-record.ts';
import type { Profile } from '../formats/profile.ts';
import type { Trace } from '../formats/trace.ts';
import type { Language } from '../text/language.ts';
import type { ModelIdentity } from '../model-io/requests.ts';
import type { ScoreResult } from '../model-io/scores.ts';
import { notJudgedSentence } from '../report/not-judged-words.ts';
import { starterJudges } from '../report/starter-words.ts';
import { listInWords } from '../wording/phrases.ts';

interface Subject {
	readonly trace: Trace;
	readonly result: ScoreResult;
	/** Why nothing is judged, if so. */
	readonly notJudged: NothingJudged | undefined;
	/** What sets the answer apart from those of the profile, if it is unlike all of them. */
	readonly unlike: readonly string[] | null;
	readonly profile: Profile | null;
	/** Whether the starter profile judges in place of one. */
	readonly isStarterJudge: boolean;
	readonly language: Language;
	/** The model that scored. */
	readonly reader: Pick<ModelIdentity, 'name' | 'readings'>;
}

const sameReadings = 'The model read the same text with and without contexts, so every confidence gap and KL is 0.';

const whatToDo = 'Choose a model that can read such text, or label some of your answers and calibrate.';

/** Says that an answer is unlike all that a profile was made from, in what, and whether the starter profile judges it in its place. */
export function unlikeWords(differs: readonly string[], profile: string | undefined, isStarterJudge: boolean): string {
	const what = differs.length === 0 ? '' : ` (${listInWords(differs)})`;
	const name = profile === undefined ? '' : ` '${profile}'`;
	return isStarterJudge
		? `Not judged by the profile${name}: the answer is unlike its calibration answers${what}. In its place, ${starterJudges}.`
		: `Not judged: the answer is unlike the calibration answers of the profile${name}${what}.`;
}

/** What a reader of the record must know: what was cut, is missing, or speaks of another model. One sentence each. */
export function notesOn({
	trace,
	result,
	notJudged,
	unlike,
	profile,
	isStarterJudge,
	language,
	reader: { name: reader, readings },
}: Subject): string[] {
	return [
		...(result.truncation === null ? [] : [result.truncation.message]),
		...(profile === null
			? [
					`No profile fits the model '${reader}': you see scores and colors, ${isStarterJudge ? `and ${starterJudges}` : 'but no sentence is judged'}.`,
				]
			: []),
		...(notJudged === undefined
			? []
			: notJudged === 'unlike-profile'
				? [`${unlikeWords(unlike ?? [], profile?.name, isStarterJudge)} ${whatToDo}`]
				: [
						[
							notJudgedSentence(notJudged),
							...(notJudged === 'no-contexts' || notJudged === 'contexts-not-read' ? [sameReadings] : []),
						].join(' '),
					]),
		...(isOthersAnswer(trace, reader)
			? [
					`Written by ${trace.model}, read by ${reader}: the numbers say how well the contexts explain the text to this model, and RePCS says nothing about the writer's memory.`,
				]
			: []),
		...(language === 'en'
			? []
			: ["The response does not look English: its sentences are cut by Unicode's rules, and its parts of speech are not known (X)."]),
		...(readings === undefined ? [] : [onReadings(readings)]),
	];
}

function onReadings({ tokens, logProbability, entropy }: NonNullable<ModelIdentity['readings']>): string {
	const nats = (value: number): string => value.toPrecision(2);
	return `This model rounds activations depending on which tokens it reads together, so its numbers depend on how a text is cut. All numbers here are for texts that are cut in one way. When the model writes token by token, log-probabilities differed by up to ${nats(logProbability)} nats and entropies by up to ${nats(entropy)} on ${tokens} fixed tokens; on a longer text it can be more.`;
}

/** Whether the trace names a model that wrote the response, and it is another one than the reader. An owner's prefix (`owner/name`) is not compared. */
export function isOthersAnswer({ model: writer }: Pick<Trace, 'model'>, reader: string): boolean {
	const bare = (name: string): string => name.trim().split('/').at(-1)!.toLowerCase();
	return writer !== undefined && bare(writer) !== bare(reader);
}
