"""SPAD (docs/sources.md, docs/methods/hybrid-models.md) of a PyTorch model in float64, straight from the formulas: nothing here is shared with the product.

Everything is read off the modules as they run: the state before and after each layer, attention's probabilities, what enters and leaves
its output projection, and what a branch without attention gives."""
import contextlib
import copy

import numpy as np
import torch
import transformers

POST_NORM = ('Gemma2', 'Gemma3', 'Gemma4', 'Olmo2', 'Olmo3', 'Exaone4', 'Glm4')
MIXERS = ('conv', 'linear_attn', 'mamba')
OUTPUT_PROJECTIONS = ('o_proj', 'dense', 'c_proj', 'out_proj')


@contextlib.contextmanager
def all_float64():
    """transformers casts norms, softmax, rotary tables and recurrences to float32: make those casts go to float64."""
    f32, fl = torch.float32, torch.Tensor.float
    torch.float32 = torch.float64
    torch.Tensor.float = torch.Tensor.double
    try:
        yield
    finally:
        torch.float32 = f32
        torch.Tensor.float = fl


def first(x):
    return x[0] if isinstance(x, tuple) else x


def base_of(m):
    base = getattr(m, 'model', None) or getattr(m, 'transformer', None) or getattr(m, 'gpt_neox', None) or getattr(m, 'backbone', None)
    base = getattr(base, 'language_model', base)
    base = getattr(base, 'decoder', base)
    layers = getattr(base, 'layers', None) or getattr(base, 'h', None) or getattr(base, 'blocks', None)
    return base, layers


def attention_of(layer):
    for name in ('self_attn', 'attn', 'attention', 'self_attention', 'mixer'):
        module = getattr(layer, name, None)
        if module is not None and any(hasattr(module, p) for p in OUTPUT_PROJECTIONS) and 'Mamba' not in type(module).__name__ and 'MLP' not in type(module).__name__:
            return module
    return None


def mixer_of(layer):
    for name in MIXERS:
        if getattr(layer, name, None) is not None:
            return getattr(layer, name)
    module = getattr(layer, 'mixer', None)
    return module if module is not None and 'Mamba' in type(module).__name__ else None


def parts(m):
    """What each layer is made of, in the order in which it counts: attention, a branch without attention, all the rest."""
    out = []
    for layer in base_of(m)[1]:
        kind = type(layer).__name__
        att, mix = attention_of(layer), mixer_of(layer)
        post = None
        if kind.startswith(POST_NORM):
            post = getattr(layer, 'post_self_attn_layernorm', None) or layer.post_attention_layernorm
        mult = getattr(layer, 'residual_multiplier', 1.0)
        out.append(dict(
            layer=layer, attention=att, mixer=mix, post=post,
            projection=None if att is None else next(getattr(att, k) for k in OUTPUT_PROJECTIONS if hasattr(att, k)),
            attention_times=mult * getattr(layer, 'attn_out_multiplier', 1.0), mixer_times=mult * (getattr(layer, 'ssm_out_multiplier', 1.0)),
            feed_forward=not (kind.startswith('NemotronH') and (att is not None or mix is not None)),
        ))
    return out


