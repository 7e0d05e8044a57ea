#!/usr/bin/env bash
# A run in sixteen shards by GNU parallel: on this machine, or on those named after it (--sshlogin a,b,c), which see the
# same folder and have `simulate`. What was done is noted in odds.log, so that the same command goes on where it stopped.
#
#   examples/cluster/parallel.sh [--sshlogin HOST,HOST...]
#   simulate merge results/wing3d
set -euo pipefail
shards=${SHARDS:-16}
parallel "$@" --workdir . --joblog odds.log --resume-failed --retries 3 \
    simulate --scenario "${SCENARIO:-wing3d}" --shard "{}/$shards" --output "${OUTPUT:-results}" ::: $(seq "$shards")
