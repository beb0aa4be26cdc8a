import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/min';

/** A number as the numbering plan of its country, or of `country`, reads it; '00' before a country's code is '+'. */
export function phoneNumber(value: string, country: CountryCode): PhoneNumber | undefined {
	const international = value
		.trim()
		.replace(/^\(?00(?=[1-9])/u, '+')
		.replace(/^\+(\d{1,3})\s?\(0\)/u, '+$1 ');
	const parsed = parsePhoneNumberFromString(international, international.startsWith('+') ? undefined : country);
	return parsed?.isPossible() === true ? parsed : undefined;
}
