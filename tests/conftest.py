"""Settings for all tests."""

from hypothesis import settings

settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
# A deadline per example fails on a busy machine, not on a defect.
