import type { z } from 'zod';
import { privateSettings, type PrivateSettings } from '../../../../src/formats/private-settings.ts';
import type { PathsModel } from '../../../../src/analysis/private/paths-model.ts';
import { abstainingVotes, decodingStep } from '../../../../src/privacy/planner.ts';
import { runSettings } from '../../../../src/analysis/private/require-affordable.ts';
import { partsOf } from '../../../../src/privacy/run-steps.ts';
import type { PathsRequest } from '../../../../src/model-io/private-decoding.ts';
import type { ReadDocument } from './few-tokens-model.ts';
import { keywordLoss, sparseVectorLoss } from './pair-losses.ts';
import type { AuditedRun } from './whole-run-audits.ts';

/** What each part of a run gets of ε. */
export interface Parts {
	readonly decode: number;
	readonly filter: number;
	readonly refill: number;
}

type Given = Omit<z.input<typeof privateSettings>, 'epsilon' | 'split'>;

/**
 * Settings by which each part gets what it gets here. A run with a bug that hands a part too much is the run of such settings, so that bugs are planted by them; the
 * claim stays what it is.
 */
function settingsOf(parts: Parts, given: Given): PrivateSettings {
	const epsilon = parts.decode + parts.filter + parts.refill;
	const [decode, filter] = [parts.decode / epsilon, parts.filter / epsilon];
	return privateSettings.parse({ ...given, epsilon, split: { decode, filter, refill: 1 - decode - filter } });
}

const withoutFirst = (documents: readonly ReadDocument[]): AuditedRun['neighbors'] => [documents, [{ text: '' }, ...documents.slice(1)]];
const several = (count: number, one: Omit<ReadDocument, 'text'>): ReadDocument[] =>
	Array.from({ length: count }, (_, i) => ({ ...one, text: `Case ${i}.` }));

/** One keyword of two, so that there are few outcomes beside those that tell the neighbors apart. */
const oneOfTwo: Given = { vocabulary: ['alder', 'birch'], expert: { keywords: 1 } };

/** A path through a whole run, and the parts of ε that the neighbors read differently: nothing else may tell them apart, so these parts are the claim. */
export interface AuditedPath {
	readonly name: string;
	readonly reads: readonly (keyof Parts)[];
	readonly given: Given;
	readonly neighbors: AuditedRun['neighbors'];
	readonly places?: AuditedRun['places'];
	/** What the parts can tell of these neighbors at most, where it is less than they may tell of others. */
	readonly loss?: (parts: Parts) => number;
}

/** The audit of a path with its parts of ε, or with those of a bug. */
export function auditedRun(path: AuditedPath, parts: Parts, bug: Partial<Parts> = {}): AuditedRun {
	const { name, given, neighbors, places = [], reads, loss } = path;
	const epsilon = loss === undefined ? reads.reduce((sum, part) => sum + parts[part], 0) : loss(parts);
	const delta = given.delta ?? 1e-5;
	return { name, epsilon, delta, neighbors, places, settings: settingsOf({ ...parts, ...bug }, given) };
}

/** A document that gives one sentence beside one of two, where the chance of release rises by all of ε. */
export const sentenceVote: AuditedPath = {
	name: 'sentence vote',
	reads: ['decode'],
	given: { ...oneOfTwo, delta: 0.01 },
	neighbors: withoutFirst(several(2, { answer: 'It is so.' })),
};

const names = Array.from({ length: 24 }, (_, i) => `${String.fromCharCode(65 + i)}ora`);
export const publicList: AuditedPath = {
	name: 'public list',
	reads: ['decode'],
	given: { ...oneOfTwo, decoder: 'public-list', list: names },
	neighbors: withoutFirst(several(1, { answer: 'Fora.' })),
};

/** A token that is no candidate, for documents that vote for none. */
const lead = 'The ward is';
const openPlaces = [[lead], names.map((name) => ` ${name}`), ['.'], [' Meals are warm.'], [' It rains.']];
const gatedExpert = { payments: 1, candidates: names.length, keywords: 1, filter: 'top-k', filtered: 1 } as const;
/** The other document has the filter choose among the sentences that follow. */
export const gatedVotes: AuditedPath = {
	name: 'gated votes',
	reads: ['decode'],
	given: { ...oneOfTwo, decoder: 'gated-votes', expert: gatedExpert },
	neighbors: withoutFirst([
		{ text: 'Case 0.', token: ' Fora', gaps: [0, 0, 0] },
		{ text: 'Case 1.', token: lead, gaps: [0, 2, -2] },
	]),
	places: openPlaces,
};

