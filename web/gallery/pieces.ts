// All pieces beside each other, for the test that people with any colour vision can tell them apart:
// /gallery/pieces.html?palette=distinct
import { mount } from "svelte";

import "../src/app.css";
import Pieces from "./Pieces.svelte";

mount(Pieces, { target: document.getElementById("app")! });
document.documentElement.dataset.palette = new URLSearchParams(location.search).get("palette") ?? "standard";
