/** Lengths of IBANs by country (registry of SWIFT, ISO 13616). */
const ibanLengths: Readonly<Record<string, number>> = {
	AD: 24,
	AE: 23,
	AL: 28,
	AT: 20,
	AZ: 28,
	BA: 20,
	BE: 16,
	BG: 22,
	BH: 22,
	BR: 29,
	BY: 28,
	CH: 21,
	CR: 22,
	CY: 28,
	CZ: 24,
	DE: 22,
	DK: 18,
	DO: 28,
	EE: 20,
	EG: 29,
	ES: 24,
	FI: 18,
	FO: 18,
	FR: 27,
	GB: 22,
	GE: 22,
	GI: 23,
	GL: 18,
	GR: 27,
	GT: 28,
	HR: 21,
	HU: 28,
	IE: 22,
	IL: 23,
	IQ: 23,
	IS: 26,
	IT: 27,
	JO: 30,
	KW: 30,
	KZ: 20,
	LB: 28,
	LC: 32,
	LI: 21,
	LT: 20,
	LU: 20,
	LV: 21,
	LY: 25,
	MC: 27,
	MD: 24,
	ME: 22,
	MK: 19,
	MR: 27,
	MT: 31,
	MU: 30,
	NL: 18,
	NO: 15,
	PK: 24,
	PL: 28,
	PS: 29,
	PT: 25,
	QA: 29,
	RO: 24,
	RS: 22,
	SA: 24,
	SC: 31,
	SD: 18,
	SE: 24,
	SI: 19,
	SK: 24,
	SM: 27,
	ST: 25,
	SV: 28,
	TL: 23,
	TN: 24,
	TR: 26,
	UA: 29,
	VA: 22,
	VG: 24,
	XK: 20,
};

/** Whether it is an IBAN: a country's length, and 1 modulo 97 (ISO 7064) with the first four signs put last and letters as 10 to 35. Blanks do not count. */
export function isIban(value: string): boolean {
	const bare = value.replace(/[\s-]/gu, '').toUpperCase();
	if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/u.test(bare) || ibanLengths[bare.slice(0, 2)] !== bare.length) return false;
	let rest = 0;
	for (const sign of bare.slice(4) + bare.slice(0, 4)) {
		const number = Number.parseInt(sign, 36);
		rest = (rest * (number > 9 ? 100 : 10) + number) % 97;
	}
	return rest === 1;
}

/** Whether the digits pass the check of ISO/IEC 7812-1 (Luhn): every second one from the right doubled, digits summed, a multiple of ten. */
export function passesLuhn(value: string): boolean {
	const digits = value.replace(/\D/gu, '');
	let sum = 0;
	for (let i = 0; i < digits.length; i++) {
		const digit = Number(digits[digits.length - 1 - i]);
		sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
	}
	return digits.length > 0 && sum % 10 === 0;
}

/** Whether it may be a social security number: no area 000, 666 or from 900 on, no group 00, no serial 0000. */
export function isPossibleSsn(value: string): boolean {
	const [, area = '', group, serial] = /^(\d{3})-?(\d{2})-?(\d{4})$/u.exec(value.replaceAll(' ', '-')) ?? [];
	return area !== '' && area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000';
}
