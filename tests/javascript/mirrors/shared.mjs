/**
 * Operations that the mirror rules of several games use.
 */

/**
 * Add students to a map of colours to numbers.
 * @param {Record<string, number>} map
 * @param {string} color
 * @param {number} count
 */
export function add(map, color, count = 1) {
  const number = (map[color] ?? 0) + count;
  if (number < 0) throw new Error(`fewer than 0 of ${color}`);
  if (number === 0) delete map[color];
  else map[color] = number;
}

/**
 * Remove the first occurrence of an entry from a list; the entry must be there.
 * @template T
 * @param {T[]} list
 * @param {T} entry
 */
export function removeOnce(list, entry) {
  const index = list.indexOf(entry);
  if (index < 0) throw new Error(`${entry} is not in ${JSON.stringify(list)}`);
  list.splice(index, 1);
}

/**
 * Return a comparison of texts by the positions of their parts in lists.
 * @param {(text: string) => number[]} key
 */
export function by(key) {
  return (left, right) => {
    const [one, other] = [key(left), key(right)];
    const index = one.findIndex((number, position) => number !== other[position]);
    return index < 0 ? 0 : one[index] - other[index];
  };
}
