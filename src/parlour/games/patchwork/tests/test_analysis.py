"""What the analysis of a match says about bad actions."""

from support.analysed import analysed, played

CIRCLE = "YUKGNCMRbJBQfZLeagVDcOAWXPdETFSHI"
PLACEMENT = (
    "XAGAEAAAFACDHAEA.UCEBGBDB.NADB.MAIB.RCABBDCBhAAAfDDBLEFA"
    "aACC.hDIADCHBOABHAAGAdFADSFDBhAEAYDGDbGFAQGFAeDCB.cGBDhCAAWHEG"
)


def test_a_blunder_is_found_and_named() -> None:
    # The purchase also collects a special patch, and wins; after an advance the other side gets it.
    graded = analysed(played("patchwork", ".", f"{CIRCLE} {PLACEMENT}")).actions[0]

    assert graded.grade == "blunder"
    assert graded.reason.startswith("Misses the special patch on square")
