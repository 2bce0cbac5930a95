"""Counts the work of Pomona, and compares it with the committed table: work.py [--update | --release]

A count hardly varies from run to run, as a time does: what differs by more than a few thousandths is a change of the code. `CONTRIBUTING.md`
says what the table is for. Instructions and system calls are counted by valgrind's callgrind, which shows every program the same processor;
allocations by a library that is preloaded; bytes written by the kernel. Each process has one processor, and an environment, paths and
seeds that are always the same.

--update writes the counts into the table, --release also into its column of the last release, which is never written otherwise.
"""
import fcntl
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from catalogs import Catalog

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = ROOT / "Benchmarks" / "Work" / "README.md"
RELEASE = ROOT / ".build" / "release"
# In memory, where the order of a folder's files does not depend on a disk. Hashes depend on paths, so these are always the same.
FOLDER = Path("/dev/shm/pomona-work")
ROWS = 2000
# A count that is worse by more than the first is an error, and one that is worse than that of the last release by more than the second.
TOLERANCE, TOLERANCE_SINCE_RELEASE = 0.03, 0.10
# How much is allocated at the same time depends on the order in which threads run: it differs by up to 9 % between runs.
TOLERANCE_OF_PEAKS = 0.12
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin", "HOME": str(FOLDER), "LC_ALL": "C.UTF-8", "TZ": "UTC",
    "SWIFT_DETERMINISTIC_HASHING": "1",
    # The C library chooses among its functions by processor. Valgrind knows those for AVX2 only where the machine has it.
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX512F,-ERMS,-FSRM",
}
# Functions that wait for other threads: how often depends on the order in which threads run.
WAITING = re.compile(r"lll_lock|pthread_cond|futex|sched_yield")
LABELS = {
    "instructions": "instructions", "calls": "system calls", "allocations": "allocations", "written": "bytes written",
    "peak": "bytes allocated at most",
}


def run(command, processor, **environment):
    """Runs a command on one processor, and returns its output, and the number of bytes that it wrote."""
    process = subprocess.Popen(
        list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=FOLDER,
        env=ENVIRONMENT | environment, preexec_fn=lambda: os.sched_setaffinity(0, {processor}))
    output = process.stdout.read()
    # The kernel's numbers of a process that has ended can be read until somebody has waited for it.
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    written = re.search(r"wchar: (\d+)", Path(f"/proc/{process.pid}/io").read_text())[1]
    if process.wait() != 0:
        sys.exit(f"error: {' '.join(map(str, command))}\n{output}")
    return output, int(written)


def profile(command, processor, collecting=None):
    """Returns the instructions and system calls of a command, or those of one of its functions, and what calls of it return."""
    file = FOLDER / f"callgrind-{processor}"
    arguments = [f"--callgrind-out-file={file}", "--collect-systime=yes"]
    if collecting:
        arguments.append(f"--toggle-collect={collecting}")
    output, _ = run(["valgrind", "--tool=callgrind", "-q", *arguments, *command], processor)
    waits = 0
    is_call = is_waiting = False
    names = {}
    for line in file.read_text().splitlines():
        if function := re.match(r"(c?)fn=(\(\d+\))(?: (.*))?", line):
            name = names.setdefault(function[2], function[3])
            if not function[1]:
                is_waiting = bool(WAITING.search(name))
        elif line.startswith("calls="):
            is_call = True
        elif re.match(r"[0-9+*-]", line):
            # What a call costs stands in the line after it, and with the called function.
            costs = line.split()[1:]
            if is_waiting and not is_call and len(costs) > 1:
                waits += int(costs[1])
            is_call = False
        elif totals := re.match(r"totals: (\d+)(?: (\d+))?", line):
            instructions, calls = int(totals[1]), int(totals[2] or 0) - waits
    return instructions, calls, output


