/** An answer of the product: its status and its JSON. */
export type ClientAnswer<T = Record<string, unknown>> = { status: number; headers: Headers; body: T }

/** A client of the product as a browser is one: keeps the cookie, and takes the token of a page's meta tag along. */
export function createClient(url: string) {
  const cookies = new Map<string, string>()
  let token = ''

  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  const call = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('x-requested-with', 'XMLHttpRequest')
    if (token) headers.set('x-csrf-token', token)
    if (cookies.size > 0) headers.set('cookie', cookie())
    const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  return {
    call,
    cookie,

    /** Opens a page; its token is sent from now on. The answer is its HTML. */
    async open(path: string): Promise<string> {
      const html = await (await call(path, { headers: { accept: 'text/html' } })).text()
      token = html.match(/<meta name="csrf-token" content="([^"]*)"/)?.[1] ?? token
      return html
    },

    /** Calls with a JSON body or a form; the answer's body is JSON. */
    async send<T = Record<string, unknown>>(
      method: string,
      path: string,
      body?: object | FormData,
    ): Promise<ClientAnswer<T>> {
      const init: RequestInit =
        body === undefined || body instanceof FormData
          ? { method, body: body ?? null }
          : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      const answer = await call(path, init)
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T }
    },
  }
}
