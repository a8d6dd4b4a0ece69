/** Sentences the product itself says in an answer. */
export const answerTexts = {
  noAnswer: 'The documents of this chat do not tell.',
  stillReading: 'The documents of this chat do not tell yet: some are still being read. Try again in a moment.',
  noModel: 'No language model is set up, so these are the exact passages from the documents.',
  modelAwayNoAnswer: 'The language model is not reachable right now. Try again in a moment.',
  /** Marks a sentence of the model that cites nothing. */
  unsourced: 'not from the documents',
  modelAway: 'The language model is not reachable right now, so these are the exact passages from the documents.',
} as const
