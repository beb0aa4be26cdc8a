import type { AnalysisRecord, AnalysisToken, SpadVerdict } from '../../src/formats/analysis-record.ts';
import type { ReportTrace } from '../../src/report/report-subject.ts';

/** `[text, logprob, entropy, entropyWithoutContext]` */
type Piece = readonly [string, number, number, number];

function tokensOf(pieces: readonly Piece[], start: number): AnalysisToken[] {
	let at = start;
	return pieces.map(([text, logprob, entropy, without]) => {
		const token: AnalysisToken = {
			text,
			start: at,
			end: at + text.length,
			logprob,
			entropy,
			entropyWithoutContext: without,
			cg: without - entropy,
			kl: Math.abs(without - entropy) * 1.3,
			logprobWithoutContext: logprob - 1,
			rank: logprob > -0.7 ? 1 : 3,
			rankWithoutContext: 4,
			pos: 'X',
			alternatives: [
				{ text, logprob },
				{ text: ' <b>other</b>', logprob: -2.5 },
			],
			alternativesWithoutContext: [
				{ text: '\n', logprob: -1.2 },
				{ text, logprob: logprob - 1 },
			],
			sources: null,
			contexts: null,
			suspicion: null,
		};
		at += text.length;
		return token;
	});
}

const grounded: readonly Piece[] = [
	['The', -0.02, 0.1, 0.3],
	[' serial', -0.05, 0.2, 1.9],
	[' number', -0.001, 0.01, 0.02],
	[' of', -0.001, 0.01, 0.01],
	[' the', -0.01, 0.05, 0.06],
	[' Orlen', -0.1, 0.3, 4.1],
	[' pump', -0.01, 0.05, 1.1],
	[' is', -0.001, 0.01, 0.03],
	[' 47', -0.06, 0.2, 4.4],
	['19', -0.04, 0.1, 4.2],
	['.', -0.001, 0.01, 0.02],
];
const ungrounded: readonly Piece[] = [
	[' It', -1.1, 1.9, 1.8],
	[' was', -0.4, 1.1, 1.0],
	[' built', -2.3, 2.9, 2.4],
	[' in', -0.2, 0.7, 0.6],
	[' Tarn', -4.6, 3.9, 2.2],
	['ow', -1.4, 1.2, 1.4],
	[' <1962>', -3.9, 4.2, 3.4],
	['.', -0.1, 0.4, 0.3],
];

const start = 120;
const response = [...grounded, ...ungrounded].map(([text]) => text).join('');
const split = grounded.map(([text]) => text).join('').length + 1;

/** What closed book says of an answer that seems recited. */
export const recitedFigures = {
	score: 0.5,
	entropyMax: 0.5,
	surpriseMax: 0.25,
	group: { sentences: '1', value: 'name' },
	threshold: 2,
	thresholdGroup: { sentences: '1', value: 'any' },
	alpha: 0.01,
	memorised: true,
} as const;

/** A record with one grounded and one ungrounded sentence; its numbers are made up, its offsets are right. */
export const sampleRecord: AnalysisRecord = {
	schema: 'rag-assay/analysis@1',
	file: 'examples/orlen-pump.rag.md',
	trace: { id: 'orlen-pump' },
	model: { name: 'demo', sha256: 'a'.repeat(64), device: 'cpu' },
	profile: { name: 'demo-1' },
	tokens: tokensOf([...grounded, ...ungrounded], start),
	sentences: [
		{ start, end: start + split - 1, cgMean: 1.39, cgTop5: 2.9, entropyMean: 0.09, score: 0.04, verdict: 'grounded', spad: null },
		{
			start: start + split,
			end: start + response.length,
			cgMean: -0.35,
			cgTop5: 0.08,
			entropyMean: 2.04,
			score: 0.91,
			verdict: 'ungrounded',
			spad: null,
		},
	],
	closedBook: null,
	repcs: {
		z: 8.41,
		perToken: 0.44,
		literal: 6.02,
		tokens: 19,
		score: null,
		threshold: null,
		alpha: null,
		memorised: null,
		influence: null,
	},
	response: null,
	attribution: null,
	findings: [
		{
			subject: { kind: 'trace', id: 'orlen-pump' },
			code: 'rag-assay/ungrounded',
			severity: 'warning',
			method: 'mean-entropy',
			message: 'Mean entropy 2.04 nats exceeds 1.10.',
			start: start + split,
			end: start + response.length,
			score: 2.04,
			threshold: 1.1,
			ignored: false,
		},
	],
	truncation: null,
	notes: ['The last context was cut from 900 to 411 tokens.'],
};

export const sampleTrace: ReportTrace = {
	record: sampleRecord,
	sections: [
		{ kind: 'system', name: 'System', text: 'Answer from the documents.' },
		{ kind: 'context', name: 'manual-3', text: 'The Orlen pump has the serial number 4719.\nIt weighs 31 kg.' },
		{ kind: 'context', name: '<script>alert(1)</script>', text: 'A hostile </script><img src=x onerror=alert(1)> passage & more.' },
		{ kind: 'query', name: 'Query', text: 'What is the serial number of the Orlen pump, and when was it built?' },
	],
	response: { start, text: response },
};

