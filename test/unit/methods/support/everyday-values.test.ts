import { rows } from './rows.ts';

const syrup = 'Store the syrup below 30 °C and use it within four weeks.';
const cooler = 'Do not run the cooler below 5 °C or above 35 °C.';

rows('another limit is flagged', [
	[syrup, 'Store the syrup below 25 °C.', '25 °C: 30 °C'],
	[syrup, 'The syrup must be kept under 35 °C.', '35 °C: 30 °C'],
	[syrup, 'The syrup is stored at no more than 35 °C.', '35 °C: 30 °C'],
	[syrup, 'Store the syrup at 25 °C.', '25 °C: 30 °C'],
	['Store the syrup at 30 °C or below.', 'Store the syrup below 35 °C.', '35 °C: 30 °C'],
	['The syrup must not exceed 30 °C.', 'Store the syrup below 35 °C.', '35 °C: 30 °C'],
	[cooler, 'The cooler may run down to 2 °C.', '2 °C: 5 °C'],
	['Das Mittel unter 30 °C lagern.', 'Das Mittel ist unter 25 °C zu lagern.', '25 °C: 30 °C'],
	['Conserver le sirop à moins de 30 °C.', 'Il faut conserver le sirop à moins de 25 °C.', '25 °C: 30 °C'],
	['请将药品存放在30℃以下。', '请将药品存放在25℃以下。', '25℃: 30℃'],
	['Pets up to 15 kg are allowed.', 'Pets up to 20 kg are allowed.', '20 kg: 15 kg'],
]);

rows('a value within a limit is allowed, and one beyond it is not', [
	[syrup, 'The syrup is fine at 20 °C.'],
	[syrup, 'The syrup can be kept at 77 °F.'],
	[syrup, 'The syrup must not get 40 °C warm.'],
	[syrup, 'The syrup is fine at 40 °C.', '40 °C: 30 °C'],
	[cooler, 'At 20 °C the cooler may run.'],
	[cooler, 'At 40 °C the cooler may run.', '40 °C: 35 °C'],
	['Keep the vials at 2–8 °C.', 'A fridge at 4 °C is suitable for the vials.'],
	['Pets up to 15 kg are allowed.', 'A pet of 12 kg is allowed.'],
	['Pets up to 15 kg are allowed.', 'A pet of 18 kg is too heavy, so it is not allowed.'],
	['Pets up to 15 kg are allowed.', 'A pet of 18 kg is allowed.', '18 kg: 15 kg'],
	['Das Gerät nur bei unter 40 °C betreiben.', 'Bei 25 °C darf das Gerät betrieben werden.'],
	['No usar el horno a más de 250 °C.', 'El horno admite 200 °C.'],
	['No usar el horno a más de 250 °C.', 'El horno admite 270 °C.', '270 °C: 250 °C'],
	['请将药品存放在30℃以下。', '25℃的室温没有问题。'],
]);

rows('numbers of Chinese and Japanese', [
	['会員は1万6千人です。', '会員は16,000人です。'],
	['会員は16,000人です。', '会員は1万6千人です。'],
	['会員は1万6千人です。', '会員は18,000人です。', '18,000: 1万6千'],
	['全市有1.6万名志愿者。', '志愿者有16000名。'],
	['全市有3千名志愿者。', '志愿者有3000名。'],
	['全市有三千五百名志愿者。', '志愿者有3500名。'],
	['全市有3千名志愿者。', '志愿者有4000名。', '4000: 3千'],
	['距离为5千米。', '距离是5公里。'],
	['修理代は1万8,500円だった。', '修理には一万八千五百円かかった。'],
	['修理代は1万8,500円だった。', '修理には一万五千八百円かかった。', '一万五千八百円 ~ 1万8,500円'],
	['人口は1億2千万人です。', '人口は120,000,000人です。'],
	['发酵90分钟。', '需要发酵一个半小时。'],
	['烤半小时。', '需要烤30分钟。'],
	['営業は午後5時までです。', '17時に閉まります。'],
	['商店17:30关门。', '商店下午五点半关门。'],
	['商店17:30关门。', '商店下午六点半关门。', '下午六点半: 17:30'],
	['展览于2024年3月12日闭幕。', '展览在三月十二日结束。'],
	['展览于2024年3月12日闭幕。', '展览在三月二十一日结束。', '三月二十一日 ~ 2024年3月12日'],
	['男性占37.5%。', '男性占百分之三十七点五。'],
	// Signs of numbers within words
	['店铺一般在周一休息。', '店铺统一在周一休息，千万不要去，万一有事请打电话。'],
]);

