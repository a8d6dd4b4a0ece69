/** The stand-in model and embedder in a process of their own. */
import { startClaude, startEmbedder } from '@lectern/testing'

export type StandIns = { settings: Record<string, string | number> }
export type StandInsAsked = { firstTokenMs: number; tokens: number; tokenEveryMs: number; msPerText: number }

process.once('message', async ({ msPerText, ...behaviour }: StandInsAsked) => {
  const claude = await startClaude(behaviour)
  const embedder = await startEmbedder(msPerText)
  const settings = { ...embedder.settings, ANTHROPIC_API_KEY: 'stand-in', ANTHROPIC_BASE_URL: claude.url }
  process.send?.({ settings } satisfies StandIns)
})
