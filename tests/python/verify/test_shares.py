"""Which worker of a pool of verifiers judges which claim."""

from __future__ import annotations

from sensei.verify.pool import _Shares


def test_a_worker_keeps_to_its_file_then_helps_where_most_is_left() -> None:
    files = ["a", "b", "b", "c", "b", "a", "b"]  # b: 1 2 4 6, a: 0 5, c: 3
    shares = _Shares(files)
    first, second = iter(shares), iter(shares)
    assert [next(first), next(second)] == [1, 0], "the longest file first"
    assert [next(first), next(second)] == [2, 5]
    assert next(second) == 3, "the last file that nobody has"
    assert next(second) == 6, "the end of what the other has"
    assert next(first) == 4
    assert list(first) == list(second) == []


def test_every_claim_is_judged_once_by_any_number_of_workers() -> None:
    files = [f"{number % 7}" for number in range(100)]
    for workers in (1, 2, 3, 16):
        shares = _Shares(files)
        own = [iter(shares) for _ in range(workers)]
        taken = []
        while own:
            for worker in list(own):
                place = next(worker, None)
                if place is None:
                    own.remove(worker)
                else:
                    taken.append(place)
        assert sorted(taken) == list(range(100))


def test_nothing_is_begun_after_the_end() -> None:
    shares = _Shares(["a", "a", "b"])
    worker = iter(shares)
    assert next(worker) == 0
    shares.stop()
    assert list(worker) == []
    assert list(shares) == []
