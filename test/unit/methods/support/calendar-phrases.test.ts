import { rows } from './rows.ts';

rows('days that are counted within their month', [
	['The bridge closes for good on the last day of June 2025.', 'After 30 June 2025 nobody crosses the bridge.'],
	[
		'The bridge closes for good on the last day of June 2025.',
		'After 28 June 2025 nobody crosses the bridge.',
		'28 June 2025 ~ last day of June 2025',
	],
	[
		'The vote is on the third Monday of June 2023, the 19th.',
		'The vote is on 17 June 2023.',
		'17 June 2023: third Monday of June 2023, the 19th',
	],
	['Elections are held on the first Tuesday of October 2026.', 'The vote is on October 6, 2026.'],
	['The fair opened on 12 May 2024.', 'The fair opened on the second Sunday of May 2024.'],
	['Das Freibad öffnet am ersten Samstag im Mai 2023 wieder.', 'Ab dem 6. Mai 2023 kann man wieder baden.'],
	['L’abonnement expire le dernier jour de novembre 2025.', 'L’abonnement est valable jusqu’au 30 novembre 2025.'],
	['La feria empieza el tercer viernes de agosto de 2022.', 'El 19 de agosto de 2022 arranca la feria.'],
	['O prazo termina no último dia de abril de 2024.', 'As inscrições fecham a 30 de abril de 2024.'],
	['Il mercato si tiene l’ultima domenica di marzo 2024.', 'Il mercato è il 31 marzo 2024.'],
	['报名截止到2023年11月的最后一天。', '2023年11月30日之后不能报名。'],
	['試験は2025年1月の第3日曜日に行われる。', '試験日は2025年1月19日だ。'],
]);

rows('holidays, eras, birthdays and the next day', [
	['The treaty entered into force on 1 January 1995.', "Since New Year's Day 1995 the treaty has been in force."],
	['The shop is closed on 24 December.', 'On Christmas Eve nobody can shop there.'],
	['Der Vertrag läuft bis Silvester 2026.', 'Der Vertrag endet am 31. Dezember 2026.'],
	['La tienda cierra el 25 de diciembre de 2023.', 'El día de Navidad de 2023 la tienda no abre.'],
	['会社は昭和52年に設立された。', '会社の設立は1977年である。'],
	['会社は昭和52年に設立された。', '会社の設立は1987年である。', '1987年 ~ 昭和52年'],
	['この橋は大正12年9月1日に落ちた。', '橋は1923年9月1日に落ちた。'],
	['The painter was born on 9 March 1920 and gave her last show on her seventieth birthday.', 'Her last show was on 9 March 1990.'],
	[
		'The society was founded in 1871 and was dissolved on its centenary. Its hall burned down forty years later.',
		'The hall burned down in 1911.',
	],
	['Der Verein wurde am 3. Juni 1950 gegründet und feierte an seinem 60. Jahrestag ein Fest.', 'Das Fest war am 3. Juni 2010.'],
	['The permit was signed on 30 April 2022 and took effect the following day, for two years.', 'The permit ran out on 30 April 2024.'],
	['O acordo foi assinado em 14/03/2019 e vale por um ano e meio a partir do dia seguinte.', 'O acordo valia até 14 de setembro de 2020.'],
	['Le bail commence le 1er mars 2021 pour un an et demi.', 'Le bail se termine le 31 août 2022.'],
]);

rows('minutes before and after an hour, and times that something takes', [
	['The last tram leaves at 00:10.', 'The last tram leaves ten minutes past midnight.'],
	['The siren sounds at 11:45.', 'The siren sounds fifteen minutes before noon.'],
	['Der Zug fährt um 23:50.', 'Der Zug fährt zehn Minuten vor Mitternacht ab.'],
	['The show starts at 8:20 p.m.', 'The show begins at 20 minutes past eight.'],
	['The show starts at 8:20 p.m.', 'The show begins at 40 minutes past eight.', '40 minutes past eight ~ 8:20 p.m.'],
	['The crossing takes 3 h 35 min.', 'You are on the boat for 215 minutes.'],
	['Le vol dure 2 h 50 min.', 'Il faut 170 minutes de vol.'],
	['El tren sale a las 23:55.', 'El tren sale cinco minutos antes de medianoche.'],
]);

rows('a weekday beside its date', [
	['The audit starts on Monday, 4 May.', 'The audit starts on Tuesday, 4 May.', 'Tuesday, 4 May: Monday, 4 May'],
	['The audit starts on Monday, 4 May.', 'The audit starts on Monday, May 4.'],
	['The audit starts on Monday, 4 May.', 'The audit starts on Monday.'],
	['The audit starts on 4 May 2026.', 'The audit starts on Monday, 4 May 2026.'],
	['The audit starts on 4 May 2026.', 'The audit starts on Friday, 4 May 2026.', 'Friday, 4 May 2026: 4 May 2026'],
	[
		'Die Sitzung ist am Donnerstag, dem 12. März.',
		'Die Sitzung ist am Freitag, dem 12. März.',
		'Freitag, dem 12. März: Donnerstag, dem 12. März',
	],
	['La reunión es el jueves 12 de marzo.', 'La reunión es el viernes 12 de marzo.', 'viernes 12 de marzo: jueves 12 de marzo'],
	['La réunion a lieu le mardi 8 avril.', 'La réunion a lieu le mardi 8 avril au matin.'],
	['会议定于5月4日（星期一）。', '会议在5月4日星期二。', '5月4日星期二 ~ 5月4日（星期一）'],
	['The market is held on Saturdays and Sundays. It opens on 2 June.', 'The market opens on Saturday, 2 June.'],
]);
