/** Waits for what happens in its own time: polls until `look` gives a value, and says what it waited for when it never does. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  withinMs = 15_000,
): Promise<T> {
  const end = Date.now() + withinMs
  for (;;) {
    const value = await look()
    if (value) return value
    if (Date.now() > end) throw new Error(`waited ${withinMs} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
