"""Is what the trainer computes right? Some seconds:

    python -m unittest -b test_training
"""
import dataclasses
import json
import os
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM

import from_onnx
import fused
import recipe as recipe_module
from backends import Autograd, Fused
from batches import Batch, Cursor, Examples, Order, gather
from data import ANSWER, ASK, BEGIN, DOCUMENT, END, FIRST_VALUE, PASSAGE, QUESTION, SYSTEM, VALUE, WORDS, Encoder, value_tags
from model import EPSILON, Decoder, Shape, as_llama_state, rotary
from muon import orthogonal
from recipe import Phase, Recipe
from train import Run

SMALL = Shape(vocabulary=96, width=64, layers=2, heads=2, key_heads=2, inner=96, window=64)
FEWER_KEYS = Shape(vocabulary=96, width=128, layers=2, heads=4, key_heads=2, inner=96, window=64)


def random_batch(rng: np.random.Generator, shape: Shape, lengths: list[int]) -> tuple[Batch, np.ndarray]:
    """Sequences of random tokens, half of them predicted, and weights for them."""
    start = np.concatenate([[0], np.cumsum(lengths)])
    ids = rng.integers(0, shape.vocabulary, start[-1])
    predicts = rng.random(len(ids)) < 0.5
    predicts[start[1:] - 1] = False
    kept = np.flatnonzero(predicts)
    return Batch(ids, start, kept, ids[kept + 1], np.zeros(len(kept)), np.zeros(len(kept))), rng.random(len(kept)).astype(np.float32)


def exact_gradients(model: Decoder, batches: list[Batch], weights: list[np.ndarray]) -> tuple[dict[str, torch.Tensor], list[np.ndarray]]:
    """In float64, one sequence at a time: no padding, no bfloat16."""
    double = Decoder(model.shape).double()
    double.load_state_dict(model.state_dict())
    double.cos, double.sin = rotary(model.shape, torch.float64)
    losses = []
    for batch, weight in zip(batches, weights):
        rows = [double(torch.from_numpy(batch.ids[a:b])[None]) for a, b in zip(batch.start, batch.start[1:])]
        loss = F.cross_entropy(torch.cat(rows)[batch.kept], torch.from_numpy(batch.targets), reduction="none")
        (loss * torch.from_numpy(weight)).sum().backward()
        losses.append(loss.detach().numpy())
    return {name: p.grad for name, p in double.named_parameters()}, losses


class Gradients(unittest.TestCase):
    def check(self, shape: Shape, backend_of: object) -> None:
        torch.manual_seed(5)
        model, rng = Decoder(shape), np.random.default_rng(5)
        with torch.no_grad():  # away from the beginning, where norms are ones
            for parameter in model.parameters():
                parameter.add_(torch.randn_like(parameter) * 0.05)
        # Lengths with a remainder to every block of the kernels, and the whole window.
        made = [random_batch(rng, shape, lengths) for lengths in ([5, 33, 64], [17], [2, 2, 31, 40])]
        batches, weights = [batch for batch, _ in made], [weight for _, weight in made]
        losses = backend_of(model).run(batches, weights)
        expected, exact_losses = exact_gradients(model, batches, weights)
        for found, exact in zip(losses, exact_losses):
            np.testing.assert_allclose(found, exact, atol=0.05)  # nats; bfloat16 has 8 bits
        for name, parameter in model.named_parameters():
            error = float((parameter.grad.double() - expected[name]).norm() / expected[name].norm())
            self.assertLess(error, 0.03, name)

    @unittest.skipUnless(fused.usable(SMALL), "needs gcc")
    def test_fused_kernels_give_the_gradient_of_the_plain_model(self) -> None:
        for shape in (SMALL, FEWER_KEYS):
            for threads in (1, 2):
                with ThreadPoolExecutor(threads) as pool:
                    self.check(shape, lambda model: Fused(model, pool, threads))

    def test_autograd_gives_it_too_and_padding_changes_nothing(self) -> None:
        self.check(SMALL, lambda model: Autograd(model, torch.device("cpu"), False))

    def test_the_decoder_is_a_llama(self) -> None:
        for shape in (SMALL, FEWER_KEYS):
            torch.manual_seed(6)
            model, ids = Decoder(shape), torch.randint(0, shape.vocabulary, (2, 50))
            llama = LlamaForCausalLM(LlamaConfig(
                vocab_size=shape.vocabulary, hidden_size=shape.width, intermediate_size=shape.inner, num_hidden_layers=shape.layers, head_dim=shape.head,
                num_attention_heads=shape.heads, num_key_value_heads=shape.key_heads, max_position_embeddings=shape.window,
                rope_parameters={"rope_type": "default", "rope_theta": shape.theta}, rms_norm_eps=EPSILON, tie_word_embeddings=True,
            ))
            llama.load_state_dict(as_llama_state(shape, model.state_dict()))
            with torch.no_grad():
                torch.testing.assert_close(model(ids).view(2, 50, -1), llama(ids).logits, atol=1e-5, rtol=1e-5)

    def test_muon_s_directions_are_nearly_orthonormal(self) -> None:
        torch.manual_seed(7)
        values = torch.linalg.svdvals(orthogonal(torch.randn(3, 20, 50)).float())
        self.assertTrue(bool(((values > 0.6) & (values < 1.3)).all()), values)  # the iteration's known range


