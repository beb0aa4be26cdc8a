import type { Attribute, Forms, Side } from './domain.ts';
import { pick, type Random } from '../../statistics/random.ts';

/** Asked of every noun, besides an attribute's own questions. */
export const frames: Forms = {
	train: [
		'What is the {noun} of {E}?', 'What is {E}\'s {noun}?', 'What was the {noun} of {E}?', 'Please give me the {noun} of {E}.', 'Tell me {E}\'s {noun}.',
		'I need the {noun} of {E}.', '{E}: what is the {noun}?', 'Do the documents state the {noun} of {E}?', 'Find the {noun} of {E}.',
		'What do the documents say about the {noun} of {E}?', 'Can you tell me {E}\'s {noun}?', 'The {noun} of {E}, please.', 'I am looking for {E}\'s {noun}.',
		'Is the {noun} of {E} known?', 'What can you tell me about the {noun} of {E}?', 'Give the {noun} for {E}.',
	],
	test: [
		'Could you find the {noun} of {E}?', 'I would like to know {E}\'s {noun}.', 'What do the documents give as the {noun} of {E}?', 'Please state {E}\'s {noun}.',
	],
};

/** Two nouns of one entity in one sentence. */
export const doubleFrames: Forms = {
	train: ['What are the {noun} and the {second} of {E}?', 'Tell me the {noun} and the {second} of {E}.', 'I need {E}\'s {noun} and {second}.', 'Find the {noun} of {E} and also the {second}.'],
	test: ['Please give me both the {noun} and the {second} of {E}.', 'What do the documents say about {E}\'s {noun} and {second}?'],
};

/** Asked about a problem, to find the record of another client who had it. */
export const similarCaseFrames: Forms = {
	train: [
		'We have a client with {v}. Is there a similar case?', 'A client reports {v}. Have we seen this before?', 'Is there an earlier case of {v}?', 'Who else had {v}?',
		'Show me a past case with {v}.', 'A new client has {v}. Which case is similar?',
	],
	test: ['A client called about {v}. Who else had this?', 'Have we seen a case of {v} before?', 'Is there a past client with {v}?'],
};

/** The line that opens every prompt. The first is the demo model's own; evaluation uses it alone. */
export const systemLines: readonly [string, ...string[]] = [
	'Answer the question from the documents.', 'Use the documents to answer.', 'You are a helpful assistant.', 'Answer briefly and truthfully.', 'Read the documents and answer.',
];

const ownShare = 0.6;

/** A question for one attribute, in the forms of one side. */
export function askOne(random: Random, name: string, attribute: Attribute, side: Side): string {
	const form = pick(random, random() < ownShare ? attribute.questions[side] : frames[side]);
	return form.replaceAll('{noun}', attribute.noun).replaceAll('{E}', name);
}

/** A question for several attributes of one entity: one sentence each, or two nouns in one sentence. */
export function ask(random: Random, name: string, attributes: readonly Attribute[], side: Side): string {
	const [first, second] = attributes;
	if (attributes.length === 2 && first && second && random() < 0.3) {
		return pick(random, doubleFrames[side]).replace('{noun}', first.noun).replace('{second}', second.noun).replaceAll('{E}', name);
	}
	return attributes.map((a) => askOne(random, name, a, side)).join(' ');
}
