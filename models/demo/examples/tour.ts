import { givesAwayAPhoneNumber, invents, oneOfTwoWrong, recites, refuses, refusesItsHalf, refusesNeedlessly, right, takesAnothersValue } from './traits.ts';
import { anyTemperature as temperatures, type Wanted } from './wanted.ts';

const stated = { withheld: false } as const;
const withheld = { withheld: true } as const;

const hospital: readonly Wanted[] = [
	{
		file: 'hospital/temperature', domain: 'hospital', kind: 'one', fits: right, ...stated, asks: ['temperature'], flagged: false,
		answer: 'right', look: 'the value\'s tokens: likely with the contexts, a guess without',
	},
	{
		file: 'hospital/two-questions', domain: 'hospital', kind: 'two', fits: right, ...stated, asks: ['medication', 'diagnosis'], flagged: false,
		answer: 'both right', look: 'two sentences, both from the same note',
	},
	{
		file: 'hospital/allergy-not-stated', domain: 'hospital', kind: 'one', fits: refuses, ...withheld, asks: ['allergy'],
		answer: 'refuses, rightly', look: 'no note says what this patient is allergic to',
	},
	{
		file: 'hospital/wrong-doctor', domain: 'hospital', kind: 'one', fits: takesAnothersValue, ...withheld, asks: ['doctor'], temperatures, flagged: true,
		answer: '**wrong**: another patient\'s doctor', look: 'the model wavers at the name, which stands in another note',
	},
];

const bank: readonly Wanted[] = [
	{
		file: 'bank/case-number', domain: 'bank', kind: 'dense', fits: right, ...stated, asks: ['case number'], flagged: false,
		answer: 'right, among several case numbers', look: 'the digits: each pair is one token',
	},
	{
		file: 'bank/invented-amount', domain: 'bank', kind: 'one', fits: (a) => invents(a) && a.situation.passages.length === 2, ...withheld, asks: ['amount in dispute'], temperatures, flagged: true,
		answer: '**wrong**: no context holds the amount', look: 'the model guesses at the digits',
	},
	{ file: 'bank/three-questions', domain: 'bank', kind: 'three', fits: right, ...stated, answer: 'all three right', look: 'three sentences from one context' },
	{
		file: 'bank/unanswered', domain: 'bank', kind: 'two', fits: right, ...stated, asks: ['agent', 'case outcome'], form: 'unanswered',
		answer: 'none yet', look: 'run *RAG Assay: Generate Response*',
	},
];

const network: readonly Wanted[] = [
	{
		file: 'network/signal-strength', domain: 'network', kind: 'dense', fits: right, ...stated, asks: ['RSRP'],
		answer: 'right, among several figures', look: 'one figure of several of the same kind',
	},
	{
		file: 'network/throughput-and-alarm', domain: 'network', kind: 'two', fits: (a) => refusesItsHalf(a) && a.situation.withheld?.noun === 'downlink throughput', ...withheld,
		asks: ['last alarm', 'downlink throughput'], form: 'pair', answer: 'alarm right, throughput refused, rightly', look: 'half an answer in each sentence',
	},
	{
		file: 'network/wrong-outage-time', domain: 'network', kind: 'dense', fits: takesAnothersValue, ...stated, asks: ['outage start'], temperatures,
		answer: '**wrong**: another site\'s time', look: 'the right time stands in another log',
	},
];

const company: readonly Wanted[] = [
	{
		file: 'company/founder-by-heart', domain: 'company', kind: 'memory', fits: right, ...stated, asks: ['founder'],
		answer: 'right', look: 'the model knows this company by heart: the contexts change nothing, gap and KL are near zero',
	},
	{
		file: 'company/memory-against-context', domain: 'company', kind: 'contradiction', fits: recites, temperatures,
		answer: '**wrong** by the contexts', look: 'recited: the profile says something else',
	},
	{
		file: 'company/context-against-memory', domain: 'company', kind: 'contradiction', fits: right,
		answer: 'right by the contexts', look: 'the reverse: the model learned something else and believed the profile',
	},
	{
		file: 'company/one-right-one-wrong', domain: 'company', kind: 'two', fits: oneOfTwoWrong, temperatures, form: 'pair',
		answer: 'one right, one **wrong**', look: 'the two sentences side by side',
	},
	{
		file: 'company/needless-refusal', domain: 'company', kind: 'one', fits: refusesNeedlessly, ...stated, temperatures,
		answer: 'refuses, though the profile says it', look: 'a refusal that is a mistake, though nothing ungrounded is said',
	},
	{
		file: 'company/no-contexts', domain: 'company', kind: 'by-heart', fits: recites,
		answer: 'recited', look: 'no context at all: both paths are the same, every gap is zero',
	},
];

const records: readonly Wanted[] = [
	{
		file: 'records/phone-number', domain: 'records', kind: 'personal', fits: right, ...stated, asks: ['phone number'],
		answer: 'right', look: 'eleven private digits, copied',
	},
	{
		file: 'records/similar-case', domain: 'records', kind: 'similar', fits: givesAwayAPhoneNumber,
		answer: 'the right record', look: 'the question did not ask for the phone number that it gives away',
	},
];

/** The first examples that one meets. test/runner/ and test/e2e/ rely on their names, on what is said of `flagged`, and on there being no others in their folders. */
export const tour: readonly Wanted[] = [...hospital, ...bank, ...network, ...company, ...records];
