"""Prose of this machine, as JSON Lines on standard output: {"corpus", "title", "about", "text"}.

`commands`: pages of sections 1 and 8 of the manual, `functions`: of 2 and 3, `docstrings`: of this Python's standard library.
Of each page the description alone, with its formatting taken out, cut at a sentence near 200 words; one document a page, no text twice.
Nothing of it is kept in the repository: what was collected is known by its hash.

    python3 collect_prose.py COUNT SEED
"""

import ast
import gzip
import hashlib
import json
import os
import re
import sys
import sysconfig
from pathlib import Path

SHORTEST, LONGEST = 60, 200  # words of a document


def plain(line):
    """A line of roff without its escapes."""
    line = re.sub(r"\\f(\[[^\]]*\]|\(..|.)", "", line)
    line = re.sub(r"\\s[-+]?\d", "", line)
    line = re.sub(r"\\\*(\[[^\]]*\]|\(..|.)", "", line)
    line = line.replace(r"\-", "-").replace(r"\ ", " ").replace(r"\e", "\\").replace(r"\&", "").replace(r"\|", "")
    line = re.sub(r"\\\((lq|rq|dq)", '"', line)
    line = re.sub(r"\\\((aq|cq|oq)", "'", line)
    line = re.sub(r"\\\(..|\\\[[^\]]*\]", "", line)
    return re.sub(r"\\[^\s]", "", line)


def sections(source):
    """Headings of a page with the prose below each; `None` for pages in mdoc, which is another language."""
    if re.search(r"^\.Sh ", source, re.M):
        return None
    found, heading, verbatim = {}, None, False
    for line in source.replace("\\\n", "").split("\n"):
        if re.match(r"\.\s*\\\"|'\\\"", line):
            continue
        macro = re.match(r"[.']\s*(\w+)\s*(.*)", line)
        if macro:
            name, rest = macro.groups()
            if name in ("SH", "Sh"):
                heading, verbatim = plain(rest).strip('" ').upper(), False
                found.setdefault(heading, [])
            elif name in ("nf", "EX", "Vb"):
                verbatim = True
            elif name in ("fi", "EE", "Ve"):
                verbatim = False
            elif name in ("B", "I", "SM", "SB") and heading and not verbatim:
                found[heading].append(plain(rest).replace('"', ""))
            elif name in ("BR", "IR", "RB", "RI", "BI", "IB") and heading and not verbatim:
                found[heading].append("".join(a or b for a, b in re.findall(r'"([^"]*)"|(\S+)', plain(rest))))
            continue
        if heading and not verbatim and line.strip():
            found[heading].append(plain(line).strip())
    return {name: " ".join(" ".join(lines).split()) for name, lines in found.items()}


def cut(text):
    """At the end of a sentence, where one is near; `None` where there is too little."""
    words = text.split()
    if len(words) < SHORTEST:
        return None
    if len(words) <= LONGEST:
        return " ".join(words)
    kept = " ".join(words[:LONGEST])
    end = max(kept.rfind(mark) for mark in (". ", "! ", "? "))
    return kept[: end + 1] if end > len(kept) / 2 else kept


def prose(text):
    """Whether it is mostly words: tables of options and code are none."""
    words = text.split()
    return sum(bool(re.fullmatch(r"[A-Za-z]+[.,;:]?", word)) for word in words) > 0.7 * len(words)


def families(files):
    """At most 40 pages of programs whose names begin alike: thousands of one vendor's say the same again and again."""
    families = {}
    for file in files:
        families.setdefault(re.split(r"[-_.]", file.name)[0], []).append(file)
    for family in families.values():
        yield from sorted(family, key=lambda file: hashlib.sha256(file.name.encode()).digest())[:40]


def pages(numbers):
    for number in numbers:
        for file in families(sorted(Path(f"/usr/share/man/man{number}").glob("*.gz"))):
            if file.is_symlink():
                continue
            with gzip.open(file) as stream:
                source = stream.read().decode("utf-8", "replace")
            found = sections(source)
            if not found or "NAME" not in found or "DESCRIPTION" not in found:
                continue
            name, _, about = re.sub(r"\s+(?:--?|—)\s+", "\0", found["NAME"], count=1).partition("\0")
            if about:
                yield name.split(",")[0].strip(), about, found["DESCRIPTION"]


def docstrings():
    root = Path(sysconfig.get_paths()["stdlib"])
    for folder, inner, files in os.walk(root):
        inner[:] = sorted(one for one in inner if one not in ("test", "tests", "idlelib", "lib2to3", "site-packages", "dist-packages", "__pycache__", "turtledemo"))
        for file in sorted(files):
            if not file.endswith(".py"):
                continue
            path = Path(folder) / file
            try:
                tree = ast.parse(path.read_text("utf-8"))
            except (SyntaxError, UnicodeDecodeError):
                continue  # Files of other versions of the language lie there for tests.
            module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
            for node, name in [(tree, module), *nested(tree, module)]:
                text = ast.get_docstring(node) or ""
                about = re.split(r"(?<=[.!?])\s|\n\n", text, maxsplit=1)[0]
                yield name, " ".join(about.split()), text


def nested(node, name):
    for child in getattr(node, "body", []):
        if isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield child, f"{name}.{child.name}"
            if isinstance(child, ast.ClassDef):
                yield from nested(child, f"{name}.{child.name}")


def main(count, seed):
    sources = {"commands": pages((1, 8)), "functions": pages((2, 3)), "docstrings": docstrings()}
    for corpus, source in sources.items():
        seen, documents = set(), []
        for title, about, text in source:
            text = cut(" ".join(text.split()))
            key = text and re.sub(r"\W+", "", text.replace(title, "").lower())
            if text is None or key in seen or not prose(text) or len(about.split()) > 25:
                continue
            seen.add(key)
            documents.append({"corpus": corpus, "title": title, "about": about, "text": text})
        # Drawn by hash: which ones does not depend on how many there are of others.
        documents.sort(key=lambda one: hashlib.sha256(f"{seed} {one['title']} {one['text']}".encode()).digest())
        for one in documents[:count]:
            print(json.dumps(one))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
