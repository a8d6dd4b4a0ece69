import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'

type Frame = { data: string; at: number }

const frameEveryMs = 50
const bitsPerSecond = 450_000

/** Films a page while something is done on it. The answer is a WebM without sound. */
export async function film(page: Page, play: () => Promise<unknown>): Promise<Buffer> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const devtools = await page.context().newCDPSession(page)
  const frames: Frame[] = []
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ data, at: (metadata.timestamp ?? 0) * 1000 })
    void devtools.send('Page.screencastFrameAck', { sessionId })
  })
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 92, maxWidth: width, maxHeight: height })
  await play()
  await devtools.send('Page.stopScreencast')
  const browser = page.context().browser()
  if (!browser) throw new Error('The page belongs to no browser.')
  return encode(browser, frames, { width, height })
}

/** The browser that filmed it encodes it too: frames are drawn in their time and recorded from the canvas. */
async function encode(browser: Browser, frames: Frame[], size: { width: number; height: number }): Promise<Buffer> {
  const page = await browser.newPage()
  await page.goto('about:blank')
  await page.evaluate(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), ${JSON.stringify(size)})
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(${1000 / frameEveryMs}), {
      mimeType: 'video/webm;codecs=vp9', videoBitsPerSecond: ${bitsPerSecond} })
    const parts = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    window.draw = async (data) => {
      const image = new Image()
      image.src = 'data:image/jpeg;base64,' + data
      await image.decode()
      context.drawImage(image, 0, 0)
      if (recorder.state === 'inactive') recorder.start()
    }
    window.finish = () => new Promise((resolve) => {
      recorder.onstop = () => {
        const reader = new FileReader()
        reader.onload = () => resolve(reader.result.split(',')[1])
        reader.readAsDataURL(new Blob(parts))
      }
      recorder.stop()
    })
  })()`)
  for (const [index, { data, at }] of frames.entries()) {
    const drawnAt = performance.now()
    await page.evaluate(`draw(${JSON.stringify(data)})`)
    const next = frames[index + 1]
    if (next) await delay(Math.max(0, next.at - at - (performance.now() - drawnAt)))
  }
  await delay(500)
  const film = Buffer.from(String(await page.evaluate('finish()')), 'base64')
  await page.close()
  return film
}
