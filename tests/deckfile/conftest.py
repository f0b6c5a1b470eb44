"""Each test of this folder runs with each of the three readers that a text may come to."""

import pytest

from cardsmith.deckfile import nodes, plain


@pytest.fixture(params=["plain", "fast", "pure"], autouse=True)
def reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Take away the readers before the one that is meant."""
    name: str = request.param
    if name != "plain":
        monkeypatch.setattr(plain, "read", lambda _: None)
    if name == "pure":
        monkeypatch.setattr(nodes, "fast_parser", None)
    return name
