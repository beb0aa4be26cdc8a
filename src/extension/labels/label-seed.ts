import { createHash } from 'node:crypto';

/**
 * The seed by which sentences are drawn for labeling, a whole number below 2³²: the same each time for one installation of the editor, so that
 * its queue goes on where it was, and another for each, so that two people who label at once are not asked about the same sentences.
 * @param machineId the editor's (`vscode.env.machineId`); nothing of it can be read off the seed.
 */
export function labelSeed(machineId: string): number {
	return createHash('sha256').update(machineId).digest().readUInt32BE();
}
