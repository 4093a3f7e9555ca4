#!/usr/bin/env bash
# Installs the toolchain of program/tote.so: Debian's rustc with the BPF target, and the SBPF linker.
# Versions are pinned; a second run does nothing. It is not needed to run or test Tote: the built
# program is committed.
set -euo pipefail

PACKAGES=(rustc-web cargo-web libstd-rust-web-dev-bpf)
LINKER_PACKAGES=(llvm-22-dev libpolly-22-dev zlib1g-dev libzstd-dev libxml2-dev libffi-dev)
RUSTC_VERSION=1.96.0
LINKER_VERSION=0.2.6
HOME_DIR="${TOTE_TOOLCHAIN_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/tote/toolchain}"

case "${1:-}" in
  -h | --help)
    echo "Usage: npm run program:toolchain"
    echo "Installs ${PACKAGES[*]} (Debian) and sbpf-linker $LINKER_VERSION (crates.io) into"
    echo "$HOME_DIR (TOTE_TOOLCHAIN_DIR changes that)."
    exit 0
    ;;
esac

missing() {
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || echo "$package"
  done
}

install_packages() {
  local wanted
  wanted=$(missing "$@")
  [ -z "$wanted" ] && return
  echo "Installing from Debian: $(echo "$wanted" | tr '\n' ' ')"
  local sudo=""
  [ "$(id -u)" = 0 ] || sudo=sudo
  $sudo apt-get update -qq
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq $wanted >/dev/null
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "This script needs Debian 12 or later: the compiler comes from its packages." >&2
  exit 1
fi

install_packages "${PACKAGES[@]}"
found=$(/usr/bin/rustc --version | cut -d' ' -f2)
if [ "$found" != "$RUSTC_VERSION" ]; then
  echo "Debian installed rustc $found, but $RUSTC_VERSION was recorded: a build will differ." >&2
fi

if [ "$("$HOME_DIR/bin/sbpf-linker" --version 2>/dev/null | head -n 1)" = "sbpf-linker $LINKER_VERSION" ]; then
  echo "The toolchain is complete: rustc $found, sbpf-linker $LINKER_VERSION."
  exit 0
fi

install_packages "${LINKER_PACKAGES[@]}"
echo "Building sbpf-linker $LINKER_VERSION against Debian's LLVM 22 (a few minutes) …"
RUSTFLAGS="-L native=/usr/lib/llvm-22/lib" \
  LLVM_SYS_221_PREFIX=/usr/lib/llvm-22 \
  LLVM_PREFIX=/usr/lib/llvm-22 \
  RUSTC=/usr/bin/rustc \
  /usr/bin/cargo install sbpf-linker --version "$LINKER_VERSION" --locked \
  --no-default-features --features bpf-linker/llvm-22 --root "$HOME_DIR" --quiet
echo "The toolchain is complete: rustc $found, sbpf-linker $LINKER_VERSION."
