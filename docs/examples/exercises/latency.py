"""Exercise 5: compare the time of a round trip over the socket and over Pyro5."""

import statistics
import time

import Pyro5.api
from common import connect, read_arguments, request

ROUNDS = 50


def median_milliseconds(call):
    """Return the median duration of a call; the median ignores single delays of the machine."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


if __name__ == "__main__":
    arguments = read_arguments()
    Pyro5.api.config.SERIALIZER = "msgpack"
    with connect(arguments) as connection:
        milliseconds = median_milliseconds(lambda: request(connection, {"type": "Heartbeat"}))
        print(f"socket: {milliseconds:.3f} ms")
    with Pyro5.api.Proxy(f"PYRO:tavolata@{arguments.host}:{arguments.pyro_port}") as server:
        key = server.open()
        print(f"Pyro5: {median_milliseconds(lambda: server.heartbeat(key)):.3f} ms")
        server.close(key)
