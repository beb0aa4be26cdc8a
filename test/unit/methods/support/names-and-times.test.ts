import { rows } from './rows.ts';

const manager = 'Omar Said is the manager of the Halden office. It opened on 14 March 2024.';

rows('family names that sound alike', [
	[manager, 'The manager of the Halden office is Omar Said.'],
	[manager, 'The manager of the Halden office is Omar Sayeed.', 'Omar Sayeed: Omar Said'],
	[manager, 'Omar Sayed is the manager.', 'Omar Sayed: Omar Said'],
	[manager, 'The manager of the Halden office is Omar Saïd.'],
	[manager, 'The manager is O. Said.'],
	['José Müller runs the Halden office.', 'The Halden office is run by Jose Mueller.'],
	['Søren Åberg runs the Halden office.', 'The Halden office is run by Soeren Aaberg.'],
	['Soren Aberg runs the Halden office.', 'The Halden office is run by Søren Åberg.'],
	['Omar Said leads it. Lena Sayeed cooks.', 'Lena Sayeed cooks, and Omar Said leads it.'],
]);

rows('times that are counted from now or from something else', [
	[manager, 'It opened 3 days ago.'],
	[manager, 'Omar Said came 15 days later.'],
	['Die Filiale öffnete am 14. März 2024.', 'Die Filiale öffnete vor 14 Tagen.'],
	['会议于3月14日举行。', '会议15天前举行。'],
	['He fell ill on Monday. He was released two days later.', 'He was released three days later.', 'three days: two days'],
	['The trip takes 3 hours.', 'The trip takes 5 hours.', '5 hours: 3 hours'],
	['The report is due 10 days before the meeting.', 'The report is due 20 days before the meeting.', '20 days: 10 days'],
]);
