// Two socket.io clients per match, who make the same first moves in each: node clients.js PORT MATCHES FIRST-MATCH
// Prints "ready", waits for a line, plays, and prints the milliseconds from each move to the server's update.
const { io } = require("socket.io-client");
const readline = require("readline");

const CELLS = [0, 1, 2, 4, 3, 5, 7, 6]; // nobody wins
const [port, numMatches, first] = process.argv.slice(2).map(Number);
const acks = [];
let numReady = 0;
let numOver = 0;

function connect(match, player) {
  const socket = io(`http://127.0.0.1:${port}/tic-tac-toe`, { transports: ["websocket"], forceNew: true });
  const client = { socket, sentAt: 0, isSynced: false };
  socket.on("connect", () => socket.emit("sync", match, player, undefined, 2));
  socket.on("sync", () => {
    if (client.isSynced) return;
    client.isSynced = true;
    if (++numReady === 2 * numMatches) console.log("ready");
  });
  return client;
}

function play(match, clients, turn) {
  if (turn === CELLS.length) {
    if (++numOver === numMatches) finish();
    return;
  }
  const player = String(turn % 2);
  const client = clients[turn % 2];
  const payload = { type: "clickCell", args: [CELLS[turn]], playerID: player, credentials: undefined };
  client.socket.on("update", function hear(_, state) {
    if (state._stateID <= turn) return; // of the move before
    client.socket.off("update", hear);
    acks.push(performance.now() - client.sentAt);
    play(match, clients, turn + 1);
  });
  client.sentAt = performance.now();
  client.socket.emit("update", { type: "MAKE_MOVE", payload }, turn, match, player);
}

function finish() {
  console.log(JSON.stringify(acks));
  process.exit(0);
}

const matches = Array.from({ length: numMatches }, (_, number) => `m${first + number}`);
const pairs = matches.map((match) => [connect(match, "0"), connect(match, "1")]);
readline.createInterface({ input: process.stdin }).once("line", () => {
  matches.forEach((match, number) => play(match, pairs[number], 0));
});
