/** How many questions of each sort are put to the model. */
export interface Sizes {
	/** Answerable questions for one attribute of a fresh entity, in each of the five domains. */
	readonly copiedEach: number;
	/** Two questions, three questions, dense passages: of each. */
	readonly several: number;
	/** Prompts that nearly fill the window. */
	readonly long: number;
	/** Memorized facts asked for, with and without passages that state them, in each of the four domains that are memorised; no more than there are. */
	readonly memorizedEach: number;
	readonly contradicted: number;
	/** Facts of fresh entities without passages, in each of the five domains. */
	readonly unknownEach: number;
	/** Withheld attributes of fresh entities, in each of the five domains. */
	readonly withheldEach: number;
	/** Withheld attributes of memorised companies, and as many of the other memorised entities. */
	readonly withheldMemorized: number;
	/** Answers scored for RePCS, in each of the four domains that are memorised: memorised ones, and as many fresh ones. */
	readonly scoredEach: number;
	/** Situations of the twin mix, answered at temperatures 1 and 0. */
	readonly mixed: number;
	readonly similar: number;
	/** Questions about passages in each kind of other layouts, and as many whose answer they withhold. */
	readonly layoutsEach: number;
	/** Questions of each sort about facts that documents share. */
	readonly shared: number;
}

/** `memorizedEach` asks for every memorised fact: no domain has more than 500. */
export const fullSizes: Sizes = {
	copiedEach: 240,
	several: 1000,
	long: 1000,
	memorizedEach: 500,
	contradicted: 1000,
	unknownEach: 230,
	withheldEach: 240,
	withheldMemorized: 500,
	scoredEach: 200,
	mixed: 1000,
	similar: 1000,
	layoutsEach: 100,
	shared: 600,
};

/** About 700 answers. */
export const quickSizes: Sizes = {
	copiedEach: 15,
	several: 20,
	long: 15,
	memorizedEach: 12,
	contradicted: 30,
	unknownEach: 10,
	withheldEach: 12,
	withheldMemorized: 20,
	scoredEach: 12,
	mixed: 60,
	similar: 25,
	layoutsEach: 4,
	shared: 20,
};
