/** Letters of other scripts that look like Latin ones (after Unicode's confusables, those that are drawn alike in common fonts), and signs that are written for plain ones. */
const written: Readonly<Record<string, string>> = {
	// Cyrillic
	а: 'a', в: 'b', е: 'e', ё: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', ѕ: 's', і: 'i', ї: 'i', ј: 'j', һ: 'h', ԁ: 'd', ԛ: 'q', ԝ: 'w', ѵ: 'v', г: 'r', п: 'n', ь: 'b', ӏ: 'l', ү: 'y', ғ: 'f',
	// Greek
	α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', γ: 'y', ω: 'w', σ: 'o', ϲ: 'c', ϳ: 'j',
	// Armenian, Cherokee and Latin letters that are no plain ones
	օ: 'o', ո: 'n', ս: 'u', հ: 'h', ց: 'g', զ: 'q', ա: 'w', ı: 'i', ɑ: 'a', ɡ: 'g', ɩ: 'i', ʀ: 'r', ɴ: 'n', ʟ: 'l', ɪ: 'i', ʏ: 'y', ɢ: 'g', ʜ: 'h', ʙ: 'b', ᴀ: 'a', ᴄ: 'c', ᴅ: 'd', ᴇ: 'e', ᴊ: 'j', ᴋ: 'k', ᴍ: 'm', ᴏ: 'o', ᴘ: 'p', ᴛ: 't', ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ᴢ: 'z', ꜰ: 'f', ꜱ: 's', ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', ꭰ: 'd', ꭱ: 'r', ꭲ: 't', ꮃ: 'w', ꮪ: 's', ꮯ: 'c', ꮲ: 'p',
};
const capitals: Readonly<Record<string, string>> = { Н: 'H', В: 'B', Р: 'P', Ρ: 'P', Η: 'H', Ν: 'N', Μ: 'M', Υ: 'Y', Ζ: 'Z', Χ: 'X', Γ: 'F', Ѕ: 'S', Ι: 'I', Β: 'B', Т: 'T', У: 'Y' };
const signs: Readonly<Record<string, string>> = { '‘': "'", '’': "'", ʼ: "'", '′': "'", '“': '"', '”': '"', '«': '"', '»': '"', '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', '⁄': '/', '∕': '/' };

/** The plain letter that a character looks like, in its case; `null`: it looks like none. */
export function looksLike(character: string): string | null {
	const capital = capitals[character];
	if (capital !== undefined) return capital;
	const small = character.toLowerCase();
	const plain = written[small];
	if (plain === undefined) return null;
	return small === character ? plain : plain.toUpperCase();
}

/** Quotation marks and dashes as ASCII has them; `null`: it is none of them. */
export function plainSign(character: string): string | null {
	return signs[character] ?? null;
}
