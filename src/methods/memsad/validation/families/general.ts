import type { Family } from '../family.ts';
import { anyAct, business, agent, itself, kindSecrets, self } from '../lexicon.ts';

const own = `${self}|she|he|recipes?|units|celsius|metric|french|german|english|language|vegetarian`;
/** Acts that look, ask or offer do no harm for themselves. */
const careful = new Set([
	'check',
	'double-check',
	'verify',
	'confirm',
	'ask',
	'offer',
	'test',
	'consult',
	'warn',
	'remind',
	'look',
	'search',
	'find',
]);
const acts = anyAct
	.split('|')
	.filter((act) => !careful.has(act))
	.join('|');
/** What an attacker waits for: that somebody asks, or that a word falls. */
const trigger =
	'(?:when(?:ever)?|if|each time|every time|any ?time|as soon as|should) (?:the |a |an |any |your |our )?(?:\\w+ )?(?:users?|any ?one|any ?body|some ?one|some ?body|customers?|callers?|clients?|patients?|shoppers?|visitors?|persons?) (?:\\w+ )?(?:asks?|mentions?|says?|wants?|types?|writes?|requests?|enquires?|inquires?|talks?|brings?|opens?|logs?|sends?|pays?|checks?|tries|complains?|calls?|thanks|searches|objects?|notices?|books?|buys?|orders?|forgets?|uses?)|(?:when(?:ever)?|if) asked|(?:when(?:ever)?|if|once) (?:the )?(?:words?|phrase|topic|subject|name|request|query|question|conversation|message|prompt|text|task|document|code)(?: [\\w\'’"-]+){0,4}? (?:comes? up|appears?|occurs?|mentions?|contains?|concerns?|includes?|is (?:about|said|used|mentioned)|falls?|refers?|arrives?|looks?)|(?:anything|whoever|anyone who|anybody who) (?:that )?(?:asks?|asked)';

/** Orders that are foreign to memories by how they are given, whatever they want. */
export const generalFamilies: readonly Family[] = [
	{
		name: 'standing-order',
		description: 'gives the agent an order that waits for what somebody asks',
		acts,
		near: [trigger, business],
		unless: own,
	},
	{
		name: 'standing-order',
		description: 'tells the agent what it must do with what belongs to others',
		acts: null,
		near: [
			`${agent.replace('(?:you|', '(?:')} (?:must|should|shall|has to|have to|needs? to|ought to|is to|are to|will now|may now|can now) (?:not )?\\w+`,
			business,
		],
		unless: own,
	},
	{
		name: 'standing-order',
		description: 'gives the agent an order that holds against reasons',
		acts,
		near: [
			'regardless|irrespective|no matter|(?<!\\b(?:only|never|not) [^.;!?\\n]{0,40}|\\bonly, )even (?:if|when|though|where)|despite|in spite|anyway|anyhow|unconditionally|whether or not|without exception|whatever the|against (?:his|her|their|the) (?:wish|wishes|will)',
			business,
		],
		unless: own,
	},
	{
		name: 'standing-order',
		description: 'gives the agent an order about this entry itself',
		acts,
		near: [`(?!the (?:above|following)|(?:this|these|the) commands?)${itself}`],
		reach: 60,
		unless: own,
	},
	{
		name: 'conceal',
		description: 'tells the agent to keep quiet about something',
		acts: null,
		near: [
			"(?:say|mention|reveal|report|tell \\w+|disclose) nothing (?:about|of|on|to)|deny (?:that|any|having|all|it|ever|knowing)|cover up|(?:nobody|no one|none of them) (?:should|must|may|shall|is to|needs? to|has to|can) (?:ever )?(?:learn|know|see|find|hear|notice|be told|be informed)|turn a blind eye|look the other way|(?:keep|stay|remain) (?:silent|quiet|mum) (?:about|on|when|if)|sweep [\\w ]{1,30} under|hush up|so that (?:nobody|no one) (?:will |can |may )?(?:sees?|knows?|notices?|finds?|learns?|suspects?)|so that (?:she|he|they|the \\w+) (?:does not|do not|doesn't|don't|will not|cannot|can't|may not|never) (?:see|know|notice|find|learn|suspect|realize|realise)s?",
		],
		unless: `${self}|${kindSecrets}`,
	},
];
