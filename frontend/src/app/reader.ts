import { settingsApi } from '../api/settings.ts'
import { page } from './page.ts'

/** Who is signed in: from the page metadata, or newer where the settings were read or saved since. */
export function useReader() {
  const { data } = settingsApi.endpoints.settings.useQueryState()
  const { name = '', email = '' } = { ...page.user, ...data }
  return { name, email, firstName: name.trim().split(/\s+/)[0] }
}