def oracle(m, ids, positions, targets, groups, parallel=False):
    """`groups[j]` of every position that is fed: 0 query, k >= 1 context k, -1 response. Arrays are float64."""
    model = copy.deepcopy(m).double().eval()
    # Grouped products of experts know no float64.
    if hasattr(model, 'set_experts_implementation'):
        model.set_experts_implementation('eager')
    ps = parts(model)
    seen = [dict() for _ in ps]
    hooks = []
    for p, s in zip(ps, seen):
        hooks.append(p['layer'].register_forward_pre_hook(lambda mod, a, kw, s=s: s.__setitem__('before', (a[0] if a else kw['hidden_states']).detach()), with_kwargs=True))
        hooks.append(p['layer'].register_forward_hook(lambda mod, a, o, s=s: s.__setitem__('after', first(o).detach())))
        if p['attention'] is not None:
            hooks.append(p['attention'].register_forward_hook(lambda mod, a, o, s=s: s.update(attention=o[0].detach(), A=[x for x in o[1:] if torch.is_tensor(x) and x.dim() == 4][0].detach())))
            hooks.append(p['projection'].register_forward_pre_hook(lambda mod, a, s=s: s.__setitem__('heads', a[0].detach())))
        if p['mixer'] is not None:
            hooks.append(p['mixer'].register_forward_hook(lambda mod, a, o, s=s: s.__setitem__('mixed', first(o).detach())))
    with torch.no_grad(), all_float64():
        kw = dict(output_attentions=True) if transformers.__version__.startswith('4.') or type(m).__name__.startswith(('Falcon', 'GPTJ', 'OPT', 'GPT2', 'Bloom', 'Mpt')) and not type(m).__name__.startswith('FalconH1') else {}
        out = model(input_ids=torch.tensor([ids]), attention_mask=torch.ones(1, len(ids), dtype=torch.long), use_cache=False, **kw)
        for h in hooks:
            h.remove()
        pos, tgt, R, n, K = torch.tensor(positions), torch.tensor(targets), len(positions), len(ids), max(max(groups), 0)
        ar = torch.arange(R)
        WU = model.get_output_embeddings().weight.detach()
        phi = lambda h: torch.log_softmax(h @ WU.T, -1).exp()[ar, tgt]
        pick = lambda t: t[0, pos] if t.dim() == 3 else t[pos]
        logits = out.logits[0].double()
        final = torch.log_softmax(logits[pos], -1).exp()[ar, tgt]
        G = torch.zeros(R, n, K + 3, dtype=torch.float64)     # query, c1..cK, past, self
        for r, i in enumerate(positions):
            for j in range(n):
                G[r, j, K + 2 if j == i else K + 1 if groups[j] < 0 else groups[j]] = 1
        state = pick(seen[0]['before'])
        probes, att, ffn, weights, blocks = [phi(state)], [], [], [], []

        def without_attention(branch, layer, kind):
            nonlocal state
            state = state + branch
            probes.append(phi(state))
            ffn.append(probes[-1] - probes[-2])
            blocks.append(dict(layer=layer, kind=kind))

        for k, (p, s) in enumerate(zip(ps, seen)):
            end = pick(s['after'])
            if p['attention'] is not None:
                raw = pick(s['attention'])
                if type(p['layer']).__name__.startswith('Bloom'):
                    raw = raw - pick(s['before'])               # its attention module adds the state itself
                a = (raw if p['post'] is None else p['post'](raw)) * p['attention_times']
                H = s['A'].shape[1]
                o = pick(s['heads']).reshape(R, H, -1)
                Wo = p['projection'].weight.detach()
                Wo = Wo if type(p['projection']).__name__ == 'Conv1D' else Wo.T              # [H * size, d]
                head = torch.einsum('rhk,hkd->rhd', o, Wo.reshape(H, o.shape[-1], -1)) * p['attention_times']
                if p['post'] is not None:                       # the norm is linear once its scale is that of the whole output
                    gamma = (p['post'].weight + 1) if type(p['post']).__name__.startswith(('Gemma2', 'Gemma3')) else p['post'].weight
                    eps = getattr(p['post'], 'eps', None) or getattr(p['post'], 'variance_epsilon', None)
                    head = head * (gamma * (raw.pow(2).mean(-1, keepdim=True) + eps).rsqrt())[:, None, :]
                bias = getattr(p['projection'], 'bias', None)
                if bias is None or p['post'] is None:
                    whole = head.sum(1) + (0 if bias is None else bias * p['attention_times'])
                    assert torch.allclose(whole, a, atol=1e-9), (k, float((whole - a).abs().max()), 'heads do not add up to attention')
                w = torch.softmax(torch.einsum('rhd,rd->rh', head, WU[tgt]), -1)
                A = s['A'][0][:, pos]
                if getattr(p['attention'], 'sinks', None) is not None:
                    A = A / A.sum(-1, keepdim=True)             # what a sink left is given out among the keys
                assert torch.allclose(A.sum(-1), torch.ones((), dtype=torch.float64), atol=1e-9), 'attention rows do not add up to one'
                state = state + a
                probes.append(phi(state))
                att.append((probes[-1] - probes[-2])[:, None] * torch.einsum('rh,hrn,rng->rg', w, A, G))
                weights.append(w)
                blocks.append(dict(layer=k, kind='attention'))
            if p['mixer'] is not None:
                without_attention(pick(s['mixed']) * p['mixer_times'], k, 'mixer')
            if p['feed_forward']:
                without_attention(end - state, k, 'ffn')
            assert torch.allclose(state, end, atol=1e-9), (k, 'the layer is not the sum of its branches')
        att_ = torch.stack(att)                                # [L, R, K + 3]
        four = torch.stack([att_[..., 0], att_[..., 1:K + 1].sum(-1), att_[..., K + 1], att_[..., K + 2]], -1)
        ffn_ = torch.stack(ffn)
        ln = final - probes[-1]
        sources = torch.cat([four.sum(0), ffn_.sum(0)[:, None], ln[:, None], probes[0][:, None]], 1)
        assert torch.allclose(sources.sum(1), final, atol=1e-12)
    f = lambda t: t.numpy().astype(np.float64)
    return dict(sources=f(sources), rag_by_context=f(att_.sum(0)[:, 1:K + 1]), att=f(four), ffn=f(ffn_), probes=f(torch.stack(probes + [final])), head_weights=f(torch.stack(weights)), logits=f(logits)), blocks
