import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { readerNouns } from '../../formats/reader.ts';
import { commandToPaste } from '../../wording/command-line.ts';
import type { RunHead } from './measured-run.ts';
import type { ShardFile } from './shard-file.ts';
import { givenOptions } from './shard-options.ts';

/** Which shards of a calibration are not there, and what makes the first of them: `there` is one of those that are. */
export function missingShards(missing: readonly number[], there: ShardFile, family: Pick<CalibrationFamily, 'allOptions'>): UserError {
	const {
		of,
		measured: { head },
	} = there;
	const [first] = missing;
	if (first === undefined) throw new RangeError('no shard is missing');
	const named =
		missing.length === 1 ? `Shard ${first} of ${of} is missing.` : `Of ${of} shards ${missing.length} are missing: ${missing.join(', ')}.`;
	const { data, readers, version } = head;
	const same = [
		...readers.map(({ kind, name }) => `${kind === 'language-model' ? 'model' : readerNouns[kind]} ('${name}')`),
		`version (${version})`,
	].join(' and ');
	return new UserError(errorNumbers.unusableShard, named, {
		hint: `${missing.length === 1 ? 'Make it' : `Make each of them, the first`} with \`${commandOf(head, { index: first, of }, family)}\`, of the same data ('${data.name}'), with the same ${same} as '${there.file}', and name it beside the others.`,
	});
}

/** Where the data and the model's folder lie is not written down. */
function commandOf(
	{ options }: RunHead,
	{ index, of }: { readonly index: number; readonly of: number },
	family: Pick<CalibrationFamily, 'allOptions'>,
): string {
	return commandToPaste([
		'rag-assay calibrate DATA\u2026',
		`--out shard-${index}.jsonl --shard ${index}/${of}`,
		...givenOptions(options, family),
	]);
}
