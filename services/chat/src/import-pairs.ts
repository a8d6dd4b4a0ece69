import { type AnswerPairImport, check, limits, WriteAnswerPair } from '@lectern/contracts'
import Papa from 'papaparse'
import type { WrittenAnswers } from './written-answers.ts'

const refusedTold = 20
const isHeader = (row: string[]) => /^(question|frage|pregunta|domanda|prompt)s?$/i.test((row[0] ?? '').trim())

/** Takes the rows of a CSV as written answers, whatever parts its columns; a row that cannot be taken does not keep the others out. @throws CallError pair_limit */
export async function importPairs(
  written: WrittenAnswers,
  orgId: number,
  kbId: string,
  csv: string,
): Promise<AnswerPairImport> {
  const { data } = Papa.parse<string[]>(csv.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' })
  const first = data[0] && isHeader(data[0]) ? 1 : 0
  const pairs: WriteAnswerPair[] = []
  const refused: AnswerPairImport['refused'] = []
  for (const [index, row] of data.entries()) {
    if (index < first) continue
    const [question = '', answer = ''] = row.map((cell) => cell.trim())
    const pair = { question, answer }
    const checked = check(WriteAnswerPair, pair)
    if (checked.ok) pairs.push(pair)
    else refused.push({ row: index + 1, message: reasonOf(pair) })
  }
  if (pairs.length > 0) await written.write(orgId, kbId, pairs)
  const count = pairs.length === 1 ? '1 answer' : `${pairs.length} answers`
  return { written: pairs.length, refused: refused.slice(0, refusedTold), message: `Imported ${count}.` }
}

function reasonOf({ question, answer }: WriteAnswerPair): string {
  if (question === '') return 'It has no question.'
  if (answer === '') return 'It has no answer.'
  return question.length > limits.pairQuestion
    ? `Its question has more than ${limits.pairQuestion} characters.`
    : `Its answer has more than ${limits.pairAnswer} characters.`
}
