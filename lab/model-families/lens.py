#!/usr/bin/env python3
"""Adds SPAD's second reading (docs/methods/spad.md) to the fixtures' oracle.json: sources with the final norm inside the probe, attention's
part divided by what each head's values add.

    python lens.py [NAME ...]        all fixtures whose weights this environment can build; requirements.txt

In float64, straight from the formulas, read off the modules as they run; nothing is shared with the product."""
import copy
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]

import torch

from hidden import FIXTURES, LEFT_ALONE, model_of
from make import round9
from oracle import all_float64, base_of, first, parts

FINAL_NORMS = ('norm', 'ln_f', 'final_layernorm', 'final_layer_norm', 'embedding_norm', 'norm_f')


def output_layers(model):
    """The model's own way from the last state to the logits, as a function of any state, and its final norm."""
    base = base_of(model)[0]
    norm = next(getattr(base, name) for name in FINAL_NORMS if getattr(base, name, None) is not None)
    head = model.get_output_embeddings()
    config = getattr(model.config, 'text_config', model.config)

    def logits(state):
        out = head(norm(state))
        out = out * (getattr(config, 'lm_head_multiplier', None) or 1)
        cap = getattr(config, 'final_logit_softcapping', None)
        return out if cap is None else torch.tanh(out / cap) * cap

    return logits, norm, head.weight.detach()


def through(norm, state, w):
    """The direction in which a part of `state` moves w · norm(state), the norm's scale held."""
    centered = isinstance(norm, torch.nn.LayerNorm)
    x = state - state.mean(-1, keepdim=True) if centered else state
    eps = getattr(norm, 'eps', None) or getattr(norm, 'variance_epsilon', None) or getattr(norm, 'epsilon')
    scale = (x.pow(2).mean(-1, keepdim=True) + eps).rsqrt()
    normed = norm(state) - (norm.bias if centered and norm.bias is not None else 0)
    gamma = normed / (x * scale)
    g = w * gamma * scale
    return g - g.mean(-1, keepdim=True) if centered else g


