/** Methods of classifiers that judge a sentence or a response. If a profile has several, the first one judges. */
export const classifierOrder = ['spad+', 'spad'] as const;

/**
 * Methods of detectors that say whether a sentence is grounded. If a profile has several, the first one judges. A classifier that is marked `after`
 * another detector judges what that one does not. The confidence gap judges if a profile has none of these.
 */
export const sentenceJudges = [...classifierOrder, 'starter', 'mean-entropy'] as const;
