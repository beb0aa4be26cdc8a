import type { Label, Sidecar } from './sidecar.ts';
import { isSameSubject, type SubjectKey, type SubjectKind } from './subject.ts';

/** What a label is known by: each person has one for each text of a subject. */
export type LabelKey = Pick<Label, 'subject' | 'textSha256' | 'who'>;

/** Labels a text; takes the place of what the same person said before. */
export function addLabel(sidecar: Sidecar, entry: Label): Sidecar {
	return { ...sidecar, labels: [...sidecar.labels.filter((other) => !isSame(other, entry)), entry] };
}

/** Takes a person's label back; those of others stay. */
export function removeLabel(sidecar: Sidecar, key: LabelKey): Sidecar {
	return { ...sidecar, labels: sidecar.labels.filter((other) => !isSame(other, key)) };
}

/** Who has given a label to a text, by its hash, whatever the id of its subject is today; each once. */
export function whoLabeled(sidecar: Sidecar, { kind, label, textSha256 }: GivenLabel): string[] {
	const by = sidecar.labels.filter((one) => one.subject.kind === kind && one.label === label && one.textSha256 === textSha256);
	return [...new Set(by.map(({ who }) => who))];
}

/** Takes a label of a text back, whoever gave it and whatever the id of its subject is today: what silences a finding for all can be ended by all. */
export function takeBackLabel(sidecar: Sidecar, { kind, label, textSha256 }: GivenLabel): Sidecar {
	return {
		...sidecar,
		labels: sidecar.labels.filter((one) => one.subject.kind !== kind || one.label !== label || one.textSha256 !== textSha256),
	};
}

/** A label that a text of a kind of subject has. */
export interface GivenLabel extends Pick<Label, 'label' | 'textSha256'> {
	readonly kind: SubjectKind;
}

/** What became of a sidecar that `withLabel` was asked to change. */
export interface ChangedLabels {
	readonly sidecar: Sidecar;
	/** Subjects whose texts are labeled other than before. */
	readonly changed: number;
	/** Whose labels were taken back. */
	readonly by: readonly string[];
}

/**
 * Gives texts a label, each for the person who says so, or takes it back whoever gave it (`takeBackLabel`). @param subjects with the hashes of their texts
 */
export function withLabel(
	sidecar: Sidecar,
	subjects: readonly { readonly id: string; readonly content: string }[],
	{ kind, label, isGiven, ...said }: Omit<GivenLabel, 'textSha256'> & Pick<Label, 'who' | 'when' | 'note'> & { readonly isGiven: boolean },
): ChangedLabels {
	let [after, changed] = [sidecar, 0];
	const by = new Set<string>();
	for (const { id, content: textSha256 } of subjects) {
		const entry: Label = { label, subject: { kind, id }, textSha256, ...said };
		const whose = whoLabeled(after, { kind, label, textSha256 });
		if (isGiven ? labelOfPerson(after, entry)?.label === label : whose.length === 0) continue;
		changed++;
		if (!isGiven) for (const one of whose) by.add(one);
		after = isGiven ? addLabel(after, entry) : takeBackLabel(after, { kind, label, textSha256 });
	}
	return { sidecar: after, changed, by: [...by] };
}

export function labelOfPerson(sidecar: Sidecar, key: LabelKey): Label | undefined {
	return sidecar.labels.find((other) => isSame(other, key));
}

/** What people say of one text: what most of them say, `disputed` where as many say the one as the other, `null` where nobody does. */
export function settled(labels: readonly Pick<Label, 'label'>[]): Label['label'] | 'disputed' | null {
	const votes = new Map<Label['label'], number>();
	for (const { label } of labels) votes.set(label, (votes.get(label) ?? 0) + 1);
	const [first, second] = [...votes].toSorted(([, a], [, b]) => b - a);
	if (first === undefined) return null;
	return first[1] === second?.[1] ? 'disputed' : first[0];
}

/** Labels by the text that they are about, in their order. */
export function labelsByText<L extends Pick<Label, 'textSha256'>>(labels: readonly L[]): Map<string, L[]> {
	const byText = new Map<string, L[]>();
	for (const label of labels) {
		const same = byText.get(label.textSha256);
		if (same === undefined) byText.set(label.textSha256, [label]);
		else same.push(label);
	}
	return byText;
}

/** The labels of a subject by text, one a text: those that are settled, and the texts that are disputed, which nothing is to be learned from. */
export function settledLabels(
	sidecar: Sidecar,
	subject: SubjectKey,
): { labels: Pick<Label, 'label' | 'textSha256'>[]; disputed: string[] } {
	const byText = [...labelsByText(sidecar.labels.filter((entry) => isSameSubject(entry.subject, subject)))].map(([textSha256, labels]) => ({
		textSha256,
		label: settled(labels),
	}));
	return {
		labels: byText.flatMap(({ textSha256, label }) => (label === null || label === 'disputed' ? [] : [{ textSha256, label }])),
		disputed: byText.filter(({ label }) => label === 'disputed').map(({ textSha256 }) => textSha256),
	};
}

function isSame(a: LabelKey, b: LabelKey): boolean {
	return isSameSubject(a.subject, b.subject) && a.textSha256 === b.textSha256 && a.who === b.who;
}