def lens(m, ids, positions, targets, groups):
    model = copy.deepcopy(m).double().eval()
    if hasattr(model, 'set_experts_implementation'):
        model.set_experts_implementation('eager')
    ps = parts(model)
    seen = {id(p['attention']): {} for p in ps if p['attention'] is not None}
    layers = [{} for _ in ps]
    hooks = []
    for p, s in zip(ps, layers):
        hooks.append(p['layer'].register_forward_pre_hook(lambda mod, a, kw, s=s: s.__setitem__('before', (a[0] if a else kw['hidden_states']).detach()), with_kwargs=True))
        hooks.append(p['layer'].register_forward_hook(lambda mod, a, o, s=s: s.__setitem__('after', first(o).detach())))
        if p['attention'] is not None:
            hooks.append(p['attention'].register_forward_hook(lambda mod, a, o, s=s: s.__setitem__('attention', o[0].detach())))
            hooks.append(p['projection'].register_forward_pre_hook(lambda mod, a, s=s: s.__setitem__('heads', a[0].detach())))
        if p['mixer'] is not None:
            hooks.append(p['mixer'].register_forward_hook(lambda mod, a, o, s=s: s.__setitem__('mixed', first(o).detach())))
    module = sys.modules[type(model).__module__]
    eager = module.eager_attention_forward

    def watched(attention, query, key, value, *args, **kwargs):
        output, weights = eager(attention, query, key, value, *args, **kwargs)
        seen[id(attention)].update(value=value.detach()[0], output=output.detach()[0], A=weights.detach()[0])
        return output, weights

    module.eager_attention_forward = watched
    try:
        with torch.no_grad(), all_float64():
            out = model(input_ids=torch.tensor([ids]), attention_mask=torch.ones(1, len(ids), dtype=torch.long), use_cache=False)
    finally:
        module.eager_attention_forward = eager
        for h in hooks:
            h.remove()
    with torch.no_grad(), all_float64():
        pos, tgt, R, n, K = torch.tensor(positions), torch.tensor(targets), len(positions), len(ids), max(max(groups), 0)
        ar = torch.arange(R)
        logits, norm, WU = output_layers(model)
        phi = lambda h: torch.log_softmax(logits(h), -1).exp()[ar, tgt]
        pick = lambda t: t[0, pos] if t.dim() == 3 else t[pos]
        final = torch.log_softmax(out.logits[0].double()[pos], -1).exp()[ar, tgt]
        G = torch.zeros(R, n, K + 3, dtype=torch.float64)     # query, c1..cK, past, self
        for r, i in enumerate(positions):
            for j in range(n):
                G[r, j, K + 2 if j == i else K + 1 if groups[j] < 0 else groups[j]] = 1
        state = pick(layers[0]['before'])
        probe = initial = phi(state)
        attended, fed = torch.zeros(R, K + 3, dtype=torch.float64), torch.zeros(R, dtype=torch.float64)
        undecided = 0
        for p, s in zip(ps, layers):
            end = pick(s['after'])
            if p['attention'] is not None:
                raw, own = pick(s['attention']), seen[id(p['attention'])]
                a = (raw if p['post'] is None else p['post'](raw)) * p['attention_times']
                state = state + a
                change = phi(state) - probe
                probe = probe + change
                A = own['A'][:, pos, :n]                      # a sink has no value
                H = A.shape[0]
                v = own['value'].repeat_interleave(H // own['value'].shape[0], 0)
                o = torch.einsum('hrn,hnk->rhk', A, v)
                whole = own['output'][pos]
                assert torch.allclose(o, whole, atol=1e-9), 'values are not what attention weighs'
                g = through(norm, state, WU[tgt]) * p['attention_times']
                if p['post'] is not None:
                    g = through(p['post'], raw, g)
                Wo = p['projection'].weight.detach()
                Wo = Wo if type(p['projection']).__name__ == 'Conv1D' else Wo.T
                along = torch.einsum('rd,hkd->rhk', g, Wo.reshape(H, -1, Wo.shape[-1]))
                gates = pick(s['heads']).reshape(R, H, -1) / whole   # 1 but for gated attention
                c = torch.einsum('rhk,hnk->rhn', along * gates, v) * A.permute(1, 0, 2)
                by_source = torch.einsum('rhn,rng->rhg', c, G)
                signed = by_source * torch.where(change < 0, -1.0, 1.0)[:, None, None]
                part = signed.clamp(min=0).sum(1)
                undecided += int((part.sum(-1) <= 0).sum())
                attended += part / part.sum(-1, keepdim=True) * change[:, None]
            if p['mixer'] is not None:
                state = state + pick(s['mixed']) * p['mixer_times']
                fed, probe = fed + phi(state) - probe, phi(state)
            if p['feed_forward']:
                state = end
                fed, probe = fed + phi(state) - probe, phi(state)
        assert undecided == 0, f'{undecided} changes that no value goes along with'
        assert torch.allclose(probe, final, atol=1e-9), ('the probe at the last state is not the output', float((probe - final).abs().max()))
        rag = attended[:, 1:K + 1]
        sources = torch.stack([attended[:, 0], rag.sum(-1), attended[:, K + 1], attended[:, K + 2], fed, final - probe, initial], -1)
        assert torch.allclose(sources.sum(-1), final, atol=1e-9)
    return sources.tolist(), rag.tolist()


def add(name):
    path = os.path.join(FIXTURES, name, 'oracle.json')
    oracle = json.load(open(path))
    sources, rag = lens(model_of(name), *(oracle[key] for key in ('input_ids', 'positions', 'targets', 'groups')))
    off = max(abs(sum(row) - known) for row, known in zip(sources, oracle['probes'][-1]))
    assert off < 1e-7, f'{name}: these are other weights than the fixture has, by {off}'
    oracle['lens'] = dict(sources=round9(sources), rag_by_context=round9(rag))
    json.dump(oracle, open(path, 'w'))
    print(f'{name:28s} contexts give up to {max(max(row) for row in rag):.2f}', flush=True)


if __name__ == '__main__':
    for name in sys.argv[1:] or [n for n in sorted(os.listdir(FIXTURES)) if os.path.exists(os.path.join(FIXTURES, n, 'oracle.json'))]:
        if name in LEFT_ALONE:
            print(f'{name:28s} left alone: its activations are quantized by what is fed together')
            continue
        try:
            add(name)
        except Exception as error:
            print(f'{name:28s} FAILED {type(error).__name__} {str(error)[:300]}', flush=True)
