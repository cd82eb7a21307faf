#!/bin/sh
# Says in one line what is missing on this machine: scripts/need.sh python|rust|node|browser…
# PYTHON names the interpreter to use (default python3).
set -eu
cd "$(dirname "$0")/.."

missing() {
    printf 'reineke: %s\n' "$1" >&2
    exit 1
}

need_python() {
    python=${PYTHON:-python3}
    command -v "$python" >/dev/null 2>&1 ||
        missing "Python 3.11 or newer is missing (no '$python'; choose one with 'make PYTHON=…')"
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        missing "Python 3.11 or newer is needed, '$python' is $("$python" -V) (choose one with 'make PYTHON=…')"
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        missing "Python's venv module is missing (on Debian: the package python3-venv)"
}

need_rust() {
    oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    command -v cargo >/dev/null 2>&1 && command -v rustc >/dev/null 2>&1 ||
        missing "a Rust toolchain is missing (cargo and rustc, $oldest or newer)"
    found=$(rustc --version | cut -d ' ' -f 2)
    [ "$(printf '%s\n%s\n' "$oldest" "$found" | sort -V | head -n 1)" = "$oldest" ] ||
        missing "Rust $oldest or newer is needed, rustc is $found"
    command -v cc >/dev/null 2>&1 || missing "a linker is missing (cc; on Debian: the package gcc)"
    if [ "$(uname -m)" = x86_64 ] && [ -r /proc/cpuinfo ]; then
        grep -qw avx2 /proc/cpuinfo && grep -qw bmi2 /proc/cpuinfo ||
            missing "this CPU lacks avx2 and bmi2, which the engines are built for (.cargo/config.toml)"
    fi
}

need_node() {
    command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 ||
        missing "Node 20 or newer is missing (node and npm; the tests run Pokémon Showdown and the pages' scripts with it)"
    node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' ||
        missing "Node 20 or newer is needed, node is $(node --version)"
}

need_browser() {
    command -v chromium >/dev/null 2>&1 || [ -n "${CHROMIUM:-}" ] ||
        missing "Chromium is missing (on Debian: the package chromium; CHROMIUM names another one)"
}

for thing in "$@"; do
    case $thing in
    python) need_python ;;
    rust) need_rust ;;
    node) need_node ;;
    browser) need_browser ;;
    *) missing "scripts/need.sh does not know '$thing'" ;;
    esac
done