rows('one telephone number in several forms', [
	['Call +1 (503) 555-0147.', 'Call 503-555-0147.'],
	['Call 503.555.0147.', 'Call (503) 555 0147.'],
	['Call (503) 555-0147.', 'Call 5035550147.'],
	['Call +44 20 7946 0958.', 'Call (020) 7946 0958.'],
	['Call +44 (0)20 7946 0958.', 'Call 020-7946-0958.'],
	['Appelez le +33 6 12 34 56 78.', 'Appelez le 06 12 34 56 78.'],
	['Telefon: 0221 555 0163.', 'Die Nummer ist +49 221 5550163.'],
	['Telefon: 0221/5550163.', 'Die Nummer ist 0049 221 555 0163.'],
	['Call +1 (503) 555-0147.', 'Call 503-555-0174.', '503-555-0174: +1 (503) 555-0147'],
	['Call +44 20 7946 0958.', 'Call (020) 7946 0985.', '(020) 7946 0985: +44 20 7946 0958'],
	['Telefon: 0221 555 0163.', 'Die Nummer ist +49 221 5550136.', '+49 221 5550136: 0221 555 0163'],
]);

rows('amounts in everyday words', [
	['Hold the button for 30 s.', 'Hold the button for half a minute.'],
	['Hold the button for 30 s.', 'Hold the button for a quarter of a minute.', 'a quarter of a minute: 30 s'],
	['The walk takes an hour and a half.', 'The walk takes 90 minutes.'],
	['The walk takes an hour and a half.', 'The walk takes 1½ hours.'],
	['The walk takes 1 1/2 hours.', 'The walk takes an hour and a half.'],
	['The walk takes two and a quarter hours.', 'The walk takes 135 minutes.'],
	['The walk takes an hour and a half.', 'The walk takes two and a half hours.', 'two and a half hours: an hour and a half'],
	['Wait 15 minutes.', 'Wait a quarter of an hour.'],
	['Take 12 eggs.', 'Take a dozen eggs.'],
	['The hall is booked for 14 days.', 'The hall is booked for a fortnight.'],
	['The limit is 60 mph.', 'The limit is 97 km/h.'],
	['The limit is 60 mph.', 'The limit is 80 km/h.', '80 km/h: 60 mph'],
	['Bake at 450 °F.', 'Bake at about 230 °C.'],
	['Bake at 450 °F.', 'Bake at about 200 °C.', '200 °C: 450 °F'],
	['The door is 6\'8" high.', 'The door is 80 inches high.'],
	['The door is 6 ft 8 in high.', 'The door is 2.03 m high.'],
	['The door is 6 ft 8 in high.', 'The door is 2.23 m high.', '2.23 m: 6 ft 8 in'],
	['Add ½ cup of milk.', 'Add half a cup of milk.'],
	['La cuisson dure 45 minutes.', "La cuisson dure trois quarts d'heure."],
	['La cuisson dure 45 minutes.', 'La cuisson dure une heure et quart.', 'une heure et quart: 45 minutes'],
	['Der Weg dauert 90 Minuten.', 'Der Weg dauert anderthalb Stunden.'],
	['Der Weg dauert fünfundzwanzig Minuten.', 'Der Weg dauert 35 Minuten.', '35 Minuten: fünfundzwanzig Minuten'],
	['El taller reparó 24 bicicletas.', 'El taller reparó tres docenas de bicicletas.', 'tres docenas: 24'],
	['Cocer durante media hora.', 'Cocer durante 30 minutos.'],
	['Cocer durante media hora.', 'Cocer durante 50 minutos.', '50 minutos: media hora'],
	['Il viaggio dura due ore e mezza.', 'Il viaggio dura 150 minuti.'],
	['O forno fica ligado 1 hora e meia.', 'O forno fica ligado 90 minutos.'],
]);

