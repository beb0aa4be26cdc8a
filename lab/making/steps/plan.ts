import { join, relative } from 'node:path';
import { phaseNames, type Phase } from '../../world/training/phases.ts';

export const sizes = ['small', 'large'] as const;
export const devices = ['cpu', 'cuda'] as const;
export const dtypes = ['fp32', 'q8', 'q4'] as const;

export { phaseNames as phases };

/** What is to be made, and where. */
export interface Plan {
	/** Folder of the repository. */
	readonly root: string;
	/** Folder for everything that is not shipped. */
	readonly work: string;
	/** Name of a file in training/recipes/. */
	readonly recipe: (typeof sizes)[number] | 'smoke';
	readonly device: (typeof devices)[number];
	readonly dtype: (typeof dtypes)[number];
	/** An interpreter that has the packages; without it an environment is made. */
	readonly python: string | undefined;
	/** Conversations of each phase, and the seed that decides them. */
	readonly data: Readonly<Record<Phase, { readonly seed: number; readonly count: number }>>;
}

export const data: Plan['data'] = {
	bind: { seed: 11, count: 60_000 },
	read: { seed: 12, count: 230_000 },
	settle: { seed: 13, count: 60_000 },
	weigh: { seed: 14, count: 20_000 },
	widen: { seed: 15, count: 100_000 },
	share: { seed: 16, count: 40_000 },
	key: { seed: 17, count: 3_000 },
	tie: { seed: 18, count: 12_000 },
	reword: { seed: 20, count: 8_000 },
	blend: { seed: 19, count: 30_000 },
	mend: { seed: 21, count: 32_000 },
};
/** Enough for the tokenizer's merges and for nothing else. */
export const smokeData: Plan['data'] = {
	bind: { seed: 11, count: 4_000 },
	read: { seed: 12, count: 6_000 },
	settle: { seed: 13, count: 2_000 },
	weigh: { seed: 14, count: 2_000 },
	widen: { seed: 15, count: 2_000 },
	share: { seed: 16, count: 2_000 },
	key: { seed: 17, count: 2_000 },
	tie: { seed: 18, count: 2_000 },
	reword: { seed: 20, count: 2_000 },
	blend: { seed: 19, count: 2_000 },
	mend: { seed: 21, count: 2_000 },
};

/** The paths of a plan. */
export function places({ root, work, recipe, dtype }: Plan) {
	const making = join(root, 'lab/making');
	const run = join(work, recipe);
	return {
		/** What ships. */
		demo: join(root, 'models/demo'),
		making,
		run,
		training: join(making, 'training'),
		export: join(making, 'export'),
		recipe: join(making, 'training/recipes', `${recipe}.json`),
		environment: join(work, 'venv'),
		requirements: join(making, 'requirements.txt'),
		lines: ofPhases((phase) => join(work, `${phase}.jsonl`)),
		encoded: ofPhases((phase) => join(work, `${phase}.npz`)),
		tokenizer: join(work, 'tokenizer.json'),
		conversations: join(work, 'conversations.json'),
		checkpoint: join(run, 'model.pt'),
		exported: join(run, dtype),
		oracle: join(run, 'oracle.json'),
		parity: join(run, `parity-${dtype}.md`),
		bench: join(run, `bench-${dtype}.json`),
		shippedOracle: join(root, 'test/unit/lm/demo-model-oracle.json'),
	};
}

/** For people: short inside the repository, whole outside of it. */
export function shownPath(path: string, root: string): string {
	const short = relative(root, path);
	return short.startsWith('..') ? path : short;
}

function ofPhases(path: (phase: Phase) => string): Readonly<Record<Phase, string>> {
	return {
		bind: path('bind'),
		read: path('read'),
		settle: path('settle'),
		weigh: path('weigh'),
		widen: path('widen'),
		share: path('share'),
		key: path('key'),
		tie: path('tie'),
		reword: path('reword'),
		blend: path('blend'),
		mend: path('mend'),
	};
}
