/** Why the runner ended, for whoever started it. */
export const exitCodes = {
	/** `shutdown`, then `exit`. */
	done: 0,
	/** The client went away without `shutdown`. */
	abandoned: 1,
	/** Started with arguments that are not understood. */
	usage: 2,
	/** A frame over the limit, or one that cannot be read: nothing after it can. */
	badFrame: 65,
	/** A defect of ours. */
	defect: 70,
} as const;
