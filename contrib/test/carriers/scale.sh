# contrib/scale: the tables of docs/scale.md are those of the simulation.
set -euo pipefail
. contrib/test/tools.sh
python3 contrib/scale/simulate.py --check
