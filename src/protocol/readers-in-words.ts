import { readerNouns } from '../formats/reader.ts';
import type { CalibrationReport } from './calibration.ts';

const lists = new Intl.ListFormat('en');

/** Who read the data: `language model demo`, `language model demo and encoder bge`. Empty where nobody did. @param shown a name as it is to be seen. */
export function readersInWords(readers: CalibrationReport['readers'], shown: (name: string) => string = (name) => name): string {
	return lists.format(readers.map(({ kind, name }) => `${readerNouns[kind]} ${shown(name)}`));
}
