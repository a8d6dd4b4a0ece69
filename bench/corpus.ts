import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Question =
  | { question: string; answerable: true; article: string; answer: string; passage: string }
  | { question: string; answerable: false }

/** The folder of documents and questions that LECTERN_CORPUS names, or null. */
export const corpusFolder = () => process.env.LECTERN_CORPUS || null

export function readQuestions(folder: string): Question[] {
  const lines = readFileSync(join(folder, 'questions/questions-en.jsonl'), 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Question)
}

/** Every paragraph of the articles under the name of its article and its number; the title is none. */
export function readParagraphs(folder: string): { name: string; article: string; text: string }[] {
  const articles = join(folder, 'questions/articles-en')
  return readdirSync(articles)
    .sort()
    .flatMap((file) => {
      const article = file.replace(/\.txt$/, '')
      const [, ...paragraphs] = readFileSync(join(articles, file), 'utf8')
        .trim()
        .split(/\n{2,}/)
      return paragraphs.map((text, index) => ({ name: `${article}-${index + 1}.txt`, article, text }))
    })
}
