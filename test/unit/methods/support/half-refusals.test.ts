import { rows } from './rows.ts';

const fee = 'The fee is 15 euros per night. The hotel has 40 rooms.';

rows('the value beside a refusal is judged, and what is refused is not', [
	[fee, 'The contexts do not say when it opens, but the fee is 15 euros.'],
	[fee, 'The contexts do not say when it opens, but the fee is 51 euros.', '51 euros ~ 15 euros'],
	[fee, 'The fee is 51 euros, but the contexts do not state the opening hours.', '51 euros ~ 15 euros'],
	[fee, 'The contexts do not mention a price for 2026, but the fee is 15 euros.'],
	[fee, 'The contexts do not mention 45 rooms; the fee is 15 euros.'],
	[fee, 'The contexts do not say whether the fee is 51 euros.'],
	['Die Gebühr beträgt 15 Euro.', 'Die Dokumente sagen nichts über die Zeiten, aber die Gebühr beträgt 51 Euro.', '51 Euro ~ 15 Euro'],
	['费用是15元。', '文档没有提到开放时间，但费用是51元。', '51元 ~ 15元'],
]);
