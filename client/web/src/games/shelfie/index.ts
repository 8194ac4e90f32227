import type { ShelfieView } from "../../lib/messages";
import { definePack } from "../pack";
import { preview, steps } from "./actions";
import Board from "./Board.svelte";
import Hidden from "./Hidden.svelte";
import { keys } from "./keys";
import { mirror } from "./mirror";
import { say } from "./say";
import Side from "./Side.svelte";

export default definePack<ShelfieView>({ mirror, steps, preview, say, Board, Side, Hidden, keys });
