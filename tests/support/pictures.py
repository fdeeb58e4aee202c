"""Small pictures of pages, compared block by block: fonts and smoothing do not decide, a style that leaks in does."""

import base64
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).parents[1] / "e2e/pictures"
WIDTH = 180  # of a picture, in pixels
BLOCK = 6  # pixels in each direction
CLEAR = 20  # of 255: two blocks that differ by more, in any colour, look different
# The page as a picture of this width, as WebP in base64.
SHRINK = """async ([screen, width]) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${screen}`)).blob());
  const canvas = new OffscreenCanvas(width, Math.round((image.height * width) / image.width));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality: 0.9 })).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""
# The blocks that look different, as "column,row", and the number of all blocks.
COMPARE = """async ([one, two, size, clear]) => {
  const pixels = async (picture) => {
    const image = await createImageBitmap(await (await fetch(`data:image/webp;base64,${picture}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const mean = ({ data, width }, column, row, channel) => {
    let sum = 0;
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) sum += data[4 * ((row * size + y) * width + column * size + x) + channel];
    return sum / size ** 2;
  };
  const [a, b] = await Promise.all([pixels(one), pixels(two)]);
  if (a.width !== b.width || a.height !== b.height) return [["size"], 1];
  const [columns, rows] = [Math.floor(a.width / size), Math.floor(a.height / size)];
  const found = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if ([0, 1, 2].some((channel) => Math.abs(mean(a, column, row, channel) - mean(b, column, row, channel)) > clear))
        found.push(`${column},${row}`);
  return [found, rows * columns];
}"""


class Difference(NamedTuple):
    """How two pictures differ."""

    blocks: list[str]
    num_blocks: int

    @property
    def share(self) -> float:
        """The part of the blocks that look different."""
        return len(self.blocks) / self.num_blocks


class Album:
    """The pictures that were kept. They are compared on a page of its own, which no policy of the site binds."""

    def __init__(self, browser: Browser) -> None:
        self._page = browser.new_page()

    def close(self) -> None:
        self._page.close()

    def take(self, page: Page) -> str:
        """Return a page as a small picture, as WebP in base64."""
        screen = base64.b64encode(page.screenshot(animations="disabled", caret="hide")).decode()
        shrunk: str = self._page.evaluate(SHRINK, [screen, WIDTH])
        return shrunk

    def keep(self, name: str, shown: str) -> None:
        """Keep a picture for later comparisons."""
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(shown))

    def difference(self, name: str, shown: str) -> Difference:
        """Compare a picture with the one that was kept."""
        kept = base64.b64encode((FOLDER / f"{name}.webp").read_bytes()).decode()
        return Difference(*self._page.evaluate(COMPARE, [kept, shown, BLOCK, CLEAR]))