/** The other document tells what the model without documents leans to. */
export const ensemble: AuditedPath = {
	name: 'ensemble',
	reads: ['decode'],
	given: { ...oneOfTwo, decoder: 'per-token', expert: { keywords: 1, tokens: 1, clip: 'absolute', clipBound: 2 } },
	neighbors: withoutFirst([
		{ text: 'Case 0.', token: 'Ward Fora.' },
		{ text: 'Case 1.', token: 'Ward Gora.' },
	]),
	places: [['Ward Fora.', 'Ward Gora.']],
};

export const keywords: AuditedPath = {
	name: 'keywords',
	reads: ['refill'],
	given: {
		decoder: 'gated-votes',
		vocabulary: ['alder', 'birch', 'cedar', 'elm', 'fir', 'hazel'],
		expert: { payments: 1, keywords: 2, filter: 'sparse-vector', filtered: 1 },
	},
	neighbors: withoutFirst([{ text: 'Birch.' }, { text: 'Alder.' }, { text: 'An alder.' }]),
	places: [['Meals are warm.']],
	loss: ({ refill }) => keywordLoss([2, 1, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0], { k: 2, epsilon: refill }),
};

/** Sensitivity is for another document in the place of one, which moves a gap twice as far as a blank one. */
export const topK: AuditedPath = {
	name: 'top-k filter',
	reads: ['filter'],
	given: { ...oneOfTwo, decoder: 'gated-votes', expert: gatedExpert },
	neighbors: [
		[
			{ text: 'Case 0.', gaps: [2, -2] },
			{ text: 'Case 1.', gaps: [-2, 2] },
		],
		[
			{ text: 'Case 2.', gaps: [-2, 2] },
			{ text: 'Case 1.', gaps: [-2, 2] },
		],
	],
	places: [['It is so.'], [' Meals are warm.']],
};

const [opened, closed] = [
	[-2, -2, 2],
	[2, 2, -2],
] as const;
export const sparseVector: AuditedPath = {
	name: 'sparse vector filter',
	reads: ['filter'],
	given: { ...oneOfTwo, decoder: 'gated-votes', expert: { ...gatedExpert, filter: 'sparse-vector' } },
	neighbors: [[{ text: 'Case 0.', gaps: opened }], [{ text: 'Case 0.', gaps: closed }]],
	places: [['It is so.'], [' It is new.'], [' Meals are warm.']],
	loss: ({ filter }) => sparseVectorLoss(opened, closed, { sensitivity: 4, high: 0.9, low: 0.1, epsilon: filter }),
};

/** A document of which every part tells. */
export const votesAndKeywords: AuditedPath = {
	name: 'sentence vote and keywords',
	reads: ['decode', 'refill'],
	given: { delta: 0.01, vocabulary: ['alder', 'birch', 'cedar', 'elm', 'fir', 'hazel'], expert: { keywords: 2 } },
	neighbors: withoutFirst([
		{ text: 'Birch.', answer: 'It is so.' },
		{ text: 'Alder.', answer: 'It is so.' },
		{ text: 'An alder.', answer: 'It is so.' },
	]),
};

/** One of sixteen documents, from where on ε is divided. It has no vote, so that whether it is blank may change nothing at all. */
export const oneOfSixteen: AuditedRun = {
	name: 'gated votes, one of sixteen documents',
	epsilon: 0,
	delta: 1e-5,
	settings: privateSettings.parse({ ...oneOfTwo, epsilon: 1, decoder: 'gated-votes', expert: { ...gatedExpert, filter: 'none' } }),
	neighbors: withoutFirst(several(16, { token: lead })),
	places: openPlaces,
};

/** The same where a step's ε follows from the documents that are not blank. */
export const stepOfOthers: AuditedRun = {
	...oneOfSixteen,
	changed: (model, settings) =>
		asking(model, (request) => {
			const others = request.paths.filter((path) => path !== null).length;
			const run = runSettings(settings);
			const step = decodingStep({ ...run, epsilon: partsOf(run, others).decode }, others).epsilon;
			return request.decoding.kind === 'gated-votes'
				? { ...request, decoding: { ...request.decoding, stepEpsilon: step, abstaining: abstainingVotes(request.paths.length, step) } }
				: request;
		}),
};

function asking(model: PathsModel, change: (request: PathsRequest) => PathsRequest): PathsModel {
	return {
		identity: model.identity,
		roomForPaths: (...asked) => model.roomForPaths(...asked),
		decodePaths: (request, options) => model.decodePaths(change(request), options),
		score: (...asked) => model.score(...asked),
		generate: (...asked) => model.generate(...asked),
	};
}
