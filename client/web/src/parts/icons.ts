/** The signs of the shell: paths of 24 × 24, drawn with strokes. */
export const ICONS = {
  again: "M4 12a8 8 0 1 1 3 6.200M4 20v-5h5",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  bot: "M7 8h10a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3zM12 8V4M9 13h.01M15 13h.01",
  copy: "M10 8h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM16 8V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3",
  crown: "M3 8l4.5 4L12 5l4.500 7L21 8l-2 11H5z",
  eye: "M2 12s4-6.500 10-6.500S22 12 22 12s-4 6.500-10 6.500S2 12 2 12zM12 9.200a2.8 2.8 0 1 0 0 5.600a2.8 2.8 0 1 0 0-5.600z",
  first: "M6 5v14M19 5l-9 7 9 7z",
  gear: "M12 8.800a3.2 3.2 0 1 0 0 6.400a3.2 3.2 0 1 0 0-6.400zM12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M5.300 18.700l2.100-2.100M16.600 7.400l2.100-2.100",
  keys: "M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM6 10h.01M10 10h.01M14 10h.01M18 10h.01M8 14h8",
  last: "M18 5v14M5 5l9 7-9 7z",
  leave: "M14 4H5v16h9M10 12h11M17 8l4 4-4 4",
  log: "M4 5h16v11H9l-5 4zM8 9h8M8 12h5",
  next: "M8 5l9 7-9 7z",
  off: "M3 3l18 18M5 12.500a10 10 0 0 1 4-2.400M19 12.500a10 10 0 0 0-5-2.700M8.500 16a5 5 0 0 1 7 0M12 20h.01",
  ok: "M4 13l5 5L20 6",
  pause: "M8 5v14M16 5v14",
  play: "M7 4l13 8-13 8z",
  plus: "M12 5v14M5 12h14",
  previous: "M16 5l-9 7 9 7z",
  send: "M4 12l16-8-6 16-3-6z",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  trophy: "M7 3h10v6a5 5 0 0 1-10 0zM7 5H3c0 4 2 5 4 5M17 5h4c0 4-2 5-4 5M12 14v4M7 21h10l-1-3H8z",
  undo: "M9 7l-5 5 5 5M4 12h11a5 5 0 0 1 0 10",
  x: "M5 5l14 14M19 5L5 19",
} as const;

export type IconName = keyof typeof ICONS;
