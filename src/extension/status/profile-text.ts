import type { ModelState } from '../../protocol/requests.ts';

/** The status bar's words on the profile that judges. */
export interface ProfileText {
	readonly text: string;
	/** Markdown, in which what a file wrote is text. */
	readonly tooltip: string;
	/** Spoken by screen readers in place of the text with its icons. */
	readonly label: string;
	readonly warn: boolean;
}

/** Undefined as long as nobody knows whether a profile fits. */
export function profileText({
	model,
	profile,
	profileProblem,
	profileLeft,
}: Pick<ModelState, 'model' | 'profile' | 'profileProblem' | 'profileLeft'>): ProfileText | undefined {
	if (profileProblem !== null) {
		return {
			text: '$(warning) No profile',
			label: `No profile: ${profileProblem}`,
			warn: true,
			tooltip: [
				...profileProblem.split('\n').map(escaped),
				'There are scores and colors, but no findings, until a profile fits.',
				'[Use another profile…](command:ragAssay.useProfile) · [Calibrate this model…](command:ragAssay.calibrate)',
			].join('\n\n'),
		};
	}
	if (profile === null) return undefined;
	const inPart = profileLeft.length > 0;
	return {
		text: `$(law) ${profile.replaceAll('$(', '$\u200b(')}${inPart ? ' (in part)' : ''}`,
		label: [`Profile: ${profile}${inPart ? ', in part.' : ''}`, ...profileLeft].join(' '),
		// What is left out may be meant for another reader, which is no fault.
		warn: false,
		tooltip: [
			inPart
				? `Findings are made by a part of the profile **${escaped(profile)}**.`
				: `Findings are made by the profile **${escaped(profile)}**, calibrated for the model **${escaped(model ?? '')}**.`,
			...profileLeft.map(escaped),
			'[Use another profile…](command:ragAssay.useProfile) · [Calibrate…](command:ragAssay.calibrate)',
		].join('\n\n'),
	};
}

function escaped(text: string): string {
	return text.replaceAll(/[\\`*_{}[\]<>()#+\-.!|~&$]/g, String.raw`\$&`);
}