class Tags(unittest.TestCase):
    def test_the_tokens_of_a_value_are_told_from_words(self) -> None:
        pieces = [["The ward is ", 0], ["Ward A", 1], [".", 0]]
        offsets = [(0, 4), (4, 9), (9, 12), (12, 17), (17, 19), (19, 20)]  # of ' The ward is Ward A.': the space goes with the word behind it
        self.assertEqual(value_tags(pieces, offsets), [WORDS, WORDS, WORDS, FIRST_VALUE, VALUE, WORDS])

    def test_two_values_have_a_first_token_each(self) -> None:
        self.assertEqual(value_tags([["a ", 0], ["12", 1], [" b ", 0], ["34", 1]], [(0, 2), (2, 4), (4, 5), (5, 7), (7, 9), (9, 10)]),
                         [WORDS, FIRST_VALUE, VALUE, WORDS, FIRST_VALUE, VALUE])

    def test_an_example_becomes_the_prompt_format_and_loses_what_does_not_fit(self) -> None:
        vocabulary = {f"<{number}>": number for number in range(8)} | {text: number for number, text in enumerate([" s", " p", " q", " a", "x"], 10)}
        words = Tokenizer(models.WordLevel(vocabulary, unk_token="<0>"))
        words.pre_tokenizer = pre_tokenizers.Split("x", "isolated")
        example = {"k": "prose", "s": "s", "d": ["p"], "t": [{"q": "q", "a": [["a", 0], ["x", 1]]}] * 2}
        first = [BEGIN, SYSTEM, 10, DOCUMENT, 11, ASK, 12, ANSWER, 13, 14, END]
        (whole,) = Encoder(words, 17).encode([example])
        self.assertEqual(whole, ("prose", [*first, *first[5:]], [PASSAGE] * 5 + [QUESTION] * 3 + [WORDS, FIRST_VALUE, WORDS] + [QUESTION] * 3 + [WORDS, FIRST_VALUE, WORDS]))
        (cut,) = Encoder(words, 16).encode([example])
        self.assertEqual(cut[1], first)
        none = Encoder(words, 10)
        self.assertEqual(list(none.encode([example])), [])
        self.assertEqual(none.counts["left out"], 1)


class Rates(unittest.TestCase):
    def test_warm_up_then_flat_then_down_and_down_again(self) -> None:
        recipe = Recipe(tokens=100, phases=[], warm_up=4, flat_until=0.4, last_rate=0.02, descents=[[0.2, 0.3], [0.1, 0.12]])
        at = [(0, 0, 0.25), (9, 0, 1), (9, 27, 1), (9, 28, 1), (9, 49, 0.5), (9, 69.9, 0.02), (9, 70, 0.3), (9, 80, 0.15), (9, 90, 0.12), (9, 95, 0.06), (9, 100, 0.0024)]
        for step, done, expected in at:
            self.assertAlmostEqual(recipe.rate(step, done), expected, msg=f"after {done} of 100")

    def test_a_fresh_phase_has_a_fall_of_its_own(self) -> None:
        recipe = Recipe(tokens=100, phases=[], warm_up=4, flat_until=0.4, last_rate=0.02)
        fresh = Phase([], fresh=True, tokens=10)
        for step, done, expected in [(0, 0, 0.25), (9, 4, 1), (9, 7, 0.5), (9, 10, 0.02)]:
            self.assertAlmostEqual(recipe.fresh_rate(fresh, step, done), expected, msg=f"after {done} of 10")

    def test_a_fresh_phase_has_tokens_in_place_of_a_share_and_comes_last(self) -> None:
        old, fresh = {"data": "a.npz", "share": 1}, {"data": "b.npz", "fresh": True, "tokens": 10}
        for phases, wrong in [([old, fresh], None), ([fresh, old], "come last"), ([old, {**fresh, "share": 0.1}], "add up|in place"), ([old, {**old, "share": 0, "tokens": 1}], "in place")]:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "recipe.json"
                file.write_text(json.dumps({"tokens": 100, "phases": phases}))
                if wrong is None:
                    self.assertEqual(recipe_module.read(file, Path("work")).all_tokens(), 110)
                else:
                    with self.assertRaisesRegex(ValueError, wrong):
                        recipe_module.read(file, Path("work"))


class Exported(unittest.TestCase):
    def test_the_weights_of_what_ships_can_be_read_back(self) -> None:
        folder = Path(__file__).parents[3] / "models" / "demo"
        shape = from_onnx.shape_of(folder)
        model = Decoder(shape).eval()
        model.load_state_dict(from_onnx.state_of(folder, shape))
        self.assertLess(from_onnx.difference(folder, model), from_onnx.TOLERANCE)
        with torch.no_grad():
            model.layers[0].out.mul_(1.01)
        self.assertGreater(from_onnx.difference(folder, model), from_onnx.TOLERANCE)


