import { useEffect, useState } from 'preact/hooks'
import type { ContactForm } from './contact-form.tsx'

/** The form, once it is wanted and there; few visitors need it. */
export function useContactForm(isWanted: boolean): typeof ContactForm | null {
  const [shown, setShown] = useState<typeof ContactForm | null>(null)
  useEffect(() => {
    if (isWanted && !shown)
      import('./contact-form.tsx').then(
        (module) => setShown(() => module.ContactForm),
        () => {},
      )
  }, [isWanted, shown])
  return shown
}
