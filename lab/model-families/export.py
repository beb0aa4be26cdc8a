#!/usr/bin/env python3
"""Tiny random-weight models of today's families, written by public exporters, each with a float64 oracle: what docs/models.md is measured on.

    python export.py OUT [--family NAME ..] [--exporter NAME ..]

No network is used. One folder a pair, OUT/FAMILY--EXPORTER: model.onnx, config.json, tokenizer, meta.json, oracle.json; or meta.json alone
with the reason why the exporter did not write it. Folders that are there already are left as they are. Packages: requirements.txt, and
requirements-optimum.txt in an environment of its own (optimum needs an older transformers; the weights are the same)."""
import argparse
import collections
import importlib.metadata
import json
import math
import os
import shutil
import signal
import time
import warnings

warnings.filterwarnings('ignore')

import numpy as np
import onnx
import torch

import exporters
from exporters import EXPORTERS, Refused, write_tokenizer
from families import FAMILIES, FIXTURES, V
from oracle import oracle

torch.set_num_threads(1)
PACKAGES = ('torch', 'transformers', 'onnx', 'onnxscript', 'onnxruntime', 'onnxruntime-genai', 'optimum', 'optimum-onnx')


def build(name, seed=7, **sizes):
    """The model, its weights drawn in the order of its parameters' names: any version of transformers gets the same ones."""
    import transformers as T
    family = FAMILIES[name]
    config = family.make(**sizes)
    config._attn_implementation = 'eager'
    for key in ('attention_dropout', 'resid_pdrop', 'embd_pdrop', 'attn_pdrop', 'hidden_dropout', 'dropout'):
        if hasattr(config, key):
            setattr(config, key, 0.0)
    torch.manual_seed(seed)
    m = getattr(T, family.model)(config) if family.model else T.AutoModelForCausalLM.from_config(config, attn_implementation='eager')
    m.set_attn_implementation('eager')
    m = m.eval().float()
    embedding, unembedding = m.get_input_embeddings().weight, m.get_output_embeddings().weight
    tied = embedding is unembedding
    g = torch.Generator().manual_seed(seed)
    rn = lambda s: torch.randn(s, generator=g)
    with torch.no_grad():
        for n, p in m.named_parameters():
            last = n.split('.')[-1]
            if last == 'sinks':
                p.copy_(rn(p.shape) * 0.8 + 1.0)
            elif p.dim() == 1 and last == 'weight':
                p.copy_(rn(p.shape) * 0.12 + (0.0 if family.offset_norm else 1.0))
            elif p.dim() == 1 or 'bias' in last:
                p.copy_(rn(p.shape) * 0.1)
            elif p is embedding:
                p.copy_(rn(p.shape) * (0.36 if tied else 0.5))
            elif p is unembedding:
                p.copy_(rn(p.shape) * 0.36)
            elif 'wpe' in n or 'embed_positions' in n:
                p.copy_(rn(p.shape) * 0.2)
            else:
                conv1d = type(m.get_submodule(n.rsplit('.', 1)[0])).__name__ == 'Conv1D'
                fan = p.shape[0] if conv1d else p.shape[-1]
                gain = 1.6 if any(s in n for s in ('q_proj', 'k_proj', 'qkv', 'c_attn', 'query_key_value')) else 1.25
                p.copy_(rn(p.shape) * gain / math.sqrt(fan))
        if family.boost:
            table, norm = family.boost
            embedding.mul_(table / 0.36)
            w = next(p for n, p in m.named_parameters() if n in ('model.norm.weight', 'model.language_model.norm.weight'))
            w.copy_((w + 1) * norm - 1 if family.offset_norm else w * norm)
    return m


def make_case(m, seed=11, query=7, contexts=(9, 11), after=6, response=14):
    """query | context 1 | a separator | context 2 | query, then a response: every third token the likeliest, the others drawn."""
    g = torch.Generator().manual_seed(seed)
    draw = lambda k: torch.randint(3, V, (k,), generator=g).tolist()
    ids, groups = [0] + draw(query - 1), [0] * query
    for k, length in enumerate(contexts):
        if k:
            ids += draw(1)
            groups += [0]
        ids += draw(length)
        groups += [k + 1] * length
    ids += draw(after)
    groups += [0] * after
    prompt = len(ids)
    with torch.no_grad():
        for t in range(response):
            p = torch.softmax(m(input_ids=torch.tensor([ids]), use_cache=False).logits[0, -1].float(), -1)
            p[:3] = 0
            ids.append(int(p.argmax()) if t % 3 == 2 else int(torch.multinomial(p, 1, generator=g)))
            groups.append(-1)
    positions = list(range(prompt - 1, len(ids) - 1))
    return dict(tokens=ids, n_prompt=prompt, input_ids=ids[:-1], positions=positions, targets=[ids[p + 1] for p in positions], groups=groups[:-1])


def rounded(x):
    return [rounded(y) for y in x] if isinstance(x, list) else float(f'{x:.9g}') if isinstance(x, float) else x


def versions():
    found = {}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            pass
    return found


