import { rows } from './rows.ts';

rows('units with hyphens, and more units', [
	['The warehouse covers 2.5 hectares.', 'It is a 25,000-square-metre warehouse.'],
	['The flat measures 74 m².', 'The 74-square-meter flat is for rent.'],
	['The crate weighs 0.4 t.', 'The 400 kg crate has to be lifted.'],
	['Die Glocke wiegt 1,2 t.', 'Die Glocke wiegt 1.200 Kilogramm.'],
	['The plot has 800 sq ft.', 'It is an 800-square-foot plot.'],
	['The harvest was 30 quintals.', 'They harvested 3,000 kg.'],
	['The cape is passed at 12 knots.', 'The ship passes the cape at about 22 km/h.'],
	['The bar has 250 kcal.', 'One bar has 250 kilocalories.'],
	['The heater used 1.5 kWh.', 'The heater used 1.5 kilowatt-hours.'],
	['The dam stood for 30 years.', 'The dam stood for three decades.'],
	['You have 10 years to file a claim.', 'Claims may be filed for two decades.', 'two decades: 10 years'],
	['The rate rose by 0.25 %.', 'The rate rose by 25 basis points.'],
	['The beer has 5 ‰ salt.', 'The beer has 0.5 % salt.'],
]);

rows('scales of money and millions in words', [
	['The fund raised $4 million.', 'They raised 4m dollars.'],
	['The fund raised $4 million.', 'They raised 7m dollars.', '7m dollars: $4 million'],
	['The stadium cost €1.2 bn.', 'The stadium cost 1.2b euros.'],
	['Das Land zahlt 1,4 Mio. €.', 'Das Land zahlt eine Million vierhunderttausend Euro.'],
	['Die Stadt hat 1.500.000 Einwohner.', 'In der Stadt leben anderthalb Millionen Menschen.'],
	['Le pont a coûté 2 500 000 euros.', "Le pont a coûté deux millions et demi d'euros."],
	['El museo recibió 512.300 visitas.', 'El museo recibió algo más de medio millón de visitas.'],
	['A obra custou 1 300 000 euros.', 'A obra custou um milhão e trezentos mil euros.'],
	['Il comune ha 303.850 abitanti.', 'Il comune ha trecentomila abitanti.'],
	['Il restauro è costato 1.500.000 euro.', 'Il restauro è costato un milione e mezzo di euro.'],
	['The town has 198,740 books.', 'The town has two hundred thousand books.'],
	['工場は120万個を生産した。', '工場は百二十万個を作った。'],
]);

rows('tenths, shares and multiples', [
	['有三成的学生住校。', '30%的学生住在学校。'],
	['回答者の7割5分が賛成した。', '回答者の75％が賛成した。'],
	['回答者の7割が賛成した。', '回答者の40％が賛成した。', '40％: 7割'],
	['这件外套打八折。', '这件外套便宜20%。'],
	['Of the orchards, three fifths were cleared.', 'Only 40 % of the orchards are left.'],
	['Nine tenths of the seats were sold.', '90 % of the seats were sold.'],
	['The fee is 15 %; it is doubled for late entries.', 'Late entries pay a fee of 30 %.'],
	['The fee is 15 %; it is doubled for late entries.', 'Late entries pay a fee of 45 %.', '45 %: 15 %'],
	['The dose of 80 mg is halved for children.', 'Children get a dose of 40 mg.'],
	['Der Preis von 12 Euro verdoppelt sich an Feiertagen.', 'An Feiertagen zahlt man 24 Euro.'],
	['Le tarif de 9 euros est doublé le dimanche.', 'Le dimanche, on paie 18 euros.'],
	['定員20人は来年から倍増する。', '来年の定員は40人だ。'],
]);

rows('lists whose head has their unit', [
	['Kilometers cycled: Friday 62, Saturday 105, Sunday 33.', 'Over the three days they rode 200 km.'],
	['Rain (mm): Alder 41, Birch 29, Cedar 35.', 'It rained 105 mm at the three sites.'],
	['Rain (mm): Alder 41, Birch 29, Cedar 35.', 'It rained 4.1 cm in Alder.'],
	['Gewicht in kg: Anna 51, Bela 63, Carl 72.', 'Im Durchschnitt wiegen sie 62 kg.'],
	['Chilometri percorsi: lunedì 12, martedì 15, mercoledì 18.', 'In media ha fatto 15 km al giorno, 45 km in tutto.'],
	['Sick days by team: Alder 12, Birch 30, Cedar 7.', 'Birch had 30 sick days.'],
	['Hours worked: Mia 7, Omar 9, Lea 8.', 'The three worked for 24 hours.'],
]);

rows('the value that is named where no word tells', [
	['The gym has 45 lockers.', 'Athletes share 54 cupboards.', '54 ~ 45'],
	["The parish's 28 ringers practice weekly.", 'The group consists of 82 people.', '82 ~ 28'],
	['El taller reparó 24 bicicletas.', 'Tres docenas de bicis quedaron listas.', 'Tres docenas ~ 24'],
	['展览于2024年3月12日结束。', '观众最晚能看到三月二十一日。', '三月二十一日 ~ 2024年3月12日'],
	['The shop asks £9 for a pot, or £4 for a cup.', 'You pay 7 pounds.', '7 pounds'],
	['To book, dial extension 3-508.', 'To book a place, ring 3580.', '3580 ~ 3-508'],
	['The club has 36 rowers, 24 of whom are juniors.', 'Two dozen of the four dozen rowers are juniors.', 'four dozen: 36'],
	['The union wants 5.5 % more; the mill offers 2.5 %.', 'What the mill offers is 3.5 %.', '3.5 %: 2.5 %'],
]);
