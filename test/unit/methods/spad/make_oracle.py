"""Writes oracle.json: one response with made-up numbers, and what SPAD's features of it are, computed without the product's code.

    python3 test/unit/methods/spad/make_oracle.py     (numpy only)

Definitions: docs/methods/spad.md. Tags and words are given by hand; tokens cut words, span several, are blank, or are empty.
"""
import json
import os
import re
import unicodedata

import numpy as np

TAGS = 'ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X SPACE'.split()
CONTENT = {'NUM', 'NOUN', 'ADJ', 'SYM', 'PROPN'}
QUESTION = 'What is the BLOOD pressure of Weber, and which ward?'
TEXT = "Dr. Weber's blood pressure is 132/85 mmHg 😀.\nWard B treats a weak patient."
PIECES = ['Dr', '. ', 'We', 'ber', "'s", ' blood', ' press', 'ure is', ' 13', '2', '/85', ' mm', 'Hg', ' 😀', '', '.', '\n', 'Ward', ' B', ' treats', ' a weak', ' patient', '.']
WORDS = [('Dr.', 'PROPN'), ('Weber', 'PROPN'), ("'s", 'PART'), ('blood', 'NOUN'), ('pressure', 'NOUN'), ('is', 'AUX'), ('132/85', 'NUM'),
         ('mmHg', 'NOUN'), ('😀', 'SYM'), ('.', 'PUNCT'), ('Ward', 'PROPN'), ('B', 'PROPN'), ('treats', 'VERB'), ('a', 'DET'), ('weak', 'ADJ'),
         ('patient', 'NOUN'), ('.', 'PUNCT')]
PASSAGES = ['Mr. Weber: pressure 132/85.', 'Ward B, a patient; blood, blood and blood.', '']
SENTENCES = [(0, TEXT.index('\n')), (TEXT.index('\n') + 1, len(TEXT))]


def units(text):
    """Length in UTF-16 code units."""
    return len(text.encode('utf-16-le')) // 2


def runs(text):
    return set(re.findall(r'[^\W_]+', unicodedata.normalize('NFKC', text).lower()))


def layout():
    ends = np.cumsum([units(p) for p in PIECES])
    starts = np.concatenate([[0], ends[:-1]])
    assert ''.join(PIECES) == TEXT
    words, at = [], 0
    for text, tag in WORDS:
        at = TEXT.index(text, at)
        words.append(dict(start=units(TEXT[:at]), end=units(TEXT[:at + len(text)]), pos=tag, text=text))
        at += len(text)
    return starts, ends, words


def owner(ranges, a, b):
    """Index of the range that [a, b) overlaps most, the first of several; an empty token counts as the unit before it."""
    if a == b:
        a -= 1
    best, at = 0, None
    for i, (x, y) in enumerate(ranges):
        overlap = min(b, y) - max(a, x)
        if overlap > best:
            best, at = overlap, i
    return at


def three(v):
    return [v.mean(), v.min(), v.max()]


def cosine(a, b):
    n = np.linalg.norm(a) * np.linalg.norm(b)
    return a @ b / n if n > 0 else 0.


def agreement(B, tags):
    P = np.maximum(B, 0)
    names = P[tags == 'PROPN'].sum(0)
    values = P[np.isin(tags, ['NUM', 'NOUN', 'ADJ', 'SYM'])].sum(0)
    total = P.sum(0)
    order = np.sort(total)[::-1]
    A = abs(B)
    share = [a.max() / a.sum() if a.sum() > 0 else 0. for a in A]
    same = names.sum() > 0 and values.sum() > 0 and names.argmax() == values.argmax()
    return [cosine(names, values), order[0] / order.sum(), order[1] / order.sum(), np.mean(share), P.max(1).mean(), float(same), A.sum(1).mean()]


def features(ix, tags, new, S, C, B):
    t = tags[ix]
    spad = np.zeros((18, 7))
    for k, tag in enumerate(TAGS):
        if (t == tag).any():
            spad[k] = S[ix][t == tag].mean(0)
    lp, en, mg, eg, lm = C[ix].T
    keep = ix[new[ix]] if new[ix].any() else ix
    plus = [x for k in range(7) for x in three(S[keep, k])] + [x for k in range(3) for x in three(C[keep, k])]
    logit9 = three(lp) + three(en) + three(mg)
    logit17 = logit9 + three(eg) + three(lm) + [lp.sum(), len(ix)]
    return {
        'spad': spad.ravel().tolist(),
        'spad+': spad.ravel().tolist() + plus + logit9 + agreement(B[ix], t),
        'logit-9': logit9,
        'logit-17': logit17,
        'spad+logit-17': spad.ravel().tolist() + logit17,
        'redeep': [S[ix, 1].mean(), S[ix, 4].mean()],
    }


def main():
    r = np.random.default_rng(20)
    starts, ends, words = layout()
    T = len(PIECES)
    at = [owner([(w['start'], w['end']) for w in words], a, b) for a, b in zip(starts, ends)]
    tags = np.array(['SPACE' if i is None else words[i]['pos'] for i in at])
    asked = runs(QUESTION)
    is_new = [w['pos'] in CONTENT and not (runs(w['text']) and runs(w['text']) <= asked) for w in words]
    new = np.array([i is not None and is_new[i] for i in at])
    B = r.normal(.1, .2, (T, 3)).round(6)
    S = r.normal(0, .3, (T, 7)).round(6)
    S[:, 1] = B.sum(1)
    C = np.stack([-r.exponential(1, T), r.exponential(1, T), r.uniform(0, 1, T), r.normal(-9, 2, T), r.exponential(2, T)], 1).round(6)
    gap = r.normal(0, 1, T).round(6)
    sentence = np.array([-1 if (o := owner([(units(TEXT[:x]), units(TEXT[:y])) for x, y in SENTENCES], a, b)) is None else o for a, b in zip(starts, ends)])
    spans = []
    for ix in [np.arange(T), np.flatnonzero(sentence == 0), np.flatnonzero(sentence == 1)]:
        spans.append(dict(tokens=ix.tolist(), features=features(ix, tags, new, S, C, B), baselines=dict(
            perplexity=np.exp(-C[ix, 0].mean()), entropy=C[ix, 1].mean(), energy=C[ix, 3].mean(), confidenceGap=-gap[ix].mean(), margin=-C[ix, 2].mean(),
            ragShare=-S[ix, 1].mean())))
    overlap = max(len(runs(TEXT) & runs(p)) / len(runs(TEXT)) for p in PASSAGES)
    out = dict(
        question=QUESTION, text=TEXT, passages=PASSAGES, words=words, start=starts.tolist(), end=ends.tolist(),
        sentences=[[units(TEXT[:x]), units(TEXT[:y])] for x, y in SENTENCES],
        sources=S.tolist(), contexts=B.tolist(), certainty=C.tolist(), confidenceGap=gap.tolist(),
        expected=dict(tags=tags.tolist(), new=new.astype(int).tolist(), spans=spans, overlap=overlap))
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'oracle.json')
    with open(path, 'w', encoding='utf-8') as f:
        json.dump(out, f, ensure_ascii=False)
        f.write('\n')


if __name__ == '__main__':
    main()
