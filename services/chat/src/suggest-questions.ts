import { type AnswerTexts, limits } from '@lectern/contracts'
import type { Context } from './app.ts'
import type { ChatCopy } from './models/copies.ts'
import type { Passage } from './rank-passages.ts'

/** A written answer whose question is less like what was asked is not near it. */
const near = 0.5

/** The nearest questions that can be answered: those with a written answer, the headings of the nearest passages, and the owner's helper questions. */
export async function suggestQuestions(
  { written }: Pick<Context, 'written'>,
  { orgId, _id, preQuestions }: ChatCopy,
  question: string,
  passages: Passage[],
  { askAbout }: AnswerTexts,
): Promise<string[]> {
  const answered = (await written.nearest(orgId, _id, question)).filter(({ similarity }) => similarity >= near)
  const headings = passages.flatMap(({ heading }) => (heading ? [heading.trim()] : []))
  const found = [
    ...answered.slice(0, limits.suggestions).map((pair) => pair.question),
    ...headings.filter(isTopic).map((heading) => askAbout.replace('%', () => heading)),
    ...preQuestions,
  ]
  return [...new Set(found.filter((each) => each.trim() !== ''))].slice(0, limits.suggestions)
}

/** Words of a readable length, no number, no line of signs. */
const isTopic = (heading: string) => heading.length <= 80 && /\p{L}{3}/u.test(heading)
