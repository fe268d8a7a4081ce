#!/bin/sh
# Make configure, from a checkout.
set -e
cd "$(dirname "$0")"
mkdir -p m4
exec autoreconf --install "$@"
