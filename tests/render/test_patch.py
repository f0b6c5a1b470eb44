"""A change of a file, as people see it."""

from cardsmith.render.patch import lines


def test_a_change_in_its_surroundings() -> None:
    before = "".join(f"{n}\n" for n in range(10))
    assert list(
        lines("decks/a.yaml", before.encode(), before.replace("5\n", "five\n").encode())
    ) == [
        "--- a/decks/a.yaml",
        "+++ b/decks/a.yaml",
        "@@ -3,7 +3,7 @@",
        " 2",
        " 3",
        " 4",
        "-5",
        "+five",
        " 6",
        " 7",
        " 8",
    ]


def test_a_last_line_that_has_no_end() -> None:
    assert list(lines("/x", b"a", b"a\n"))[2:] == [
        "@@ -1 +1 @@",
        "-a",
        "\\ No newline at end of file",
        "+a",
    ]


def test_line_ends_and_a_mark_are_not_shown() -> None:
    shown = list(lines("x", b"\xef\xbb\xbfa\r\nb\r\n", b"\xef\xbb\xbfa\r\nc\r\n"))
    assert shown[3:] == [" a", "-b", "+c"]


def test_what_reads_the_same_has_no_diff() -> None:
    assert list(lines("x", b"a\n", b"a\r\n")) == []


def test_nothing_drives_the_terminal() -> None:
    shown = list(lines("x\x1b.yaml", b"a\n", "\x1b[2J\u202eb\n".encode(), colour=True))
    assert shown == [
        "\x1b[1m--- a/x\u241b.yaml\x1b[0m",
        "\x1b[1m+++ b/x\u241b.yaml\x1b[0m",
        "\x1b[36m@@ -1 +1 @@\x1b[0m",
        "\x1b[31m-a\x1b[0m",
        "\x1b[32m+\u241b[2J<U+202E>b\x1b[0m",
    ]
