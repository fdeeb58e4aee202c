// What jsdom lacks of a browser: it shows nothing, so nothing moves and no media matches.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
Element.prototype.animate = () => ({ finished: Promise.resolve(), cancel() {}, finish() {} }) as unknown as Animation;
