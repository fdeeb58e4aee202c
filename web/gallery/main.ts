// Shows boards without a server, for people who draw them. `python -m tools.stills checkers` writes them,
// `npm --prefix web run dev` serves /gallery.html?game=checkers&still=3&theme=dark.
import { mount } from "svelte";

import "../src/app.css";
import Gallery from "./Gallery.svelte";

mount(Gallery, { target: document.getElementById("app")! });
