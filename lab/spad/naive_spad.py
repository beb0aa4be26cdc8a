"""SPAD as one writes it down in PyTorch (docs/methods/spad.md): one forward pass in Python, every probe of the asked rows over the whole
vocabulary, attention maps whole. What `spad-speed` compares the product's graph with.

    python naive_spad.py '{"folder": …, "layers": 30, "tokens": 384, "rows": 64, "repeats": 3}'

The folder is one that random-decoder.ts has written; the answer is one line of JSON, as bench-speed-run.ts describes it.
"""
import json
import os
import resource
import sys
import time

import numpy as np
import torch

run = json.loads(sys.argv[1])
about = json.load(open(os.path.join(run["folder"], "weights.json")))
shape = about["shape"]
data = np.memmap(os.path.join(run["folder"], "weights.bin"), np.float32, "r")
weights = {}
for w in about["weights"]:
    if w["name"].split(".")[0].isdigit() and int(w["name"].split(".")[0]) >= run["layers"]:
        continue
    start = w["offset"] // 4
    weights[w["name"]] = torch.from_numpy(np.array(data[start : start + int(np.prod(w["dims"]))]).reshape(w["dims"]))
E = weights["embedding"]
U = E.t()
T, R, L, H, KV, D = run["tokens"], run["rows"], run["layers"], shape["heads"], shape["keyHeads"], shape["headSize"]
ids = torch.tensor([(i * 7919 + 11) % 8000 for i in range(T + 1)])
prompt = T + 1 - R
rows = torch.arange(prompt - 1, T)
targets = ids[rows + 1]
cos, sin = weights["cosine"][:T, None], weights["sine"][:T, None]
member = torch.zeros(R, T, 4)
member[:, : prompt // 3, 0] = 1
member[:, prompt // 3 : prompt, 1] = 1
member[:, prompt:, 2] = 1
member[torch.arange(R), rows] = torch.tensor([0.0, 0.0, 0.0, 1.0])


def norm(x, w):
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + about["epsilon"]) * w


def turn(x):
    a, b = x[..., : D // 2], x[..., D // 2 :]
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)


def probe(h):
    return torch.softmax(h[rows] @ U, -1)[torch.arange(R), targets]


@torch.no_grad()
def attribute():
    h = E[ids[:T]]
    sources = torch.zeros(R, 7)
    before = probe(h)
    sources[:, 6] = before
    mask = torch.full((T, T), float("-inf")).triu(1)
    for l in range(L):
        w = {k.split(".")[1]: v for k, v in weights.items() if k.startswith(f"{l}.")}
        x = norm(h, w["attention_norm"])
        q = turn((x @ w["q"]).view(T, H, D)).transpose(0, 1)
        k = turn((x @ w["k"]).view(T, KV, D)).transpose(0, 1).repeat_interleave(H // KV, 0)
        v = (x @ w["v"]).view(T, KV, D).transpose(0, 1).repeat_interleave(H // KV, 0)
        A = torch.softmax(q @ k.transpose(1, 2) / D**0.5 + mask, -1)
        o = (A @ v).transpose(0, 1).reshape(T, H * D)
        h = h + o @ w["o"]
        middle = probe(h)
        z = torch.stack([((o[rows, i * D : (i + 1) * D] @ w["o"][i * D : (i + 1) * D]) * E[targets]).sum(-1) for i in range(H)], -1)
        sources[:, :4] += torch.einsum("r,rh,hrt,rtg->rg", middle - before, torch.softmax(z, -1), A[:, rows], member)
        x = norm(h, w["ffn_norm"])
        h = h + (torch.nn.functional.silu(x @ w["gate"]) * (x @ w["up"])) @ w["down"]
        after = probe(h)
        sources[:, 4] += after - middle
        before = after
    sources[:, 5] = probe(norm(h, weights["norm"])) - before
    return sources


seconds = []
for _ in range(run["repeats"] + 1):
    start = time.perf_counter()
    result = attribute()
    seconds.append(time.perf_counter() - start)
unit = 1 if sys.platform == "darwin" else 1024
print(json.dumps({"seconds": seconds[1:], "peakBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit, "sources": result.flatten().tolist()}))
