// What looking back at earlier moves needs; loaded when it is first wanted.
export { default as MoveList } from "../replay/MoveList.svelte";
export { ReplayPlayer } from "../replay/replay.svelte";
export { default as LookBack } from "./LookBack.svelte";
