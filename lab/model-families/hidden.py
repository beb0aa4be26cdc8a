#!/usr/bin/env python3
"""Adds to the fixtures' oracle.json what the response's tokens have for log-probabilities when contexts are hidden from its rows.

    python hidden.py [NAME ...]        all fixtures whose weights this environment can build; requirements.txt

The rows that predict the response may not attend to the hidden contexts' tokens; the prompt's rows may. It is one pass over the whole text
in float64 with an attention mask of four dimensions, without a cache: nothing of it is shared with the product. `left_out` are the
log-probabilities when these tokens are not in the prompt at all, which the product falls back to where it cannot hide."""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(HERE, '..', '..', 'test', 'fixtures', 'spad-graphs')
sys.path[:0] = [HERE, FIXTURES]

import torch

import export
import families
import make
from oracle import all_float64

HIDDEN = [[1], [2], [1, 2]]
# Its numbers depend on what is fed together, so that no reading is the other's.
LEFT_ALONE = ('llama-optimum-int8',)


def model_of(name):
    if name in families.FIXTURES:
        family, _, sizes, _ = families.FIXTURES[name]
        return export.build(family, **sizes)
    model = make.build(make.FIXTURES[name]['family'])
    if make.FIXTURES[name].get('rope_everywhere'):
        for layer in model.model.layers:
            layer.self_attn.use_rope = 1
    weights = make.FIXTURES[name].get('weights')
    if weights == 'nbits':
        return make.load_nbits(model, os.path.join(FIXTURES, name, 'model.onnx'))[0]
    return model.half().float() if weights == 'fp16' else model


def hiding(model, first, columns):
    """Makes every mask that the model builds keep the rows from `first` on from the columns; returns what undoes it."""
    module = sys.modules[type(model).__module__]
    kept = {}

    def wrapped(build):
        def masked(*args, **kwargs):
            mask = build(*args, **kwargs)
            assert mask is not None and mask.dim() == 4, 'the model builds no mask that says what each row sees'
            mask = mask.clone()
            rows = torch.arange(first, mask.shape[-2])[:, None]
            mask[:, :, rows, torch.tensor(columns)] = False if mask.dtype == torch.bool else torch.finfo(mask.dtype).min
            seen['masks'] += 1
            return mask
        return masked

    seen = {'masks': 0}
    for one in ('create_causal_mask', 'create_sliding_window_causal_mask'):
        if hasattr(module, one):
            kept[one] = getattr(module, one)
            setattr(module, one, wrapped(kept[one]))
    assert kept, f'{module.__name__} builds its masks in another way'

    def undo():
        for one, build in kept.items():
            setattr(module, one, build)
        assert seen['masks'] > 0
    return undo


def log_probabilities(model, ids, positions, targets):
    with torch.no_grad(), all_float64():
        logits = model(input_ids=torch.tensor([ids]), attention_mask=torch.ones(1, len(ids), dtype=torch.long), use_cache=False).logits[0].double()
        return torch.log_softmax(logits[torch.tensor(positions)], -1)[torch.arange(len(positions)), torch.tensor(targets)].tolist()


def add(name):
    path = os.path.join(FIXTURES, name, 'oracle.json')
    oracle = json.load(open(path))
    ids, positions, targets, groups = (oracle[key] for key in ('input_ids', 'positions', 'targets', 'groups'))
    model = model_of(name).double().eval()
    plain = log_probabilities(model, ids, positions, targets)
    known = oracle['probes'][-1]
    off = max(abs(torch.tensor(one).exp().item() - two) for one, two in zip(plain, known))
    assert off < 1e-7, f'{name}: these are other weights than the fixture has, by {off}'
    hidden, left_out = [], []
    for wanted in HIDDEN:
        columns = [j for j, group in enumerate(groups) if group in wanted]
        undo = hiding(model, positions[0], columns)
        try:
            hidden.append(log_probabilities(model, ids, positions, targets))
        finally:
            undo()
        kept = [j for j in range(len(ids)) if j not in columns]
        left_out.append(log_probabilities(model, [ids[j] for j in kept], [kept.index(p) for p in positions], targets))
    oracle['hidden'] = dict(contexts=HIDDEN, log_probability=make.round9(hidden), left_out=make.round9(left_out))
    json.dump(oracle, open(path, 'w'))
    moved = max(abs(x - y) for row in hidden for x, y in zip(row, plain))
    print(f'{name:28s} hiding moves a log-probability by up to {moved:.2f}', flush=True)


if __name__ == '__main__':
    names = sys.argv[1:] or [n for n in sorted(os.listdir(FIXTURES)) if os.path.exists(os.path.join(FIXTURES, n, 'oracle.json'))]
    for name in names:
        if name in LEFT_ALONE:
            print(f'{name:28s} left alone: its activations are quantized by what is fed together')
            continue
        try:
            add(name)
        except Exception as error:
            print(f'{name:28s} FAILED {type(error).__name__} {str(error)[:300]}', flush=True)
