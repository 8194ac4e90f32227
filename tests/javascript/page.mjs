/**
 * Reads docs/protocol.md: the list of cards of Codex Naturalis, and the fields of all messages,
 * changes and records, with which every message of the server is validated.
 */

import { readFileSync } from "node:fs";

const PAGE = readFileSync(new URL("../../docs/protocol.md", import.meta.url), "utf-8");
const LARGEST_NUMBER = 2 ** 53;

/** Fields of all messages, changes and records by name: each field has a type and a default. */
const fields = new Map();
/** Names of the changes by the title of their section. */
export const changes = new Map();
/** Names of the views by `game`. */
const views = new Map();
const enumerations = new Map();
const serverMessages = new Set();
const clientMessages = new Set();

/** The cards of Codex Naturalis by id. @type {Map<string, Record<string, string>>} */
export const cards = new Map();

for (const { title, lines } of sections(PAGE)) {
  const table = rows(lines);
  if (title === "Client to server") {
    for (const [name, , text] of table) addMessage(clientMessages, name, text);
  } else if (title === "Server to client") {
    for (const [name, text] of table) addMessage(serverMessages, name, text);
  } else if (title === "Enumerations") {
    for (const [name, words] of table) enumerations.set(name, words.split(", "));
  } else if (title === "Errors") {
    enumerations.set("error code", table.map(([name]) => unquoted(name)));
  } else if (title === "Cards of Codex Naturalis") addCards(lines);
  else if (title.startsWith("Views (")) for (const [name, text] of table) addRecord(name, text);
  else if (title.startsWith("Changes of ")) addChanges(title, lines);
}

/** Return the sections of a page of Markdown: the titles of all levels and the lines below each. */
function sections(page) {
  const found = [];
  for (const line of page.split("\n")) {
    const title = /^##+ (.*)/.exec(line);
    if (title) found.push({ title: title[1], lines: [] });
    else found.at(-1)?.lines.push(line);
  }
  return found;
}

/** Return the cells of all rows of the table in a section, without its head. */
function rows(lines) {
  const table = lines.filter((line) => line.startsWith("| "));
  return table.slice(1).map((line) => line.slice(2, -2).split(" | "));
}

function unquoted(cell) {
  return cell.replaceAll("`", "");
}

function addMessage(names, name, text) {
  names.add(unquoted(name));
  fields.set(unquoted(name), parseFields(text));
}

function addRecord(cell, text) {
  const [name, game] = unquoted(cell).split(", game ");
  fields.set(name, parseFields(text));
  if (game) views.set(game, name);
}

function addChanges(title, lines) {
  const found = lines.map((line) => /^\* \*\*`(\w+)`\*\* \((.*?)\)\. /.exec(line)).filter(Boolean);
  for (const [, name, text] of found) fields.set(name, parseFields(text));
  changes.set(title.slice("Changes of ".length), found.map(([, name]) => name));
}

function addCards(lines) {
  const lists = lines.filter((line) => line.includes(",")).map((line) => line.split(","));
  const [head, ...table] = lists;
  for (const cells of table) {
    cards.set(cells[0], Object.fromEntries(head.map((name, index) => [name, cells[index]])));
  }
}

function parseFields(text) {
  const found = new Map();
  if (text === "none") return found;
  for (const part of text.split(/, (?=`[a-z]\w*` )/)) {
    const [, name, type, initial] = /^`(\w+)` (.*?)(?: = (.*))?$/.exec(part);
    found.set(name, { type, optional: initial !== undefined });
  }
  return found;
}

/**
 * Validate a message of the server against the page.
 * @param {object} message
 * @throws {Error} with the path of the wrong field
 */
export function validate(message) {
  const { type, replyTo = 1, seq = 0, ...rest } = message;
  if (!serverMessages.has(type)) throw new Error(`the page has no server message ${type}`);
  for (const number of [replyTo, seq]) {
    require(Number.isInteger(number) && number >= 0 && number <= LARGEST_NUMBER, type, number);
  }
  validateRecord(type, rest, type, false);
}

/**
 * Validate the fields of a record; a client may omit those that have a default, and everybody
 * those that may be absent.
 */
function validateRecord(name, value, path, fromClient) {
  require(typeof value === "object" && value !== null && !Array.isArray(value), path, value);
  const expected = fields.get(name);
  require(expected !== undefined, path, name);
  for (const key of Object.keys(value)) require(expected.has(key), `${path}.${key}`, value[key]);
  for (const [key, { type, optional }] of expected) {
    if (key in value) validateValue(type, value[key], `${path}.${key}`);
    else require((fromClient && optional) || type.endsWith(" or absent"), `${path}.${key}`, undefined);
  }
}

function validateValue(type, value, path) {
  if (type === "a change") return validateNamed("kind", value, path);
  if (type === "an action") return validateNamed("type", value, path);
  if (type === "a view") {
    const { game, ...rest } = value;
    return validateRecord(views.get(game), rest, path, false);
  }
  const map = /^map of (.*?) to (.*)$/.exec(type);
  if (map) return validateMap(map[1], map[2], value, path);
  const list = /^list ≤ (\d+) of \((.*)\)$/.exec(type);
  if (list) return validateList(Number(list[1]), list[2], value, path);
  const record = /^`(\w+)`$/.exec(type);
  if (record) return validateRecord(record[1], value, path, false);
  require(type.split(" or ").some((kind) => isOfKind(kind, value)), path, value);
}

function validateNamed(key, value, path) {
  const { [key]: name, ...rest } = value;
  const fromClient = key === "type";
  if (fromClient) require(clientMessages.has(name), path, name);
  validateRecord(name, rest, `${path}(${name})`, fromClient);
}

function validateMap(keys, values, map, path) {
  require(typeof map === "object" && map !== null && !Array.isArray(map), path, map);
  for (const [key, value] of Object.entries(map)) {
    validateValue(keys, key, `${path} key`);
    validateValue(values, value, `${path}[${key}]`);
  }
}

function validateList(longest, entries, list, path) {
  require(Array.isArray(list) && list.length <= longest, path, list);
  list.forEach((entry, index) => validateValue(entries, entry, `${path}[${index}]`));
}

function isOfKind(kind, value) {
  if (kind === "nil") return value === null;
  if (kind === "bool") return typeof value === "boolean";
  if (kind === "int") return Number.isInteger(value) && value === (value | 0);
  const text = /^text ≤ (\d+)$/.exec(kind);
  if (text) return typeof value === "string" && [...value].length <= Number(text[1]);
  const words = enumerations.get(kind) ?? kind.split(" / ");
  return words.includes(value === "" ? '""' : value);
}

function require(condition, path, value) {
  if (!condition) throw new Error(`the page does not allow ${path} = ${JSON.stringify(value)}`);
}
