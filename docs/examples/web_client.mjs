// Play a match over the WebSocket: text frames, each with one message as JSON.
//
// Start `tavolata serve`, then run `node web_client.mjs` (Node 22 or newer). It plays UNO against
// one computer player and always chooses the first legal action. docs/protocol.md lists all messages.

const address = process.argv[2] ?? "ws://127.0.0.1:7780/play";
const nickname = process.argv[3] ?? "web-ada";
const socket = new WebSocket(address);
let lastId = 0;

function send(message) {
  lastId += 1;
  socket.send(JSON.stringify({ ...message, id: lastId }));
}

// What this client does when a message of the server arrives; it ignores all others.
const handlers = {
  RequestNickname: () => send({ type: "ChooseNickname", nickname }),

  SessionOpened: () => send({ type: "SelectMatch", match: 0 }),

  RequestSetUp: () =>
    send({
      type: "SelectModeAndPlayers",
      game: "uno",
      numberOfPlayers: 2,
      bots: 1,
      options: { target_score: 50 },
    }),

  PlayersInfo: (message) => console.log("players:", message.playerNicknames.join(", ")),

  // Each prompt names the choices, but the list of legal actions suffices for every game. A newer
  // prompt replaces an older one, so only the answer to the last message counts.
  LegalActions: (message) => {
    if (message.replyTo === lastId && message.actions.length > 0) send(message.actions[0]);
  },

  // Harmless if an offer has expired, or the match has ended, before a message of ours arrived.
  Error: (message) => {
    if (message.replyTo === lastId) console.log(`${message.error}: ${message.message}`);
  },

  FinalScores: (message) => {
    console.log("winner:", message.winners.join(", "), JSON.stringify(message.scores));
    send({ type: "Quit" });
  },
};

socket.addEventListener("message", (event) => {
  const message = JSON.parse(event.data);
  if (message.type.startsWith("Select")) send({ type: "ListActions" });
  else handlers[message.type]?.(message);
});

socket.addEventListener("close", (event) => console.log("closed:", event.code));
socket.addEventListener("error", () => {
  console.log(`cannot connect to ${address}; start the server with: tavolata serve`);
  process.exitCode = 1;
});