/** Sources by rule: values come from the contexts in the grounded sentence and from the model's own layers in the other; they add up to the probability. */
function sourcesOf(token: AnalysisToken, t: number): Pick<AnalysisToken, 'sources' | 'contexts' | 'suspicion'> {
	const probability = Math.exp(token.logprob);
	const isValue = /\d/u.test(token.text);
	const rag = t < grounded.length && isValue ? 0.75 * probability : 0.05 * probability;
	const ffn = t < grounded.length ? 0.1 * probability : 0.9 * probability;
	return {
		sources: [0.02, rag, 0.01, 0, ffn, probability - rag - ffn - 0.03, 0],
		contexts: { 'Pump A': rag * 0.8, 'Pump B <i>': rag * 0.2 },
		suspicion: t < grounded.length ? 0.02 : isValue ? 0.91 : 0.3,
	};
}

const verdictOf = (level: 'sentence' | 'response', probability: number, reasons: readonly string[]): SpadVerdict => ({
	classifier: 'spad+',
	level,
	probability,
	threshold: 0.5,
	hallucinated: probability > 0.5,
	paper: { probability: probability / 2, threshold: 0.6 },
	counterReasons: [],
	given: { words: 'new', rag: 0.08, ffn: 0.62 },
	reasons: reasons.map((text, i) => ({
		text,
		ofSources: text.includes(' from '),
		telling: true,
		contribution: 2 - i,
		features: [{ name: 'FFN_NUM', value: 0.62, usual: 0.2, contribution: 2 - i }],
	})),
});

const valueToken = sampleRecord.tokens.find(({ text }) => /\d/u.test(text))!;

/** The same record with sources, word origins and verdicts; its numbers are made up, and add up as they should. */
export const attributedRecord: AnalysisRecord = {
	...sampleRecord,
	tokens: sampleRecord.tokens.map((token, t) => ({ ...token, ...sourcesOf(token, t) })),
	sentences: sampleRecord.sentences.map((sentence, s) => ({
		...sentence,
		spad:
			s === 0
				? verdictOf('sentence', 0.04, [])
				: verdictOf('sentence', 0.91, [
						"numbers here come from the model's own layers, 0.62 (usually 0.20), not from the contexts, 0.08 (usually 0.55)",
						'new words here: lowest log-probability −4.60 (usually −0.05)',
					]),
	})),
	response: {
		score: 0.71,
		threshold: 0.5,
		hallucinated: true,
		spad: verdictOf('response', 0.71, ['names here come less from the contexts than usual, 0.01 (usually 0.30)']),
	},
	wordOrigins: {
		contexts: ['Pump A', 'Pump B <i>'],
		how: 'hidden',
		why: null,
		words: [
			{
				text: valueToken.text.trim(),
				start: valueToken.end - valueToken.text.trim().length,
				end: valueToken.end,
				logprob: valueToken.logprob,
				none: -3,
				from: ['Pump A'],
				without: { 'Pump B <i>': valueToken.logprob, 'Pump A': -2.5 },
			},
			{
				text: 'other',
				start: valueToken.end,
				end: valueToken.end + 1,
				logprob: -1,
				none: -1,
				from: [],
				without: { 'Pump B <i>': -1, 'Pump A': -1 },
			},
		],
	},
	attribution: {
		contexts: ['Pump A', 'Pump B <i>'],
		parallelLayers: 0,
		errorBound: 0,
		sumError: 2e-8,
		classifiers: [{ classifier: 'spad+', level: 'sentence', file: 'demo.spad+.sentence.json', sha256: 'b'.repeat(64) }],
	},
};

/** The attributed response, with one word of its first flagged sentence that comes from a context of the page. */
export function withFlaggedWord(text: string): AnalysisRecord {
	const sentence = attributedRecord.sentences.find(({ verdict, spad }) => verdict === 'ungrounded' || spad?.hallucinated === true)!;
	const word = {
		text,
		start: sentence.start,
		end: sentence.start + 3,
		logprob: -0.02,
		none: -3,
		from: ['manual-3'],
		without: { 'manual-3': -2.5 },
	};
	return { ...attributedRecord, wordOrigins: { contexts: ['manual-3'], how: 'hidden', why: null, words: [word] } };
}

/** An answer that is unlike all that its profile was made from: the starter profile judges its two sentences, and flags the second. */
export function starterRecord(ignored: boolean): AnalysisRecord {
	const unjudged = { hallucinated: null, notJudged: 'unlike-profile' } as const;
	const { sentences, findings } = attributedRecord;
	const spad = sentences.find((one) => one.spad !== null)!.spad!;
	const [first, second] = [sentences[0]!, sentences[1]!];
	return {
		...attributedRecord,
		sentences: sentences.map((s) => ({
			...s,
			score: null,
			verdict: null,
			notJudged: 'unlike-profile',
			spad: s.spad === null ? null : { ...s.spad, ...unjudged },
		})),
		response: { score: 0.93, threshold: 0.5, hallucinated: null, spad: { ...spad, level: 'response', probability: 0.93, ...unjudged } },
		repcs: { ...attributedRecord.repcs!, score: 'z', threshold: 9, alpha: 0.05, memorised: null, notJudged: 'unlike-profile' },
		support: { values: [], sentences: [] },
		starter: {
			threshold: 0.5,
			sentences: [
				{ start: first.start, end: first.end, score: 0.2, flagged: false },
				{ start: second.start, end: second.end, score: 0.9, flagged: true },
			],
			response: null,
		},
		findings: [
			{
				...findings[0]!,
				code: 'rag-assay/ungrounded',
				severity: 'info',
				method: 'starter',
				message: 'Ungrounded? 2 of 3 content words are in no context',
				start: second.start,
				end: second.end,
				ignored,
			},
		],
	};
}
