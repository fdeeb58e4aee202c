"""Headers of every response: they restrict what our pages may do in a browser."""

from litestar.types import Message, Scope

from parlour.server.pages import EMBED

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
# A page that other sites may show in a frame: it has no actions, and asks for everything without cookies.
FRAMED = {
    **HEADERS,
    "content-security-policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "cross-origin-resource-policy": "cross-origin",
}
# A picture that everyone may see, for links on other sites.
SHOWN_ELSEWHERE = {**HEADERS, "cross-origin-resource-policy": "cross-origin"}
PICTURE = "/picture.png"  # how its address ends
ONLY_TLS = ("strict-transport-security", "max-age=31536000")


async def add_headers(message: Message, scope: Scope) -> None:
    """Add the headers to a response that begins."""
    if message["type"] != "http.response.start":
        return
    is_secure = scope["litestar_app"].state.settings.is_secure
    added = [*_headers_of(scope["path"]).items(), *([ONLY_TLS] if is_secure else [])]
    message["headers"] = [*message["headers"], *((name.encode(), value.encode()) for name, value in added)]


def _headers_of(path: str) -> dict[str, str]:
    if path.startswith(EMBED):
        return FRAMED
    return SHOWN_ELSEWHERE if path.startswith("/api/") and path.endswith(PICTURE) else HEADERS
