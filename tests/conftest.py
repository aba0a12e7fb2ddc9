"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# The first reading builds tables, and machines may be busy: no example is judged by its time.
settings.register_profile("dialectfp", deadline=None)
settings.load_profile("dialectfp")
