#!/usr/bin/env python3
"""What scikit-learn's TfidfVectorizer and TruncatedSVD (ARPACK) make of texts: what the tests hold the embedder 'lexical' to.

    python make_lexical_expected.py OUT.json

Two cases: few texts, where every direction is kept, and 600 texts, of which the 12 strongest are."""
import json
import random
import re
import sys

import numpy as np
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer

from sentences import LONG, SINGLE, WHAT, WHO

WORDS = sorted({word for text in [*WHAT, *WHO, *LONG] for word in re.findall(r'[a-z]+', text.lower())})


def texts_of(count):
    rng = random.Random(5)
    # Each once: the product counts a text once, however often it is there.
    made = (f"{rng.choice(WHO)} {rng.choice(WHAT)} {' '.join(rng.choice(WORDS) for _ in range(rng.randint(1, 4)))}" for _ in range(2 * count))
    return list(dict.fromkeys(made))[:count]


def case(texts, asked, directions):
    # Words as the product finds them: runs of letters and digits. The texts hold none of the signs that it treats otherwise.
    words = TfidfVectorizer(analyzer='char_wb', ngram_range=(3, 5), sublinear_tf=True, lowercase=True,
                            preprocessor=lambda text: re.sub(r'[\W_]+', ' ', text.lower()))
    x = words.fit_transform(texts)
    svd = TruncatedSVD(directions, algorithm='arpack').fit(x)
    rows = svd.transform(words.transform(asked))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    grams = list(words.get_feature_names_out())
    return {'texts': texts, 'asked': asked, 'directions': directions, 'grams': len(grams), 'firstGrams': grams[:5],
            'rarity': [float(f'{words.idf_[grams.index(gram)]:.12g}') for gram in grams[:5]],
            'singularValues': [float(f'{s:.10g}') for s in sorted(svd.singular_values_, reverse=True)],
            'cosines': [[float(f'{c:.7f}') for c in row] for row in rows @ rows.T]}


def main(out):
    few = [text for text in SINGLE if re.fullmatch(r"[A-Za-z0-9 .,?!:'-]+", text) and re.search(r'[A-Za-z0-9]', text)][:24]
    many = texts_of(600)
    cases = [case(few, few[:10], len(few) - 1), case(many, texts_of(640)[600:616], 12)]
    with open(out, 'w') as file:
        json.dump(cases, file)
        file.write('\n')


if __name__ == '__main__':
    main(sys.argv[1])
