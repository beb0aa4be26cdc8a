"""Writes the data set in this folder as RAGTruth's own was written (json.dumps of Python), and where its labels begin and end in
UTF-16 units, counted by Python's UTF-16 codec: an oracle for offsets that knows nothing of ours.

    python3 write.py
"""
import json
from pathlib import Path

here = Path(__file__).parent
sources = [
    {'source_id': '14', 'task_type': 'QA', 'source': 'MARCO', 'prompt': 'Briefly answer …', 'source_info': {
        'question': ' what is at \U0001F3E5 “Üst”\u00a0? ',
        'passages': 'passage 1:Über \U0001F600 passage 2: is no head.\n\npassage 2:B: "x"\\n\n passage 9: nor is this\n\npassage 3:\n\n'}},
    {'source_id': '15', 'task_type': 'Summary', 'source': 'CNN/DM', 'source_info': 'News of the day: 5 {men} \U0001F600.\n',
     'prompt': 'Summarize the following news within 9 words:\nNews of the day: 5 {men} \U0001F600.\n\noutput:'},
    {'source_id': '16', 'task_type': 'Data2txt', 'source': 'Yelp',
     'source_info': {'name': 'Café “\U0001F600” \\u00e9 \x1b', 'stars': 3.0, 'open': None},
     'prompt': "Instruction:\nWrite it.\nStructured data:\n{'name': 'Café', 'stars': 3.0, 'open': None}\nOverview:"},
]
text = ('Über \U0001F600 ward \U0001D400B: the café’s \U0001F468\u200d\u2695\ufe0f said\r\n"7 \U00020BB7" at C:\\tmp.\u2028End \U0001F1E9\U0001F1EA')
labelled = ['\U0001F600 ward \U0001D400B', '\U0001F468\u200d\u2695\ufe0f said\r', '"7 \U00020BB7"', 'End \U0001F1E9\U0001F1EA']


def units(end):
    return len(text[:end].encode('utf-16-le')) // 2


spans = [(text.index(part), text.index(part) + len(part)) for part in labelled]
labels = [{'start': start, 'end': end, 'text': part, 'meta': 'HIGH\nno "café"', 'label_type': 'Evident Conflict', 'implicit_true': False,
           'due_to_null': False} for part, (start, end) in zip(labelled, spans)]
responses = [
    {'id': '0', 'source_id': '14', 'model': 'gpt-4-0613', 'temperature': 0.7, 'labels': labels, 'split': 'train', 'quality': 'good', 'response': text},
    {'id': '1', 'source_id': '15', 'model': 'llama-2-7b-chat', 'temperature': 0.775, 'labels': [], 'split': 'test', 'quality': 'truncated',
     'response': '  A summary.'},
    {'id': '2', 'source_id': '16', 'model': 'mistral-7B-instruct', 'temperature': 1.0, 'split': 'test', 'quality': 'good', 'response': 'It is open.',
     'labels': [{'start': 6, 'end': 10, 'text': 'open', 'meta': '', 'label_type': 'Subtle Baseless Info', 'implicit_true': True, 'due_to_null': True}]},
]


def write(name, records, **options):
    # CRLF between lines, as a checkout on Windows has them.
    (here / name).write_bytes(''.join(json.dumps(record, **options) + '\r\n' for record in records).encode('utf-8'))


write('source_info.jsonl', sources)
write('response.jsonl', responses)
write('unescaped-response.jsonl', responses, ensure_ascii=False)
(here / 'utf16-spans.json').write_text(json.dumps([[units(start), units(end)] for start, end in spans]) + '\n')
