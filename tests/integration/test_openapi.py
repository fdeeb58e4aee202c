"""Requests made up from the OpenAPI document, valid and invalid: whatever comes, the server does not fail.

Every route of the document is covered, new ones too. The number of cases is for all routes together.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode

from support.server_process import Forked, forking

FEW_CASES = 300
NUM_CASES = [FEW_CASES, pytest.param(5000, marks=pytest.mark.long)]
SCHEMA = "/api/schema/openapi.json"


def new_match(forked: Forked, session: requests.Session) -> str:
    request: dict[str, Any] = {"game": "connect_four", "seats": [{"kind": "me"}, {"kind": "open"}], "is_public": True}
    answer = session.post(f"http://{forked.address}/api/matches", json=request)
    return str(answer.json()["match"])


def operations(schema: Any) -> list[Any]:
    return [result.ok() for result in schema.get_all_operations()]


def make_sensible(case: Any, known: dict[str, str]) -> None:
    """Put words that the server knows into a request; those made up would never get past the first check."""
    for part in (case.body, case.path_parameters):
        if isinstance(part, dict):
            part |= {name: word for name, word in known.items() if name in part}
            for seat in part["seats"] if isinstance(part.get("seats"), list) else []:
                if isinstance(seat, dict) and "level" in seat:
                    seat["level"] = "novice"


def try_out(
    operation: Any, session: requests.Session, known: dict[str, str], num_cases: int, number: int
) -> Counter[int]:
    """Send requests of one route; return how often each status was the answer."""
    statuses: Counter[int] = Counter()
    modes = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode))

    @seed(number)
    @settings(max_examples=num_cases, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None)
    @given(case=modes, is_sensible=st.booleans())
    def send(case: Any, is_sensible: bool) -> None:
        if is_sensible:
            make_sensible(case, known)
        answer = case.call(session=session)
        statuses[answer.status_code] += 1
        assert answer.status_code < 500, f"{answer.status_code} {answer.text[:300]}\n{case.as_curl_command()}"

    send()
    return statuses


@pytest.mark.slow
@pytest.mark.parametrize("num_cases", NUM_CASES)
def test_no_request_makes_the_server_fail(tmp_path: Path, num_cases: int) -> None:
    with forking(tmp_path) as forked, requests.Session() as session:
        forked.start()
        session.headers["origin"] = f"http://{forked.address}"
        forked.wait_until_ready()
        schema = schemathesis.openapi.from_url(f"http://{forked.address}{SCHEMA}")
        routes = sorted(operations(schema), key=lambda operation: (len(operation.body), len(operation.path_parameters)))
        known = {"match_id": new_match(forked, session), "game": "connect_four", "pace": "5+3"}
        statuses: Counter[int] = Counter()
        for number, operation in enumerate(routes):  # a route with little to choose leaves its cases to the next ones
            share = (num_cases - statuses.total()) // (len(routes) - number)
            statuses += try_out(operation, session, known, share, number)

        assert statuses.total() >= num_cases * 0.9
        assert statuses[200] > 0, "some were good"
        if num_cases > FEW_CASES:
            assert statuses[201] > 0, "some made a match"
        assert forked.is_alive
