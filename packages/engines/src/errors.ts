/** A failure whose message is fit to be shown: it names what is wrong and what to do about it. */
export class EngineError extends Error {
  override name = 'EngineError'
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
