/**
 * What the page around and the panel in its frame say to each other by postMessage. Each checks that the other is who it should
 * be: the page by the frame's window and origin, the panel by its parent and the site that embeds it. Pages keep an older loader
 * than the panel they get, and the other way round: within /widget/v1/ these names stay as they are.
 */
/** `text` is a question, or the token that tells who asks. */
export type ToPanel = { lectern: 'ask' | 'identify'; text: string }

/** `close`: Escape was pressed; `grow`: a conversation has begun and needs room; `type` tells what kind of answer there is. */
export type FromPanel = { lectern: 'ready' | 'close' | 'grow' | 'question' | 'answer'; type?: string }
