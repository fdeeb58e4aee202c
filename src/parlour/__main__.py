"""`python -m parlour` is `parlour`."""

from parlour.cli.main import main

main()
