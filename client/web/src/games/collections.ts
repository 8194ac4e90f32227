/** Operations on lists and maps that the mirror rules of several games use. */

/** Add a number to a colour of a map; a colour with 0 is removed. Throws below 0. */
export function add(map: Record<string, number>, color: string, count = 1): void {
  const number = (map[color] ?? 0) + count;
  if (number < 0) throw new Error(`fewer than 0 of ${color}`);
  if (number === 0) delete map[color];
  else map[color] = number;
}

/** Remove the first occurrence of an entry from a list. Throws if it is not there. */
export function removeOnce<T>(list: T[], entry: T): void {
  const index = list.indexOf(entry);
  if (index < 0) throw new Error(`${String(entry)} is not in ${JSON.stringify(list)}`);
  list.splice(index, 1);
}

/** Return a comparison by several numbers, the first one first. */
export function by<T>(key: (entry: T) => number[]): (left: T, right: T) => number {
  return (left, right) => {
    const [one, other] = [key(left), key(right)];
    const index = one.findIndex((number, position) => number !== other[position]);
    return index < 0 ? 0 : one[index]! - other[index]!;
  };
}
