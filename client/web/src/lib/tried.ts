/** Calls of a pack, which may come from elsewhere and fail. */

/** Return the result of a function of the pack of a game; undefined, with a warning in the console, if it throws. */
export function tried<T>(game: string, call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    console.warn(`The pack of ${game} failed`, error);
    return undefined;
  }
}
