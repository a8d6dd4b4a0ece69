import { errors, fieldMessages, limits } from '@lectern/contracts'
import { type Failure, isFailure, messageOf } from '@lectern/conversation'
import { nanoid } from '@reduxjs/toolkit'
import { api } from '../../api/api.ts'
import { uploadFile } from '../../api/upload-file.ts'
import type { AppDispatch } from '../../app/store.ts'
import { errorToast } from '../../app/toasts.ts'
import { uploadChanged, uploadClosed, uploadsAdded } from './uploads.ts'

const atOnce = 3

/** The documents themselves, by reference: the store holds what is told about them. */
const documents = new Map<string, { chatId: string; file: File }>()
const waiting: string[] = []
let running = 0

/** Sends documents to a chat, a few at a time. One that fails does not hold up the others. */
export const sendDocuments = (chatId: string, files: File[]) => (dispatch: AppDispatch) => {
  const added = files.map((file) => ({
    ref: nanoid(),
    chatId,
    name: file.name,
    size: file.size,
    share: 0,
    error: problemOf(file),
    canRetry: false,
    file,
  }))
  dispatch(uploadsAdded(added.map(({ file: _, ...upload }) => upload)))
  for (const { ref, file, error } of added) {
    documents.set(ref, { chatId, file })
    if (!error) waiting.push(ref)
  }
  sendNext(dispatch)
}

export const sendAgain = (ref: string) => (dispatch: AppDispatch) => {
  dispatch(uploadChanged({ ref, share: 0, error: null }))
  waiting.push(ref)
  sendNext(dispatch)
}

export const forgetDocument = (ref: string) => (dispatch: AppDispatch) => {
  documents.delete(ref)
  dispatch(uploadClosed(ref))
}

function sendNext(dispatch: AppDispatch) {
  while (running < atOnce) {
    const ref = waiting.shift()
    if (ref === undefined) return
    running++
    void send(ref, dispatch).finally(() => {
      running--
      sendNext(dispatch)
    })
  }
}

async function send(ref: string, dispatch: AppDispatch) {
  const document = documents.get(ref)
  if (!document) return
  const { chatId, file } = document
  try {
    await uploadFile(chatId, file, ref, (share) => dispatch(uploadChanged({ ref, share })))
    dispatch(forgetDocument(ref))
    dispatch(
      api.util.invalidateTags([{ type: 'Files', id: chatId }, { type: 'Chat', id: chatId }, 'Chats', 'Dashboard']),
    )
  } catch (error) {
    console.error(error)
    const text = (isFailure(error) && error.errors.file?.[0]) || messageOf(error)
    dispatch(uploadChanged({ ref, error: text, canRetry: !isFailure(error) || isPassing(error) }))
    dispatch(errorToast(text))
  }
}

/** Not about the document: no connection, too much at once, something broken on the way. */
const isPassing = ({ status }: Failure) => status === 0 || status === 429 || status >= 500

/** What need not be sent to be refused. */
function problemOf(file: File) {
  if (file.size > limits.uploadBytes) return errors.file_too_large.message
  return file.size === 0 ? fieldMessages.fileEmpty : null
}
