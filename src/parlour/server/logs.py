"""Logs: one JSON object a line, on standard error. What is secret never gets here: see SECURITY.md."""

import logging
import sys

import structlog
from structlog.tracebacks import ExceptionDictTransformer

log = structlog.get_logger("parlour")


def configure() -> None:
    """Write the logs of this process, and of the libraries that it uses, as JSON."""
    shared: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),  # they may be secret
    ]
    render = structlog.processors.JSONRenderer()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    structlog.configure(
        processors=[*shared, render], logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO), cache_logger_on_first_use=True,
    )  # fmt: skip
