/**
 * Lets what is asked for while a piece of work is under way wait, and does it together in the next: one write for many when
 * many come at once, and no waiting when one comes alone. `work` answers each item in its place.
 */
export function gather<Item, Result>(work: (items: Item[]) => Promise<Result[]>, most = 100) {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let busy = false

  const run = async () => {
    busy = true
    while (waiting.length > 0) {
      const taken = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const results = await work(taken.map(({ item }) => item))
        for (const [index, { resolve }] of taken.entries()) resolve(results[index] as Result)
      } catch (error) {
        for (const { reject } of taken) reject(error)
      }
    }
    busy = false
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!busy) void run()
    })
}
