"""Run code as a user without privileges."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

UNPRIVILEGED_UID = 65534


@contextmanager
def unprivileged_user() -> Iterator[None]:
    """Run the block as another user if the user is root, who may read everything."""
    previous_uid = os.geteuid()
    if previous_uid == 0:
        os.seteuid(UNPRIVILEGED_UID)
    try:
        yield
    finally:
        os.seteuid(previous_uid)
