"""What many case tests check in the same way: refusals and their words, values that agree, and vectors of three."""
import math

from helper import Result, check, close, run

# ---- refusals ------------------------------------------------------------------------------------


def passed(label, case, *words, silent=False, **more):
    """Check that a case ends well and says all words on standard error, or nothing with `silent`. Return what `run`
    returned, or None; case and more are as of `refused`."""
    r = case if isinstance(case, Result) else run(case, **more)
    missing = [w for w in words if w not in r.stderr and w not in _plain(r.stderr)]
    well = r.status == 0 and not missing and not (silent and r.stderr)
    return r if check(label, well, "status %d, not said: %s\n%s%s" % (r.status, missing, r.stdout, r.stderr)) else None


def refused(label, case, *words, status=2, **more):
    """Check that a case ends with this status (or one of several, or the number before the words), says all words on
    standard error, whose lines may be broken anywhere between words, and writes no results. Return what `run` returned.

    case: its text or path, which is run with `more`: ranks, verb, settings, options; or what `run` returned."""
    r = case if isinstance(case, Result) else run(case, **more)
    if words and not isinstance(words[0], str):
        status, *words = words
    missing = [w for w in words if w not in r.stderr and w not in _plain(r.stderr)]
    results = set(r.json or ()) - {"case", "version", "schema", "verb", "error"}
    ends = r.status in status if isinstance(status, tuple) else r.status == status
    check("%s is refused" % label, ends and not missing and not results,
          "status %d, wanted %s; results: %s; not said: %s\n%s" % (r.status, status, results, missing, r.stderr))
    return r


def changed(text, *changes, count=-1):
    """The text with `new` in place of `old`, which it has, of changes (old, new), the first `count` times."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, count)
    return text


def _plain(text):
    return " ".join(text.split())


def refusals(good, rows, count=-1, **more):
    """Check that changes of a good case are refused; `more` is of `refused`.

    good: its text, and rows (old, new, *words), where new takes the place of old (the first `count` times); or a
    function, and rows (part, *words), where good(part) is the case. A number before the words is the row's status.
    rows: a list, or a dictionary {label: row}; without labels the change is the label."""
    for label, (part, *words) in rows.items() if isinstance(rows, dict) else [(None, row) for row in rows]:
        if callable(good):
            case = good(part)
        else:
            old, part, *words = part, *words
            case, part = changed(good, (old, part), count=count), part or "without " + old
        refused(label or part, case, *words, **more)


# ---- values that agree ---------------------------------------------------------------------------

def agree(label, found, expected, relative, absolute=0.0, each=False):
    """Check numbers, one by one, in lists and dictionaries of any depth: those of one list to `relative` of its largest
    (with `each`: to `relative` of each) and `absolute`. What is no number must be equal."""
    if isinstance(expected, dict):
        if check(label + ": the same keys", found.keys() == expected.keys(), (list(found), list(expected))):
            for key, value in expected.items():
                agree("%s, %s" % (label, key), found[key], value, relative, absolute, each)
    elif isinstance(expected, (list, tuple)):
        numbers = [abs(x) for x in expected if isinstance(x, (int, float))]
        if numbers and not each:
            relative, absolute = 0.0, relative * max(numbers) + absolute
        if len(found) != len(expected):
            check(label + ": as many", False, (found, expected))
        for k, (one, other) in enumerate(zip(found, expected)):
            agree("%s, %d" % (label, k + 1), one, other, relative, absolute, each)
    elif isinstance(expected, (int, float)):
        close(label, found, expected, relative, absolute)
    else:
        check(label, found == expected, (found, expected))


def same_motions(label, one, other, relative=1e-12, least=None):
    """Check that two runs end well and that the probes of the second have its last displacements in the first, each to
    `relative` of its largest component, which is above `least` where it is given. Return whether they end well."""
    if not all([check(label + " runs", r.status == 0, r.stderr) for r in (one, other)]):
        return False
    for name, probe in other.json["probes"].items():
        expected = probe["u"][-1]
        agree("%s: %s" % (label, name), one.json["probes"][name]["u"][-1], expected, relative)
        if least is not None:
            check("%s moves %s" % (label, name), max(map(abs, expected)) > least, expected)
    return True


# ---- vectors -------------------------------------------------------------------------------------

def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def norm(a):
    return math.hypot(*a)


def unit(a):
    return [x / norm(a) for x in a]


def cross(a, b):
    return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]


def plus(a, b, factor=1):
    """a + factor b."""
    return [x + factor * y for x, y in zip(a, b)]


def times(A, x):
    """A matrix, by its rows, times a vector."""
    return [dot(row, x) for row in A]


def solve(A, b):
    """x of A x = b, by elimination with pivots."""
    A = [[*row, x] for row, x in zip(A, b)]
    for k in range(len(A)):
        p = max(range(k, len(A)), key=lambda i: abs(A[i][k]))
        A[k], A[p] = A[p], A[k]
        for i in range(len(A)):
            f = A[i][k] / A[k][k] if i != k else 0
            A[i] = [a - f * c for a, c in zip(A[i], A[k])]
    return [row[-1] / row[k] for k, row in enumerate(A)]


# ---- tests in turn -------------------------------------------------------------------------------

class Ended(SystemExit):
    """A run did not end well."""


def ended(label, *runs):
    """Check that runs ended well, and return the first. Where one did not, what follows in the function of in_turn(),
    or in the test, is left out: it needs the results."""
    if not check(label, all(r.status == 0 for r in runs), "".join(r.stderr for r in runs)):
        raise Ended(1)
    return runs[0]


def in_turn(*tests):
    """Call the functions of a test one after the other, each to its end or to its first run that fails."""
    for test in tests:
        try:
            test()
        except Ended:
            pass


# ---- refused by two verbs ------------------------------------------------------------------------

def refused_twice(name, case, *words, **more):
    """refused() by `check` on one rank and by `run` on two."""
    for verb, ranks in (("check", 1), ("run", 2)):
        refused("%s, by %s" % (name, verb), case, *words, verb=verb, ranks=ranks, **more)
