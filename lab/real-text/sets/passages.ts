/** Words that a passage has at least, where the text goes on. */
const passageWords = 120;
/** A rest of fewer words stays with the passage before it. */
const fewestWords = 30;

/** Cuts an article into passages of whole sentences, each of about 120 words. */
export function passagesOf(article: string): string[] {
	const passages: string[] = [];
	let open: string[] = [];
	const words = (): number => open.join(' ').split(/\s+/).length;
	for (const sentence of article.trim().split(/(?<=[.!?])\s+/)) {
		open.push(sentence);
		if (words() < passageWords) continue;
		passages.push(open.join(' '));
		open = [];
	}
	const last = passages.at(-1);
	if (open.length === 0) return passages;
	if (last === undefined || words() >= fewestWords) return [...passages, open.join(' ')];
	return [...passages.slice(0, -1), `${last} ${open.join(' ')}`];
}
