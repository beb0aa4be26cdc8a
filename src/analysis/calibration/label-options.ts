import { choiceOption, numberOption } from './method-options.ts';

/** What can be set of every detector that labels choose. */
export const labelOptions = {
	'false-alarms': numberOption({
		title: 'Grounded ones flagged, at most',
		help: 'Upper end of the 95 % interval of the share of grounded sentences or responses that a detector chosen by labels flags. Of the thresholds that keep to it, the one of largest F1 is taken; where none does, nothing is written.',
		min: 0.001,
		max: 1,
		whole: false,
		default: 0.2,
	}),
	force: choiceOption<'no' | 'yes'>({
		title: 'Write what fails its checks',
		help: 'Write a detector whose labels tell no more than shuffled ones would, or that raises too many false alarms. Only methods that are named are written so.',
		choices: [
			{ name: 'no', title: 'Leave it out, and say why' },
			{ name: 'yes', title: 'Write it anyway' },
		],
		default: 'no',
	}),
};

/** Whether what fails its checks is written: it was named, and forced. */
export function isForced({
	named,
	options: { force },
}: {
	readonly named?: boolean | undefined;
	readonly options: { readonly force: string };
}): boolean {
	return named === true && force === 'yes';
}
