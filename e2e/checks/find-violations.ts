import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** What has popped up stands beside the page's landmarks, and a list keeps the page out of reach: these rules are not about that. */
const ofWholePages = ['region', 'landmark-one-main', 'page-has-heading-one']

/** What axe finds wrong on the page as it is now, a line each. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const hasPopup = (await page.locator('[role=menu], [role=listbox]').count()) > 0
  const rules = Object.fromEntries((hasPopup ? ofWholePages : []).map((rule) => [rule, { enabled: false }]))
  const options = JSON.stringify({ resultTypes: ['violations'], rules })
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.replaceAll(/\s+/g, ' ')}`),
  )
}
