/** Bytes that the attention maps of what is fed at a time may take, of one layer. */
export const mapBudget = 2 ** 28;
/** Copies of a layer's attention map that exist at a time: scores, mask, probabilities, products with the shares. */
export const mapCopies = 4;
/** Query heads of a model that does not say how many. */
export const assumedHeads = 32;
