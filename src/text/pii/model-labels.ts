import { piiTypes, type PiiType } from './pii-types.ts';

/** What a model's label means here: a kind of personal value, or that it is none. */
export type LabelKind = PiiType | 'none';

/** Labels as data sets and models of personal values and of named entities spell them, without blanks, punctuation and case. */
const labelsOf: Readonly<Record<LabelKind, string>> = {
	name: 'per pers person persons personname name names fullname given givenname first firstname sur surname last lastname family familyname middle middlename nickname patient patientname doctor doctorname staff hcw clinician nurse customername',
	dob: 'dob dateofbirth birthdate birthday birth datebirth',
	age: 'age ages',
	sex: 'sex gender sextype',
	email: 'email emails emailaddress emailid mail mailaddress',
	phone:
		'tel telephone telephonenum telephonenumber phone phonenum phonenumber phoneno mobile mobilenumber mobilephone fax faxnum faxnumber contactnumber',
	address:
		'address streetaddress street streetname building buildingnum buildingnumber housenumber secondaryaddress zip zipcode postcode postalcode locationaddress',
	'record-number':
		'id ids idnum idnumber idcard idcardnum idcardnumber nationalid medicalrecord medicalrecordnumber mrn passport passportnum passportnumber driverlicense driverslicense driverlicensenum driverlicensenumber license licensenum licensenumber certificatelicensenumber licenseplate vehicleid vehicleidentifier vehiclevin vehiclevrm vin tax taxid taxnum taxnumber employeeid studentid patientid customerid casenumber uniqueid uniqueidentifier',
	'insurance-number':
		'ssn usssn social socialnum socialnumber socialsecurity socialsecuritynumber socialsecuritynum insurance insurancenumber policynumber healthplan healthplanbeneficiarynumber healthinsurancenumber healthinsuranceidnumber medicare medicarenumber nhs nhsnumber',
	'account-number':
		'account accountnum accountnumber bankaccount bankaccountnumber usbanknumber routingnumber bankroutingnumber iban ibancode bban card cardnumber creditcard creditcardnum creditcardnumber debitcard debitcardnumber creditdebitcard paymentcard maskednumber cryptowallet bitcoinaddress ethereumaddress litecoinaddress',
	organization:
		'org organization organisation company companyname corporation employer hosp hospital hospitalname patorg school university institution vendor fac facility',
	'visit-time': 'visit visittime visitdate appointment admissiondate dischargedate',
	city: 'loc location city town village place gpe county municipality',
	state: 'state province region',
	other:
		'other otherphi pii phi sensitive date dates time datetime country username user userid login password passcode secret pin pinnumber apikey httpcookie url urls website ip ipaddress ipv mac macaddress useragent device deviceid deviceidentifier imei phoneimei coordinate coordinates gpscoordinates nearbygpscoordinate height weight eyecolor race ethnicity raceethnicity nationality religion religiousbelief politicalview sexuality bloodtype biometric biometricidentifier bioid jobtitle job profession occupation employmentstatus educationlevel cvv creditcardcvv bic swift swiftbic bankbic',
	none: 'misc norp product event workofart law language percent money quantity ordinal cardinal prefix suffix title salutation currency currencycode currencyname currencysymbol amount creditcardissuer ordinaldirection jobarea jobtype jobdescriptor accountname',
};

const kinds: ReadonlyMap<string, LabelKind> = new Map(
	([...piiTypes, 'none'] as const).flatMap((kind) => labelsOf[kind].split(' ').map((label) => [label, kind] as const)),
);

/**
 * What a model's label (without marks of begin and end) means: `PER`, `GIVENNAME1` and `private_person` are names. `undefined`: it is not known.
 */
export function kindOfLabel(label: string): LabelKind | undefined {
	const plain = label
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '')
		.replace(/\d+$/u, '');
	return kinds.get(plain) ?? kinds.get(plain.replace(/^private/u, ''));
}
