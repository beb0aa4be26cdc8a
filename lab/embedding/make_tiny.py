#!/usr/bin/env python3
"""The tests' encoder: random weights, a few hundred kilobytes, and what sentence-transformers makes of texts with it.

    python make_tiny.py OUT

Writes OUT/tiny (an encoder folder without settings of sentence-transformers: fp32, fp16 and int8, and a graph that gives one vector for a text) and
OUT/expected.json: for each way to pool and to prompt the files that say so, and the embeddings. The tests put both together."""
import functools
import json
import os
import sys
import tempfile
import warnings
from pathlib import Path

warnings.filterwarnings('ignore')
os.environ['HF_HUB_OFFLINE'] = '1'

import onnx
import torch
from onnxruntime.transformers.float16 import convert_float_to_float16
from sentence_transformers import SentenceTransformer
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from encoder_export import HiddenStates, quantize, write_graph

SIGNS = [chr(c) for c in range(33, 127) if not chr(c).isupper()]
WORDS = 'the a of to in and is for on query document remember user prefers short answers meeting friday invoice seat morning'.split()
SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]']
VOCAB = [*SPECIAL, *SIGNS, *(f'##{s}' for s in SIGNS), *WORDS]
INPUTS = ('input_ids', 'attention_mask', 'token_type_ids')

TEXTS = ['The user prefers short answers.', 'Remember: the meeting is on Friday!', 'invoice', '', 'seat 14C in the morning', '会議 🙂',
         'a ' * 40, 'UPPER case and lower', ' '.join(WORDS), 'x']
POOL = 'sentence_transformers.models.Pooling'
MODULES = [{'idx': 0, 'name': '0', 'path': '', 'type': 'sentence_transformers.models.Transformer'}, {'idx': 1, 'name': '1', 'path': '1_Pooling', 'type': POOL}]
NORMALIZE = {'idx': 2, 'name': '2', 'path': '2_Normalize', 'type': 'sentence_transformers.models.Normalize'}
PROMPTS = {'prompts': {'query': 'query: ', 'passage': 'document: '}, 'default_prompt_name': None}


def settings(pooling, modules=MODULES, length=24, prompts=None):
    files = {'modules.json': modules, '1_Pooling/config.json': {'word_embedding_dimension': 16, **pooling},
             'sentence_bert_config.json': {'max_seq_length': length, 'do_lower_case': False}}
    return files if prompts is None else {**files, 'config_sentence_transformers.json': prompts}


CASES = {
    'mean, normalized': settings({'pooling_mode_mean_tokens': True, 'pooling_mode_cls_token': False}, [*MODULES, NORMALIZE]),
    'cls': settings({'pooling_mode_cls_token': True, 'pooling_mode_mean_tokens': False}),
    'max': settings({'pooling_mode': 'max'}),
    'last token': settings({'pooling_mode': 'lasttoken'}),
    'weighted mean': settings({'pooling_mode_weightedmean_tokens': True, 'pooling_mode_mean_tokens': False}),
    'mean by the root of the length, behind the largest': settings({'pooling_mode': ['max', 'mean_sqrt_len_tokens']}),
    'cut after 8 tokens': settings({'pooling_mode': 'mean'}, length=8),
    'prompts': settings({'pooling_mode': 'mean'}, prompts=PROMPTS),
    'prompts that are not pooled': settings({'pooling_mode': 'mean', 'include_prompt': False}, prompts=PROMPTS),
    'a prompt for any text': settings({'pooling_mode': 'cls'}, prompts={'prompts': {'note': 'remember: '}, 'default_prompt_name': 'note'}),
    'nothing said': {},
}


def tokenizer():
    t = Tokenizer(models.WordPiece({word: i for i, word in enumerate(VOCAB)}, unk_token='[UNK]', max_input_chars_per_word=100))
    t.normalizer = normalizers.BertNormalizer(lowercase=True)
    t.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    t.post_processor = processors.BertProcessing(('[SEP]', 3), ('[CLS]', 2))
    return PreTrainedTokenizerFast(tokenizer_object=t, unk_token='[UNK]', pad_token='[PAD]', cls_token='[CLS]', sep_token='[SEP]', mask_token='[MASK]',
                                   model_max_length=32)


