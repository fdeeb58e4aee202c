"""Everybody can tell the pieces of a game apart, by colour and by a second sign, however they see colours.

The browser shows all pieces as people with different colour vision see them; what is compared is its pixels.
"""

import base64
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
VISIONS = ("none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia")
CLEAR = 12.0  # between two colours of CIELAB: seen at a glance, when the pieces lie beside each other
FEWEST = 0.05  # of a piece's area must differ clearly between two pieces
NUM_PAIRS = 80  # at least
# For each two pieces of a game: the part of their points that differ clearly, and that differ in brightness.
COMPARE = """async ([screen, clear]) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${screen}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const curve = (t) => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116);
  const lab = (data, at) => {
    const [r, g, b] = [0, 1, 2].map((channel) => linear(data[at + channel] / 255));
    const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  };
  const pieces = [...document.querySelectorAll("figure")].map((figure) => {
    const { left, top, width, height } = figure.getBoundingClientRect();
    const { data } = canvas.getImageData(left, top, width, height);
    return { ...figure.dataset, points: Array.from({ length: width * height }, (_, at) => lab(data, 4 * at)) };
  });
  const found = [];
  pieces.forEach((one, index) => {
    for (const two of pieces.slice(index + 1)) {
      if (one.game !== two.game) continue;
      const pairs = one.points.map((point, at) => [point, two.points[at]]);
      const differing = pairs.filter(([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > clear).length;
      const brighter = pairs.filter(([a, b]) => Math.abs(a[0] - b[0]) > clear).length;
      found.push([`${one.game}: ${one.piece} and ${two.piece}`, differing / pairs.length, brighter / pairs.length]);
    }
  });
  return found;
}"""


@pytest.fixture(scope="module")
def pieces() -> Iterator[str]:
    """Serve the page of all pieces."""
    build = ["npm", "--prefix", "web", "run", "--silent", "build", "--", "--mode", "pieces"]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    handler = partial(Quiet, directory=str(ROOT / ".cache/pieces"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/gallery/pieces.html"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.mark.parametrize("palette", ["standard", "distinct"])
@pytest.mark.parametrize("vision", VISIONS)
def test_all_pieces_of_a_game_can_be_told_apart(browser: Browser, pieces: str, palette: str, vision: str) -> None:
    page = browser.new_page()
    page.goto(f"{pieces}?palette={palette}")
    page.locator("figure").first.wait_for()
    page.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
    screen = base64.b64encode(page.screenshot()).decode()

    compared: list[tuple[str, float, float]] = page.evaluate(COMPARE, [screen, CLEAR])
    page.close()

    assert len(compared) >= NUM_PAIRS
    assert [pair for pair in compared if min(pair[1:]) < FEWEST] == []
