"""Writes fixtures of spans with OpenTelemetry's SDK and OpenInference's names. `python otel_fixtures.py OUT`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from google.protobuf.json_format import MessageToDict
from invented import CASES, Case
from openinference.semconv.trace import SpanAttributes
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter


def openinference(tracer, case: Case) -> None:
    kind = SpanAttributes.OPENINFERENCE_SPAN_KIND
    with tracer.start_as_current_span("chain") as chain:
        chain.set_attribute(kind, "CHAIN")
        chain.set_attribute(SpanAttributes.INPUT_VALUE, case.question)
        with tracer.start_as_current_span("retriever") as outer:
            outer.set_attribute(kind, "RETRIEVER")
            outer.set_attribute(SpanAttributes.INPUT_VALUE, case.question)
            # LlamaIndex nests two, of which one has no documents.
            with tracer.start_as_current_span("inner retriever") as inner:
                inner.set_attribute(kind, "RETRIEVER")
                for i, text in enumerate(case.contexts):
                    inner.set_attribute(f"retrieval.documents.{i}.document.id", f"{case.name}-{i}")
                    inner.set_attribute(f"retrieval.documents.{i}.document.content", text)
                    inner.set_attribute(f"retrieval.documents.{i}.document.score", 0.5)
                    inner.set_attribute(f"retrieval.documents.{i}.document.metadata", json.dumps({"source": "a.md"}))
        with tracer.start_as_current_span("llm") as llm:
            llm.set_attribute(kind, "LLM")
            llm.set_attribute(SpanAttributes.LLM_MODEL_NAME, "invented-model")
            llm.set_attribute("llm.input_messages.0.message.role", "system")
            llm.set_attribute("llm.input_messages.0.message.content", "Answer from the context:\n" + "\n".join(case.contexts))
            llm.set_attribute("llm.input_messages.1.message.role", "user")
            llm.set_attribute("llm.input_messages.1.message.content", case.question)
            llm.set_attribute("llm.output_messages.0.message.role", "assistant")
            llm.set_attribute("llm.output_messages.0.message.content", case.answer)
        chain.set_attribute(SpanAttributes.OUTPUT_VALUE, case.answer)


def genai(tracer, case: Case) -> None:
    """Names of the GenAI conventions ('Development'): messages are JSON strings with parts, contexts are in the system's instructions."""
    with tracer.start_as_current_span("chat invented-model") as span:
        span.set_attribute("gen_ai.operation.name", "chat")
        span.set_attribute("gen_ai.provider.name", "invented")
        span.set_attribute("gen_ai.request.model", "invented-model")
        instructions = "Answer from these contexts, and from nothing else.\n\n" + "\n\n".join(case.contexts)
        span.set_attribute("gen_ai.system_instructions", json.dumps([{"type": "text", "content": instructions}]))
        question = [{"role": "user", "parts": [{"type": "text", "content": case.question}]}]
        span.set_attribute("gen_ai.input.messages", json.dumps(question))
        answer = [{"role": "assistant", "parts": [{"type": "text", "content": case.answer}], "finish_reason": "stop"}]
        span.set_attribute("gen_ai.output.messages", json.dumps(answer))


def genai_tools(tracer, case: Case) -> None:
    """An agent that looks its contexts up with a tool."""
    with tracer.start_as_current_span("chat invented-model") as span:
        span.set_attribute("gen_ai.operation.name", "chat")
        span.set_attribute("gen_ai.request.model", "invented-model")
        call = {"type": "tool_call", "id": "c", "name": "search", "arguments": {"query": case.name}}
        messages = [
            {"role": "user", "parts": [{"type": "text", "content": "Hello"}]},
            {"role": "assistant", "parts": [{"type": "text", "content": "Hello! How can I help?"}]},
            {"role": "user", "parts": [{"type": "text", "content": case.question}]},
            {"role": "assistant", "parts": [call]},
            {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c", "response": case.contexts[0]}]},
        ]
        span.set_attribute("gen_ai.input.messages", json.dumps(messages))
        answer = [{"role": "assistant", "parts": [{"type": "reasoning", "content": "Hm."}, {"type": "text", "content": case.answer}]}]
        span.set_attribute("gen_ai.output.messages", json.dumps(answer))


def spans_of(make, out: Path, console: bool = False) -> Sequence[ReadableSpan]:
    provider = TracerProvider()
    memory = InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    file = (out / "openinference-console.txt").open("w", encoding="utf-8") if console else None
    if file is not None:
        provider.add_span_processor(SimpleSpanProcessor(ConsoleSpanExporter(out=file)))
    tracer = provider.get_tracer("fixtures")
    for case in CASES:
        make(tracer, case)
    provider.shutdown()
    if file is not None:
        file.close()
    return memory.get_finished_spans()


def main(out: Path) -> None:
    spans = spans_of(openinference, out, console=True)
    otlp = MessageToDict(encode_spans(spans))
    (out / "openinference-otlp.json").write_text(json.dumps(otlp, indent=2), encoding="utf-8")
    snake = MessageToDict(encode_spans(spans), preserving_proto_field_name=True)
    lines = [json.dumps(snake)]
    (out / "openinference-otlp-snake.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (out / "openinference-spans.jsonl").write_text("".join(span.to_json(indent=None) + "\n" for span in spans), encoding="utf-8")
    for name, make in (("genai", genai), ("genai-tools", genai_tools)):
        otlp = MessageToDict(encode_spans(spans_of(make, out)))
        (out / f"otel-{name}.json").write_text(json.dumps(otlp), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
