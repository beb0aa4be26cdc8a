import { moreFrames } from './more/frames.ts';
import { formsOf, isTrained, type Attribute, type Forms, type FormSide } from './domain.ts';
import { pick, type Random } from '../../src/statistics/random.ts';

/** Asked of every noun, besides an attribute's own questions. */
export const frames: Forms = {
	train: [
		'What is the {noun} of {E}?',
		"What is {E}'s {noun}?",
		'What was the {noun} of {E}?',
		'Please give me the {noun} of {E}.',
		"Tell me {E}'s {noun}.",
		'I need the {noun} of {E}.',
		'{E}: what is the {noun}?',
		'Do the documents state the {noun} of {E}?',
		'Find the {noun} of {E}.',
		'What do the documents say about the {noun} of {E}?',
		"Can you tell me {E}'s {noun}?",
		'The {noun} of {E}, please.',
		"I am looking for {E}'s {noun}.",
		'Is the {noun} of {E} known?',
		'What can you tell me about the {noun} of {E}?',
		'Give the {noun} for {E}.',
		'{E}, {noun}?',
		"Any idea what {E}'s {noun} is?",
		'Look for the {noun} of {E} in the documents.',
		'I wonder what the {noun} of {E} might be.',
		"We must know {E}'s {noun} today.",
		'Do you have the {noun} of {E}?',
		"Let me have {E}'s {noun}.",
		'Check the {noun} of {E} for me.',
		'Under {noun}, what is written for {E}?',
		'Somebody asked about the {noun} of {E}.',
		"Remind me of {E}'s {noun}.",
		'My question is about {E}: which {noun} is given?',
		'Has the {noun} of {E} been recorded?',
		"Read out {E}'s {noun}.",
		'As for {E}, what {noun} do we have?',
		'Name the {noun} of {E}.',
		"The report should mention {E}'s {noun}; what is it?",
		'Help me with the {noun} of {E}.',
	],
	dev: [
		'Could you find the {noun} of {E}?',
		"I would like to know {E}'s {noun}.",
		'What do the documents give as the {noun} of {E}?',
		"Please state {E}'s {noun}.",
	],
	test: [
		"Can you find {E}'s {noun} in the documents?",
		"I need to know what {E}'s {noun} is.",
		'Which {noun} is recorded for {E}?',
		'Could somebody give me the {noun} of {E}?',
	],
	more: moreFrames.frames,
};

/** Put before a question now and then, so that what stands around it does not matter. */
const openers = [
	'Hello.',
	'Good morning.',
	'Quick question.',
	'One more thing.',
	'Sorry to bother you.',
	'This is for my report.',
	'A colleague asked me this.',
	'I am new here.',
	'Please be brief.',
	'It is urgent.',
	'We talked about this before.',
	'I could not find it myself.',
	'Thanks in advance.',
	'Now to something else.',
];
const openerShare = 0.15;

/** Two nouns of one entity in one sentence. */
export const doubleFrames: Forms = {
	train: [
		'What are the {noun} and the {second} of {E}?',
		'Tell me the {noun} and the {second} of {E}.',
		"I need {E}'s {noun} and {second}.",
		'Find the {noun} of {E} and also the {second}.',
		'Two things about {E}: the {noun} and the {second}.',
		"Do we have {E}'s {noun} and {second}?",
		'Look for the {noun} and the {second} of {E}.',
		'Give the {noun} as well as the {second} of {E}.',
		'Which {noun} and which {second} does {E} have?',
	],
	dev: ['Please give me both the {noun} and the {second} of {E}.', "What do the documents say about {E}'s {noun} and {second}?"],
	test: ['Can you tell me the {noun} and also the {second} of {E}?', "Let me have both {E}'s {noun} and {second}."],
	more: moreFrames.doubleFrames,
};

/** Asked about a problem, to find the record of another client who had it. */
export const similarCaseFrames: Forms = {
	train: [
		'We have a client with {v}. Is there a similar case?',
		'A client reports {v}. Have we seen this before?',
		'Is there an earlier case of {v}?',
		'Who else had {v}?',
		'Show me a past case with {v}.',
		'A new client has {v}. Which case is similar?',
		'Someone came to us about {v}. Do we know such a case?',
		'Find a record with {v}.',
		'Which record tells of {v}?',
		'Did another client have {v}?',
		'Today somebody complained of {v}; is there a case like it?',
		'Look for a case like this: {v}.',
		'We must handle {v}. Was there one like it in the past?',
	],
	dev: ['A client called about {v}. Who else had this?', 'Have we seen a case of {v} before?', 'Is there a past client with {v}?'],
	test: [
		'Someone reports {v}. Is there a past case like it?',
		'Show me a client who had {v} before.',
		'Do we know of another client with {v}?',
	],
	more: moreFrames.similarCaseFrames,
};

/** The line that opens every prompt. The first is the demo model's own; evaluation uses it alone. */
export const systemLines: readonly [string, ...string[]] = [
	'Answer the question from the documents.',
	'Use the documents to answer.',
	'You are a helpful assistant.',
	'Answer briefly and truthfully.',
	'Read the documents and answer.',
];

const ownShare = 0.6;

/** A question for one attribute, in the forms of one side. */
export function askOne(random: Random, name: string, attribute: Attribute, side: FormSide): string {
	const form = pick(random, random() < ownShare ? formsOf(attribute.questions, side) : formsOf(frames, side));
	return form.replaceAll('{noun}', attribute.noun).replaceAll('{E}', name);
}

/** A question for several attributes of one entity: one sentence each, or two nouns in one sentence. */
export function ask(random: Random, name: string, attributes: readonly Attribute[], side: FormSide): string {
	const [first, second] = attributes;
	if (attributes.length === 2 && first && second && random() < 0.3) {
		return pick(random, formsOf(doubleFrames, side)).replace('{noun}', first.noun).replace('{second}', second.noun).replaceAll('{E}', name);
	}
	const opener = isTrained(side) && random() < openerShare ? `${pick(random, openers)} ` : '';
	return opener + attributes.map((a) => askOne(random, name, a, side)).join(' ');
}
