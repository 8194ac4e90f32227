"""Test the load generator over WebSockets for a short time."""

import pytest

from benchmarks import web
from benchmarks.load_wires import WEB
from benchmarks.scripts import record_script
from messages import GenericMessage
from tests.benchmarks.tiny import TINY, RecordingReporter


def test_moves_over_the_web_are_compared_with_the_socket() -> None:
    rate, per_cpu_second, latency = web.moves(TINY, RecordingReporter())
    assert float(rate.value) > 0
    assert float(per_cpu_second.value) > 0
    assert rate.limit == "≥ 0.75"
    assert "5 idle WebSockets" in latency.description


@pytest.mark.parametrize("step", [1, 3, 1000])
def test_reader_skips_the_response_and_reads_frames_in_pieces(step: int) -> None:
    texts = ("a", "b" * 200, "c" * 1900)
    frames = [WEB.encode_received(GenericMessage(text)) for text in texts]
    data = b"HTTP/1.1 101 Switching Protocols\r\n\r\n" + b"".join(frames)
    reader, payloads = WEB.make_reader(), list[bytes]()
    for start in range(0, len(data), step):
        payloads += reader.feed(data[start : start + step])
    decoder = WEB.make_decoder(GenericMessage)
    assert [decoder.decode(payload).msg for payload in payloads] == list(texts)


def test_scripts_of_the_web_have_the_same_moves_with_other_sizes() -> None:
    web_script, socket_script = record_script(1, True, WEB), record_script(1, True)
    assert [move.action for move in web_script.moves] == [m.action for m in socket_script.moves]
    assert all(
        sum(ours.sizes) > sum(theirs.sizes)
        for ours, theirs in zip(web_script.moves, socket_script.moves, strict=True)
    )
