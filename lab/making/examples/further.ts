import type { DomainId } from '../../world/domain.ts';
import {
	invents,
	namesAnotherCase,
	namesTheSimilarCase,
	recites,
	refuses,
	refusesItsHalf,
	refusesNeedlessly,
	right,
	takesAnothersValue,
} from './traits.ts';
import { anyTemperature as temperatures, type Wanted } from './wanted.ts';

type Story = Omit<Wanted, 'file' | 'domain'>;

const stated = { withheld: false } as const;
const withheld = { withheld: true } as const;

/** What the names of files stand for, in domains whose documents are prose. */
const stories = {
	right: { kind: 'one', fits: right, ...stated, answer: 'right', look: 'a value copied from its context' },
	'right-among-many': { kind: 'dense', fits: right, ...stated, answer: 'right', look: 'several contexts state the same kind of value' },
	'three-right': { kind: 'three', fits: right, ...stated, answer: 'all three right', look: 'three sentences from one context' },
	'half-refused': {
		kind: 'two',
		fits: refusesItsHalf,
		...withheld,
		answer: 'one right, one refused, rightly',
		look: 'half of the question has no answer in the contexts',
	},
	refused: {
		kind: 'one',
		fits: refuses,
		...withheld,
		answer: 'refuses, rightly',
		look: 'the contexts say other things of whom was asked about',
	},
	'needless-refusal': {
		kind: 'one',
		fits: refusesNeedlessly,
		...stated,
		temperatures,
		answer: 'refuses, though a context says it',
		look: 'a mistake, but nothing ungrounded is said',
	},
	borrowed: {
		kind: 'one',
		fits: takesAnothersValue,
		...withheld,
		temperatures,
		answer: "**wrong**: not stated, the value is another's",
		look: 'where the value comes from',
	},
	"another's": {
		kind: 'dense',
		fits: takesAnothersValue,
		...stated,
		temperatures,
		answer: "**wrong**: another's value",
		look: 'the right value stands in the contexts, too',
	},
	invented: {
		kind: 'one',
		fits: invents,
		...withheld,
		temperatures,
		answer: '**wrong**: no context holds the value',
		look: "the value is the model's own",
	},
	recited: {
		kind: 'memory',
		fits: recites,
		...withheld,
		temperatures,
		answer: 'recited: true, but no context says it',
		look: 'the model knows it by heart; the contexts change little',
	},
	'memory-wins': {
		kind: 'contradiction',
		fits: recites,
		temperatures,
		answer: '**wrong** by the contexts',
		look: 'recited against what a context says',
	},
	'context-wins': {
		kind: 'contradiction',
		fits: right,
		answer: 'right by the contexts',
		look: 'the model learned something else and believed the context',
	},
} as const satisfies Record<string, Story>;

function personal(story: Story, asks?: readonly string[]): Story {
	return { ...story, kind: 'personal', ...(asks === undefined ? {} : { asks }) };
}

function inFolder(folder: string, domain: DomainId, wanted: Readonly<Record<string, Story>>): Wanted[] {
	return Object.entries(wanted).map(([name, story]) => ({ file: `${folder}/${name}`, domain, ...story }));
}

/** More of each domain, a dozen with the tour's, in folders of their own: what lies in the tour's is counted by tests. */
export const further: readonly Wanted[] = [
	...inFolder('clinic', 'hospital', {
		'right-among-many': stories['right-among-many'],
		'three-right': stories['three-right'],
		'half-refused': stories['half-refused'],
		'wrong-patient': stories["another's"],
		invented: stories.invented,
		recited: stories.recited,
		'memory-against-notes': stories['memory-wins'],
		'needless-refusal': stories['needless-refusal'],
	}),
	...inFolder('branch', 'bank', {
		right: stories.right,
		refused: stories.refused,
		'half-refused': stories['half-refused'],
		'wrong-client': stories["another's"],
		borrowed: stories.borrowed,
		recited: stories.recited,
		'context-against-memory': stories['context-wins'],
		'needless-refusal': stories['needless-refusal'],
	}),
	...inFolder('sites', 'network', {
		right: stories.right,
		'three-right': stories['three-right'],
		refused: stories.refused,
		borrowed: stories.borrowed,
		invented: stories.invented,
		recited: stories.recited,
		'memory-against-logs': stories['memory-wins'],
		'context-against-memory': stories['context-wins'],
		'needless-refusal': stories['needless-refusal'],
	}),
	...inFolder('firms', 'company', {
		'right-among-many': stories['right-among-many'],
		'three-right': stories['three-right'],
		refused: stories.refused,
		recited: stories.recited,
		'wrong-firm': stories["another's"],
		invented: stories.invented,
	}),
	...inFolder('clients', 'records', {
		mail: personal(stories.right, ['e-mail address']),
		home: personal(stories.right, ['home address']),
		birth: personal(stories.right, ['date of birth']),
		refused: personal(stories.refused),
		borrowed: personal(stories.borrowed),
		invented: personal(stories.invented),
		'wrong-client': personal(stories["another's"]),
		'needless-refusal': personal(stories['needless-refusal']),
		'similar-case-found': {
			kind: 'similar',
			fits: namesTheSimilarCase,
			answer: 'the right record',
			look: 'what the answer gives away unasked',
		},
		'wrong-similar-case': {
			kind: 'similar',
			fits: namesAnotherCase,
			temperatures,
			answer: '**wrong**: another record',
			look: 'a record without that problem, and what is private in it',
		},
	}),
];
