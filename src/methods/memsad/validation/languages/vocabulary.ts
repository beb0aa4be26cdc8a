/** What core orders are made of in a language: alternatives of expressions. */
export interface Vocabulary {
	/** Words that nearly every order in the language has: texts without them are passed over. */
	readonly marks: RegExp;
	/** Words that forbid: between a verb and its object they turn the order around. */
	readonly never: string;
	readonly ignore: string;
	/** What an agent was told. */
	readonly told: string;
	/** Whole sentences that set it aside. */
	readonly overrides: readonly string[];
	/** Orders to switch off limits, and to be somebody without them. */
	readonly freed: readonly string[];
	/** Questions and orders for the agent's own instructions. */
	readonly prompts: readonly string[];
	/** Orders to be somebody else. */
	readonly personas: readonly string[];
	readonly send: string;
	readonly data: string;
	/** What offices send every day: alone it is a warning. */
	readonly papers: string;
	/** What an agent says: nobody wants it sent again and again. */
	readonly results: string;
	/** Words by which an order holds again and again. */
	readonly each: string;
	/** What says of an act that the user is not to learn of it. */
	readonly secretly: readonly string[];
	/** Orders to keep something from the user. */
	readonly hides: readonly string[];
	/** Whether words are parted by spaces. */
	readonly hasSpaces: boolean;
}
