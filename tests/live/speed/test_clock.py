"""The server's clock, measured and doubted."""

import http.server
import threading
import time

import pytest

from reineke.game import GameError
from reineke.games.speed import wire
from reineke.live.speed import clock
from reineke.live.speed.clock import BLIND, Sample, ServerClock, measure
from reineke.live.speed.link import address, time_address
from tests.live.speed.puppet import PATIENCE


@pytest.fixture
def endpoint():
    """Makes time endpoints out of functions that give status and text."""
    servers = []

    def endpoint(answer):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                status, text = answer()
                self.send_response(status)
                self.end_headers()
                self.wfile.write(text if isinstance(text, bytes) else text.encode())

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/spe_ed_time"

    yield endpoint
    for server in servers:
        server.shutdown()
        server.server_close()


def known(*samples):
    """A clock with these samples."""
    made = ServerClock(None, lambda line: None)
    made._samples = list(samples)
    return made


def shift(offset=0.0):
    """The server's time less the monotonic clock's, for a server that is ahead by so much."""
    return time.time() - time.monotonic() + offset


@pytest.mark.covers("P15")
@pytest.mark.parametrize("skew", [0.0, 3600.0, -3600.0, 0.25])
def test_the_offset_is_measured_in_milliseconds(endpoint, skew):
    sample = measure(endpoint(lambda: (200, wire.time_text(time.time() + skew))))
    assert sample.shift - shift() == pytest.approx(skew, abs=sample.round_trip + 0.01)


@pytest.mark.parametrize(
    "answer",
    [
        (404, ""),
        (500, "oops"),
        (200, ""),
        (200, "garbage"),
        (200, b"\xff\xfe"),
        (200, "[]"),
        (200, "x" * 100_000),
        (200, '{"time":"yesterday","milliseconds":5}'),
        (200, '{"time":"2020-10-01T12:00:00Z","milliseconds":-5}'),
    ],
    ids=lambda value: str(value)[:30],
)
def test_an_endpoint_that_talks_nonsense_gives_no_sample(endpoint, answer):
    with pytest.raises(GameError):
        measure(endpoint(lambda: answer))


@pytest.mark.parametrize("url", ["", "nonsense", "ftp://127.0.0.1/x", "http://", "http://127.0.0.1:1/x"])
def test_an_endpoint_that_is_none_gives_no_sample(url):
    with pytest.raises((GameError, OSError)):
        measure(url)


def test_a_slow_answer_is_not_believed(endpoint, monkeypatch):
    monkeypatch.setattr(clock, "SLOW", 0.0)
    with pytest.raises(GameError, match="it took"):
        measure(endpoint(lambda: (200, wire.time_text(time.time()))))


def test_of_several_samples_the_quickest_counts_while_it_is_young():
    now = time.monotonic()
    quick, slow, old = Sample(now, 0.01, 1.0), Sample(now, 0.2, 2.0), Sample(now - clock.OLD - 1, 0.001, 3.0)
    assert known(slow, quick, old).best == quick
    assert known(old).best is None


def test_failures_are_said_once_and_measuring_goes_on(endpoint, monkeypatch):
    monkeypatch.setattr(clock, "EVERY", 0.01)
    calls, lines, recovered = [], [], threading.Event()

    def answer():
        calls.append(1)
        if len(calls) < 10:
            return 500, ""
        if len(calls) > 11:
            recovered.set()
        return 200, wire.time_text(time.time())

    measured = ServerClock(endpoint(answer), lines.append)
    measured.start()
    measured.start()
    assert recovered.wait(PATIENCE)
    measured.stop()
    assert lines == ["the time endpoint fails: it answers 500"]
    assert measured.offset == pytest.approx(0, abs=0.5)


# How far a deadline is.


@pytest.mark.covers("P15")
@pytest.mark.parametrize("offset", [0.0, 3600.0, -3600.0])
def test_a_deadline_counts_by_the_measured_clock(offset):
    now = time.monotonic()
    left, by = known(Sample(now, 0.01, shift(offset))).left(time.time() + offset + 7.3, now)
    assert (left, by) == (pytest.approx(7.3, abs=1), "server")


@pytest.mark.parametrize("wrong", [3600.0, -3600.0, 100.0, -100.0])
def test_a_clock_that_makes_no_sense_is_not_believed(wrong):
    now = time.monotonic()
    left, by = known(Sample(now, 0.01, shift(wrong))).left(time.time() + 7.3, now)
    assert (left, by) == (pytest.approx(7.3, abs=1), "own")
    assert known(Sample(now, 0.01, shift(wrong))).left(time.time() - 2 * wrong, now) == (BLIND, "none")


def test_without_a_deadline_a_round_lasts_a_second():
    assert known().left(None, time.monotonic()) == (BLIND, "none")


def test_a_deadline_whose_fraction_was_cut_off_may_seem_to_have_passed():
    """A round of one second: what is shown lies up to a second before the true deadline."""
    now, told = time.monotonic(), float(int(time.time()))
    made = known(Sample(now, 0.01, told + 0.95 - now))  # the server sends at .95, so the deadline is .95, shown as .0
    assert made.left(told + 1, now) == (1.0, "server")
    assert made.left(told + 3, now)[0] == pytest.approx(2.05, abs=1e-3)
    assert made.left(told + 1.123, now)[0] == pytest.approx(0.173, abs=1e-3), (
        "milliseconds are shown: nothing was cut off"
    )
    assert made.left(told + 1, now)[0] == pytest.approx(0.05, abs=1e-3), "a whole second by chance"


# Addresses.


@pytest.mark.parametrize(
    ("url", "key", "expected"),
    [
        ("ws://h:1/spe_ed", "abc", "ws://h:1/spe_ed?key=abc"),
        ("wss://h/spe_ed", "a b&c=d/é", "wss://h/spe_ed?key=a%20b%26c%3Dd%2F%C3%A9"),
        ("ws://h/x?y=1#z", "k", "ws://h/x?y=1&key=k"),
    ],
)
def test_the_key_goes_into_the_address(url, key, expected):
    assert address(url, key) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [("ws://h:1/spe_ed", "http://h:1/spe_ed_time"), ("wss://h/spe_ed?x=1", "https://h/spe_ed_time")],
)
def test_the_time_is_told_beside_the_web_socket(url, expected):
    assert time_address(url) == expected
