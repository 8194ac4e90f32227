// Without packages, Node 22 or newer: node web_client.mjs --name ada
//
// Play a match of Eriantys over the WebSocket: text frames, each with one message as JSON. Start
// `tavolata serve` first. The client plays against one computer player and answers each prompt with
// its first choice. socket_client.py and pyro_client.py play the same match over other transports;
// docs/protocol.md lists all messages.

import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    host: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "7780" },
    name: { type: "string", default: "ada" }, // another one is chosen if it is taken
    seed: { type: "string", default: "" }, // for servers with --allow-seeds
  },
});
const { name, seed } = values;
const address = `ws://${values.host}:${values.port}/play`;

const answers = {
  ChooseMatch: () => ({ type: "SelectMatch", match: 0 }),
  RequestSetUp: () => ({ type: "SelectModeAndPlayers", numberOfPlayers: 2, bots: 1, seed }),
  SelectWizard: (prompt) => ({ type: "ChooseWizard", wizard: prompt.availableWizards[0] }),
  SelectAssistantCard: (prompt) => ({
    type: "PlayAssistantCard",
    cardValue: Number(prompt.availableCards[0]),
  }),
  SelectStudent: (prompt) => ({
    type: "MoveStudent",
    moveTo: "ISLAND",
    color: prompt.colors[0],
    islandPosition: 0,
  }),
  SelectSteps: () => ({ type: "MoveMotherNature", steps: 1 }),
  SelectCloud: (prompt) => ({ type: "ChooseCloud", cloud: prompt.availableClouds[0] }),
  SelectEndOfTurn: () => ({ type: "EndTurn" }),
};

if (!globalThis.WebSocket) {
  console.log(`Node ${process.versions.node} has no WebSocket; use Node 22, or node --experimental-websocket`);
  process.exit(1);
}
const socket = new WebSocket(address);
let prompt = null; // the newest one; it replaces those before it
let nicknames = 0;
let sent = 0; // the number of answered prompts is the id of the last answer
let over = false;

function send(message) {
  socket.send(JSON.stringify(message));
}

function chooseNickname() {
  nicknames += 1;
  const nickname = nicknames === 1 ? name : `${name.slice(0, 17)}-${nicknames}`;
  send({ type: "ChooseNickname", nickname });
}

// Answer the newest prompt when all messages that have arrived are read.
function answerPrompt() {
  if (prompt === null || over) return;
  sent += 1;
  send({ ...answers[prompt.type](prompt), id: sent });
  prompt = null;
}

function stop(text) {
  console.log(text);
  process.exitCode = 1;
  socket.close();
}

socket.addEventListener("message", (event) => {
  const message = JSON.parse(event.data);
  if (message.type === "RequestNickname" || message.error === "DUPLICATENICKNAME") {
    chooseNickname();
  } else if (message.type === "Error") {
    // An answer to a prompt that was replaced in the meantime may be refused.
    if (prompt === null && (message.replyTo ?? sent) === sent) stop(message.message);
  } else if (message.type === "FinalScores") {
    over = true;
    console.log(JSON.stringify(message));
    send({ type: "Quit" });
  } else if (message.type in answers) {
    prompt = message;
    setTimeout(answerPrompt);
  }
});

socket.addEventListener("error", () => {
  stop(`cannot connect to ${address}; start the server with: tavolata serve`);
});