def operators(path):
    def nodes(graph):
        for node in graph.node:
            yield node
            for a in node.attribute:
                if a.HasField('g'):
                    yield from nodes(a.g)
    g = onnx.load(path, load_external_data=False)
    return dict(collections.Counter((n.domain + '.' if n.domain else '') + n.op_type for n in nodes(g.graph)).most_common())


class Late(BaseException):
    """No Exception: exporters catch those and go on."""


def within(seconds, work):
    """Some graphs are unrolled into hundreds of thousands of nodes, for hours."""
    def late(*_):
        raise Late
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        return work()
    except Late:
        raise Refused(f'the exporter was not done after {seconds} s') from None
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def export(name, exporter, root, reference, limit, folder='', sizes=None, notes=''):
    """One folder. `reference` is of the family: (model, case, oracle's numbers or the reason why there are none)."""
    out = f'{root}/{folder or f"{name}--{exporter}"}'
    model, case, (numbers, blocks, why) = reference
    started = time.time()
    meta = dict(family=name, title=FAMILIES[name].title, hybrid=FAMILIES[name].hybrid, exporter=exporter, versions=versions(), tolerance=1e-4, **(dict(structure=notes, sizes=sizes) if notes else {}))
    work = f'{out}.part'
    shutil.rmtree(work, ignore_errors=True)
    try:
        within(limit, lambda: EXPORTERS[exporter](name, build(name, **sizes or {}), work))
        model.config.save_pretrained(work) if not os.path.exists(f'{work}/config.json') else None
        if not os.path.exists(f'{work}/tokenizer.json'):
            write_tokenizer(work)
        meta['operators'] = operators(f'{work}/model.onnx')
        meta['exported'] = True
        if numbers is None:
            meta['no_oracle'] = why
        else:
            meta['blocks'] = blocks
            kept = {k: rounded(numbers[k].tolist()) for k in ('sources', 'rag_by_context', 'att', 'ffn', 'probes', 'head_weights')}
            json.dump(dict(case, sources_order=['query', 'rag', 'past', 'self', 'ffn', 'ln', 'initial'], **kept), open(f'{work}/oracle.json', 'w'))
    except Refused as refusal:
        shutil.rmtree(work, ignore_errors=True)
        os.makedirs(work)
        meta.update(exported=False, reason=str(refusal))
    json.dump(meta, open(f'{work}/meta.json', 'w'), indent=1)
    shutil.rmtree(out, ignore_errors=True)
    os.rename(work, out)
    print(f"{name:16s} {exporter:12s} {'written' if meta['exported'] else 'refused: ' + meta['reason'][:120]} ({time.time() - started:.0f} s)", flush=True)


def reference_of(name, **sizes):
    model = build(name, **sizes)
    case = make_case(model)
    try:
        numbers, blocks = oracle(model, case['input_ids'], case['positions'], case['targets'], case['groups'])
        return model, case, (numbers, blocks, None)
    except (AssertionError, AttributeError, IndexError, StopIteration, RuntimeError, TypeError) as error:
        if os.environ.get('TRACE'):
            import traceback
            traceback.print_exc()
        print(f'{name:16s} no oracle: {type(error).__name__} {str(error)[:200]}', flush=True)
        return model, case, (None, None, f'{type(error).__name__}: {error}'[:200])


def export_fixture(fixture, root, limit):
    name, exporter, sizes, notes = FIXTURES[fixture]
    shutil.rmtree(f'{exporters.WORK}/models', ignore_errors=True)
    export(name, exporter, root, reference_of(name, **sizes), limit, fixture, sizes, notes)
    for file in os.listdir(f'{root}/{fixture}'):
        if file.startswith(('tokenizer', 'chat_template', 'special_tokens', 'generation_config', 'export.json')):
            os.remove(f'{root}/{fixture}/{file}')


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('out')
    parser.add_argument('--family', nargs='*', default=list(FAMILIES), choices=list(FAMILIES))
    parser.add_argument('--exporter', nargs='*', choices=list(EXPORTERS))
    parser.add_argument('--limit', type=int, default=180, help='seconds for one export (180)')
    parser.add_argument('--fixture', nargs='+', choices=list(FIXTURES), help='write these fixtures of the unit tests into OUT, and nothing else')
    options = parser.parse_args()
    # optimum lives in an environment of its own.
    own = ['optimum'] if 'optimum-onnx' in versions() else [one for one in EXPORTERS if one != 'optimum']
    os.makedirs(options.out, exist_ok=True)
    for fixture in options.fixture or []:
        export_fixture(fixture, options.out, options.limit)
    for name in [] if options.fixture else options.family:
        wanted = [one for one in options.exporter or own if not os.path.exists(f'{options.out}/{name}--{one}/meta.json')]
        if not wanted:
            continue
        if not FAMILIES[name].known():
            print(f'{name:16s} is not known to transformers {versions()["transformers"]}', flush=True)
            continue
        reference = reference_of(name)
        for exporter in wanted:
            export(name, exporter, options.out, reference, options.limit)
