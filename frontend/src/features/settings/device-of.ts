import Bowser from 'bowser'

/** What a browser's name for itself (its User-Agent) says to a person. */
export function deviceOf(agent: string): { name: string; isMobile: boolean } {
  if (!agent) return { name: 'An unknown device', isMobile: false }
  const { browser, os, platform } = Bowser.parse(agent)
  const known = [browser.name, os.name].filter(Boolean)
  return {
    name: known.length > 0 ? known.join(' on ') : agent.slice(0, 60),
    isMobile: platform.type === 'mobile' || platform.type === 'tablet',
  }
}
