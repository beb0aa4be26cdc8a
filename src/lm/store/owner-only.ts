/** Mode of the store's folders: a private model that one user may read is nothing for the others of a machine. */
export const ownerOnly = 0o700;
