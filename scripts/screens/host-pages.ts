/** Sites that a chat is embedded in, for pictures of it: a light one, a dark one, and one that is full of other things. */
const styles = `
  * { box-sizing: border-box }
  body { margin: 0; font: 16px/1.6 Georgia, serif; color: #22262b; background: #fff }
  header { display: flex; gap: 24px; align-items: center; padding: 18px max(24px, calc(50% - 520px)); border-bottom: 1px solid #e7e7e2; font: 15px/1.4 system-ui, sans-serif }
  header b { font-size: 19px; margin-right: auto }
  main { max-width: 1088px; margin: 0 auto; padding: 32px 24px 60px }
  h1 { font-size: clamp(28px, 4vw, 42px); line-height: 1.15; margin: 0 0 16px; max-width: 18em }
  p { max-width: 40em; margin: 0 0 16px }
  .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)); gap: 16px; margin: 24px 0 }
  .tiles div { padding: 20px; border-radius: 12px; background: #f3f1ea; font: 15px/1.4 system-ui, sans-serif }
  .tiles div::before { content: ""; display: block; height: 90px; margin-bottom: 12px; border-radius: 8px; background: linear-gradient(135deg, #d9c9a8, #8fa58b) }
  .dark { background: #0f1218; color: #e6e9ef; font-family: system-ui, sans-serif }
  .dark header { border-color: #262c38 }
  .dark .tiles div { background: #191f2a }
  .dark .tiles div::before { background: linear-gradient(135deg, #3a2d6b, #1c6a7a) }
  .crowded { background: #fffbe6; font-family: Verdana, sans-serif; font-size: 14px }
  .crowded header { background: #c4122e; color: #fff }
  .crowded .tiles { grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 8px }
  .crowded .tiles div { padding: 10px; background: #fff; border: 2px dashed #c4122e }
  .crowded .tiles div::before { height: 50px; background: linear-gradient(135deg, #ffd400, #ff6a00) }
  .ticker { padding: 6px 24px; background: #ffd400; font-weight: bold }
  .cookies { position: fixed; inset: auto 0 0; padding: 10px 24px; background: #22262b; color: #fff; z-index: 999 }
`
const text =
  'The house was built in 1874 as a customs hall and has lent books since 1931. Its reading room faces the water, and on clear mornings the light reaches the last row of desks.'
const tiles = (names: string[]) => `<div class="tiles">${names.map((name) => `<div>${name}</div>`).join('')}</div>`
const links = (names: string[]) => names.map((name) => `<span>${name}</span>`).join('')

type Page = { name: string; theme: 'light' | 'dark'; body: (script: string) => string }

export const hostPages: Page[] = [
  {
    name: 'light',
    theme: 'light',
    body: (script) =>
      `<body><header><b>Harbor Library</b>${links(['Visit', 'Collections'])}</header><main><h1>A quiet place by the water</h1><p>${text}</p>${script}${tiles(['Opening hours', 'Guided tours', 'Membership'])}<p>${text}</p></main>`,
  },
  {
    name: 'dark',
    theme: 'dark',
    body: (script) =>
      `<body class="dark"><header><b>harbor/</b>${links(['Docs', 'Status'])}</header><main><h1>Everything the archive knows, searchable</h1><p>${text}</p>${script}${tiles(['Scans', 'Maps', 'Letters', 'Logbooks'])}<p>${text}</p></main>`,
  },
  {
    name: 'crowded',
    theme: 'light',
    body: (script) =>
      `<body class="crowded"><header><b>MEGA BOOKS</b>${links(['Deals', 'Cart (3)'])}</header><div class="ticker">Free shipping today! Ends in 02:14:09</div><main><h1>Deals, deals, deals</h1>${tiles(['Atlas -40 %', 'Novels 3 for 2', 'Pens', 'Lamps', 'Bags', 'Globes', 'Cards', 'Clocks'])}<p>${text}</p>${script}${tiles(['More', 'Even more', 'Almost gone', 'Again', 'Last one', 'New'])}<p>${text}</p></main><div class="cookies">We use many cookies. Accept all?</div>`,
  },
]

/** A whole page; the script stands in its text, or for the pop-up at its end. */
export const hostPage = ({ body }: Page, script: string, isInline: boolean): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Host</title><style>${styles}</style></head>${body(isInline ? script : '')}${isInline ? '' : script}</body></html>`