rows('hours of a day', [
	['The clinic is open Mon–Fri 9–17.', 'The clinic is open on weekdays from 9 am to 5 pm.'],
	['Hours: 9 to 5.', 'The hours are 9 am to 5 pm.'],
	['The clinic is open Mon–Fri 9–17.', 'The clinic is open on weekdays until 6 pm.', '6 pm'],
	['Das Büro ist Mo–Fr 8–12 Uhr geöffnet.', 'Das Büro ist bis 12 Uhr geöffnet.'],
	['La consulta abre a las 14:30.', 'La consulta abre a las dos y media de la tarde.'],
	['La consulta abre a las 14:30.', 'La consulta abre a las tres y media de la tarde.', 'tres y media de la tarde: 14:30'],
	['Die Probe beginnt um 19:30 Uhr.', 'Die Probe beginnt um halb acht abends.'],
	['Die Probe beginnt um 19:30 Uhr.', 'Die Probe beginnt um halb neun abends.', 'halb neun abends: 19:30 Uhr'],
	['Le cabinet ferme à 18 h.', 'Le cabinet ferme à six heures du soir.'],
	['Le train part à 7 h 04 et arrive à 8 h 50.', 'Le trajet dure 1 h 46.'],
	['Fecha às 17h.', 'Fecha às cinco da tarde.'],
	['Il negozio chiude alle 20:30.', 'Il negozio chiude alle otto e mezza di sera.'],
]);

rows('a rate and a count', [
	['Firewood is $18 a bag.', 'Four bags of firewood cost $72.'],
	['Firewood is $18 a bag.', 'Four bags of firewood cost $84.', '$84 ~ $18'],
	['The rate is $40 per person per night.', 'Four people pay $480 for three nights.'],
	['The rate is $40 per person per night.', 'Four people pay $520 for three nights.', '$520'],
	["The rent is $1,450 per month. The deposit is two months' rent.", 'The deposit is $2,900.'],
	["The rent is $1,450 per month. The deposit is two months' rent.", 'The deposit is $2,700.', '$2,700'],
	['El alquiler es de 850 € al mes. La fianza es de dos mensualidades.', 'La fianza asciende a 1700 €.'],
	['El alquiler es de 850 € al mes. La fianza es de dos mensualidades.', 'La fianza asciende a 1900 €.', '1900 €'],
]);

rows('a total and its parts', [
	["Two months' rent is $2,900.", 'The rent of a month is $1,450.'],
	["Two months' rent is $2,900.", 'The rent of a month is $1,540.', '$1,540: $2,900'],
	['A caução de 1.300 € corresponde a duas rendas.', 'Cada renda é de 650 euros.'],
	['Ha versato una caparra di 1.200 euro, pari a due mensilità.', 'Una mensilità è di 600 €.'],
	['Glucose: 126 mg/dl. The limit is 100.', 'Glucose was 126 mg/dl, 26 above the limit of 100.'],
	['Glucose: 126 mg/dl. The limit is 100.', 'Glucose was 126 mg/dl, 36 above the limit of 100.', '36'],
]);

rows('pairs, ratios and ranges', [
	['Blood pressure was 148/95 mmHg.', 'Her blood pressure was 148 over 95.'],
	['Blood pressure was 148/95 mmHg.', 'Her blood pressure was 148/85.', '85: 95'],
	['The home team won 3–1.', 'The home team won by 3 goals to 1.'],
	['The motion passed with 9 votes to 4.', 'The proposal was approved 9–3.', '3: 4'],
	['Dilute the cleaner 1:200.', 'Dilute the cleaner with one part on 200.'],
	['Dilute the cleaner 1:200.', 'Mix the cleaner at a ratio of 1:20.', '20: 200'],
	['Delivery takes 10–12 days.', 'Delivery takes 10 to 12 days.'],
	['Delivery takes 10–12 days.', 'Delivery takes 10 to 14 days.', '14 days: 12 days'],
	['Delivery takes 10–12 days.', 'Expect it after 9–12 days.', '9: 10'],
	['The board is 30 × 40 cm.', 'The board is 30 by 45 cm.', '45 cm: 40 cm'],
	// No pairs
	['The desk is open.', 'The desk is open 24/7, and the work is shared 50/50.'],
]);
