/**
 * Dragging a piece to a target with the pointer. It picks the same steps as clicks, so it works on
 * every board: both ends are elements with `data-step`. A drop on `data-drop` sends the action, or
 * keeps the piece chosen while further steps are needed. A drop elsewhere puts the piece back.
 */

import type { Choice } from "./choice.svelte";

const THRESHOLD_PX = 6;

/** Take the step, or send the action, that a piece dropped on an element means. */
function drop(choice: Choice, key: string, under: Element | null): void {
  const target = under?.closest<HTMLElement>("[data-step]")?.dataset.step;
  if (target !== undefined && target !== key && choice.isLegal(target)) choice.pick(target);
  else if (!under?.closest("[data-drop]")) choice.unpick(key);
  else if (choice.ready !== null) choice.submit(); // else further steps follow, such as the colour of a wild card
}

/** Return an attachment for the element that contains the board. */
export function dragging(choice: () => Choice): (board: HTMLElement) => () => void {
  return (board) => {
    let drag: { piece: HTMLElement; key: string; x: number; y: number; pointer: number; moving: boolean } | null = null;

    function down(event: PointerEvent) {
      if (event.button !== 0 || event.pointerType === "touch") return; // touch scrolls; taps choose
      const piece = (event.target as Element).closest<HTMLElement>("[data-step]");
      const key = piece?.dataset.step;
      if (piece === null || key === undefined || !choice().isLegal(key)) return;
      drag = { piece, key, x: event.clientX, y: event.clientY, pointer: event.pointerId, moving: false };
    }

    function move(event: PointerEvent) {
      if (drag === null || event.pointerId !== drag.pointer) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.moving && Math.hypot(dx, dy) < THRESHOLD_PX) return;
      if (!drag.moving) begin(drag);
      drag.piece.style.translate = `${dx}px ${dy}px`;
    }

    function begin(started: NonNullable<typeof drag>) {
      started.moving = true;
      started.piece.dataset.dragged = "";
      choice().pick(started.key, true);
    }

    function up(event: PointerEvent) {
      if (drag === null || event.pointerId !== drag.pointer) return;
      const { piece, key, moving } = drag;
      drag = null;
      if (!moving) return;
      const under = document.elementFromPoint(event.clientX, event.clientY); // while the piece ignores the pointer
      piece.style.translate = "";
      delete piece.dataset.dragged;
      swallowClick();
      drop(choice(), key, under);
    }

    function cancel() {
      if (drag?.moving) {
        drag.piece.style.translate = "";
        delete drag.piece.dataset.dragged;
        choice().unpick(drag.key);
      }
      drag = null;
    }

    /** The click that follows a drop must not pick a second time. */
    function swallowClick() {
      const stop = (event: Event) => event.stopPropagation();
      addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", stop, { capture: true }));
    }

    board.addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    return () => {
      board.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
    };
  };
}
