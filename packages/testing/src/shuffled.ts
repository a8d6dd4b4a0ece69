/** Each of these so many times, in an order that the seed decides. */
export function shuffled<T>(list: T[], times: number, seed: number): T[] {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  return Array.from({ length: times }, () => list)
    .flat()
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

export const shuffledTwice = <T>(list: T[], seed: number): T[] => shuffled(list, 2, seed)