def builds(name, rows, processor):
    """Returns the counts of builds of a catalog by step: into an empty folder, without a change, and with a row edited."""
    counts = {}

    def each_step(folder, measure):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        catalog = Catalog(name, rows, folder)
        command = [FOLDER / "pomona", "build", catalog.source, "--output", folder / "output", "--jobs", "1"]
        measure("clean", command)
        measure("unchanged", command)
        catalog.edit()
        measure("edited", command)

    def instructions(step, command):
        counts[step] = dict(zip(("instructions", "calls"), profile(command, processor)))

    def memory(step, command):
        file = FOLDER / f"allocations-{processor}"
        library = str(FOLDER / "allocations.so")
        _, written = run(command, processor, LD_PRELOAD=library, POMONA_ALLOCATIONS=str(file))
        allocations, peak = map(int, file.read_text().split())
        for figure, count in (("allocations", allocations), ("written", written)):
            counts[step][figure] = min(count, counts[step].get(figure, count))
        counts[step]["peak"] = max(peak, counts[step].get("peak", 0))

    folder = FOLDER / f"{name}-{rows}"
    each_step(folder, instructions)
    # What threads do at the same time depends on their order: most runs have the greatest peak, and few the least number of allocations.
    for _ in range(5 if rows == ROWS else 0):
        each_step(folder, memory)
    shutil.rmtree(folder)
    return counts


def operation(name, processor):
    """Returns the counts of an operation of the libraries, by the program `work`, which repeats it and says how often."""
    folder = FOLDER / name
    folder.mkdir()
    catalog = Catalog("simple", ROWS, folder)
    # The function `counted` of the module `work`, by its mangled name.
    instructions, _, output = profile(
        [FOLDER / "work", name, catalog.source, folder / "output"], processor, collecting="$s4work7counted*")
    repetitions, allocations = map(int, output.split())
    return {"instructions": instructions // repetitions, "allocations": allocations // repetitions}


def measure():
    """Returns all counts by workload and figure."""
    counts = {}
    jobs = [(builds, name, rows) for rows in (2 * ROWS, ROWS) for name in ("rich", "nested", "simple")]
    jobs += [(operation, name) for name in ("living edit", "diff", "change through five links", "message")]
    processors = sorted(os.sched_getaffinity(0))[:2]
    free = list(processors)

    def perform(job):
        processor = free.pop()
        try:
            return job[0](*job[1:], processor)
        finally:
            free.append(processor)

    with ThreadPoolExecutor(len(processors)) as pool:
        results = dict(zip(jobs, pool.map(perform, jobs)))
    for name in ("simple", "rich", "nested"):
        few, many = results[builds, name, ROWS], results[builds, name, 2 * ROWS]
        for step in few:
            for figure in LABELS:
                counts[f"{name}, {step}", LABELS[figure]] = few[step][figure]
            growth = (many[step]["instructions"] - few[step]["instructions"]) // ROWS
            counts[f"{name}, {step}", "instructions for each further row"] = growth
    for job, result in results.items():
        if job[0] is operation:
            for figure in result:
                counts[f"a {job[1]}", LABELS[figure]] = result[figure]
    return counts | weight()


def weight():
    """Returns the weight of the sources: what everybody pays who reads or compiles them."""
    files = sorted((ROOT / "Sources").rglob("*.swift"))
    lines = [line for file in files for line in file.read_text().splitlines()]
    public = re.compile(r"\s*(@[\w()]+ )*(public|open) (?!import)")
    # Each compiled file, those of other packages too, is an object that is linked.
    objects = (RELEASE / "pomona.product" / "Objects.LinkFileList").read_text().split()
    return {
        ("sources", "lines"): len(lines),
        ("sources", "public declarations"): sum(bool(public.match(line)) for line in lines),
        ("sources", "compiled files of the command"): len(objects),
    }


def machine():
    """Returns what the counts depend on besides the sources."""
    swift = subprocess.run([os.environ.get("SWIFT", "swift"), "--version"], capture_output=True, text=True).stdout
    valgrind = subprocess.run(["valgrind", "--version"], capture_output=True, text=True).stdout.strip()
    # Valgrind shows each processor of an architecture as the same model, with or without AVX2.
    features = Path("/proc/cpuinfo").read_text()
    return ", ".join([
        f"Swift {re.search(r'Swift version ([0-9.]+)', swift)[1]}", os.confstr("CS_GNU_LIBC_VERSION"), valgrind,
        os.uname().machine + (" with AVX2" if " avx2 " in features else "")])


class Table:
    """The committed counts: now, and of the last release."""

    def __init__(self, text):
        self.before, self.after = re.split(r"(?m)^\|.*\n(?:\|.*\n)*", text)
        self.machine = re.search(r"(?m)^Counted with (.*)\.$", text)[1]
        self.counts, self.released = {}, {}
        for row in re.findall(r"(?m)^\|(.*)\|$", text)[2:]:
            workload, figure, count, released = (cell.strip() for cell in row.split("|"))
            self.counts[workload, figure] = number(count)
            self.released[workload, figure] = number(released)

    def text(self, counts, released, machine):
        rows = [("workload", "figure", "count", "last release"), ("---", "---", "---:", "---:")]
        rows += [(*key, f"{count:,}", f"{released[key]:,}" if released.get(key) is not None else "") for key, count in counts.items()]
        before = self.before.replace(f"Counted with {self.machine}.", f"Counted with {machine}.")
        return before + "".join("| %s |\n" % " | ".join(row) for row in rows) + self.after


def tolerance(key):
    """Returns how much worse a count may be than that of the table."""
    return TOLERANCE_OF_PEAKS if key[1] == LABELS["peak"] else TOLERANCE


def number(text):
    return int(text.replace(",", "")) if text else None


def percent(count, other):
    return f"{100 * (count / other - 1):+.1f} %" if other else ""


def git(*arguments):
    return subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True).stdout


