/** Reads at most once in this time, however many ask; what failed is read again at once. */
export function rememberFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let known: { value: Promise<T>; at: number } | null = null
  return () => {
    if (known && performance.now() - known.at < ms) return known.value
    const value = read()
    known = { value, at: performance.now() }
    value.catch(() => {
      known = null
    })
    return value
  }
}
