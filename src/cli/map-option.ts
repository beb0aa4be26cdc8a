import { InvalidArgumentError, Option, type Command } from 'commander';
import { mappingExample, parseMapping, type RowMapping } from '../formats/foreign/row-mapping.ts';

function mappingOf(text: string): RowMapping {
	const mapping = parseMapping(text);
	if (mapping === null) throw new InvalidArgumentError(`Expected question, contexts and answer, such as ${mappingExample}.`);
	return mapping;
}

/** Adds the option for what the members of records are, which another tool's file does not say. */
export function addMapOption(command: Command): Command {
	return command.addOption(
		new Option(
			'--map <parts>',
			`What the members of records are, if a JSON or CSV file is in no known format, for example ${mappingExample}`,
		).argParser(mappingOf),
	);
}
