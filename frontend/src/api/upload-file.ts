import { uploadFile as call } from '@lectern/contracts'
import { requestHeaders, toFailure, tooSlow, unreachable } from '@lectern/conversation'
import type { AnswerOf } from './call.ts'

const timeout = 30 * 60_000

/**
 * Sends one document. XMLHttpRequest, since fetch cannot tell how much of a body was sent.
 * @param onSent the share sent so far, 0 to 1
 * @throws Failure
 */
export function uploadFile(chatId: string, file: File, ref: string, onSent: (share: number) => void) {
  return new Promise<AnswerOf<typeof call>>((resolve, reject) => {
    const form = new FormData()
    // Parts are read in order: what the file belongs to comes before the file.
    form.append('id', chatId)
    form.append('r_ref', ref)
    form.append('file', file, file.name)
    const request = new XMLHttpRequest()
    request.open(call.method, call.url)
    request.timeout = timeout
    request.responseType = 'json'
    for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => onSent(event.total > 0 ? event.loaded / event.total : 0)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as AnswerOf<typeof call>)
      else reject(toFailure(request.status, request.response))
    }
    request.onerror = () => reject(unreachable)
    request.ontimeout = () => reject(tooSlow)
    request.send(form)
  })
}
