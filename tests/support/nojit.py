"""Run a test module as plain Python, without compiled kernels."""

import os
import subprocess
import sys


def run_plain(path: str, *arguments: str) -> str:
    """Run a file with every kernel as the plain function that it is; return what it printed. A warning is an error."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-W", "error", path, *arguments]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    return ran.stdout
