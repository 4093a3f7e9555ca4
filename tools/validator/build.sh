#!/usr/bin/env bash
# Builds Anza's solana-test-validator for `npm run test:validator`, from crates.io, into a folder
# outside the repository. It takes up to two hours on two cores; a second run does nothing.
set -euo pipefail

# The newest release that the compiler below can build: 4.3 and later need rustc 1.97.
VERSION=4.2.2
PACKAGES=(clang libclang-dev cmake protobuf-compiler libudev-dev pkg-config libssl-dev zlib1g-dev make g++)
HOME_DIR="${TOTE_VALIDATOR_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/tote/validator}"

case "${1:-}" in
  -h | --help)
    echo "Usage: npm run validator:build"
    echo "Builds solana-test-validator $VERSION (crate agave-validator) into $HOME_DIR"
    echo "(TOTE_VALIDATOR_DIR changes that). TOTE_VALIDATOR names a binary that you have already."
    exit 0
    ;;
esac

if [ "$("$HOME_DIR/bin/solana-test-validator" --version 2>/dev/null | cut -d' ' -f2)" = "$VERSION" ]; then
  echo "solana-test-validator $VERSION is there: $HOME_DIR/bin/solana-test-validator"
  exit 0
fi

if ! command -v cargo >/dev/null; then
  echo "cargo is missing: install Rust 1.95 or later first." >&2
  exit 1
fi
if command -v apt-get >/dev/null; then
  sudo=""
  [ "$(id -u)" = 0 ] || sudo=sudo
  $sudo apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${PACKAGES[@]}" >/dev/null
else
  echo "Without apt-get nothing is installed here. It needs: ${PACKAGES[*]}" >&2
fi

echo "Building solana-test-validator $VERSION (up to two hours on two cores) …"
# Less optimized than a release, except where it matters: a release would take much longer.
cargo install agave-validator --version "$VERSION" --locked --bin solana-test-validator --root "$HOME_DIR" \
  --config profile.release.opt-level=1 --config profile.release.debug=false --config profile.release.lto=false \
  --config profile.release.codegen-units=16 --config profile.release.build-override.opt-level=0 \
  --config profile.release.package.curve25519-dalek.opt-level=3 --config profile.release.package.sha2.opt-level=3 \
  --config profile.release.package.solana-sbpf.opt-level=3
echo "Built: $HOME_DIR/bin/solana-test-validator"
