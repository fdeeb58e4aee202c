// The page for frames on other sites: the replay of one match, and nothing else.
import { mount } from "svelte";

import "./fonts/fonts.css";
import "./app.css";
import EmbedPage from "./lib/replay/EmbedPage.svelte";

mount(EmbedPage, { target: document.getElementById("app")! });