class Runs(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        rng = np.random.default_rng(8)
        lengths = rng.integers(10, 64, 60)
        count = int(lengths.sum())
        np.savez(
            self.folder / "data.npz", ids=rng.integers(8, SMALL.vocabulary, count).astype(np.uint16), tags=rng.integers(0, 5, count).astype(np.uint8),
            starts=np.cumsum([0, *lengths]), kinds=np.zeros(60, np.uint8), kind_names=np.array(["prose"]),
        )
        phases = [Phase([self.folder / "data.npz"], 0.5, window=64), Phase([self.folder / "data.npz"], 0.5, 0.6, 64)]
        self.recipe = Recipe(tokens=12_000, phases=phases, model=SMALL, tokens_per_step=1000, warm_up=3)

    def trained(self, name: str, backend: str, stops: list[int | None]) -> dict:
        """The last checkpoint of a run that is begun anew after every stop."""
        out = self.folder / name
        out.mkdir()
        for until in stops:
            run = Run(self.recipe, out, torch.device("cpu"), backend, 2, False)
            run.resume()
            run.train(save_every=60, show_every=1000, until_step=until)
        return torch.load(out / "checkpoint.pt", weights_only=True)

    def test_a_continued_run_ends_with_the_same_bits(self) -> None:
        for backend in ["autograd", *(["fused"] if fused.usable(SMALL) else [])]:
            whole, parts = self.trained(f"{backend}-whole", backend, [None]), self.trained(f"{backend}-parts", backend, [2, 7, 9, None])
            self.assertEqual((parts["step"], parts["tokens"], parts["phase"]), (whole["step"], whole["tokens"], 2))
            for name, value in whole["state"].items():
                self.assertTrue(torch.equal(parts["state"][name], value), f"{backend}: {name}")

    def test_a_fresh_phase_is_the_same_from_scratch_and_from_the_weights_alone(self) -> None:
        fresh = Phase([self.folder / "data.npz"], rate=0.5, window=64, fresh=True, tokens=4_000)
        self.recipe = dataclasses.replace(self.recipe, phases=[*self.recipe.phases, fresh])
        for backend in ["autograd", *(["fused"] if fused.usable(SMALL) else [])]:
            whole = self.trained(f"{backend}-whole", backend, [None])
            self.assertGreaterEqual(whole["tokens"], 16_000)
            before = Run(dataclasses.replace(self.recipe, phases=self.recipe.phases[:2]), self.folder / f"{backend}-before", torch.device("cpu"), backend, 2, False)
            before.out.mkdir()
            before.train(save_every=60, show_every=1000, until_step=None)
            after = Run(self.recipe, self.folder / f"{backend}-after", torch.device("cpu"), backend, 2, False)
            after.out.mkdir()
            after.begin_with(before.out / "model.pt")
            after.train(save_every=60, show_every=1000, until_step=2)
            after = Run(self.recipe, after.out, torch.device("cpu"), backend, 2, False)  # stopped and gone on with
            after.resume()
            after.train(save_every=60, show_every=1000, until_step=None)
            for name, value in after.model.named_parameters():
                self.assertTrue(torch.equal(whole["state"][name], value.detach()), f"{backend}: {name}")

    def test_a_run_of_another_recipe_is_not_continued(self) -> None:
        self.trained("run", "autograd", [1])
        other = Run(Recipe(tokens=1, phases=self.recipe.phases, model=SMALL), self.folder / "run", torch.device("cpu"), "autograd", 1, False)
        with self.assertRaisesRegex(ValueError, "another recipe"):
            other.resume()

    def test_a_batch_predicts_within_its_sequences_and_few_of_the_passages(self) -> None:
        examples = Examples(self.recipe.phases[0])
        order = Order(examples, 1, 0, Cursor())
        numbers = order.take(1500)
        batch = gather(examples, numbers, 0.15, np.random.default_rng(1))
        self.assertFalse(set(batch.kept) & {end - 1 for end in batch.start[1:]})
        np.testing.assert_array_equal(batch.ids[batch.kept + 1], batch.targets)
        inner = np.setdiff1d(np.arange(len(batch.ids)), batch.start[1:] - 1)
        tags = np.concatenate([examples.tags[examples.begin[n] : examples.begin[n] + examples.length[n]] for n in numbers])
        self.assertEqual(int((tags[inner + 1] != PASSAGE).sum()), int((batch.tags != PASSAGE).sum()))
        share = (batch.tags == PASSAGE).sum() / (tags[inner + 1] == PASSAGE).sum()
        self.assertTrue(0.05 < share < 0.3, share)
        self.assertEqual(len(set(numbers) | set(order.take(int(examples.length.sum()) - len(batch.ids)))), 60)  # a pass meets every example


if __name__ == "__main__":
    unittest.main()
