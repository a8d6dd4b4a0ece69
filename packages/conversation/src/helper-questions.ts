import { limits } from '@lectern/contracts'

type Asked = Record<'pre_question_1' | 'pre_question_2' | 'pre_question_3' | 'pre_question_4', string>

/** The questions a chat offers to start with: those of its four that are filled in. */
export const helperQuestionsOf = (chat: Asked): string[] =>
  [chat.pre_question_1, chat.pre_question_2, chat.pre_question_3, chat.pre_question_4]
    .map((question) => question.trim())
    .filter((question) => question !== '')
    .slice(0, limits.helperQuestions)
