"""Exercise 1: split a stream of bytes, which arrives in arbitrary pieces, into frames."""

import struct


class FrameReader:
    """Keeps the bytes of an incomplete frame until the rest arrives."""

    def __init__(self, limit=65536):
        self.limit = limit
        self.data = b""

    def feed(self, piece):
        """Return the payloads that are now complete. Raises ValueError for a long frame."""
        self.data += piece
        payloads = []
        while len(self.data) >= 4:
            (length,) = struct.unpack(">I", self.data[:4])
            if length > self.limit:  # before the body arrives, so that memory is bounded
                raise ValueError(f"a frame of {length} bytes is too long")
            if len(self.data) < 4 + length:
                break
            payloads.append(self.data[4 : 4 + length])
            self.data = self.data[4 + length :]
        return payloads


if __name__ == "__main__":
    stream = b"".join(struct.pack(">I", len(text)) + text for text in (b"one", b"", b"three"))
    reader = FrameReader()
    print([payload for byte in stream for payload in reader.feed(bytes([byte]))])