class Whole(torch.nn.Module):
    """One vector for a text: the mean of its tokens, and a layer that no pooling has."""

    def __init__(self, model):
        super().__init__()
        self.states = HiddenStates(model, INPUTS)
        self.dense = torch.nn.Linear(16, 12)

    def forward(self, ids, mask, types):
        states = self.states(ids, mask, types)
        weights = mask.unsqueeze(-1).float()
        return torch.tanh(self.dense((states * weights).sum(1) / weights.sum(1)))


def write_whole(model, out):
    torch.manual_seed(11)
    whole = Whole(model).eval()
    ids = torch.randint(5, len(VOCAB), (2, 6))
    values = (ids, torch.ones_like(ids), torch.zeros_like(ids))
    axes = {name: {0: 'batch_size', 1: 'sequence_length'} for name in INPUTS} | {'sentence_embedding': {0: 'batch_size'}}
    with torch.no_grad():
        torch.onnx.export(whole, values, f'{out}/onnx/whole.onnx', input_names=list(INPUTS), output_names=['sentence_embedding'], dynamic_axes=axes,
                          opset_version=17, dynamo=False)
    return whole


def unit(rows):
    return [[float(f'{x:.8g}') for x in row / torch.linalg.norm(row)] for row in rows.double()]


def embedded(encoder, texts, role):
    # The prompt of what answers is called 'passage' here, as of many models; encode_document knows no other name than 'document'.
    passage = functools.partial(encoder.encode, prompt_name='passage')
    encode = {None: encoder.encode, 'query': encoder.encode_query, 'document': passage if 'passage' in encoder.prompts else encoder.encode_document}[role]
    # One at a time: what stands beside a text in a batch must make no difference.
    return unit(torch.cat([torch.tensor(encode([text], show_progress_bar=False)) for text in texts]))


def main(out):
    out = Path(out)
    torch.manual_seed(7)
    model = BertModel(BertConfig(vocab_size=len(VOCAB), hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
                                 max_position_embeddings=32, pad_token_id=0, attn_implementation='eager'), add_pooling_layer=False).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 2:
                parameter.mul_(12)
    t = tokenizer()
    tiny = out / 'tiny'
    tiny.mkdir(parents=True, exist_ok=True)
    write_graph(model, INPUTS, tiny / 'onnx' / 'model.onnx')
    quantize(tiny / 'onnx' / 'model.onnx', tiny / 'onnx' / 'model_quantized.onnx')
    onnx.save(convert_float_to_float16(onnx.load(tiny / 'onnx' / 'model.onnx')), tiny / 'onnx' / 'model_fp16.onnx')
    whole = write_whole(model, tiny)
    cases = []
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        t.save_pretrained(folder)
        for name in ('config.json', 'tokenizer.json', 'tokenizer_config.json'):
            (tiny / name).write_bytes((Path(folder) / name).read_bytes())
        for name, files in CASES.items():
            with tempfile.TemporaryDirectory() as one:
                model.save_pretrained(one)
                t.save_pretrained(one)
                for path, content in files.items():
                    (Path(one) / path).parent.mkdir(exist_ok=True)
                    (Path(one) / path).write_text(json.dumps(content))
                encoder = SentenceTransformer(one, device='cpu', model_kwargs={'attn_implementation': 'eager'})
                roles = [None, 'query', 'document'] if 'config_sentence_transformers.json' in files else [None]
                cases.append({'name': name, 'files': files, 'rows': {role or 'any': embedded(encoder, TEXTS, role) for role in roles}})
    with torch.no_grad():
        tokens = [t(text, return_tensors='pt', truncation=True, max_length=32) for text in TEXTS]
        rows = torch.cat([whole(one['input_ids'], one['attention_mask'], torch.zeros_like(one['input_ids'])) for one in tokens])
    dense = [*MODULES, {'idx': 2, 'name': '2', 'path': '2_Dense', 'type': 'sentence_transformers.models.Dense'}]
    cases.append({'name': 'a layer behind pooling', 'graph': 'onnx/whole.onnx', 'files': {'modules.json': dense}, 'rows': {'any': unit(rows)}})
    (out / 'expected.json').write_text(json.dumps({'texts': TEXTS, 'cases': cases}, ensure_ascii=False) + '\n')


if __name__ == '__main__':
    main(sys.argv[1])
