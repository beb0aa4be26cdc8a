/** Mode of the folders of what is one user's: a private model, or a privacy ledger, is nothing for the others of a machine. */
export const ownerOnly = 0o700;