def unexplained():
    """Returns the counts that the last commit of the table made worse without saying why in its body."""
    commit, _, body = git("log", "-1", "--format=%H%n%b", "--", TABLE).partition("\n")
    path = TABLE.relative_to(ROOT)
    after, before = git("show", f"{commit}:{path}"), git("show", f"{commit}^:{path}")
    if body.strip() or not after or not before:
        return []
    known = Table(before).counts
    return [
        f"{' '.join(key)}: {count:,}, {known[key]:,} before the commit {commit[:8]}, which does not say why"
        for key, count in Table(after).counts.items() if key in known and count > known[key] * (1 + tolerance(key))]


def main(options):
    table, counts, here = Table(TABLE.read_text()), measure(), machine()
    is_updated = "--update" in options or "--release" in options
    wrong = unexplained()
    for key, count in counts.items():
        known, released = table.counts.get(key), table.released.get(key)
        print("%-38s %-34s %16s %10s %10s" % (*key, f"{count:,}", percent(count, known), percent(count, released)))
        if known is not None and not is_updated and count > known * (1 + tolerance(key)):
            wrong.append(f"{' '.join(key)}: {count:,}, {known:,} in the table")
        allowed = max(TOLERANCE_SINCE_RELEASE, tolerance(key))
        if released is not None and "--release" not in options and count > released * (1 + allowed):
            wrong.append(f"{' '.join(key)}: {count:,}, {released:,} at the last release")
    if is_updated:
        released = counts if "--release" in options else table.released
        TABLE.write_text(table.text(counts, released, here))
        print(f"{TABLE.relative_to(ROOT)} was written. Say in the body of the commit why a count has become worse.")
    else:
        wrong += [f"{' '.join(key)}: in the table, and not counted" for key in table.counts if key not in counts]
    if here != table.machine:
        print(f"note: the table was counted with {table.machine}, and this is {here}: nothing is an error")
    elif wrong:
        print("\nerror: more work than before\n  " + "\n  ".join(wrong))
        print("Undo it, or commit the counts with it (make work TABLE=update) and say in its body what they buy.")
        sys.exit(1)


if __name__ == "__main__":
    with open(FOLDER.with_suffix(".lock"), "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"error: another process counts in {FOLDER}")
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir()
        for program in ("pomona", "work"):
            shutil.copy(RELEASE / program, FOLDER)
        compiler = Path(shutil.which(os.environ.get("SWIFT", "swift"))).resolve().parent / "clang"
        library = ROOT / "Benchmarks" / "Work" / "allocations.c"
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", FOLDER / "allocations.so", library], check=True)
        try:
            main(sys.argv[1:])
        finally:
            shutil.rmtree(FOLDER)
