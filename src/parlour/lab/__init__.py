"""The lab: tournaments and other long measurements."""
