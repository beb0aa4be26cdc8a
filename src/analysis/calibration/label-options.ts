import { choiceOption, numberOption } from './method-options.ts';

/** What can be set of every detector that labels choose. */
export const labelOptions = {
	'false-alarms': numberOption({
		title: 'Supported text flagged, at most',
		help: 'Limit on the share of supported sentences or responses that a detector flags, if labels choose its threshold: the upper end of the 95 % interval must not exceed it. Of the thresholds within this limit, the one with the largest F1 is taken. If there is none, nothing is written.',
		min: 0.001,
		max: 1,
		whole: false,
		default: 0.2,
	}),
	force: choiceOption<'no' | 'yes'>({
		title: 'Write what fails its checks',
		help: 'Write a detector even if it is no better than with shuffled labels, or raises too many false alarms. This applies only to methods that you name.',
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
